extension EncryptionKey {
    /// Reads the attributes of `EXT-X-KEY` and `EXT-X-SESSION-KEY`; nil without a method.
    init?(_ list: inout AttributeList) {
        guard let method = list.required("METHOD") else { return nil }
        self.init(method: Method(rawValue: method), uri: list.string("URI"))
        iv = list.value("IV") { Numbers.hexadecimal($0, length: 16) }
        keyFormat = list.string("KEYFORMAT") ?? EncryptionKey.identityFormat
        keyFormatVersions =
            list.value("KEYFORMATVERSIONS") { (text: String) -> [Int]? in
                let versions = text.split(separator: "/").compactMap { Numbers.natural(String($0)) }
                return versions.isEmpty ? nil : versions
            } ?? []
        otherAttributes = list.rest
        // RFC 8216bis §4.4.4.4: with NONE, no other attribute may be there.
        if self.method == .none, uri != nil || iv != nil || keyFormat != EncryptionKey.identityFormat || !keyFormatVersions.isEmpty {
            list.addProblem("METHOD=NONE has further attributes, which are ignored")
        }
        if self.method != .none, uri == nil { list.addProblem("attribute URI is missing") }
    }
}
