import ArgumentParser
import Foundation
import Playhead
import PlayheadCore

/// The options for reports to servers by CMCD.
struct CMCDArguments: ParsableArguments {
    enum Transport: String, ExpressibleByArgument, CaseIterable {
        case query
        case header
        case events
    }

    @Option(help: "Report requests to their servers (CMCD) in the query or in header fields; 'events' reports only to --cmcd-target.")
    var cmcd: Transport?

    @Option(help: .init("The version of the data of requests, 1 or 2; 2 by default.", valueName: "number"))
    var cmcdVersion: Int?

    @Option(parsing: .singleValue, help: .init("Report events of playback to this server; may be repeated.", valueName: "url"))
    var cmcdTarget: [String] = []

    @Option(help: .init("The interval of reports to the targets, in seconds; 30 by default, 0 for none.", valueName: "seconds"))
    var cmcdInterval: Double?

    @Option(help: .init("The number of events that are collected for a report, 1 to 100; 1 by default.", valueName: "number"))
    var cmcdBatch: Int?

    @Option(help: .init("The keys that are sent, separated by commas, such as br,bl,sid; by default all but tpb.", valueName: "keys"))
    var cmcdKeys: String?

    @Option(help: .init("The identifier of the session; a random one by default.", valueName: "id"))
    var cmcdSession: String?

    @Option(help: .init("The identifier of the content.", valueName: "id"))
    var cmcdContent: String?

    @Option(
        parsing: .singleValue,
        help: .init(
            "A custom key with a hyphenated prefix and its value, such as com.example-test=a; may be repeated.", valueName: "key=value"))
    var cmcdCustom: [String] = []

    @Flag(help: "Stay below the bit rate that servers suggest (CMSD).")
    var cmcdFollowServers = false

    func validate() throws { _ = try configuration }

    /// The configuration; `nil` without reports.
    var configuration: CMCDConfiguration? {
        get throws {
            guard let cmcd else {
                let others: [Any?] = [
                    cmcdVersion, cmcdTarget.first, cmcdInterval, cmcdBatch, cmcdKeys, cmcdSession, cmcdContent, cmcdCustom.first,
                ]
                guard others.allSatisfy({ $0 == nil }), !cmcdFollowServers else {
                    throw ValidationError("The options of CMCD need --cmcd.")
                }
                return nil
            }
            var configuration = CMCDConfiguration()
            configuration.transport =
                switch cmcd {
                case .query: .query
                case .header: .header
                case .events: .none
                }
            guard !cmcdTarget.isEmpty || cmcdInterval == nil && cmcdBatch == nil else {
                throw ValidationError("--cmcd-interval and --cmcd-batch need --cmcd-target.")
            }
            guard cmcd != .events || !cmcdTarget.isEmpty else { throw ValidationError("--cmcd events needs --cmcd-target.") }
            guard let version = CMCDVersion(rawValue: cmcdVersion ?? CMCDVersion.two.rawValue) else {
                throw ValidationError("--cmcd-version takes 1 or 2.")
            }
            configuration.version = version
            configuration.keys = try keys
            configuration.targets = try cmcdTarget.map(target)
            configuration.followsServerLimits = cmcdFollowServers
            configuration.sessionID = try Self.text(cmcdSession, "--cmcd-session", maximum: 64)
            configuration.contentID = try Self.text(cmcdContent, "--cmcd-content", maximum: version == .one ? 64 : 128)
            for pair in cmcdCustom {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                guard parts.count == 2, let key = CMCDCustomKey(parts[0]), let value = try Self.text(parts[1], "--cmcd-custom", maximum: 64)
                else { throw ValidationError("'\(pair)' is not a custom key with its value, such as com.example-test=a.") }
                configuration.customKeys[key] = value
            }
            return configuration
        }
    }

    private func target(_ text: String) throws -> CMCDTarget {
        guard let url = URL(text: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host() != nil else {
            throw ValidationError("'\(Secrets.blanked(text))' is not the URL of a server.")
        }
        var target = CMCDTarget(url: url)
        if let cmcdInterval {
            guard cmcdInterval >= 0, cmcdInterval.isFinite else { throw ValidationError("--cmcd-interval takes seconds, 0 or more.") }
            target.interval = cmcdInterval
        }
        if let cmcdBatch {
            guard (1...100).contains(cmcdBatch) else { throw ValidationError("--cmcd-batch takes 1 to 100.") }
            target.batchSize = cmcdBatch
        }
        target.keys = try keys
        return target
    }

    private var keys: Set<CMCDKey> {
        get throws {
            guard let cmcdKeys else { return CMCDConfiguration.defaultKeys }
            return try Set(
                cmcdKeys.split(separator: ",", omittingEmptySubsequences: false).map { name in
                    guard let key = CMCDKey(rawValue: String(name)) else { throw ValidationError("'\(name)' is not a key of CMCD.") }
                    return key
                })
        }
    }

    private static func text(_ text: String?, _ option: String, maximum: Int) throws -> String? {
        guard let text else { return nil }
        guard !text.isEmpty, text.utf8.count <= maximum, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw ValidationError("\(option) takes 1 to \(maximum) printable ASCII characters.")
        }
        return text
    }
}
