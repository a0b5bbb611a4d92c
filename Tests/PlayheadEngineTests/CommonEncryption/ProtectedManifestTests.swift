import Foundation
import PlayheadCore
import Testing

@testable import PlayheadEngine
@testable import PlayheadSamples

@Suite("Protected DASH in each scheme", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct ProtectedManifestTests {
    @Test("Every picture is shown, from the start and after a seek", arguments: [CommonEncryptor.Scheme.cenc, .cens, .cbcs])
    func schemes(_ scheme: CommonEncryptor.Scheme) async throws {
        let initialization = try await DASHOrigin.bytes("init-stream0.m4s")
        let origin = try await DASHOrigin(
            change: { name, bytes in
                let vector = Array(UInt8(0x80)..<0x80 + (scheme.isCounted ? 8 : 16))
                var encryptor = CommonEncryptor(scheme, key: Array(0..<16), vector: vector)
                let section = try encryptor.encrypt(initialization)
                return name.hasPrefix("init") ? section : try encryptor.encrypt(bytes)
            },
            {
                let protection = "<ContentProtection schemeIdUri=\"urn:uuid:1077efec-c0b2-4d02-ace3-3c1e52e2fb4b\"/>"
                let pictures = DASHOrigin.pictures("duration=\"1\"/>\(protection)")
                return "<MPD type=\"static\" mediaPresentationDuration=\"PT6S\"><Period>\(pictures)</Period></MPD>"
            })
        let id = try #require(ContentKeyID([UInt8](repeating: 0xA7, count: 16)))
        let key = try #require(ContentKey(0..<16))
        let rig = EngineRig(try #require(URL(string: origin.manifestURL)), loader: origin) {
            $0.requestOptions.contentKeys = ContentKeyOptions(keys: [id: key])
        }
        _ = try await rig.open()
        rig.start()
        try await rig.ended()
        #expect(rig.screen.stamps == Array(0..<180).map(Optional.some) && rig.warnings.isEmpty, "\(rig.screen.stamps) \(rig.warnings)")
        rig.screen.wipe()
        try await rig.seek(1, to: 2.501)
        #expect(rig.screen.stamps.last == 75, "\(rig.screen.stamps)")
        try await rig.close()
    }
}
