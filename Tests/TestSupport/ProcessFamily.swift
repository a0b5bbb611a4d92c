import Foundation

/// The processes of a test and their descendants, including daemons; all of them are ended with their owner, also if the test fails.
///
/// Members are identified by a mark in the environment, which children inherit.
package final class ProcessFamily: Sendable {
    /// The environment for programs of the family.
    package let environment: [String: String]
    private let mark: [UInt8]

    /// Creates an empty family.
    package init() {
        let name = "PLAYHEAD_FAMILY_\(UUID().uuidString.filter { $0 != "-" })"
        environment = [name: "1"]
        mark = Array("\(name)=1".utf8)
    }

    deinit { end() }

    /// The ids of the running members.
    package var members: [pid_t] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter { id in
            guard id != getpid(), let environment = FileManager.default.contents(atPath: "/proc/\(id)/environ") else { return false }
            return environment.split(separator: 0).contains { $0.elementsEqual(mark) }
        }
    }

    /// Ends all members, and returns when none is left; one that can't be ended is reported by `./test`.
    package func end() {
        // A process that is started meanwhile is found in the next round; ending takes a moment.
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
