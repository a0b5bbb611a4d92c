import Foundation
import PlayheadOverlay
import Testing

@Suite("Generated files")
struct GeneratedTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/Player")
        .standardizedFileURL

    @Test(
        "the files match the catalogue",
        arguments: [
            ("PlayheadOverlay/Messages/OverlayMessage.generated.swift", SwiftGenerator.messages),
            ("PlayheadOverlay/Overlay/OverlayNotificationKeys.generated.swift", SwiftGenerator.notificationKeys),
            ("PlayheadOverlayServer/Page/overlay.d.ts", TypeScript.text),
            ("PlayheadOverlayServer/Page/messages.schema.json", JSONSchema.text),
        ])
    func files(path: String, text: String) throws {
        let url = Self.sources.appending(path: path)
        if ProcessInfo.processInfo.environment["PLAYHEAD_WRITE_GENERATED"] != nil {
            try text.write(to: url, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: url, encoding: .utf8) == text)
    }

    @Test("each type of the TypeScript declarations has a name of its own")
    func typeNames() {
        let names = TypeScript.text.split(separator: "\n").filter { $0.hasPrefix("export interface ") || $0.hasPrefix("export type ") }
            .map { String($0.split(separator: " ")[2]) }
        #expect(names.count > 1 && Set(names).count == names.count)
    }
}
