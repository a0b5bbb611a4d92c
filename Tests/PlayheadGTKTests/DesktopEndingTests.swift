import Foundation
import PlayheadSamples
import TestSupport
import Testing

/// Tests the end of the program by the window manager.
@Suite("The desktop player's end", .tags(.displays), .enabled(if: DesktopRig.isPossible), .serialized, .timeLimit(.minutes(5)))
struct DesktopEndingTests {
    private func film() async throws -> String {
        try await DesktopTests().sample(SampleRecipe(.file(.mp4), duration: 60, width: 160, height: 90, bFrames: 2))
    }

    @Test("The close button of a window that plays ends the program without a warning of GTK, also if freed memory is overwritten")
    func closeButton() async throws {
        // A warning ends the program by a signal.
        let environment = ["MALLOC_PERTURB_": "165", "G_SLICE": "always-malloc", "G_DEBUG": "fatal-warnings"]
        let rig = try await DesktopRig([try await film()], environment: environment)
        try await rig.event("onTime")
        try await rig.closeWindow()
        #expect(try await rig.status() == 0)
    }
}
