import CMockKeySystem
import Foundation
import PlayheadCore
import PlayheadTestKit
import PlayheadTransport
import Synchronization
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("Key systems behind the port", .timeLimit(.minutes(5)))
struct KeySystemTests {
    /// A license server.
    private final class Server: Loader {
        let license: [UInt8]
        let requests = Mutex<[LoadRequest]>([])

        init(_ license: [UInt8]) { self.license = license }

        func load(_ request: LoadRequest) async throws -> LoadResponse {
            requests.withLock { $0.append(request) }
            return LoadResponse(url: request.url, body: LoadBody(bytes: license))
        }
    }

    /// A module in another process, which ends with the test.
    private struct Module {
        let process: ChildProcess
        let system: TableKeySystem

        init(_ fault: String, in folder: URL) async throws {
            let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appending(path: "../../../CMockKeySystem/mock-cdm.py").standardized
            let socket = folder.appending(path: "s").path
            process = try ChildProcess(
                URL(fileURLWithPath: "/usr/bin/python3"), arguments: [script.path, socket, fault], environment: [:], readsOutput: false)
            try await eventually("the module listens") { FileManager.default.fileExists(atPath: socket) }
            system = try TableKeySystem(try #require(mock_key_system(socket)))
        }
    }

    private static let isThere = PackagedTrack.isThere && FileManager.default.fileExists(atPath: "/usr/bin/python3")
    private static let source = SegmentDecryption.samples(
        .licensed(ProtectionSystems(systems: [.init(name: "Mock", licenseURL: "https://l/x")], url: "u")))

    private func keys(
        _ system: any KeySystem, _ server: Server, clock: any PlaybackClock = SystemClock(),
        onStatus: @escaping ContentKeys.StatusHandler = { _, _, _ in }
    ) -> ContentKeys {
        var options = RequestOptions()
        options.contentKeys.keySystems = [system]
        return ContentKeys(loader: server, options: options, clock: clock, onStatus: onStatus)
    }

    /// Decrypts segments in pieces; `output` has the clear bytes also if an error is thrown.
    private func decrypt(_ track: PackagedTrack, _ segments: [[UInt8]], _ keys: ContentKeys, into output: Locked<[UInt8]>) async throws {
        for bytes in segments {
            var section = track.initialization
            let tracks = ProtectedTracks(&section)
            if output.withLock({ $0.isEmpty }) { output.withLock { $0 = section } }
            var source = SampleSource(tracks, at: 0, Self.source, keys)
            for start in stride(from: 0, to: bytes.count, by: 5000) {
                let clear = try await source.clear(Array(bytes[start..<min(start + 5000, bytes.count)]))
                output.withLock { $0 += clear }
            }
            let rest = try source.finish()
            output.withLock { $0 += rest }
        }
    }

    @Test(
        "A module in C whose keys are in another process gives the pictures and sound of the source", .enabled(if: isThere),
        arguments: ["dash-cenc", "dash-cbc1", "dash-cbcs-clearlead", "dash-cenc-rotation", "hls-cbcs-fmp4"], ["video", "audio"])
    func corpus(_ variant: String, _ track: String) async throws {
        let track = try PackagedTrack(variant, track)
        try await withTemporaryFolder { folder in
            let module = try await Module("", in: folder)
            let (server, statuses) = (Server(track.license), Locked<[ContentKeyStatus]>([]))
            let keys = keys(module.system, server) { _, status, system in
                #expect(system == "Mock")
                statuses.withLock { $0.append(status) }
            }
            let output = Locked<[UInt8]>([])
            try await decrypt(track, track.segments, keys, into: output)
            await keys.close()
            #expect(try await PackagedTrack.hash(of: output.withLock { $0 }) == track.hash)
            let requests = server.requests.withLock { $0 }
            #expect(requests.allSatisfy { $0.url.absoluteString == "https://l/x" && $0.content?.bytes.starts(with: "mock ".utf8) == true })
            let found = statuses.withLock { $0 }
            let counts = [ContentKeyStatus.statusPending, .usable, .released].map { status in found.count { $0 == status } }
            #expect(counts[0] >= requests.count && Set(counts).count == 1 && found.count == 3 * counts[0])
        }
    }

    @Test(
        "A module that ends, hangs, or answers anything else results in an error of keys, and in no wrong byte", .enabled(if: isThere),
        arguments: ["open", "update", "decrypt"],
        ["die", "hang", "garbage", "long", "request", "requests", "pending", "error", "expired", "output"])
    func faults(_ call: String, _ kind: String) async throws {
        // A session may begin with several requests.
        if call == "open", kind == "requests" { return }
        let track = try PackagedTrack("dash-cenc", "video")
        let segments = Array(track.segments.prefix(1))
        try await withTemporaryFolder { folder in
            let module = try await Module("\(call):\(kind):\(call == "decrypt" ? 5 : 0)", in: folder)
            let (clock, output, statuses) = (ManualClock(), Locked<[UInt8]>([]), Locked<[ContentKeyStatus]>([]))
            let keys = keys(module.system, Server(track.license), clock: clock) { _, status, _ in statuses.withLock { $0.append(status) } }
            let hangs = kind == "hang" || (kind == "pending" && call != "decrypt")
            let time = Task {
                try await eventually("the module fails") { FileManager.default.fileExists(atPath: folder.path + "/s.failed") }
                while hangs {
                    try await clock.waitForSleepers(1)
                    clock.advance(by: 10)
                }
            }
            defer { time.cancel() }
            let error = await #expect(throws: PlaybackError.self) { try await decrypt(track, segments, keys, into: output) }
            #expect(error?.kind == (hangs ? .keyUnreachable : .keyInvalid), "\(error as Any)")
            let reason = error?.underlying ?? ""
            #expect(kind != "expired" || reason.contains("has expired"), "\(reason)")
            #expect(kind != "output" || reason.contains("output-restricted"), "\(reason)")
            #expect(kind != "hang" || reason == "The key system Mock did not answer within 10 s.")
            // Another attempt fails as well, at once if the module hangs.
            await #expect(throws: PlaybackError.self) { try await decrypt(track, segments, keys, into: Locked([])) }
            let truth = Locked<[UInt8]>([])
            var options = RequestOptions()
            options.contentKeys.keys = track.keys
            let own = ContentKeys(loader: Server([]), options: options, clock: clock)
            try await decrypt(track, segments, own, into: truth)
            #expect(truth.withLock { $0 }.starts(with: output.withLock { $0 }))
            #expect(statuses.withLock { !$0.dropFirst(call == "decrypt" ? 2 : 1).contains(.usable) })
        }
    }

