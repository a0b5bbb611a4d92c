import Foundation
import TestSupport

/// Another program on the display of a rig: a window from which files or text are dragged, and which copies them to the clipboard at a click.
final class OtherProgram: Sendable {
    /// The form of what is dragged and copied.
    enum Form: String, Sendable {
        case files
        case text
    }

    /// Whether Python's bindings of GTK are installed; prints a note if not.
    static let isInstalled: Bool = {
        let typelibs = ["x86_64", "aarch64"].map { "/usr/lib/\($0)-linux-gnu/girepository-1.0/Gtk-4.0.typelib" }
        let hasGTK = typelibs.contains { FileManager.default.fileExists(atPath: $0) }
        let hasPython = FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/gi")
        if !hasGTK || !hasPython { print("Skipped: python3-gi or gir1.2-gtk-4.0 not there") }
        return hasGTK && hasPython
    }()

    private let rig: DesktopRig
    private let process: ChildProcess
    private let window: String

    /// Opens the window in the corner of the screen, outside of the rig's window.
    init(_ rig: DesktopRig, with paths: [String], as form: Form = .files) async throws {
        self.rig = rig
        process = try ChildProcess(
            URL(fileURLWithPath: "/usr/bin/python3"), arguments: ["-c", Self.script, form.rawValue] + paths, environment: rig.environment,
            readsOutput: false)
        var found: String?
        try await eventually("the other program") {
            found = try await rig.display.windows(titled: "Source").first
            return found != nil
        }
        guard let found else { throw CocoaError(.executableNotLoadable) }
        window = found
        try await eventually("the other program in the corner") {
            try await rig.xdotool("windowmove", found, "0", "0")
            let origin = try await rig.display.origin(of: found)
            return origin.x < 10 && origin.y < 10
        }
    }

    /// Copies the contents to the clipboard, and returns the keyboard focus to the rig's window.
    func copy() async throws {
        try await eventually("the copy") {
            try await rig.xdotool("mousemove", "--window", window, "50", "40", "mousemove_relative", "1", "0", "click", "1")
            let pause = 5.0
            return (try? await eventually("the copy after a click", within: pause) { try await has("Copied") }) != nil
        }
        try await rig.takeFocus()
    }

    /// Drags the contents over a control of the rig's window, and drops them once they are accepted.
    func drop(on name: String) async throws {
        try await rig.places(name) { $0[name] != nil }
        guard let place = rig.places[name] else { throw Timeout(description: "no \(name)") }
        try await rig.xdotool("mousemove", "--window", window, "50", "40", "mousemove_relative", "1", "0", "mousedown", "1")
        try await eventually("the drag") {
            try await rig.xdotool("mousemove_relative", "3", "2")
            return try await has("Dragging")
        }
        try await eventually("a drag that is accepted over \(name)") {
            try await rig.move(to: place.x + place.width / 2, place.y + place.height / 2)
            return try await has("Accepted")
        }
        try await rig.xdotool("mouseup", "1")
        // The contents are sent until then.
        try await eventually("the end of the drag") { try await has("Dropped") }
    }

    private func has(_ title: String) async throws -> Bool { try await rig.display.windows(titled: title).contains(window) }

    /// Shows its state in its title.
    private static let script = """
        import sys
        import gi
        gi.require_version("Gdk", "4.0")
        gi.require_version("Gtk", "4.0")
        from gi.repository import Gdk, Gio, GLib, GObject, Gtk

        def copy(*_):
            window.get_clipboard().set_content(contents)
            window.set_title("Copied")

        def begin(_, drag):
            window.set_title("Dragging")
            drag.connect("notify::selected-action", lambda *_: window.set_title("Accepted" if drag.get_selected_action() else "Dragging"))

        if sys.argv[1] == "files":
            files = Gdk.FileList.new_from_list([Gio.File.new_for_path(path) for path in sys.argv[2:]])
            value = GObject.Value(Gdk.FileList, files)
        else:
            value = GObject.Value(str, "\\n".join(sys.argv[2:]))
        contents = Gdk.ContentProvider.new_for_value(value)
        Gtk.init()
        window = Gtk.Window(title="Source", decorated=False, default_width=120, default_height=80)
        click = Gtk.GestureClick()
        click.connect("released", copy)
        source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
        source.connect("prepare", lambda *_: contents)
        source.connect("drag-begin", begin)
        source.connect("drag-end", lambda *_: window.set_title("Dropped"))
        for controller in (click, source):
            window.add_controller(controller)
        window.present()
        GLib.MainLoop().run()
        """
}
