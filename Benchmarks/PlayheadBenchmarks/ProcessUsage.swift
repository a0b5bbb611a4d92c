import Foundation

/// The resources of the process.
struct ProcessUsage {
    let residentMegabytes: Double
    let threads: Int
    let descriptors: Int

    static func now() throws -> ProcessUsage {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        func number(_ key: String) -> Int {
            status.split(separator: "\n").first { $0.hasPrefix(key + ":") }?.split(whereSeparator: { !$0.isNumber }).first.flatMap {
                Int($0)
            } ?? 0
        }
        return ProcessUsage(
            residentMegabytes: (Double(number("VmRSS")) / 102.4).rounded() / 10, threads: number("Threads"),
            descriptors: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count)
    }
}