    @Test("A system in Swift that lies about sizes, numbers and statuses results in an error")
    func lies() async throws {
        let id = try #require(ContentKeyID(0..<16))
        for lie in Liar.Lie.allCases {
            let clock = ManualClock()
            let keys = keys(Liar(lie), Server([]), clock: clock)
            let hangs = [.flood, .never, .neverDecrypts].contains(lie)
            let time = Task {
                while hangs {
                    try await clock.waitForSleepers(1)
                    clock.advance(by: 10)
                }
            }
            defer { time.cancel() }
            let error = await #expect(throws: PlaybackError.self, "\(lie)") {
                let found = try await keys.keys([id], initializationData: [], from: Self.source.sampleKeys)
                let sample = EncryptedSample(bytes: [1, 2, 3], keyID: id, scheme: .cenc, vector: [], subsamples: [])
                _ = try await found[id]?.session?.decrypt(sample)
            }
            #expect(error?.kind == (hangs ? .keyUnreachable : .keyInvalid), "\(lie)")
        }
    }

    @Test("The system is selected by its identifiers; content of other systems is refused")
    func selection() async throws {
        let id = try #require(ContentKeyID(0..<16))
        let widevine = try #require(UUID(uuidString: "edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"))
        let liar = Liar(.none, identifiers: [widevine])
        let keys = keys(liar, Server([]))
        let octets = try #require(ContentKeyID(widevine.uuidString)).octets
        let box = [0, 0, 0, 32] + Array("pssh".utf8) + [0, 0, 0, 0] + octets + [0, 0, 0, 0]
        for protection in [ProtectionSystems(systems: [.init(name: "W", id: widevine)]), ProtectionSystems()] {
            let boxes = protection.systems.isEmpty ? [box] : []
            #expect(try await keys.keys([id], initializationData: boxes, from: .licensed(protection))[id]?.session != nil)
        }
        #expect(liar.contents.withLock { $0.count } == 1, "the session is shared")
        let other = try #require(ContentKeyID(1..<17))
        let error = await #expect(throws: PlaybackError.self) {
            try await keys.keys([other], initializationData: [], from: .licensed(ProtectionSystems(systems: [.init(name: "PlayReady")])))
        }
        #expect(error?.kind == .protectedContent)
    }
}

/// A key system that does not keep to the protocol.
private final class Liar: KeySystem {
    enum Lie: CaseIterable {
        case none, shortSample, longSample, flood, requests, largeRequest, never, neverDecrypts, throwing
    }

    private final class Session: KeySession {
        let lie: Lie
        let report: @Sendable (KeySessionReport) -> Void

        init(_ lie: Lie, _ report: @escaping @Sendable (KeySessionReport) -> Void) {
            self.lie = lie
            self.report = report
        }

        func update(_ response: [UInt8]) async throws { report(.request(KeyRequest([]))) }

        func decrypt(_ sample: EncryptedSample) async throws -> [UInt8] {
            switch lie {
            case .shortSample: return []
            case .longSample: return sample.bytes + [0]
            case .neverDecrypts:
                await withCheckedContinuation { Liar.abandoned.withLock(appending: $0) }
                return []
            default: throw KeySystemError(code: 3)
            }
        }

        func release() async {}
    }

    /// Continuations that are never resumed: a leak of one would be reported.
    static let abandoned = Locked<[CheckedContinuation<Void, Never>]>([])

    let name = "Liar"
    let identifiers: [UUID]
    let contents = Locked<[KeySessionContent]>([])
    private let lie: Lie

    init(_ lie: Lie, identifiers: [UUID] = []) {
        self.lie = lie
        self.identifiers = identifiers
    }

    func openSession(
        for content: KeySessionContent, report: @escaping @Sendable (KeySessionReport) -> Void
    ) async throws -> any KeySession {
        contents.withLock { $0.append(content) }
        switch lie {
        case .throwing: throw KeySystemError(code: 2)
        case .never: await withCheckedContinuation { Liar.abandoned.withLock(appending: $0) }
        case .flood:
            for number in 0..<10_000 {
                guard let id = ContentKeyID((0..<16).map { UInt8(truncatingIfNeeded: number >> $0) }) else { continue }
                report(.status(id, .usable))
                report(.status(id, .statusPending))
            }
        case .requests: report(.request(KeyRequest([])))
        case .largeRequest: report(.request(KeyRequest([UInt8](repeating: 0, count: 300_000))))
        default: for id in content.keyIDs { report(.status(id, .usable)) }
        }
        return Session(lie, report)
    }
}

extension Locked where Value == [CheckedContinuation<Void, Never>] {
    fileprivate func withLock(appending continuation: CheckedContinuation<Void, Never>) { withLock { $0.append(continuation) } }
}
