import CFFmpeg

/// The error of a failed FFmpeg call.
package struct FFmpegError: Error, Sendable, Hashable, CustomStringConvertible {
    /// FFmpeg's negative code (`AVERROR…`).
    package let code: Int32
    /// The call that failed.
    package let operation: String

    /// Makes an error from a call's negative return value.
    package init(_ code: Int32, _ operation: String) {
        self.code = code
        self.operation = operation
    }

    /// The error of data that was decrypted with a wrong key, or is damaged.
    package static let undecipherable = FFmpegError(playhead_averror_invaliddata, "decoding of decrypted data")

    /// The message of FFmpeg for the code, with the call's name.
    package var description: String {
        var text = [CChar](repeating: 0, count: 128)
        av_strerror(code, &text, text.count)
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return "\(operation): \(String(decoding: bytes, as: UTF8.self))"
    }

    /// Whether the data is invalid (rather than unavailable).
    package var isInvalidData: Bool { code == playhead_averror_invaliddata }

    /// Throws unless `result` is 0 or more; returns it.
    @discardableResult
    static func check(_ result: Int32, _ operation: String) throws(FFmpegError) -> Int32 {
        guard result >= 0 else { throw FFmpegError(result, operation) }
        return result
    }
}
