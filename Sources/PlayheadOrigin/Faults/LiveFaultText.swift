extension FaultText {
    /// The fields that name a fault of a broadcast.
    private static let liveKinds: Set<String> = [
        "frozen", "behind", "restart", "skew", "drift", "target", "gap", "missing", "expired", "end",
    ]

    /// Whether the text names a fault of a broadcast, and not of a response.
    var isLive: Bool { fields.contains { Self.liveKinds.contains($0.name) } }

    mutating func parseLive() throws(FaultTextError) -> LiveFault {
        let at = try value("at").map { value throws(FaultTextError) in try signed(value, "at") }
        let duration = try value("for").map { value throws(FaultTextError) in try number(value, "for") }
        let path = try takePath() ?? "**"
        let host = try value("host")
        guard let kind = try takeLiveKind() else { throw failure("it names no kind of fault") }
        try expectEnd()
        if at == nil, kind == .frozen || kind == .restart || kind == .end { throw failure("it needs 'at'") }
        return LiveFault(kind, at: at ?? -.infinity, duration: duration, path: path, host: host)
    }

    private mutating func takeLiveKind() throws(FaultTextError) -> LiveFault.Kind? {
        if let seconds = try value("behind") { return .behind(try number(seconds, "behind")) }
        if let seconds = try value("skew") { return .skew(try signed(seconds, "skew")) }
        if let rate = try value("drift") { return .drift(try signed(rate, "drift")) }
        if let seconds = try value("target") { return .targetDuration(try integer(seconds, "target", 0...86_400)) }
        if let seconds = try value("expired") { return .expiry(try signed(seconds, "expired")) }
        for (name, kind) in [
            ("frozen", LiveFault.Kind.frozen), ("restart", .restart), ("gap", .gap), ("missing", .missing), ("end", .end),
        ] {
            guard let field = take(name) else { continue }
            guard field.value == nil else { throw failure("'\(name)' takes no value") }
            return kind
        }
        return nil
    }

    private func signed(_ text: String, _ name: String) throws(FaultTextError) -> Double {
        guard let value = Double(text), value.isFinite else { throw failure("'\(name)=\(text)' is no number") }
        return value
    }
}

extension LiveFault {
    /// Reads a fault of a broadcast from text, as `playhead serve --fault` takes it: `gap,at=20,for=4,path=video/*`.
    ///
    /// One field names the kind: `frozen`, `behind=S`, `restart`, `skew=S`, `drift=S_PER_S`, `target=S`, `gap`, `missing`, `expired=S`, `end`.
    /// `at=S` and `for=S` say when, `path=PATTERN` and `host=HOST` where.
    ///
    /// - Throws: ``FaultTextError``.
    package init(text: String) throws(FaultTextError) {
        var parser = try FaultText(text)
        self = try parser.parseLive()
    }
}

/// What `playhead serve --fault` takes: a fault of a response or of a broadcast.
package enum OriginFault: Sendable, Equatable {
    /// A fault of single responses.
    case response(Fault)
    /// A fault of a broadcast.
    case live(LiveFault)

    /// Reads either; see ``Fault/init(text:)`` and ``LiveFault/init(text:)``.
    ///
    /// - Throws: ``FaultTextError``.
    package init(text: String) throws(FaultTextError) {
        var parser = try FaultText(text)
        self = parser.isLive ? .live(try parser.parseLive()) : .response(try parser.parse())
    }
}
