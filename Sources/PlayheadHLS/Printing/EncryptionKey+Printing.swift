extension EncryptionKey {
    /// The attributes of `EXT-X-KEY`.
    var attributeList: AttributeWriter {
        var list = AttributeWriter()
        list.bare("METHOD", method.rawValue)
        list.quoted("URI", uri)
        if let iv {
            let digits = Array("0123456789ABCDEF")
            list.bare("IV", "0x" + String(iv.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }))
        }
        if keyFormat != EncryptionKey.identityFormat { list.quoted("KEYFORMAT", keyFormat) }
        if !keyFormatVersions.isEmpty { list.quoted("KEYFORMATVERSIONS", keyFormatVersions.map { String($0) }.joined(separator: "/")) }
        list.others(otherAttributes)
        return list
    }
}
