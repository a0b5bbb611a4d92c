import CFFmpeg
import Synchronization

extension FFmpegLibrary {
    /// The receiver of FFmpeg's messages; one for the process, because FFmpeg has one callback.
    private static let receiver = Mutex<(@Sendable (String) -> Void)?>(nil)

    /// Redirects FFmpeg's messages to a receiver: they may contain text of the media, and FFmpeg does not remove all control characters.
    /// - Parameter receive: Receives each message without its line end, on any thread.
    package static func setLogReceiver(_ receive: @escaping @Sendable (String) -> Void) {
        prepare()
        receiver.withLock { $0 = receive }
        av_log_set_callback { context, level, format, arguments in
            guard level <= av_log_get_level(), let arguments else { return }
            let capacity = 1024
            var prefix: Int32 = 1
            var message = [CChar](repeating: 0, count: capacity)
            guard av_log_format_line2(context, level, format, arguments, &message, Int32(capacity), &prefix) > 0 else { return }
            let text = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let line = text.last?.isNewline == true ? String(text.dropLast()) : text
            guard !line.isEmpty else { return }
            FFmpegLibrary.receiver.withLock { $0 }?(line)
        }
    }
}
