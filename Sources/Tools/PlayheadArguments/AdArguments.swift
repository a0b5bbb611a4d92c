import ArgumentParser
import Foundation
import Playhead

/// The options for ads of all programs that play.
package struct AdArguments: ParsableArguments, Sendable {
    /// The tags of a pre-roll.
    @Option(parsing: .singleValue, help: "Request this VAST tag for a pre-roll; of several tags each if the previous ones have no ad.")
    package var adTag: [String] = []

    /// The file with the breaks.
    @Option(help: "Show the breaks of a file: [{\"offset\": \"pre\", \"tag\": \"https://…\"}, …] in JSON; overrides --ad-tag.")
    package var adSchedule: String?

    /// The address of a VMAP document.
    @Option(help: "Show the breaks of a VMAP document; overrides --ad-schedule.")
    package var vmap: String?

    /// The skip offset of ads that do not have one.
    @Option(help: "The skip offset of ads that declare none: seconds, hh:mm:ss, or a percentage such as 50%.")
    package var adSkipOffset: String?

    /// Creates the options without ads.
    package init() {}

    /// Checks the values.
    package func validate() throws { _ = try configuration }

    /// The configuration, or `nil` if no ads are requested.
    package var configuration: AdConfiguration? {
        get throws {
            var configuration = AdConfiguration()
            configuration.tags = try adTag.map(Self.address)
            configuration.vmapURL = try vmap.map(Self.address)
            if let adSchedule { configuration.schedule = try Self.schedule(at: adSchedule) }
            if let adSkipOffset {
                guard let offset = Double(adSkipOffset).map({ AdOffset.seconds($0) }) ?? AdOffset(adSkipOffset) else {
                    throw ValidationError("--ad-skip-offset takes seconds, hh:mm:ss, or a percentage such as 50%.")
                }
                configuration.skipOffset = offset
            }
            return configuration.plan == .none ? nil : configuration
        }
    }

    /// Returns the address of an argument: a URL as it is, because its macros are expanded first.
    private static func address(_ argument: String) throws -> String {
        let url = try Location.url(of: argument)
        return url.isFileURL ? url.absoluteString : argument
    }

    /// A break in a JSON schedule.
    private struct ScheduledBreak: Decodable {
        var offset: String
        var tags: [String]
        var repeatAfter: Double?

        private enum Key: String, CodingKey {
            case offset, tag, repeatAfter
        }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: Key.self)
            offset = try (try? fields.decode(String.self, forKey: .offset)) ?? String(fields.decode(Double.self, forKey: .offset))
            tags = try (try? [fields.decode(String.self, forKey: .tag)]) ?? fields.decode([String].self, forKey: .tag)
            repeatAfter = try fields.decodeIfPresent(Double.self, forKey: .repeatAfter)
        }
    }

    private static func schedule(at path: String) throws -> [AdBreak] {
        let list: [ScheduledBreak]
        do {
            list = try JSONDecoder().decode([ScheduledBreak].self, from: ArgumentFile.data(at: path))
        } catch {
            throw ValidationError("--ad-schedule: \(path) is not a list of breaks with 'offset' and 'tag' in JSON.")
        }
        return try list.enumerated().map { index, scheduled in
            guard let offset = AdBreakOffset(scheduled.offset) else {
                throw ValidationError("--ad-schedule: '\(scheduled.offset)' is not an offset: pre, post, seconds, 50%, hh:mm:ss.mmm.")
            }
            var adBreak = AdBreak(id: "break-\(index + 1)", offset: offset, source: .tags(scheduled.tags))
            adBreak.repeatAfter = scheduled.repeatAfter
            return adBreak
        }
    }
}
