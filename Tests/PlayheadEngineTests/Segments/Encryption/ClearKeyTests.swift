import Foundation
import PlayheadCore
import PlayheadTransport
import Testing

@testable import PlayheadEngine

@Suite("Licences of Clear Key", .timeLimit(.minutes(1)))
struct ClearKeyTests {
    private static let url = "http://keys.test/license"
    private static let keyID = "534943d64b17773f5b7a69fcce8f85ab"
    private let license = SegmentEncryption.License(url: url, keyID: keyID)

    /// Returns a licence with one key.
    private func document(_ keyID: String, _ key: String) -> [UInt8] {
        Array("{\"keys\":[{\"kty\":\"oct\",\"kid\":\"\(keyID)\",\"k\":\"\(key)\"}],\"type\":\"temporary\"}".utf8)
    }

    @Test("The key is requested once, with its identifier")
    func request() async throws {
        let loader = ScriptedLoader([Self.url: .bytes(document("U0lD1ksXdz9bemn8zo-Fqw", "AAECAwQFBgcICQoLDA0ODw"))])
        let keys = KeyLoader(loader: loader, options: RequestOptions())
        for _ in 0..<2 { #expect(try await keys.key(of: license) == [UInt8](0..<16)) }
        let request = try #require(loader.requests.first)
        #expect(loader.requests.count == 1 && request.content?.type == "application/json")
        #expect(request.content?.bytes == Array("{\"kids\":[\"U0lD1ksXdz9bemn8zo-Fqw\"],\"type\":\"temporary\"}".utf8))
    }

    @Test("A licence in the manifest needs no request")
    func inline() async throws {
        let loader = ScriptedLoader([:])
        let text = Data(document("U0lD1ksXdz9bemn8zo-Fqw", "AAECAwQFBgcICQoLDA0ODw")).base64EncodedString()
        let inline = SegmentEncryption.License(url: "data:application/json;base64,\(text)", keyID: Self.keyID)
        #expect(try await KeyLoader(loader: loader, options: RequestOptions()).key(of: inline) == [UInt8](0..<16))
        #expect(loader.requests.isEmpty)
    }

    @Test("Other answers are errors that contain no key")
    func errors() async throws {
        let secret = "AAECAwQFBgcICQoLDA0ODw"
        let answers: [(ScriptedLoader.Answer, PlaybackError.Kind)] = [
            (.bytes(document("AAAAAAAAAAAAAAAAAAAAAA", secret)), .keyInvalid),
            (.bytes(document("U0lD1ksXdz9bemn8zo-Fqw", "AAECAw")), .keyInvalid),
            (.bytes(Array("<html>\(secret)</html>".utf8)), .keyInvalid), (.bytes([]), .keyInvalid), (.error(.status(500)), .keyStatus(500)),
        ]
        for (answer, kind) in answers {
            let keys = KeyLoader(loader: ScriptedLoader([Self.url: answer]), options: RequestOptions())
            let error = await #expect(throws: PlaybackError.self) { try await keys.key(of: license) }
            #expect(error?.kind == kind && error.map { !"\($0)".contains(secret) } == true, "\(String(describing: error))")
        }
    }
}
