import Foundation

/// A line of `--json`.
struct EventLine: Decodable, Sendable, CustomStringConvertible {
    struct Failure: Decodable, Sendable {
        let code: Int
        let message: String
        let url: String?
    }

    struct Quality: Decodable, Sendable {
        let index: Int
        let label: String
        let time: Double
    }

    /// The index of an item; empty if the event contains the item itself.
    struct Item: Decodable, Sendable {
        let index: Int?

        init(from decoder: any Decoder) throws { index = try? decoder.singleValueContainer().decode(Int.self) }
    }

    let event: String
    let seq: Int?
    let t: Double?
    let wall: Int?
    let state: String?
    let item: Item?
    let index: Int?
    let position: Double?
    let offset: Double?
    let duration: Double?
    let oldState: String?
    let newState: String?
    let reason: String?
    let bufferPercent: Double?
    let currentQuality: Int?
    let framesShown: Int?
    let framesDropped: Int?
    let audioFrames: Int?
    let played: Double?
    let qualities: [Quality]?
    let requests: Int?
    let bytes: Int?
    let warnings: Int?
    let startupTime: Double?
    let firstPictureTime: Double?
    let error: Failure?
    let errors: [Failure]?

    init(_ line: String) throws { self = try JSONDecoder().decode(EventLine.self, from: Data(line.utf8)) }

    /// Parses complete lines.
    static func all(_ lines: [String]) throws -> [EventLine] { try lines.map { try EventLine($0) } }

    /// The event and its state change.
    var description: String {
        guard let oldState, let newState, event == "onStateChange" else { return event }
        return "\(oldState) → \(newState)"
    }
}

extension RunningProgram {
    /// Waits for the `count`-th event with a name and a condition.
    @discardableResult
    func emits(_ event: String, times count: Int = 1, _ condition: @escaping @Sendable (EventLine) -> Bool = { _ in true }) async -> Bool {
        await output.wait { lines in
            lines.lazy.filter { $0.contains("\"event\":\"\(event)\"") }.compactMap { try? EventLine($0) }.filter(condition).prefix(count)
                .count
                == count
        }
    }

    /// The events so far.
    var events: [EventLine] { output.lines.compactMap { try? EventLine($0) } }
}
