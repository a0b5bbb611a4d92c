import Foundation

extension PulseAudioOutput {
    /// Whether the user has a sound server: `PULSE_SERVER` is set, or the socket of PulseAudio or PipeWire's server exists. No connection is made.
    public static var isServerPresent: Bool { isServerPresent(in: ProcessInfo.processInfo.environment, user: Int(getuid())) }

    /// The rules of `PULSE_SERVER`, `PULSE_RUNTIME_PATH` and `XDG_RUNTIME_DIR` are those of libpulse (`pulse-client.conf(5)`).
    static func isServerPresent(in environment: [String: String], user: Int) -> Bool {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        if value("PULSE_SERVER") != nil { return true }
        let folder = value("PULSE_RUNTIME_PATH") ?? (value("XDG_RUNTIME_DIR") ?? "/run/user/\(user)") + "/pulse"
        return [folder, "/run/pulse"].contains { isSocket($0 + "/native") }
    }

    private static func isSocket(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }
}
