/// Removes credentials from logs, lines of events, traces and messages.
package enum Secrets {
    /// The replacement for a removed value.
    package static let blank = "***"

    private static let names: Set<String> = [
        "auth", "authorization", "key", "apikey", "api_key", "api-key", "accesskey", "access_key", "access-key", "awsaccesskeyid", "passwd",
        "pass", "pwd", "session", "sessionid", "jsessionid", "phpsessid", "sid", "sig", "policy", "key-pair-id", "hdnea", "hdnts", "hdntl",
        "hmac", "jwt", "md5", "st", "tok", "tkn", "ticket", "otp", "wmsauthsign", "x-amz-credential", "x-goog-credential",
    ]
    private static let endings = ["token", "secret", "password", "signature"]

    /// Whether the value of a query item with this name is a credential. Percent-encoding is not resolved.
    package static func isSecret(queryName name: some StringProtocol) -> Bool {
        // `token[]`, `user[password]` and `token1` match as well.
        let name = name.lowercased().filter { !"[]()".contains($0) }
        let stem = String(name.reversed().drop(while: \.isNumber).reversed())
        return names.contains(name) || endings.contains { stem.hasSuffix($0) }
    }

    /// Returns the text with user names and passwords removed from URLs, and with credentials blanked: in query items, in parameters of
    /// paths and fragments, and in those of a URL inside another one, percent-encoded any number of times. Blanked values are kept.
    package static func blanked(_ text: String) -> String {
        var text = text
        return text.withUTF8 { bytes in
            var blanker = SecretBlanker(bytes)
            return blanker.run()
        } ?? text
    }
}
