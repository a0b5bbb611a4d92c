extension FaultText {
    /// The names of the fields that select a kind of broadcast fault.
    private static let liveKinds: Set<String> = [
        "frozen", "behind", "restart", "skew", "drift", "target", "gap", "missing", "expired", "end", "shrunk", "stale", "location",
        "clock",
        "foreign-patch",
    ]

    /// Whether the text describes a fault of a broadcast rather than of a response.
    var isLive: Bool { fields.contains { Self.liveKinds.contains($0.name) } }

    mutating func parseLive() throws(FaultTextError) -> LiveFault {
        let at = try value("at").map { value throws(FaultTextError) in try signed(value, "at") }
        let duration = try value("for").map { value throws(FaultTextError) in try number(value, "for") }
        let path = try takePath() ?? "**"
        let host = try value("host")
        guard let kind = try takeLiveKind() else { throw failure("it has no kind of fault") }
        try expectEnd()
        if at == nil, [.frozen, .restart, .end, .stale].contains(kind) { throw failure("it needs 'at'") }
        return LiveFault(kind, at: at ?? -.infinity, duration: duration, path: path, host: host)
    }

    private mutating func takeLiveKind() throws(FaultTextError) -> LiveFault.Kind? {
        if let seconds = try value("behind") { return .behind(try number(seconds, "behind")) }
        if let seconds = try value("skew") { return .skew(try signed(seconds, "skew")) }
        if let rate = try value("drift") { return .drift(try signed(rate, "drift")) }
        if let seconds = try value("target") { return .targetDuration(try integer(seconds, "target", 0...86_400)) }
        if let seconds = try value("expired") { return .expiry(try signed(seconds, "expired")) }
        if let seconds = try value("shrunk") { return .shrunk(try number(seconds, "shrunk")) }
        if let url = try value("location") { return .location(url) }
        if let seconds = try value("clock") { return .clock(try signed(seconds, "clock")) }
        for (name, kind) in [
            ("frozen", LiveFault.Kind.frozen), ("restart", .restart), ("gap", .gap), ("missing", .missing), ("end", .end),
            ("stale", .stale),
            ("foreign-patch", .foreignPatch),
        ] {
            guard let field = take(name) else { continue }
            guard field.value == nil else { throw failure("'\(name)' takes no value") }
            return kind
        }
        return nil
    }

    private func signed(_ text: String, _ name: String) throws(FaultTextError) -> Double {
        guard let value = Double(text), value.isFinite else { throw failure("'\(name)=\(text)' is not a number") }
        return value
    }
}

extension LiveFault {
    /// Parses a fault of a broadcast from the text form of `playhead serve --fault`: `gap,at=20,for=4,path=video/*`.
    ///
    /// One field is the kind: `frozen`, `behind=S`, `restart`, `skew=S`, `drift=S_PER_S`, `target=S`, `gap`, `missing`, `expired=S`, `end`;
    /// of manifests of DASH `shrunk=S`, `stale`, `location=URL`, `clock=S`, `foreign-patch`.
    /// `at=S` and `for=S` set the time, `path=PATTERN` and `host=HOST` the playlists.
    ///
    /// - Throws: ``FaultTextError``.
    package init(text: String) throws(FaultTextError) {
        var parser = try FaultText(text)
        self = try parser.parseLive()
    }
}

/// A fault of a response or of a broadcast, as given to `playhead serve --fault`.
package enum OriginFault: Sendable, Equatable {
    /// A fault of single responses.
    case response(Fault)
    /// A fault of a broadcast.
    case live(LiveFault)

    /// Parses either kind of fault; see ``Fault/init(text:)`` and ``LiveFault/init(text:)``.
    ///
    /// - Throws: ``FaultTextError``.
    package init(text: String) throws(FaultTextError) {
        var parser = try FaultText(text)
        self = parser.isLive ? .live(try parser.parseLive()) : .response(try parser.parse())
    }
}
