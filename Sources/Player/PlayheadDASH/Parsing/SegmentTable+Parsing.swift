import PlayheadXML

/// The creation of tables of segments.
extension SegmentTable {
    /// Creates the table of a representation.
    /// - Throws: `ManifestError` with the line if the segments cannot be addressed.
    init(
        _ information: SegmentInformation, of representation: XMLElement, periodStart: Double, periodDuration: Double?, isDynamic: Bool
    ) throws(ManifestError) {
        self.init()
        self.periodDuration = periodDuration
        guard let kind = information.kind else { return }
        timescale = try information.number("timescale", in: 1...Int64(UInt32.max)) ?? timescale
        presentationTimeOffset = try information.number("presentationTimeOffset", in: NumberLimits.timestamps) ?? 0
        startNumber = try information.number("startNumber", in: NumberLimits.sequenceNumbers) ?? startNumber
        endNumber = try information.number("endNumber", in: NumberLimits.sequenceNumbers)
        timing = try information.timing()
        if let element = information.initialization {
            initialization = Initialization(
                source: element[attribute: "sourceURL"], range: try information.range(element[attribute: "range"], as: "range"))
        }
        switch kind {
        case .base:
            timing = .single
            location = try information.resource()
            // Without a range it is the whole resource, which has the initialization before its segments.
            if initialization?.source == nil, initialization?.range == nil { initialization = nil }
        case .list:
            location = try listed(in: information)
            // FFmpeg moves the start of the period, beside the numbers.
            if periodStart == 0 { listOffset = numberedOffset(isDynamic: isDynamic) }
        case .template:
            if let text = information["initialization"] {
                initialization = Initialization(source: try information.template(text).url(of: representation), range: nil)
            }
            location = try templated(by: information)
        }
        guard isDynamic || count != nil else {
            throw information.failure("the segments have no end, because the duration of the period is unknown")
        }
    }

    /// Returns the URLs of a SegmentList.
    private func listed(in information: SegmentInformation) throws(ManifestError) -> Location {
        guard !information.urls.isEmpty else { throw information.failure("the SegmentList has no SegmentURL") }
        _ = try information.range(information.invalidRange, as: "mediaRange")
        if timing == .single, information.urls.count > 1 {
            throw information.failure("the SegmentList has neither @duration nor a timeline")
        }
        return .list(information.urls)
    }

    /// Returns the time of the first segment of a list by its number (ISO/IEC 23009-1 §5.3.9.5.3), in ticks from the start of the
    /// period. A list on demand, or that would not fit into its period, begins with it: its number has no meaning.
    private func numberedOffset(isDynamic: Bool) -> Int64 {
        guard case .constant(let duration) = timing, let count else { return 0 }
        let offset = Int64(max(0, startNumber.saturatingSubtracting(1))).saturatingMultiplied(by: duration)
        guard let periodDuration else { return isDynamic ? offset : 0 }
        let last = Int64(max(0, count.saturatingSubtracting(1))).saturatingMultiplied(by: duration)
        return Double(offset.saturatingAdding(last)) < periodDuration * Double(timescale) ? offset : 0
    }

    /// Returns the URLs of a SegmentTemplate.
    private func templated(by information: SegmentInformation) throws(ManifestError) -> Location {
        guard let media = information["media"] else {
            // A template for the initialization only: the base URL has the media.
            if timing != .single { throw information.failure("the SegmentTemplate has no @media") }
            return try information.resource()
        }
        let template = try information.template(media)
        if timing != .single, !template.dependsOnSegment, count != 1 {
            throw information.failure("the template has neither $Number$ nor $Time$")
        }
        return .template(template)
    }
}

extension SegmentInformation {
    /// The single resource, or the segments that its index lists.
    fileprivate func resource() throws(ManifestError) -> SegmentTable.Location {
        .resource(index: try range(self["indexRange"], as: "indexRange"))
    }

    /// Returns the range of bytes in an attribute's text; `nil` if the attribute is absent.
    /// - Throws: `ManifestError` with the line if it is not a range: without it the bytes would be those of the whole resource.
    fileprivate func range(_ text: String?, as name: String) throws(ManifestError) -> ByteRange? {
        guard let text else { return nil }
        guard let range = ManifestText.byteRange(text) else { throw failure("@\(name) is invalid: \(text.prefix(40))") }
        return range
    }

    fileprivate func failure(_ reason: String) -> ManifestError { ManifestError(reason, line: line) }

    /// Returns an attribute's number; `nil` if the attribute is absent.
    /// - Throws: `ManifestError` with the line if it is not a number within `limits`.
    fileprivate func number<Number: FixedWidthInteger>(
        _ name: String, in limits: ClosedRange<Number>
    ) throws(ManifestError) -> Number? {
        guard let text = self[name] else { return nil }
        guard let value = Number(text), limits.contains(value) else { throw failure("@\(name) is invalid: \(text.prefix(40))") }
        return value
    }

    /// Returns the durations of the segments.
    fileprivate func timing() throws(ManifestError) -> SegmentTable.Timing {
        if let runs { return .runs(runs) }
        guard let text = self["duration"] else { return .single }
        guard let value = Int64(text) ?? Double(text).flatMap({ Int64(checked: $0) }), value > 0, NumberLimits.timestamps.contains(value)
        else { throw failure("@duration is invalid: \(text.prefix(40))") }
        return .constant(value)
    }

    /// Parses a template of URLs.
    fileprivate func template(_ text: String) throws(ManifestError) -> URLTemplate {
        do throws(ManifestError) {
            return try URLTemplate(text)
        } catch {
            throw failure(error.reason)
        }
    }
}

extension URLTemplate {
    /// Returns the URL of the initialization of a representation.
    fileprivate func url(of representation: XMLElement) -> String {
        let known = Representation(
            id: representation[attribute: "id"] ?? "", bandwidth: representation[attribute: "bandwidth"].flatMap { Int($0) } ?? 0,
            segments: SegmentTable())
        return url(for: known, nil)
    }
}
