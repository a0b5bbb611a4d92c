@testable import PlayheadOverlay

/// What comes on a connection to the server of pages, up to what may be passed on: as a request, and as frames.
enum GateTarget {
    static func run(_ input: [UInt8]) {
        // The first byte says in what pieces it comes.
        let size = Int(input.first ?? 0) + 1
        let bytes = Array(input.dropFirst())
        request(bytes, inPiecesOf: size)
        frames(bytes, inPiecesOf: size)
    }

    private static func request(_ bytes: [UInt8], inPiecesOf size: Int) {
        var gate = RequestGate()
        for start in stride(from: 0, to: bytes.count, by: size) {
            switch gate.take(Array(bytes[start..<min(bytes.count, start + size)])) {
            case .incomplete: continue
            case .refused: return
            case .admitted(let request, let rest):
                let read = min(bytes.count, start + size) - rest.count
                require(Array(bytes[read..<(read + rest.count)]) == rest, "what follows a request is not what came")
                require(request.count <= min(read, RequestGate.maximumBytes), "a request is larger than what came")
                check(String(decoding: request, as: UTF8.self))
                return
            }
        }
    }

    /// Read by lines, as the server does, it ends at its end.
    private static func check(_ request: String) {
        let lines = request.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        require(lines.dropLast().allSatisfy { $0.last == UInt8(ascii: "\r") }, "a line ends in two ways")
        require(lines.firstIndex { $0.count <= 1 } == lines.count - 2, "a request ends before its end")
        require(lines.allSatisfy { $0.count <= RequestGate.maximumTarget + 16 }, "a line is too long")
        require(lines[0].starts(with: "GET ".utf8) || lines[0].starts(with: "HEAD ".utf8), "it asks for something else")
    }

    private static func frames(_ bytes: [UInt8], inPiecesOf size: Int) {
        var (whole, pieces) = (FrameGate(), FrameGate())
        let passed = whole.admit(bytes)
        var again: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            again += pieces.admit(Array(bytes[start..<min(bytes.count, start + size)]))
        }
        require(passed == again && whole.violation == pieces.violation, "pieces pass in another way than the whole")
        require(bytes.starts(with: passed), "what passes is not what came")
        read(passed)
    }

    /// Reads what passed as the server does, and looks for what it may not be given.
    private static func read(_ bytes: [UInt8]) {
        var index = 0
        while index + 2 <= bytes.count {
            let (short, lengthBytes) = (Int(bytes[index + 1] & 0x7F), bytes[index + 1] & 0x7F)
            let extra = lengthBytes == 127 ? 8 : lengthBytes == 126 ? 2 : 0
            require(bytes[index + 1] & 0x80 != 0, "a frame without a mask passed")
            require(index + 2 + extra + 4 <= bytes.count, "half a header passed")
            let length = extra == 0 ? UInt64(short) : bytes[index + 2..<index + 2 + extra].reduce(0) { $0 << 8 | UInt64($1) }
            require(length <= UInt64(FrameGate.maximumMessageBytes), "a frame that is too large passed")
            index += 2 + extra + 4 + Int(length)
        }
        require(index >= bytes.count, "half a header passed")
    }
}
