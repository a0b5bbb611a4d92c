import CFFmpeg

/// The FFmpeg libraries that are linked.
public enum FFmpegLibrary {
    /// What FFmpeg itself may print on standard error.
    public enum LogLevel: Sendable {
        /// Nothing.
        case quiet
        /// What went wrong.
        case errors
        /// All there is.
        case verbose
    }

    /// FFmpeg prints nothing unless ``setLogLevel(_:)`` says otherwise: a library has no business on an app's standard error.
    private static let isPrepared: Void = {
        av_log_set_level(AV_LOG_QUIET)
        // FFmpeg takes lengths of boxes and strings from the file.
        let largestAllocation = 512 << 20
        av_max_alloc(largestAllocation)
    }()

    /// Called before anything that may print, or allocate as much as a file says.
    static func prepare() { isPrepared }

    /// Sets what FFmpeg prints, at first nothing; it is one setting for the process.
    public static func setLogLevel(_ level: LogLevel) {
        prepare()
        switch level {
        case .quiet: av_log_set_level(AV_LOG_QUIET)
        case .errors: av_log_set_level(AV_LOG_ERROR)
        case .verbose: av_log_set_level(AV_LOG_VERBOSE)
        }
    }

    /// The version of FFmpeg, such as `5.1.9`.
    public static var version: String { String(cString: av_version_info()) }
}
