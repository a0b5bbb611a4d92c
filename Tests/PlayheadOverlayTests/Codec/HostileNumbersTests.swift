import PlayheadCore
import TestSupport
import Testing

@testable import PlayheadOverlay

@Suite("Hostile numbers in messages of pages")
struct HostileNumbersTests {
    private static let messages = [
        #"{"nonce":"1","event":"bridgeSpeed","payload":{"speed":1.5}}"#, #"{"nonce":"1","event":"bridgeVolume","payload":{"volume":50}}"#,
        #"{"nonce":"1","event":"bridgeTime","payload":{"timecode":1700000000000}}"#,
        #"{"nonce":"1","event":"bridgeVideoScale","payload":{"videoScaleX":0.5,"videoScaleY":0.5,"videoScaleDuration":100}}"#,
    ]

    @Test("Extreme numbers are refused with a warning, or limited to their range", arguments: messages)
    func parsing(message: String) {
        for text in HostileNumbers.variants(of: message) {
            var page = SessionDriver()
            page.open()
            _ = page.says(text: text)
            #expect(page.errors.allSatisfy { $0.level == .warning })
            #expect(page.phase == .ready)
        }
    }
}
