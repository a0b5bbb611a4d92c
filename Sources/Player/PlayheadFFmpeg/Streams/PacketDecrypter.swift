import CFFmpeg

/// Decrypts the packets of a container as they are read.
///
/// Used on the demuxer's thread.
package protocol PacketDecrypter: AnyObject {
    /// Whether packets may be encrypted, as far as the container was read.
    var isProtecting: Bool { get }
    /// Receives the bytes of the container as they are read; `position` is that of the first one.
    func note(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int64)
    /// Decrypts the data of a packet, if it is encrypted. May block.
    /// - Parameters:
    ///   - packet: The packet.
    ///   - stream: Its stream.
    ///   - reading: Returns a number of bytes of the container at a position; fewer at its end, or if its source cannot seek.
    /// - Throws: The reason why it can't be decrypted.
    func decrypt(_ packet: Packet, of stream: StreamInfo, reading: (Int64, Int) throws -> [UInt8]) throws
}

/// How the data of a packet is encrypted, as MP4 says (ISO/IEC 23001-7).
package struct PacketEncryption {
    /// The scheme, such as `cenc`.
    package let scheme: String
    /// The id of the key.
    package let keyID: [UInt8]
    /// The initialization vector.
    package let vector: [UInt8]
    /// The parts of the data in bytes; empty if all of it is encrypted.
    package let parts: [(clear: Int, protected: Int)]
    /// The blocks that are encrypted, and those that follow in the clear; 0 and 0 without a pattern.
    package let (encryptedBlocks, clearBlocks): (Int, Int)

    /// Reads the data beside a packet; `nil` without any.
    init?(beside packet: UnsafePointer<AVPacket>) {
        var size = 0
        guard let data = av_packet_get_side_data(packet, AV_PKT_DATA_ENCRYPTION_INFO, &size),
            let info = av_encryption_info_get_side_data(data, size)
        else { return nil }
        defer { av_encryption_info_free(info) }
        let fields = info.pointee
        scheme = String(
            decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: fields.scheme >> $0) }, as: UTF8.self)
        keyID = Array(UnsafeBufferPointer(start: fields.key_id, count: Int(fields.key_id_size)))
        vector = Array(UnsafeBufferPointer(start: fields.iv, count: Int(fields.iv_size)))
        parts = UnsafeBufferPointer(start: fields.subsamples, count: Int(fields.subsample_count)).map {
            (Int($0.bytes_of_clear_data), Int($0.bytes_of_protected_data))
        }
        (encryptedBlocks, clearBlocks) = (Int(fields.crypt_byte_block), Int(fields.skip_byte_block))
    }
}
