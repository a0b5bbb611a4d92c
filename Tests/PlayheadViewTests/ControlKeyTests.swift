import PlayheadView
import Testing

@Suite("Keys of a view")
struct ControlKeyTests {
    @Test(
        "Keys by the names of X11 and GTK",
        arguments: [
            ("space", ControlKey.toggle), ("k", .toggle), ("f", .fullscreen), ("Escape", .leaveFullscreen), ("m", .mute),
            ("Left", .skip(-5)),
            ("l", .skip(10)), ("0", .share(0)), ("9", .share(0.9)), ("Home", .share(0)), ("End", .live), ("greater", .faster), ("n", .next),
        ])
    func known(_ name: String, _ key: ControlKey) {
        #expect(ControlKey(name: name) == key)
    }

    @Test("Other keys have no action", arguments: ["", "q", "10", "-1", "Tab", "Return", "F1", "é"])
    func unknown(_ name: String) {
        #expect(ControlKey(name: name) == nil)
    }
}
