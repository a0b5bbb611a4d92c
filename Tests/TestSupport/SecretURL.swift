/// URLs with random secrets, each of which contains ``mark``.
package enum SecretURL {
    /// The text that all secrets contain.
    package static let mark = "hush"

    private static let names = [
        "token", "auth_key", "session_id", "x-api-key", "stream_key", "passphrase", "sas", "__gda__", "hdnts", "verify", "k", "z9",
        "%74oken", "user[password]", "Expires",
    ]

    /// Returns an absolute URL of a file on a host, which may have a port and a path.
    package static func random(host: String, file: String, using numbers: inout SeededGenerator) -> String {
        func secret(_ special: String, _ numbers: inout SeededGenerator) -> String {
            let character = Array(special)[numbers.below(special.count)]
            return "\(mark)\(numbers.below(1000))\(character)\(mark)"
        }
        func item(_ special: String, _ numbers: inout SeededGenerator) -> String {
            names[numbers.below(names.count)] + "=" + secret(special, &numbers)
        }
        func encoded(_ text: String) -> String { text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
        let user = numbers.oneIn(3) ? "" : "\(mark):\(secret("&'!$()*+,;=:~", &numbers))@"
        let folder =
            switch numbers.below(6) {
            case 0: ";\(item("'!$()*+,=:@~/", &numbers))/"
            case 1: "hdntl=exp=1~acl=/*~hmac=\(secret("'!,:@~", &numbers))/"
            case 2: encoded("https://\(mark):\(mark)@b.example/?\(item("'!", &numbers))") + "/"
            default: ""
            }
        var items = (0..<numbers.below(4)).map { _ in item("'!$()*+,;=:@~/?", &numbers) }
        if numbers.oneIn(4) { items.append("next=" + encoded("https://\(mark):\(mark)@c.example/?\(item("'", &numbers))&t=\(mark)")) }
        if numbers.oneIn(4) { items.append("t=1,2") }
        let fragment = numbers.oneIn(6) ? "#" + item("'!:@/?", &numbers) : ""
        return "http://\(user)\(host)/\(folder)\(file)" + (items.isEmpty ? "" : "?" + items.joined(separator: "&")) + fragment
    }
}
