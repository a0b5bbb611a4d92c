import Foundation

/// A command on a line of `--control -`.
enum ControlCommand: Equatable {
    case play
    case pause
    case toggle
    case stop
    case seek(Double)
    /// Seeks on the timeline of content and ad breaks.
    case seekIntegrated(Double)
    /// Prints the timeline of content and ad breaks.
    case timeline
    case skip(Double)
    case rate(Double)
    case volume(Double)
    case mute(Bool)
    case quality(Int)
    case audio(Int)
    case captions(Int)
    /// Seeks to the live edge.
    case live
    case next
    case previous
    case item(Int)
    case load(String)
    case skipAd
    /// Leaves the current ad break.
    case skipBreak
    /// Clicks on the current ad.
    case clickAd
    case release
    case quit

    /// An invalid line, with the message for the user.
    struct Malformed: Error, Equatable {
        let message: String
    }

    /// Parses a line; empty lines and comments (`#`) are `nil`.
    /// - Throws: ``Malformed``.
    static func parse(_ line: String) throws(Malformed) -> ControlCommand? {
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let verb = words.first, !verb.hasPrefix("#") else { return nil }
        let argument = words.count > 1 ? words[1...].joined(separator: " ") : nil
        func number() throws(Malformed) -> Double {
            // `Double` also reads hexadecimal numbers.
            guard let argument, !argument.lowercased().contains("x"), let value = Double(argument) else {
                throw Malformed(message: "'\(verb)' takes a number.")
            }
            return value
        }
        func index(_ name: String) throws(Malformed) -> Int {
            if argument == name { return 0 }
            guard let argument, let value = Int(argument), value >= 0 else {
                throw Malformed(message: "'\(verb)' takes '\(name)' or an index.")
            }
            return value
        }
        switch verb {
        case "play": return .play
        case "pause": return .pause
        case "stop": return .stop
        case "seek": return .seek(try number())
        case "seek-timeline": return .seekIntegrated(try number())
        case "timeline": return .timeline
        case "rate": return .rate(try number())
        case "volume": return .volume(try number())
        case "mute":
            guard argument == "on" || argument == "off" else { throw Malformed(message: "'mute' takes 'on' or 'off'.") }
            return .mute(argument == "on")
        case "quality": return .quality(try index("auto"))
        case "audio": return .audio(try index("0"))
        case "captions": return .captions(try index("off"))
        case "live": return .live
        case "next": return .next
        case "previous": return .previous
        case "item": return .item(try index("0"))
        case "load":
            // A path may have several spaces in a row.
            let rest = line.drop(while: \.isWhitespace).dropFirst(verb.count).drop(while: \.isWhitespace)
            guard let end = rest.lastIndex(where: { !$0.isWhitespace }) else { throw Malformed(message: "'load' takes a URL.") }
            return .load(String(rest[...end]))
        case "skip-ad": return .skipAd
        case "skip-break": return .skipBreak
        case "click-ad": return .clickAd
        case "release": return .release
        case "quit": return .quit
        default: throw Malformed(message: "'\(verb)' is not a command.")
        }
    }
}
