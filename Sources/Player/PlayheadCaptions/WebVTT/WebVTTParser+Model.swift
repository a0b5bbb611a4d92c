import PlayheadCore

extension WebVTTParser {
    /// Returns the file as `playhead inspect` prints it: settings by the names and values of the web's `VTTCue` and `VTTRegion`, so `text`
    /// contains markup.
    package static func model(_ file: WebVTTFile) -> EventValue {
        .object([
            "kind": "webvtt",
            "cues": .array(file.cues.map(\.model)),
            "regions": .array(file.regions.map(\.eventValue)),
            "styles": .array(file.styles.map { .string($0) }),
            "header": .array(file.headerMetadata.map { .object(["name": .string($0.name), "value": .string($0.value)]) }),
            "warnings": .array(file.warnings.map { .object(["line": .int($0.line), "message": .string($0.message)]) }),
        ])
    }
}

extension CaptionCue {
    fileprivate var model: EventValue {
        .object([
            "id": .string(id),
            "startTime": .double(startTime),
            "endTime": .double(endTime),
            "text": .string(markup),
            "plainText": .string(text),
            "vertical": .string(layout.vertical.rawValue),
            "align": .string(layout.align.rawValue),
            "line": layout.line.map { .double($0) } ?? "auto",
            "lineAlign": .string(layout.lineAlign.rawValue),
            "snapToLines": .bool(layout.snapToLines),
            "position": layout.position.map { .double($0) } ?? "auto",
            "positionAlign": .string(layout.positionAlign.rawValue),
            "size": .double(layout.size),
            "region": layout.region?.eventValue ?? .null,
        ])
    }
}
