import CFFmpeg
import CFFmpegLoader
@_exported import PlayheadNumbers

/// The FFmpeg libraries, which are loaded at the first call of one of their functions.
package enum FFmpegLibrary {
    /// The level of FFmpeg's messages on standard error.
    package enum LogLevel: Sendable {
        /// Nothing.
        case quiet
        /// Errors.
        case errors
        /// All messages.
        case verbose
    }

    /// FFmpeg prints nothing by default, because a library must not write to an app's standard error; see ``setLogLevel(_:)``.
    private static let isPrepared: Void = {
        av_log_set_level(AV_LOG_QUIET)
        // FFmpeg reads lengths of boxes and strings from the file.
        let largestAllocation = 512 << 20
        av_max_alloc(largestAllocation)
    }()

    /// Loads the libraries, if they are not loaded yet: takes 20 to 30 ms.
    package static func load() { playhead_load_ffmpeg() }

    /// Initializes the libraries; called before any operation that may print, or allocate memory of a size in the file.
    static func prepare() { isPrepared }

    /// Sets the level of FFmpeg's messages, by default `quiet`; the level is global to the process.
    package static func setLogLevel(_ level: LogLevel) {
        prepare()
        switch level {
        case .quiet: av_log_set_level(AV_LOG_QUIET)
        case .errors: av_log_set_level(AV_LOG_ERROR)
        case .verbose: av_log_set_level(AV_LOG_VERBOSE)
        }
    }

    /// Makes the options of a call, an `AVDictionary` that the caller frees. An option that is lost would remove a limit of the input.
    /// - Throws: ``FFmpegError`` without memory.
    static func options(_ values: [String: String]) throws(FFmpegError) -> OpaquePointer? {
        var options: OpaquePointer?
        for (name, value) in values {
            let result = av_dict_set(&options, name, value, 0)
            guard result < 0 else { continue }
            av_dict_free(&options)
            throw FFmpegError(result, "av_dict_set(\(name))")
        }
        return options
    }

    /// The version of FFmpeg, such as `5.1.9`.
    package static var version: String { String(cString: av_version_info()) }
}
