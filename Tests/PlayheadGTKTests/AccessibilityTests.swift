import Foundation
import PlayheadOrigin
import TestSupport
import Testing

/// Tests the window with assistive technology and keyboard only.
@Suite(
    "The desktop player without eyes and without a pointer", .tags(.windows),
    .enabled(if: DesktopRig.isPossible && AssistiveTechnology.isInstalled),
    .serialized, .timeLimit(.minutes(15)))
struct AccessibilityTests {
    /// The bar's controls in the order of keyboard navigation.
    private static let controls = [
        "Timeline", "Previous", "Play", "Next", "Mute", "Volume", "Captions", "Audio track", "Quality", "Speed", "Settings",
        "Playlist", "Mini window", "Full screen",
    ]

    private static let player = "Video player"

    @Test("Every control and menu has an accessible name and works with the keyboard alone")
    func keyboardAlone() async throws {
        let list = try await DesktopTests().list()
        defer { try? FileManager.default.removeItem(at: URL(fileURLWithPath: list).deletingLastPathComponent()) }
        let bus = try await SessionBus()
        let rig = try await DesktopRig(["--no-autoplay", list], environment: AssistiveTechnology.environment(bus))
        try await rig.event("onReady")
        let technology = try await AssistiveTechnology(bus)
        let elements = try await technology.elements(with: Self.player)
        let worked = elements.filter { ["button", "slider", "toggle button"].contains($0.role) }
        #expect(worked.allSatisfy { !$0.name.isEmpty }, "\(worked)")
        #expect(Set(Self.controls).isSubset(of: worked.map(\.name)), "\(worked)")
        #expect(elements.contains { $0.name == "Player controls" })
        try await goAround(rig, technology)

        try await reach("Play", in: rig, technology: technology)
        try await rig.press("Return", expect: "onPlay")
        try await reach("Pause", in: rig, technology: technology)
        try await rig.press("Return", expect: "onPause") { $0["reason"] as? String == "interaction" }
        try await reach("Mute", in: rig, technology: technology)
        try await rig.press("Return", expect: "onMute") { $0["mute"] as? Bool == true }
        try await reach("Volume", in: rig, technology: technology)
        try await rig.press("Left", expect: "onVolume")
        try await choose("Captions", expect: "onCaptionsChange", in: rig, technology: technology)
        try await choose("Audio track", expect: "onAudioTrackChanged", in: rig, technology: technology)
        try await choose("Quality", expect: "onLevelsChanged", in: rig, technology: technology)
        try await choose("Speed", expect: "onPlaybackRateChanged", in: rig, technology: technology)
        try await reach("Full screen", in: rig, technology: technology)
        try await rig.press("Return", expect: "onFullscreen") { $0["state"] as? Int == 1 }
        try await reach("Leave full screen", in: rig, technology: technology)
        try await rig.press("Return", expect: "onFullscreen") { $0["state"] as? Int == 0 }
        try await reach("Timeline", in: rig, technology: technology)
        try await rig.press("Right", expect: "onSeeked")
        try await reach("Next", in: rig, technology: technology)
        try await rig.press("Return", expect: "onPlaylistItem") { ($0["item"] as? [String: Any])?["title"] as? String == "Two" }
    }

    @Test("A menu opens with the focus on the chosen entry, also after another choice")
    func menus() async throws {
        let list = try await DesktopTests().list()
        defer { try? FileManager.default.removeItem(at: URL(fileURLWithPath: list).deletingLastPathComponent()) }
        let bus = try await SessionBus()
        let rig = try await DesktopRig(["--no-autoplay", list], environment: AssistiveTechnology.environment(bus))
        try await rig.event("onReady")
        let technology = try await AssistiveTechnology(bus)
        for (name, line) in [("speed", "1×"), ("audio", nil), ("quality", "Auto")] {
            try await rig.point(at: name, click: true)
            try await rig.places("the menu of \(name)") { $0[name + "Menu"] != nil }
            if let line { try await eventually("the focus on \(line)") { try await technology.focus() == line } }
            let chosen = try await technology.focus()
            try await rig.xdotool("key", "Down")
            try await eventually("another focus than \(chosen ?? "none")") { try await technology.focus() != chosen }
            let next = try await technology.focus()
            try await rig.xdotool("key", "Return")
            try await rig.places("no menu of \(name)") { $0[name + "Menu"] == nil }
            try await rig.point(at: name, click: true)
            try await rig.places("the menu of \(name) again") { $0[name + "Menu"] != nil }
            try await eventually("the focus on \(next ?? "none")") { try await technology.focus() == next }
            try await rig.xdotool("key", "Escape")
            try await rig.places("no menu of \(name)") { $0[name + "Menu"] == nil }
        }
    }

