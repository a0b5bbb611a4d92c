import Foundation

/// The processes of a test with all that they start in turn, daemons included; all of them are ended with their owner, also where the test fails.
///
/// A mark in the environment, which children inherit, tells who belongs to it.
public final class ProcessFamily: Sendable {
    /// The variables that a program of the family is started with.
    public let environment: [String: String]
    private let mark: [UInt8]

    /// Makes a family without members.
    public init() {
        let name = "PLAYHEAD_FAMILY_\(UUID().uuidString.filter { $0 != "-" })"
        environment = [name: "1"]
        mark = Array("\(name)=1".utf8)
    }

    deinit { end() }

    /// The numbers of the processes that belong to it and have not ended.
    public var members: [pid_t] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter { id in
            guard id != getpid(), let environment = FileManager.default.contents(atPath: "/proc/\(id)/environ") else { return false }
            return environment.split(separator: 0).contains { $0.elementsEqual(mark) }
        }
    }

    /// Ends them all, and returns once none is left.
    public func end() {
        // One that is started while the others are ended is found the next time; those that end take a moment.
        let rounds = 1000
        let pause: useconds_t = 2000
        for _ in 0..<rounds {
            let members = members
            guard !members.isEmpty else { return }
            for member in members { kill(member, SIGKILL) }
            usleep(pause)
        }
    }
}
