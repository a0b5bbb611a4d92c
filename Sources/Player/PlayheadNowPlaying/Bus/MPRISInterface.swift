/// The interfaces of the MPRIS specification, and their introspection data.
enum MPRISInterface {
    static let path = "/org/mpris/MediaPlayer2"
    static let root = "org.mpris.MediaPlayer2"
    static let player = "org.mpris.MediaPlayer2.Player"
    static let properties = "org.freedesktop.DBus.Properties"
    static let introspectable = "org.freedesktop.DBus.Introspectable"

    struct Property: Sendable {
        let name: String
        let signature: String
        var isWritable = false
        /// Whether PropertiesChanged reports the property.
        var emits = true
    }

    struct Method: Sendable {
        let name: String
        var arguments: [(name: String, signature: String)] = []
    }

    static let rootProperties = [
        Property(name: "CanQuit", signature: "b"), Property(name: "CanRaise", signature: "b"),
        Property(name: "CanSetFullscreen", signature: "b"), Property(name: "Fullscreen", signature: "b", isWritable: true),
        Property(name: "HasTrackList", signature: "b"), Property(name: "Identity", signature: "s"),
        Property(name: "DesktopEntry", signature: "s"), Property(name: "SupportedUriSchemes", signature: "as"),
        Property(name: "SupportedMimeTypes", signature: "as"),
    ]
    static let rootMethods = [Method(name: "Raise"), Method(name: "Quit")]
    static let playerProperties = [
        Property(name: "PlaybackStatus", signature: "s"), Property(name: "LoopStatus", signature: "s", isWritable: true),
        Property(name: "Shuffle", signature: "b", isWritable: true),
        Property(name: "Rate", signature: "d", isWritable: true),
        Property(name: "Metadata", signature: "a{sv}"), Property(name: "Volume", signature: "d", isWritable: true),
        Property(name: "Position", signature: "x", emits: false), Property(name: "MinimumRate", signature: "d"),
        Property(name: "MaximumRate", signature: "d"), Property(name: "CanGoNext", signature: "b"),
        Property(name: "CanGoPrevious", signature: "b"), Property(name: "CanPlay", signature: "b"),
        Property(name: "CanPause", signature: "b"), Property(name: "CanSeek", signature: "b"),
        Property(name: "CanControl", signature: "b", emits: false),
    ]
    static let playerMethods = [
        Method(name: "Next"), Method(name: "Previous"), Method(name: "Pause"), Method(name: "PlayPause"), Method(name: "Stop"),
        Method(name: "Play"), Method(name: "Seek", arguments: [("Offset", "x")]),
        Method(name: "SetPosition", arguments: [("TrackId", "o"), ("Position", "x")]), Method(name: "OpenUri", arguments: [("Uri", "s")]),
    ]

    /// Returns the introspection XML of the object, as defined by the D-Bus specification. The optional property `DesktopEntry` is present
    /// if `hasDesktopEntry`.
    static func introspection(hasDesktopEntry: Bool) -> String {
        var lines = [
            "<!DOCTYPE node PUBLIC \"-//freedesktop//DTD D-BUS Object Introspection 1.0//EN\"",
            " \"http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd\">", "<node>",
        ]
        lines += interface(root, rootMethods, properties: rootProperties.filter { hasDesktopEntry || $0.name != "DesktopEntry" })
        let seeked = ["  <signal name=\"Seeked\">", "   <arg name=\"Position\" type=\"x\"/>", "  </signal>"]
        lines += interface(player, playerMethods, properties: playerProperties, signals: seeked)
        lines += standardInterfaces
        return (lines + ["</node>", ""]).joined(separator: "\n")
    }

    private static func interface(_ name: String, _ methods: [Method], properties: [Property], signals: [String] = []) -> [String] {
        var lines = [" <interface name=\"\(name)\">"]
        for method in methods {
            lines.append("  <method name=\"\(method.name)\">")
            for argument in method.arguments {
                lines.append("   <arg name=\"\(argument.name)\" type=\"\(argument.signature)\" direction=\"in\"/>")
            }
            lines.append("  </method>")
        }
        lines += signals
        for property in properties {
            lines.append(
                "  <property name=\"\(property.name)\" type=\"\(property.signature)\" access=\"\(property.isWritable ? "readwrite" : "read")\">"
            )
            let emits = property.emits ? "true" : "false"
            lines.append("   <annotation name=\"org.freedesktop.DBus.Property.EmitsChangedSignal\" value=\"\(emits)\"/>")
            lines.append("  </property>")
        }
        return lines + [" </interface>"]
    }

    private static let standardInterfaces = [
        " <interface name=\"org.freedesktop.DBus.Peer\">", "  <method name=\"Ping\"/>", "  <method name=\"GetMachineId\">",
        "   <arg name=\"machine_uuid\" type=\"s\" direction=\"out\"/>", "  </method>", " </interface>",
        " <interface name=\"\(introspectable)\">", "  <method name=\"Introspect\">",
        "   <arg name=\"xml_data\" type=\"s\" direction=\"out\"/>", "  </method>", " </interface>", " <interface name=\"\(properties)\">",
        "  <method name=\"Get\">", "   <arg name=\"interface_name\" type=\"s\" direction=\"in\"/>",
        "   <arg name=\"property_name\" type=\"s\" direction=\"in\"/>", "   <arg name=\"value\" type=\"v\" direction=\"out\"/>",
        "  </method>",
        "  <method name=\"GetAll\">", "   <arg name=\"interface_name\" type=\"s\" direction=\"in\"/>",
        "   <arg name=\"properties\" type=\"a{sv}\" direction=\"out\"/>", "  </method>", "  <method name=\"Set\">",
        "   <arg name=\"interface_name\" type=\"s\" direction=\"in\"/>", "   <arg name=\"property_name\" type=\"s\" direction=\"in\"/>",
        "   <arg name=\"value\" type=\"v\" direction=\"in\"/>", "  </method>", "  <signal name=\"PropertiesChanged\">",
        "   <arg name=\"interface_name\" type=\"s\"/>", "   <arg name=\"changed_properties\" type=\"a{sv}\"/>",
        "   <arg name=\"invalidated_properties\" type=\"as\"/>", "  </signal>", " </interface>",
    ]
}
