import Foundation
import Synchronization
import TestSupport

/// A portal or a logind of the test on a private bus, which reports the locks that programs request and release.
final class SleepServices: Sendable {
    enum Kind: String, Sendable {
        case portal
        case logind
    }

    /// Whether Python's bindings of GIO are installed; prints a note if not.
    static let isPossible: Bool = {
        let isInstalled = FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/gi")
        if !isInstalled { print("Skipped: python3-gi not installed") }
        return isInstalled && SessionBus.isInstalled
    }()

    private let process: ChildProcess
    private let text = Mutex("")

    init(_ kind: Kind, on session: SessionBus) async throws {
        guard let python = DesktopRig.path(of: "python3") else { throw CocoaError(.executableNotLoadable) }
        process = try ChildProcess(
            python, arguments: ["-c", Self.script, kind.rawValue],
            environment: ProcessInfo.processInfo.environment.merging(session.environment) { $1 }, readsOutput: true)
        if let output = process.output {
            Thread.detachNewThread { [weak self] in
                while case let data = output.availableData, !data.isEmpty {
                    self?.text.withLock { $0 += String(decoding: data, as: UTF8.self) }
                }
            }
        }
        try await eventually("the service") { lines.first == "ready" }
    }

    /// The reports: `ready`, then `inhibit N WHAT` and `release N` for each lock.
    var lines: [String] { text.withLock { $0.split(separator: "\n").map(String.init) } }

    /// Waits for reports after `ready`.
    func reports(_ expected: [String]) async throws {
        try await eventually("\(expected) in \(lines)") { Array(lines.dropFirst()) == expected }
    }

    private static let script = """
        import os, sys
        from gi.repository import Gio, GLib

        kind = sys.argv[1]
        number = 0

        def report(*words):
            print(*words, flush=True)

        def node(interface, methods):
            return Gio.DBusNodeInfo.new_for_xml(f'<node><interface name="{interface}">{methods}</interface></node>').interfaces[0]

        REQUEST = node('org.freedesktop.portal.Request', '<method name="Close"/>')
        PORTAL = node('org.freedesktop.portal.Inhibit', '''<method name="Inhibit"><arg type="s" direction="in"/><arg type="u" direction="in"/>
            <arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>''')
        LOGIND = node('org.freedesktop.login1.Manager', '''<method name="Inhibit"><arg type="s" direction="in"/><arg type="s" direction="in"/>
            <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="h" direction="out"/></method>''')

        def inhibit_by_portal(connection, sender, path, interface, method, arguments, invocation):
            global number
            number += 1
            lock, flags = number, arguments.unpack()[1]
            request = f'/org/freedesktop/portal/desktop/request/{lock}'
            def close(*call):
                report('release', lock)
                connection.unregister_object(registration)
                call[-1].return_value(None)
            registration = connection.register_object(request, REQUEST, close, None, None)
            report('inhibit', lock, flags)
            invocation.return_value(GLib.Variant('(o)', (request,)))

        def inhibit_by_logind(connection, sender, path, interface, method, arguments, invocation):
            global number
            number += 1
            lock, what = number, arguments.unpack()
            reading, writing = os.pipe()
            def released(*event):
                report('release', lock)
                os.close(reading)
                return False
            GLib.io_add_watch(reading, GLib.PRIORITY_DEFAULT, GLib.IOCondition.HUP, released)
            descriptors = Gio.UnixFDList.new()
            descriptors.append(writing)
            os.close(writing)
            report('inhibit', lock, what[0], what[3])
            invocation.return_value_with_unix_fd_list(GLib.Variant('(h)', (0,)), descriptors)

        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        if kind == 'portal':
            bus.register_object('/org/freedesktop/portal/desktop', PORTAL, inhibit_by_portal, None, None)
        else:
            bus.register_object('/org/freedesktop/login1', LOGIND, inhibit_by_logind, None, None)
        name = 'org.freedesktop.portal.Desktop' if kind == 'portal' else 'org.freedesktop.login1'
        Gio.bus_own_name_on_connection(bus, name, Gio.BusNameOwnerFlags.NONE, lambda *_: report('ready'), None)
        GLib.MainLoop().run()
        """
}
