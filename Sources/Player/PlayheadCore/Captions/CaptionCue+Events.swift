extension CaptionCue {
    /// The cue as payloads contain it: its times, text and position under WebVTT's names.
    public var eventValue: EventValue {
        var fields: EventFields = [
            "id": .string(id), "startTime": .double(startTime), "endTime": .double(endTime), "text": .string(text),
            "markup": .string(markup), "vertical": .string(layout.vertical.rawValue), "snapToLines": .bool(layout.snapToLines),
            "line": layout.line.map { .double($0) } ?? "auto", "lineAlign": .string(layout.lineAlign.rawValue),
            "position": layout.position.map { .double($0) } ?? "auto", "positionAlign": .string(layout.positionAlign.rawValue),
            "size": .double(layout.size), "align": .string(layout.align.rawValue),
        ]
        fields["region"] = layout.region?.eventValue
        return .object(fields)
    }

    /// Returns the cue with its times converted to positions on `timeline`.
    func placed(on timeline: Timeline) -> CaptionCue {
        var cue = self
        cue.startTime = timeline.position(at: startTime)
        cue.endTime = timeline.position(at: endTime)
        return cue
    }
}

extension CaptionRegion {
    /// The region as payloads contain it, under WebVTT's names.
    public var eventValue: EventValue {
        .object([
            "id": .string(id), "width": .double(width), "lines": .double(lines), "regionAnchorX": .double(regionAnchorX),
            "regionAnchorY": .double(regionAnchorY), "viewportAnchorX": .double(viewportAnchorX),
            "viewportAnchorY": .double(viewportAnchorY), "scroll": .string(scroll.rawValue),
        ])
    }
}
