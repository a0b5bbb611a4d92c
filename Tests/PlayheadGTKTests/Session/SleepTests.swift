import Foundation
import PlayheadSamples
import TestSupport
import Testing

/// Tests that the machine does not sleep during playback, with services of the test on a private bus.
@Suite(
    "Sleep during playback", .tags(.displays), .enabled(if: DesktopRig.isPossible && SleepServices.isPossible), .serialized,
    .timeLimit(.minutes(5)))
struct SleepTests {
    private func sample() async throws -> String {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let recipe = SampleRecipe(.file(.mp4), duration: 60, width: 160, height: 90, bFrames: 2)
        return try await SampleStreams(cache: package.appendingPathComponent(".build/samples")).url(of: recipe).path
    }

    private func rig(_ session: SessionBus, _ arguments: [String] = []) async throws -> DesktopRig {
        // The bus of the test is the session's and the system's.
        let environment = session.environment.merging(["DBUS_SYSTEM_BUS_ADDRESS": session.address]) { $1 }
        return try await DesktopRig([try await sample()] + arguments, environment: environment)
    }

    @Test("The portal's lock for screen and machine exists while the player plays, and ends with a pause and the program")
    func portal() async throws {
        let session = try await SessionBus()
        let services = try await SleepServices(.portal, on: session)
        let rig = try await rig(session, ["--no-autoplay"])
        try await rig.event("onReady")
        #expect(services.lines == ["ready"])
        // The sum of the portal's flags for suspending (4) and for the idle session (8).
        try await rig.press("space", expect: "onPlay")
        try await services.reports(["inhibit 1 12"])
        try await rig.press("space", expect: "onPause")
        try await services.reports(["inhibit 1 12", "release 1"])
        try await rig.press("space", expect: "onPlay")
        try await services.reports(["inhibit 1 12", "release 1", "inhibit 2 12"])
        try await rig.xdotool("key", "q")
        try await services.reports(["inhibit 1 12", "release 1", "inhibit 2 12", "release 2"])
    }

    @Test("While the window is minimized, the screen may turn off", .enabled(if: TestDisplayKind.current.reportsHiddenWindows))
    func minimized() async throws {
        let session = try await SessionBus()
        let services = try await SleepServices(.portal, on: session)
        let rig = try await rig(session)
        try await services.reports(["inhibit 1 12"])
        try await rig.xdotool("windowminimize", try #require(try await rig.windows().first))
        // The new lock exists before the previous one ends.
        try await services.reports(["inhibit 1 12", "inhibit 2 4", "release 1"])
    }

    @Test("Without a portal logind holds the lock")
    func logind() async throws {
        let session = try await SessionBus()
        let services = try await SleepServices(.logind, on: session)
        let rig = try await rig(session)
        try await services.reports(["inhibit 1 sleep:idle block"])
        try await rig.press("space", expect: "onPause")
        try await services.reports(["inhibit 1 sleep:idle block", "release 1"])
    }

    @Test("Without either service playback is as usual")
    func neither() async throws {
        let rig = try await rig(try await SessionBus())
        try await rig.event("onPlay")
        try await rig.press("space", expect: "onPause")
    }
}
