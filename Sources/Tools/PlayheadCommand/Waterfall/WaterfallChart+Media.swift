import Foundation
import Playhead
import PlayheadEngine

/// The bytes of all requests, demuxing, decoding, and the data that is loaded ahead.
extension WaterfallChart {
    /// Draws the throughput of all requests together.
    mutating func drawBytes() {
        guard timeline.requests.contains(where: { $0.bytes > 0 }) else { return }
        heading("Bytes received", "rate of all requests together")
        let count = 140
        let period = axis.duration / Double(count)
        var bins = Array(repeating: 0.0, count: count)
        for request in timeline.requests {
            var start = request.firstByte ?? request.start
            for arrival in timeline.arrivals[request.id]?.entries ?? [] {
                // The bytes of an entry have arrived since the previous one, and not all at its end.
                add(Double(arrival.value), from: start, to: arrival.end, &bins)
                start = max(start, arrival.end)
            }
        }
        let bits = 8.0
        let points = bins.enumerated().flatMap { index, bytes in
            [0, 1].map { (time: axis.range.lowerBound + Double(index + $0) * period, value: bytes * bits / period) }
        }
        let minimum = 1000.0
        let top = Self.scale(max(minimum, points.map(\.value).max() ?? 0))
        drawCurves("", [(points, "received", true)], top: top, WaterfallText.rate(top))
    }

    private func add(_ bytes: Double, from start: Double, to end: Double, _ bins: inout [Double]) {
        let period = axis.duration / Double(bins.count)
        let minimum = 0.001
        let start = min(start, end - minimum)
        for index in bins.indices {
            let left = axis.range.lowerBound + Double(index) * period
            let overlap = min(end, left + period) - max(start, left)
            if overlap > 0 { bins[index] += bytes * overlap / (end - start) }
        }
    }

    /// Draws demuxing, decoding, and the data that is loaded ahead of the playhead.
    mutating func drawMedia() {
        guard !timeline.containers.isEmpty || !timeline.decoding.isEmpty || !timeline.buffer.isEmpty else { return }
        heading("Media")
        for kinds in Set(timeline.containers.map(\.value.tracks)).sorted(by: { Self.name(of: $0) > Self.name(of: $1) }) {
            drawDemuxing(of: kinds)
        }
        for kind in [TrackKind.video, .audio] { drawDecoding(of: kind) }
        let curves = timeline.buffer.sorted { Self.name(of: [$0.key]) < Self.name(of: [$1.key]) }.map { kind, series in
            // A value is valid until the next one.
            let entries = series.entries
            let points = entries.indices.flatMap { index in
                let end = index + 1 < entries.count ? entries[index + 1].start : entries[index].end
                return [(time: entries[index].start, value: entries[index].value), (time: end, value: entries[index].value)]
            }
            return (points, Self.name(of: [kind]), false)
        }
        guard !curves.isEmpty else { return }
        let minimum = 0.1
        let top = Self.scale(max(minimum, curves.flatMap { $0.0.map(\.value) }.filter(\.isFinite).max() ?? 0))
        drawCurves("loaded ahead of the playhead", curves, top: top, String(format: "%.3g s", top))
        drawing.text("video", x: Self.factsLeft, y: y - 26, "video")
        drawing.text("audio", x: Self.factsLeft, y: y - 12, "audio")
    }

    private mutating func drawDemuxing(of kinds: Set<TrackKind>) {
        drawing.text("demuxing of \(Self.name(of: kinds))", x: Self.margin, y: y + Self.baseline)
        let style = kinds.contains(.video) ? "video" : "audio"
        var placer = LabelPlacer(limit: Self.width)
        for container in timeline.containers where container.value.tracks == kinds {
            guard let end = container.end, axis.shows(container.start, end) else { continue }
            let (inset, gap) = (4.0, 5.0)
            let text = "\(container.value.format) opened in \(WaterfallText.duration(end - container.start))"
            bar(container.start, end, top: inset, height: Self.rowHeight - 2 * inset, "\(style) pale", note: text)
            if axis.shows(end), placer.place(text, at: axis.x(end), inset: gap).row == 0 {
                drawing.text(text, x: axis.x(end) + gap, y: y + Self.baseline)
            }
        }
        y += Self.rowHeight
    }

    private mutating func drawDecoding(of kind: TrackKind) {
        let name = Self.name(of: [kind])
        let marks = timeline.marks.filter { axis.shows($0.time) }.compactMap { mark -> Event? in
            switch mark.kind {
            case .firstPacket(kind): Event(time: mark.time, text: "first packet \(WaterfallText.duration(mark.time))")
            case .firstFrame(kind): Event(time: mark.time, text: "first frame \(WaterfallText.duration(mark.time))")
            default: nil
            }
        }
        guard let work = timeline.decoding[kind] else { return }
        drawMarks("\(name): first packet, first frame", marks)
        let (inset, full) = (2.0, Self.rowHeight - 4)
        drawing.text("decoding of \(name)", x: Self.margin, y: y + Self.baseline)
        var total = 0.0
        for entry in work.entries where axis.shows(entry.end) {
            total += entry.value
            // The share of the period in which the decoder worked is the height.
            let period = max(entry.end - entry.start + entry.value, work.resolution, 1e-6)
            let height = max(1, full * min(1, entry.value / period))
            bar(entry.end - period, entry.end, top: inset + full - height, height: height, name)
        }
        drawing.text("\(WaterfallText.duration(total)) of work", x: Self.factsLeft, y: y + Self.baseline, "muted")
        y += Self.rowHeight
    }

    /// Draws curves, filled or as lines, on a scale from 0 to `top`.
    private mutating func drawCurves(
        _ name: String, _ curves: [(points: [(time: Double, value: Double)], style: String, isFilled: Bool)], top: Double, _ label: String
    ) {
        let (full, inset, gap, ascent) = (44.0, 4.0, 6.0, 9.0)
        let bottom = y + inset + full
        drawing.text(name, x: Self.margin, y: y + Self.baseline)
        drawing.text(label, x: axis.left - gap, y: y + inset + ascent, "muted", endsAtX: true)
        drawing.text("0", x: axis.left - gap, y: bottom, "muted", endsAtX: true)
        for curve in curves {
            var points = curve.points.filter { axis.shows($0.time) && $0.value.isFinite }.map { time, value in
                (x: axis.x(time), y: bottom - full * min(1, max(0, value / top)))
            }
            guard let first = points.first, let last = points.last else { continue }
            if curve.isFilled { points = [(first.x, bottom)] + points + [(last.x, bottom)] }
            drawing.path(points, curve.isFilled ? curve.style : "line \(curve.style)")
        }
        drawing.line(x1: axis.left, y1: bottom, x2: axis.right, y2: bottom, "grid")
        y = bottom + gap
    }

    /// Returns the top of a scale for values up to `maximum`.
    private static func scale(_ maximum: Double) -> Double { WaterfallAxis.rounded(maximum, to: [1, 1.2, 1.5, 2, 3, 4, 5, 6, 8]) }

    private static func name(of tracks: Set<TrackKind>) -> String {
        tracks.count > 1 ? "video and audio" : tracks.contains(.video) ? "video" : "audio"
    }
}
