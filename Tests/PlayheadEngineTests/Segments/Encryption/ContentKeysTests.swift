import Foundation
import PlayheadCore
import PlayheadTestKit
import PlayheadTransport
import Synchronization
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("Content keys, and licenses of W3C Clear Key", .timeLimit(.minutes(5)))
struct ContentKeysTests {
    /// Answers license requests.
    private final class Server: Loader {
        let requests = Mutex<[LoadRequest]>([])
        let answer: @Sendable (LoadRequest) throws -> [UInt8]
        init(_ answer: @escaping @Sendable (LoadRequest) throws -> [UInt8]) { self.answer = answer }

        func load(_ request: LoadRequest) async throws -> LoadResponse {
            requests.withLock { $0.append(request) }
            return LoadResponse(url: request.url, body: LoadBody(bytes: try answer(request)))
        }
    }

    private static let first = ContentKeyID([UInt8](0..<16))
    private static let second = ContentKeyID([UInt8](16..<32))
    private static let third = ContentKeyID([UInt8](repeating: 0, count: 16))
    /// The ids in a request for both.
    private static let names = ["AAECAwQFBgcICQoLDA0ODw", "EBESExQVFhcYGRobHB0eHw"]
    private static let license = Array(
        #"{"keys":[{"kty":"oct","kid":"AAECAwQFBgcICQoLDA0ODw","k":"_____________________w"}],"type":"temporary"}"#.utf8)
    private let protection = SampleKeys.licensed(
        ProtectionSystems(
            systems: [.init(name: "W3C Clear Key", id: ProtectionSystems.clearKeySystems[1], licenseURL: "https://l/x")],
            url: "https://a/1.m4s"))

    private func keys(_ server: Server, _ options: ContentKeyOptions = ContentKeyOptions()) -> ContentKeys {
        var request = RequestOptions()
        request.contentKeys = options
        return ContentKeys(loader: server, options: request, clock: SystemClock())
    }

    /// Returns the ids in a license request.
    private func ids(in request: LoadRequest) throws -> [String] {
        let json = try JSONSerialization.jsonObject(with: Data(try #require(request.content).bytes)) as? [String: Any]
        return try #require(json?["kids"] as? [String])
    }

    /// Creates a box `pssh` of the common system.
    private func box(listing ids: [ContentKeyID]) -> [UInt8] {
        var box: [UInt8] = [0, 0, 0, UInt8(36 + 16 * ids.count)] + Array("pssh".utf8) + [1, 0, 0, 0]
        box += [0x10, 0x77, 0xEF, 0xEC, 0xC0, 0xB2, 0x4D, 0x02, 0xAC, 0xE3, 0x3C, 0x1E, 0x52, 0xE2, 0xFB, 0x4B]
        box += [0, 0, 0, UInt8(ids.count)]
        for id in ids { box += id.octets }
        return box
    }

    /// Asks for the first key, and for the second one while the request for the first one is on its way, which lists both.
    private func askForBoth(
        _ keys: ContentKeys, _ loader: ScriptedLoader, _ statuses: Locked<[ContentKeyID: [ContentKeyStatus]]>
    ) async throws -> [Task<[ContentKeyID: SampleKey], any Error>] {
        let (first, second) = (try #require(Self.first), try #require(Self.second))
        let box = box(listing: [first, second])
        let one = Task { [protection] in try await keys.keys([first], initializationData: [box], from: protection) }
        await loader.waitForRequest()
        let other = Task { [protection] in try await keys.keys([second], initializationData: [box], from: protection) }
        try await eventually("both keys are awaited") { statuses.withLock { $0.count } == 2 }
        loader.open()
        return [one, other]
    }

    @Test("A license is requested once, by POST, with the ids of the samples and of the initialization data")
    func request() async throws {
        let (first, second) = (try #require(Self.first), try #require(Self.second))
        let server = Server { _ in Self.license }
        let keys = keys(server)
        let box = box(listing: [second])
        for _ in 0..<2 {
            let found = try await keys.keys([first], initializationData: [box], from: protection)
            #expect(found[first]?.key == ContentKey([UInt8](repeating: 0xFF, count: 16)))
        }
        let requests = server.requests.withLock { $0 }
        #expect(requests.count == 1 && requests[0].url.absoluteString == "https://l/x")
        let content = try #require(requests[0].content)
        #expect(content.method == .post && content.type == "application/json")
        let json = try JSONSerialization.jsonObject(with: Data(content.bytes)) as? [String: Any]
        #expect(json?["type"] as? String == "temporary")
        #expect(try ids(in: requests[0]) == Self.names)
    }

    @Test("A key that a request on its way lists is requested again only if the response lacks it", arguments: [true, false])
    func listed(isComplete: Bool) async throws {
        let (first, second) = (try #require(Self.first), try #require(Self.second))
        let key = try #require(ContentKey([UInt8](repeating: 3, count: 16)))
        let license = PackagedTrack.license(isComplete ? [first: key, second: key] : [first: key])
        let loader = ScriptedLoader(["https://l/x": .bytes(license)], isOpen: false)
        let statuses = Locked<[ContentKeyID: [ContentKeyStatus]]>([:])
        let keys = ContentKeys(loader: loader, options: RequestOptions(), clock: SystemClock()) { id, status, _ in
            statuses.withLock { $0[id, default: []].append(status) }
        }
        let callers = try await askForBoth(keys, loader, statuses)
        #expect(try await callers[0].value[first]?.key == key)
        if isComplete {
            #expect(try await callers[1].value[second]?.key == key)
        } else {
            let error = await #expect(throws: PlaybackError.self) { _ = try await callers[1].value }
            #expect(error?.kind == .keyInvalid)
        }
        #expect(loader.requests.count == (isComplete ? 1 : 2))
        let last: ContentKeyStatus = isComplete ? .usable : .internalError
        #expect(statuses.withLock { $0 } == [first: [.statusPending, .usable], second: [.statusPending, last]])
    }

    /// Asks for the first key with initialization data that lists the second, and, while that request is on its way, for the second and a
    /// third one. The requests are answered by `answer` and `next`.
    private func askForThree(
        _ answer: ScriptedLoader.Answer, then next: ScriptedLoader.Answer
    ) async throws -> (first: Task<SampleKey?, any Error>, others: Task<[SampleKey?], any Error>, loader: ScriptedLoader) {
        let (first, second, third) = (try #require(Self.first), try #require(Self.second), try #require(Self.third))
        let loader = ScriptedLoader(["https://l/x": answer], isOpen: false)
        let statuses = Locked<Set<ContentKeyID>>([])
        let keys = ContentKeys(loader: loader, options: RequestOptions(), clock: SystemClock()) { id, _, _ in
            statuses.withLock { _ = $0.insert(id) }
        }
        let box = box(listing: [first, second])
        let one = Task { [protection] in try await keys.keys([first], initializationData: [box], from: protection)[first] }
        await loader.waitForRequest()
        loader.set("https://l/x", next)
        let others = Task { [protection] in
            let found = try await keys.keys([second, third], initializationData: [box], from: protection)
            return [found[second], found[third]]
        }
        try await eventually("the second key is awaited") { statuses.withLock { $0.contains(second) } }
        loader.open()
        return (one, others, loader)
    }

    @Test("Of several keys, those that a request on its way lists are not requested again")
    func overlapping() async throws {
        let (first, second, third) = (try #require(Self.first), try #require(Self.second), try #require(Self.third))
        let key = try #require(ContentKey([UInt8](repeating: 3, count: 16)))
        let callers = try await askForThree(
            .bytes(PackagedTrack.license([first: key, second: key])), then: .bytes(PackagedTrack.license([third: key])))
        #expect(try await callers.first.value?.key == key)
        #expect(try await callers.others.value.map(\.?.key) == [key, key])
        #expect(try callers.loader.requests.map(ids) == [Self.names, ["AAAAAAAAAAAAAAAAAAAAAA"]])
    }

    @Test("Of several keys, one that only a failed request lists is requested with the others")
    func listedByFailing() async throws {
        let (second, third) = (try #require(Self.second), try #require(Self.third))
        let key = try #require(ContentKey([UInt8](repeating: 3, count: 16)))
        let callers = try await askForThree(.error(.status(403)), then: .bytes(PackagedTrack.license([second: key, third: key])))
        await #expect(throws: PlaybackError.self) { _ = try await callers.first.value }
        #expect(try await callers.others.value.map(\.?.key) == [key, key])
    }

    @Test("Keys that initialization data adds to a request are not those of another one on its way")
    func further() async throws {
        let (first, second) = (try #require(Self.first), try #require(Self.second))
        let loader = ScriptedLoader(["https://l/x": .bytes(Self.license)], isOpen: false)
        let keys = ContentKeys(loader: loader, options: RequestOptions(), clock: SystemClock())
        let box = box(listing: [first, second])
        let one = Task { [protection] in try await keys.keys([first], initializationData: [], from: protection) }
        await loader.waitForRequest()
        let other = Task { [protection] in try await keys.keys([second], initializationData: [box], from: protection) }
        try await eventually("both keys are requested") { loader.requests.count == 2 }
        #expect(try loader.requests.map(ids) == Self.names.map { [$0] })
        for caller in [one, other] { caller.cancel() }
    }

    @Test("A license server that never completes its response is an error after 28 s")
    func drip() async throws {
        let first = try #require(Self.first)
        let (loader, clock) = (ScriptedLoader(["https://l/x": .never]), ManualClock())
        let keys = ContentKeys(loader: loader, options: RequestOptions(), clock: clock)
        let caller = Task { [protection] in try await keys.keys([first], initializationData: [], from: protection) }
        try await eventually("the license is awaited") { clock.nextDeadline == 28 }
        clock.advance(to: 28)
        let error = await #expect(throws: PlaybackError.self) { _ = try await caller.value }
        #expect(error?.kind == .keyUnreachable && error?.url == "https://l/x")
    }

    @Test("A failed request is one change of the status of each key that waits for it, however often the key is requested again")
    func failures() async throws {
        let (first, second) = (try #require(Self.first), try #require(Self.second))
        let loader = ScriptedLoader(["https://l/x": .error(.status(403))], isOpen: false)
        let statuses = Locked<[ContentKeyID: [ContentKeyStatus]]>([:])
        let failures = KeyFailures()
        let keys = ContentKeys(loader: loader, options: RequestOptions(), clock: SystemClock(), failures: failures) { id, status, _ in
            statuses.withLock { $0[id, default: []].append(status) }
        }
        let callers = try await askForBoth(keys, loader, statuses)
        var errors: [PlaybackError] = []
        for (id, caller) in zip([first, second], callers) {
            let thrown = await #expect(throws: PlaybackError.self) { _ = try await caller.value }
            let error = try #require(thrown)
            #expect(error.kind == .keyStatus(403) && error.underlying == "The key \(id) is missing.")
            errors.append(error)
        }
        #expect(loader.requests.count == 1)
        #expect(errors.map(failures.admit) == [true, true])
        for _ in 0..<2 {
            await #expect(throws: PlaybackError.self) { _ = try await keys.keys([first], initializationData: [], from: protection) }
        }
        #expect(statuses.withLock { $0 } == [first: [.statusPending, .internalError], second: [.statusPending, .internalError]])
        #expect(errors.map(failures.admit) == [false, false])
        loader.set("https://l/x", .bytes(Self.license))
        _ = try await keys.keys([first], initializationData: [], from: protection)
        #expect(statuses.withLock { $0[first] } == [.statusPending, .internalError, .usable])
        #expect(errors.map(failures.admit) == [true, false], "the first key was usable")
    }

    @Test("The request is cancelled when no caller waits any more, and not before")
    func cancelling() async throws {
        let first = try #require(Self.first)
        let loader = ScriptedLoader(["https://l/x": .never])
        let keys = ContentKeys(loader: loader, options: RequestOptions(), clock: SystemClock())
        let callers = (0..<2).map { _ in Task { [protection] in try await keys.keys([first], initializationData: [], from: protection) } }
        await loader.waitForRequest()
        for caller in callers { caller.cancel() }
        for caller in callers { await #expect(throws: (any Error).self) { _ = try await caller.value } }
        try await eventually("the request is cancelled") { loader.requests.count == loader.cancelled }
        loader.set("https://l/x", .bytes(Self.license))
        #expect(try await keys.keys([first], initializationData: [], from: protection).count == 1)
    }

    @Test("Keys of the app, and its license server, come first")
    func own() async throws {
        let (first, second) = (try #require(Self.first), try #require(Self.second))
        let key = try #require(ContentKey([UInt8](repeating: 3, count: 16)))
        let server = Server { _ in Self.license }
        let options = ContentKeyOptions(keys: [second: key], licenseURL: URL(string: "https://app/y"))
        #expect(try await keys(server, options).keys([second], initializationData: [], from: protection)[second]?.key == key)
        let listed = try #require(ContentKey([UInt8](repeating: 4, count: 16)))
        let both = try await keys(server, options).keys([first, second], initializationData: [], from: .one(listed))
        #expect(both[first]?.key == listed && both[second]?.key == key)
        #expect(server.requests.withLock { $0 }.isEmpty)
        _ = try await keys(server, options).keys([first, second], initializationData: [], from: protection)
        #expect(server.requests.withLock { $0 }.map(\.url.absoluteString) == ["https://app/y"])
    }

    @Test("An answer that is no license is an error of keys, which shows neither the answer nor a key")
    func answers() async throws {
        let first = try #require(Self.first)
        let short = #"{"keys":[{"kty":"oct","kid":"AAECAwQFBgcICQoLDA0ODw","k":"c2VjcmV0"}]}"#
        let other = #"{"keys":[{"kty":"oct","kid":"EBESExQVFhcYGRobHB0eHw","k":"_____________________w"}]}"#
        for text in ["", "<html>secret</html>", short, other, "{\"keys\":1}", String(repeating: "x", count: 300_000)] {
            let server = Server { _ in Array(text.utf8) }
            let error = await #expect(throws: PlaybackError.self) {
                try await keys(server).keys([first], initializationData: [], from: protection)
            }
            #expect(error?.kind == .keyInvalid || error?.kind == .keyUnreachable)
            #expect("\(error as Any)".contains("c2VjcmV0") == false && "\(error as Any)".contains("secret") == false)
        }
        let server = Server { request in throw LoadError(.status(500), kind: request.kind, url: request.url) }
        let error = await #expect(throws: PlaybackError.self) {
            try await keys(server).keys([first], initializationData: [], from: protection)
        }
        #expect(error?.kind == .keyStatus(500))
    }

    @Test("Without a key or server, the systems of the content are named")
    func nothing() async throws {
        let first = try #require(Self.first)
        let widevine = ProtectionSystems(systems: [ProtectionSystems.System(name: "Widevine")], url: "https://a/1.m4s")
        let keys = keys(Server { _ in [] })
        #expect(!keys.canProvide(widevine))
        let error = await #expect(throws: PlaybackError.self) {
            try await keys.keys([first], initializationData: [], from: .licensed(widevine))
        }
        #expect(error?.kind == .protectedContent && error?.underlying == "Protected by Widevine.")
    }
}
