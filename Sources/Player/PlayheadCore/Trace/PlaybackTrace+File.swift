import Foundation

extension PlaybackTrace {
    /// Reads the file of a trace.
    /// - Throws: ``TraceError`` if the file is not a trace of this version. A trace that is damaged later is read up to the damage, which
    ///   ``problem`` describes.
    package init(contentsOf url: URL) throws(TraceError) {
        let maximumHead = 1 << 20
        let data: Data
        do {
            guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
                throw TraceError.file("\(url.path) is not a regular file.")
            }
            // A long file of something else is not read.
            try Self.checkVersion(of: try FileHandle(forReadingFrom: url).read(upToCount: maximumHead) ?? Data())
            data = try Data(contentsOf: url)
        } catch let error as TraceError {
            throw error
        } catch {
            throw .file("\(url.path) does not exist or can't be read.")
        }
        try self.init(parsing: data)
    }

    /// Checks the first line of a text.
    private static func checkVersion(of data: Data) throws(TraceError) {
        guard let end = data.firstIndex(of: UInt8(ascii: "\n")), let version = try? decoder.decode(Version.self, from: data[..<end]) else {
            throw .noTrace
        }
        guard version.playheadTrace == Self.version else { throw .version(version.playheadTrace) }
    }

    /// Reads the text of a trace.
    /// - Throws: As ``init(contentsOf:)``.
    package init(parsing data: Data) throws(TraceError) {
        try Self.checkVersion(of: data)
        let newline = UInt8(ascii: "\n")
        var lines = data.split(separator: newline, omittingEmptySubsequences: false)
        // The text ends with a line terminator; text after it is an incomplete line.
        let rest = lines.popLast() ?? Data()
        let decoder = Self.decoder
        guard let first = lines.first else { throw .noTrace }
        do {
            self.init(head: try decoder.decode(Head.self, from: first))
        } catch {
            throw .malformed(line: 1, reason: Self.reason(error))
        }
        for (index, line) in lines.enumerated().dropFirst() {
            do throws(TraceError) {
                try take(line, number: index + 1, decoder)
            } catch {
                problem = error
                return
            }
        }
        if !rest.isEmpty {
            problem = .cutOff(line: lines.count + 1)
        } else if end == nil {
            problem = .unfinished(line: lines.count)
        }
    }

    private struct Version: Decodable {
        let playheadTrace: Int
    }

    private struct EndLine: Codable {
        let end: End
    }

    private mutating func take(_ line: Data, number: Int, _ decoder: JSONDecoder) throws(TraceError) {
        guard end == nil else { throw .excess(line: number) }
        do {
            if let last = try? decoder.decode(EndLine.self, from: line) {
                end = last.end
            } else {
                entries.append(try decoder.decode(Entry.self, from: line))
            }
        } catch {
            throw .malformed(line: number, reason: Self.reason(error))
        }
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context): "'\(path(context, key))' is missing."
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "'\(path(context))' has another type."
        case DecodingError.dataCorrupted(let context):
            context.codingPath.isEmpty ? "It is not valid JSON." : "'\(path(context))' has no such value."
        default: "\(error)"
        }
    }

    private static func path(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
        (context.codingPath + (key.map { [$0] } ?? [])).map(\.stringValue).joined(separator: ".")
    }

    // MARK: - Writing

    /// The trace as the text of a file.
    package func encoded() throws -> Data {
        var text = try Self.line(head)
        for entry in entries { text += try Self.line(entry) }
        if let end { text += try Self.line(EndLine(end: end)) }
        return text
    }

    /// Returns a line of the file with its terminator; credentials are blanked.
    static func line(_ value: some Encodable) throws -> Data {
        let text = String(decoding: try encoder.encode(value), as: UTF8.self)
        return Data((Secrets.blanked(text) + "\n").utf8)
    }

    static func line(ending end: End) throws -> Data { try line(EndLine(end: end)) }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: infinity, negativeInfinity: "-" + infinity, nan: notANumber)
        return encoder
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: infinity, negativeInfinity: "-" + infinity, nan: notANumber)
        return decoder
    }

    private static let infinity = "infinity"
    private static let notANumber = "nan"
}
