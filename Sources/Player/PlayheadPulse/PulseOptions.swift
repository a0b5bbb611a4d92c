import PlayheadCore

/// The server and device of a ``PulseAudioOutput``, and the properties shown by the desktop's mixer.
public struct PulseOptions: Sendable {
    /// The role of the stream (`media.role`) for the server's policies, such as ducking and routing.
    public typealias Role = AudioRole

    /// The server's address, such as `unix:/run/user/1000/pulse/native`; `nil` for the user's server (`PULSE_SERVER` or the default).
    public var server: String?
    /// The name of the device (sink); `nil` for the default.
    public var device: String?
    /// The application's name.
    public var applicationName: String
    /// The role of the stream; `nil` for the audio session's.
    public var role: Role?
    /// The maximum duration of buffered audio, in seconds.
    public var targetLatency: Double
    /// The timeout for connecting, in seconds.
    public var connectTimeout: Double

    /// Creates options.
    public init(
        server: String? = nil, device: String? = nil, applicationName: String = "Playhead", role: Role? = nil,
        targetLatency: Double = 0.4,
        connectTimeout: Double = 2
    ) {
        self.server = server
        self.device = device
        self.applicationName = applicationName
        self.role = role
        self.targetLatency = targetLatency
        self.connectTimeout = connectTimeout
    }
}
