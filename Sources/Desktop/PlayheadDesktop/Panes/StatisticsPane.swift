#if canImport(CGtk)
    import CGtk
    import Playhead
    import PlayheadGTK
    import PlayheadView

    /// Live statistics over the picture: numbers and graphs of the last minute.
    @MainActor
    final class StatisticsPane {
        private(set) var widget: Widget?
        private var facts, bufferText, throughputText, droppedText, latencyText: Widget?
        private var graphs: [Widget] = []
        private var latencyBox: Widget?
        private var history = StatisticsHistory()
        private let player: () -> Player?
        private let level: () -> QualityLevel?
        private var sampling: Task<Void, Never>?
        private static let interval = 0.5
        private static let graph = (width: 240.0, height: 32.0)

        init(player: @escaping () -> Player?, level: @escaping () -> QualityLevel?) {
            (self.player, self.level) = (player, level)
            facts = Widgets.text("", "numeric")
            bufferText = Widgets.text("", "numeric")
            throughputText = Widgets.text("", "numeric")
            droppedText = Widgets.text("", "numeric")
            latencyText = Widgets.text("", "numeric")
            guard let facts, let bufferText, let throughputText, let droppedText, let latencyText else { return }
            let parts: [(Widget, Double, @MainActor @Sendable (StatisticsHistory.Sample) -> Double?)] = [
                (bufferText, 10, { $0.buffer }), (throughputText, 1_000_000, { $0.throughput }), (droppedText, 5, { $0.dropped }),
                (latencyText, 5, { $0.latency }),
            ]
            let boxes = parts.compactMap { text, minimum, value -> Widget? in
                guard let canvas = graph(minimum: minimum, value) else { return nil }
                gtk_label_set_xalign(Widgets.opaque(text), 0)
                return Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 2, [text, canvas])
            }
            latencyBox = boxes.last
            gtk_label_set_xalign(Widgets.opaque(facts), 0)
            guard let pane = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 6, [facts] + boxes) else { return }
            gtk_widget_add_css_class(pane, "playhead-statistics")
            gtk_widget_set_halign(pane, GTK_ALIGN_START)
            gtk_widget_set_valign(pane, GTK_ALIGN_START)
            gtk_widget_set_margin_top(pane, 50)
            gtk_widget_set_can_target(pane, 0)
            gtk_widget_set_visible(pane, 0)
            widget = pane
        }

        var isShown: Bool { widget.map { gtk_widget_get_visible($0) != 0 } ?? false }

        func toggle() {
            guard let widget else { return }
            let isShown = !isShown
            sampling?.cancel()
            if isShown { history = StatisticsHistory() }
            Widgets.setVisible(widget, isShown)
            guard isShown else { return }
            sampling = Task { [weak self] in
                while !Task.isCancelled {
                    self?.sample()
                    guard (try? await SystemClock().sleep(for: Self.interval)) != nil else { return }
                }
            }
        }

        private func sample() {
            guard let player = player() else { return }
            let position = player.position
            let loaded = player.bufferedRanges.first { $0.start <= position && position <= $0.end }
            let statistics = player.statistics
            history.add(
                buffer: loaded.map { $0.end - position } ?? 0, bytes: player.transfers.bytes, dropped: statistics.framesDropped,
                latency: player.latency, at: SystemClock().now)
            show(player, statistics)
        }

        private func show(_ player: Player, _ statistics: EngineStatistics) {
            guard let facts, let bufferText, let throughputText, let droppedText, let latencyText, let last = history.samples.last else {
                return
            }
            let media = player.media
            var lines = [level().map { "Level \($0.label)\($0.bitrate.map { ", \(TimeText.bitrate($0))" } ?? "")" }]
            if let width = media?.width, let height = media?.height {
                lines.append("Picture \(width)×\(height)" + (media?.frameRate.map { ", \(BarText.decimal($0)) per second" } ?? ""))
            }
            lines.append(player.formats)
            Widgets.setText(facts, lines.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n"))
            Widgets.setText(bufferText, "Buffer \(TimeText.seconds(last.buffer))")
            Widgets.setText(throughputText, "Received \(TimeText.bitrate(Int(saturating: last.throughput)))")
            Widgets.setText(
                droppedText, "Dropped \(statistics.framesDropped) of \(statistics.framesShown.saturatingAdding(statistics.framesDropped))")
            Widgets.setText(latencyText, last.latency.map { "Behind live \(TimeText.seconds($0))" } ?? "")
            if let latencyBox { Widgets.setVisible(latencyBox, last.latency != nil) }
            for graph in graphs { gtk_widget_queue_draw(graph) }
        }

        private func graph(minimum: Double, _ value: @escaping @MainActor @Sendable (StatisticsHistory.Sample) -> Double?) -> Widget? {
            let canvas = Canvas.make { [weak self] snapshot, width, height in
                guard let self else { return }
                draw(history.points(minimum: minimum) { sample in MainActor.assumeIsolated { value(sample) } }, snapshot, width, height)
            }
            guard let canvas else { return nil }
            Widgets.setSize(canvas, width: Self.graph.width, height: Self.graph.height)
            graphs.append(canvas)
            return canvas
        }

        private func draw(_ points: [(x: Double, y: Double)], _ snapshot: OpaquePointer, _ width: Double, _ height: Double) {
            var place = bounds(ViewRect(x: 0, y: 0, width: width, height: height))
            var ground = rgba(0xFFFFFF, 0.12)
            gtk_snapshot_append_color(snapshot, &ground, &place)
            guard let first = points.first, let last = points.last, let cairo = gtk_snapshot_append_cairo(snapshot, &place) else { return }
            defer { cairo_destroy(cairo) }
            cairo_set_source_rgba(cairo, 0.385, 0.627, 0.918, 1)
            cairo_set_line_width(cairo, 1.5)
            for (index, point) in points.enumerated() {
                let (x, y) = (point.x * width, 1 + point.y * (height - 2))
                if index == 0 { cairo_move_to(cairo, x, y) } else { cairo_line_to(cairo, x, y) }
            }
            cairo_stroke_preserve(cairo)
            cairo_line_to(cairo, last.x * width, height)
            cairo_line_to(cairo, first.x * width, height)
            cairo_set_source_rgba(cairo, 0.385, 0.627, 0.918, 0.3)
            cairo_fill(cairo)
        }
    }
#endif