    @Test("Chosen lines of menus are checked, the current item of the playlist is selected, and timeline and volume have values")
    func states() async throws {
        let list = try await DesktopTests().list()
        defer { try? FileManager.default.removeItem(at: URL(fileURLWithPath: list).deletingLastPathComponent()) }
        let bus = try await SessionBus()
        let rig = try await DesktopRig(["--no-autoplay", list], environment: AssistiveTechnology.environment(bus))
        try await rig.event("onReady")
        let technology = try await AssistiveTechnology(bus)
        _ = try await technology.elements(with: Self.player)
        try await rig.press("5", expect: "onSeeked")
        try await eventually("the value of the timeline") { try await technology.value(of: "Timeline").map { abs($0 - 3) < 0.2 } ?? false }
        try await rig.press("Down", expect: "onVolume")
        try await eventually("the value of the volume") { try await technology.value(of: "Volume").map { abs($0 - 0.9) < 0.01 } ?? false }
        for (page, chosen) in [("speed", "1×"), ("quality", "Auto")] {
            try await rig.point(at: page, click: true)
            try await rig.places("the menu") { $0[page + "Menu"] != nil }
            try await eventually("\(chosen) is the checked line") {
                _ = try await technology.elements()
                return try await technology.names(with: .checked, role: "menu item radio") == [chosen]
            }
            try await rig.xdotool("key", "Escape")
            try await rig.places("no menu") { $0[page + "Menu"] == nil }
        }
        try await rig.xdotool("key", "t")
        try await eventually("the current item is selected") {
            _ = try await technology.elements()
            return try await technology.names(with: .selected, role: "list item").map { $0.prefix(3) } == ["One"]
        }
        try await rig.press("n", expect: "onPlaylistItem")
        try await eventually("the next item is selected") {
            _ = try await technology.elements()
            return try await technology.names(with: .selected, role: "list item").map { $0.prefix(3) } == ["Two"]
        }
    }

    @Test("While DVR is paused the knob moves back from the live edge")
    func pausedDVR() async throws {
        let origin = try await LoopbackOrigin.start()
        let stream = URL(fileURLWithPath: try await DesktopTests().sample(.hlsFragmentedMP4))
        let url = origin.serve(try LiveBroadcast(of: stream, options: LiveOptions(window: .dvr(60), initialDuration: 70)))
        let bus = try await SessionBus()
        let rig = try await DesktopRig([url.absoluteString + "?DVR"], environment: AssistiveTechnology.environment(bus))
        try await rig.event("onPlay")
        try await rig.press("space", expect: "onPause")
        let technology = try await AssistiveTechnology(bus)
        // The cache contains elements after they were requested.
        _ = try await technology.elements(with: Self.player)
        var places: [Double] = []
        try await eventually("places of the knob over two seconds, of \(places)") {
            if let place = try await technology.value(of: "Timeline"), place != places.last { places.append(place) }
            return places.count >= 3 && (places.first ?? 0) - (places.last ?? 0) >= 2
        }
        #expect(places == places.sorted(by: >), "\(places)")
        #expect(rig.events("onTime").last?["state"] as? String != "paused")
        await origin.stop()
    }

    /// Moves the focus through all enabled controls and back to the picture. "Previous" is disabled on the first item; near the end the
    /// next item is offered.
    private func goAround(_ rig: DesktopRig, _ technology: AssistiveTechnology) async throws {
        var reached: [String] = []
        while reached.last != Self.player, reached.count < 2 * Self.controls.count {
            try await rig.xdotool("key", "Tab")
            try await eventually("another focus than \(reached)") {
                guard let name = try await technology.focus(), name != reached.last ?? Self.player else { return false }
                reached.append(name)
                return true
            }
        }
        #expect(reached.filter { !$0.hasPrefix("Next:") } == Self.controls.filter { $0 != "Previous" } + [Self.player])
    }

    private func reach(_ name: String, in rig: DesktopRig, technology: AssistiveTechnology) async throws {
        var passed: [String?] = [try await technology.focus()]
        while passed.last != name {
            try await rig.xdotool("key", "Tab")
            try await eventually("from \(passed) on to \(name)") {
                let focus = try await technology.focus()
                guard focus != passed.last else { return false }
                passed.append(focus)
                return true
            }
            if passed.count > 2 * Self.controls.count { throw Timeout(description: "\(name) is not reached: \(passed)") }
        }
    }

    /// Chooses the second entry of a menu, whose entries have accessible names.
    private func choose(_ name: String, expect event: String, in rig: DesktopRig, technology: AssistiveTechnology) async throws {
        try await reach(name, in: rig, technology: technology)
        try await rig.xdotool("key", "Return")
        try await eventually("lines of \(name)") {
            let lines = try await technology.elements().filter { $0.role == "menu item radio" }
            return lines.count > 1 && lines.allSatisfy { !$0.name.isEmpty }
        }
        try await rig.press("Down", "Return", expect: event)
        try await rig.xdotool("key", "Escape")
    }
}
