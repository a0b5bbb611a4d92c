import PlayheadAudioSession

/// Which sound server and device a ``PulseAudioOutput`` uses, and what the desktop's mixer shows for it.
public struct PulseOptions: Sendable {
    /// What is played, for the server's policies (`media.role`), such as ducking and routing.
    public typealias Role = AudioRole

    /// The server's address, such as `unix:/run/user/1000/pulse/native`; `nil` for the user's own (`PULSE_SERVER` or the default).
    public var server: String?
    /// The device's (sink's) name; `nil` for the default.
    public var device: String?
    /// The application's name.
    public var applicationName: String
    /// What is played; `nil` as the audio session says.
    public var role: Role?
    /// How much sound may be ahead of the speaker, in seconds.
    public var targetLatency: Double
    /// How long connecting may take altogether, in seconds.
    public var connectTimeout: Double

    /// Makes options.
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
