import TestSupport

/// A response as raw bytes on a connection, optionally with an invalid head.
struct RawResponse {
    /// A step of a response.
    enum Step: Sendable {
        case write([UInt8])
        case wait(milliseconds: Int64)
        /// Write these bytes repeatedly, up to a total number.
        case flood([UInt8], bytes: Int)
        case close
        case reset
    }

    private static let floodLength = 48 << 20
    private static let maximumPieces = 400

    private static let brokenSizes = ["FFFFFFFFFFFFFFFF", "-1", "", "0", "7fffffffffffffff", " 5", "5;x=\"y", "zz"]

    private(set) var steps: [Step] = []

    /// Creates the steps of a response.
    /// - Parameters:
    ///   - answer: The status, the fields and the body.
    ///   - range: The requested range.
    ///   - isBroken: Whether the head is invalid.
    ///   - random: The source of random choices.
    init(_ answer: HostileAnswer, range: Range<Int>?, isBroken: Bool, _ random: inout SeededGenerator) {
        var body = answer.body
        var status = answer.status
        var fields: [String] = answer.type.map { ["Content-Type: \($0)"] } ?? []
        if let range, answer.acceptsRanges, status == 200 {
            let part = range.clamped(to: 0..<body.count)
            fields.append("Content-Range: bytes \(part.lowerBound)-\(max(part.lowerBound, part.upperBound - 1))/\(body.count)")
            body = Array(body[part])
            status = 206
        }
        if answer.acceptsRanges { fields.append("Accept-Ranges: bytes") }
        if let location = answer.location { fields.append("Location: \(location)") }
        let isChunked = random.oneIn(3)
        fields.append(isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(body.count)")
        var head = "HTTP/1.1 \(status) X\r\n" + fields.map { "\($0)\r\n" }.joined() + "\r\n"
        if isBroken { head = BrokenHead.make(head, length: body.count, &random) }
        steps.append(.write(Array(head.utf8)))
        write(isChunked ? Self.chunked(body, isBroken: isBroken, &random) : body, answer.manner)
        if isBroken || status == 204 || status == 304 || status < 200 { steps.append(.close) }
    }

    private mutating func write(_ bytes: [UInt8], _ manner: HostileAnswer.Manner) {
        switch manner {
        case .whole: steps.append(.write(bytes))
        case .late(let milliseconds):
            steps.insert(.wait(milliseconds: Int64(milliseconds)), at: 0)
            steps.append(.write(bytes))
        case .pieces(let size):
            let size = max(size, bytes.count / Self.maximumPieces + 1)
            for start in stride(from: 0, to: bytes.count, by: size) {
                steps += [.write(Array(bytes[start..<min(bytes.count, start + size)])), .wait(milliseconds: 0)]
            }
        case .cut(let length, let isReset): steps += [.write(Array(bytes.prefix(length))), isReset ? .reset : .close]
        case .stall(let length): steps += [.write(Array(bytes.prefix(length))), .wait(milliseconds: 60_000), .close]
        case .endless: steps += [.write(bytes), .flood([UInt8](repeating: 0x47, count: 65_536), bytes: Self.floodLength), .close]
        }
    }

    private static func chunked(_ bytes: [UInt8], isBroken: Bool, _ random: inout SeededGenerator) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(1 + random.below(8000))
            rest = rest.dropFirst(piece.count)
            var size = String(piece.count, radix: 16)
            if isBroken, random.oneIn(6) { size = brokenSizes[random.below(brokenSizes.count)] }
            let end = isBroken && random.oneIn(8) ? "" : "\r\n"
            result += Array("\(size)\r\n".utf8) + piece + Array(end.utf8)
        }
        let trailers = isBroken && random.oneIn(3) ? "X-Trailer: 1\r\nContent-Length: 5\r\n" : ""
        return result + Array("0\r\n\(trailers)\r\n".utf8)
    }
}
