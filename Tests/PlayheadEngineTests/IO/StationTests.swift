import Foundation
import PlayheadCore
import PlayheadTransport
import Synchronization
import TestSupport
import Testing

@testable import PlayheadEngine

/// A station that sends each of these responses once, and then refuses.
private final class Station: Loader {
    let requests = Mutex<[LoadRequest]>([])
    private let responses: [Result<[UInt8], LoadError>]
    private let fields: HeaderFields

    init(_ responses: [Result<[UInt8], LoadError>], fields: HeaderFields) {
        self.responses = responses
        self.fields = fields
    }

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        let index = requests.withLock { requests in
            requests.append(request)
            return requests.count - 1
        }
        let bytes = try responses.indices.contains(index) ? responses[index].get() : { throw LoadError(.status(403)) }()
        return LoadResponse(headers: fields, url: request.url, body: LoadBody(bytes: bytes))
    }
}

@Suite("A station as a byte source", .timeLimit(.minutes(5)))
struct StationTests {
    private static let fields: HeaderFields = ["Content-Type": "audio/mpeg", "icy-metaint": "4", "icy-name": "Radio"]

    /// Reads a station to its end.
    private func read(_ station: Station) async throws -> (bytes: [UInt8], titles: [ICYTitles.Title], name: String?) {
        var policy = HTTPByteSource.Policy()
        policy.reconnections.baseDelay = 0.001
        policy.reconnections.retries = 3
        let url = try #require(URL(string: "http://radio.test/live"))
        let source = try await HTTPByteSource(
            url: url, loader: station, options: RequestOptions(), clock: SystemClock(), policy: policy)
        // Reading blocks and must not run on the cooperative pool.
        return await withCheckedContinuation { continuation in
            _ = WorkerThread(name: "test.read") {
                var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 64))
                while let count = try? buffer.withUnsafeMutableBytes({ try source.read(into: $0) }), count > 0 { bytes += buffer[..<count] }
                continuation.resume(returning: (bytes, source.takeTitles(before: nil), source.stationName))
            }
        }
    }

    @Test("It is connected again after its end and failures, without ranges, and its bytes and titles continue")
    func reconnection() async throws {
        let title = ICYTitlesTests.block(Array("StreamTitle='A';".utf8))
        let station = Station(
            [
                .success([1, 2, 3, 4] + title + [5]), .failure(LoadError(.unreachable)), .failure(LoadError(.status(404))),
                .success([6, 7, 8, 9] + title),
            ], fields: Self.fields)
        let (bytes, titles, name) = try await read(station)
        #expect(bytes == [1, 2, 3, 4, 5, 6, 7, 8, 9] && titles.map(\.offset) == [4, 9] && name == "Radio")
        let requests = station.requests.withLock { $0 }
        #expect(requests.count == 5 && requests.allSatisfy { $0.headers["Icy-MetaData"] == "1" })
        #expect(requests.dropFirst().allSatisfy { $0.byteRange == nil })
    }

    @Test("It ends after a limited number of failed attempts")
    func end() async throws {
        let station = Station([.success([1])] + Array(repeating: .failure(LoadError(.unreachable)), count: 9), fields: Self.fields)
        #expect(try await read(station).bytes == [1])
        #expect(station.requests.withLock { $0.count } == 4)
    }

    @Test("A stream of unknown length from another server ends where its connection ends")
    func noStation() async throws {
        let station = Station([.success([1, 2])], fields: ["Content-Type": "audio/mpeg"])
        #expect(try await read(station).bytes == [1, 2] && station.requests.withLock { $0.count } == 1)
    }
}
