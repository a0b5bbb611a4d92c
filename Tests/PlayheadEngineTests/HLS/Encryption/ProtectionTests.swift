import PlayheadCore
import PlayheadHLS
import Testing

@testable import PlayheadEngine

@Suite("Selection of the key of a segment")
struct ProtectionTests {
    private static let fairPlay = EncryptionKey(
        method: .sampleAES, uri: "skd://a", keyFormat: "com.apple.streamingkeydelivery", keyFormatVersions: [1])
    private static let widevine = EncryptionKey(
        method: .sampleAESCTR, uri: "data:,x", keyFormat: "urn:uuid:EDEF8BA9-79D6-4ACE-A3C8-27DCD51D21ED", keyFormatVersions: [1])

    @Test("Without a key, or only with NONE, a segment is clear")
    func clear() {
        #expect(Protection([]) == .clear)
        #expect(Protection([EncryptionKey(method: .none, uri: nil)]) == .clear)
    }

    @Test("A plain key with any known method is usable", arguments: ["AES-128", "AES-256", "AES-256-CTR", "SAMPLE-AES", "SAMPLE-AES-CTR"])
    func usable(method: String) {
        for uri in ["key", "a:b/../key?x:y".replacing("a:b", with: "a"), "https://a/key", "FILE:///key", "data:;base64,AA==", "?a:b"] {
            let key = EncryptionKey(method: .init(rawValue: method), uri: uri)
            #expect(Protection([Self.fairPlay, Self.widevine, key]) == .usable(key), "\(uri)")
        }
    }

    @Test("A segment that only DRM systems can decrypt is protected")
    func protected() {
        #expect(Protection([Self.fairPlay, Self.widevine]) == .protected([Self.fairPlay, Self.widevine]))
        let both = ProtectionSystems([Self.fairPlay, Self.widevine], url: "u") { $0 }
        #expect(both.systems.map(\.name)[0] == "FairPlay (com.apple.streamingkeydelivery)")
        #expect(both.systems[1].name.hasPrefix("Widevine (") && both.licenseURL == nil)
        let error = ProtectionSystems([Self.fairPlay], url: "u") { $0 }.error
        #expect(error.kind == .protectedContent && error.url == "u" && error.code == 235_000)
        #expect(error.underlying == "Protected by FairPlay (com.apple.streamingkeydelivery).")
    }

    @Test("The URI of a key of W3C Clear Key is that of its license server")
    func clearKey() {
        for format in ["org.w3.clearkey", "urn:uuid:E2719D58-A985-B3C9-781A-B030AF78D30E"] {
            let key = EncryptionKey(method: .sampleAESCTR, uri: "license", keyFormat: format)
            #expect(ProtectionSystems([Self.widevine, key], url: "u") { "https://a/" + $0 }.licenseURL == "https://a/license")
        }
    }

    @Test("A plain key with an unknown method, version or location is not usable")
    func unknown() {
        let keys = [
            EncryptionKey(method: .init(rawValue: "ROT-13"), uri: "key"), EncryptionKey(method: .aes128, uri: "skd://key"),
            EncryptionKey(method: .aes128, uri: nil), EncryptionKey(method: .aes128, uri: ""),
            EncryptionKey(method: .aes128, uri: "key", keyFormatVersions: [2]),
            EncryptionKey(method: .aes128, uri: "key", keyFormat: "123"),
        ]
        for key in keys {
            #expect(Protection([key]) == .protected([key]))
            #expect(ProtectionSystems([key], url: "u") { $0 }.systems.allSatisfy { !$0.name.isEmpty })
        }
        #expect(ProtectionSystems([keys[0]], url: "u") { $0 }.systems.map(\.name) == ["the unknown method ROT-13"])
        #expect(Protection([EncryptionKey(method: .aes128, uri: "key", keyFormatVersions: [1, 2])]) != .clear)
    }
}
