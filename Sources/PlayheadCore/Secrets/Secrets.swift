/// Keeps what gives access out of logs, lines of events, traces and messages.
public enum Secrets {
    /// What stands for a value that was taken out.
    public static let blank = "***"

    private static let names: Set<String> = [
        "auth", "authorization", "key", "apikey", "api_key", "api-key", "accesskey", "access_key", "access-key", "awsaccesskeyid", "passwd",
        "pass", "pwd", "session", "sessionid", "jsessionid", "phpsessid", "sid", "sig", "policy", "key-pair-id", "hdnea", "hdnts", "hdntl",
        "hmac", "jwt", "md5", "st", "tok", "tkn", "ticket", "otp", "wmsauthsign", "x-amz-credential", "x-goog-credential",
    ]
    private static let endings = ["token", "secret", "password", "signature"]

    /// Whether the value of a query item of this name gives access. Percent-encoding is not resolved.
    public static func isSecret(queryName name: some StringProtocol) -> Bool {
        // `token[]`, `user[password]` and `token1` are the same.
        let name = name.lowercased().filter { !"[]()".contains($0) }
        let stem = String(name.reversed().drop(while: \.isNumber).reversed())
        return names.contains(name) || endings.contains { stem.hasSuffix($0) }
    }

    /// A text in which URLs have neither user name nor password, and values that give access are blanked: of query items, of parameters in paths and
    /// fragments, and of those of a URL inside another one, percent-encoded any number of times. What is blanked already stays as it is.
    public static func blanked(_ text: String) -> String {
        var text = text
        return text.withUTF8 { bytes in
            var blanker = SecretBlanker(bytes)
            return blanker.run()
        } ?? text
    }
}
