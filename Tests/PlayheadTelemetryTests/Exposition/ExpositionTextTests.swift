import PlayheadTelemetry
import Testing

@Suite("The text formats")
struct ExpositionTextTests {
    @Test("OpenMetrics has metadata, units, escaped text and a final line")
    func openMetrics() {
        #expect(
            ExpositionText.text(of: SampleMetrics.registry().families, as: .openMetrics) == """
                # HELP playhead_bytes Received bytes.
                # TYPE playhead_bytes counter
                # UNIT playhead_bytes bytes
                playhead_bytes_total 1234567890123
                # HELP playhead_errors Errors by \\"code\\"; a back\\\\slash\\nand a second line.
                # TYPE playhead_errors counter
                playhead_errors_total{code="HTTP 503"} 3
                playhead_errors_total{code="a\\"b\\\\c"} 1
                playhead_errors_total{code="ü😀"} 2
                # HELP playhead_startup_seconds Time to the first picture.
                # TYPE playhead_startup_seconds histogram
                # UNIT playhead_startup_seconds seconds
                playhead_startup_seconds_bucket{le="0.1"} 1
                playhead_startup_seconds_bucket{le="0.5"} 3
                playhead_startup_seconds_bucket{le="1.0"} 4
                playhead_startup_seconds_bucket{le="2.5"} 5
                playhead_startup_seconds_bucket{le="+Inf"} 6
                playhead_startup_seconds_count 6
                playhead_startup_seconds_sum 10.35
                # HELP playhead_viewers Viewers by state.
                # TYPE playhead_viewers gauge
                playhead_viewers{state="playing"} 4
                playhead_viewers{state="stalled"} 0.25
                # HELP playhead_telemetry_refused_series \(MetricStore.refusedSeries.help)
                # TYPE playhead_telemetry_refused_series counter
                playhead_telemetry_refused_series_total{reason="series_limit"} 0
                playhead_telemetry_refused_series_total{reason="name_conflict"} 0
                # EOF

                """)
    }

    @Test("In the format of Prometheus counters are described by the name of their samples, and units and the final line are absent")
    func prometheus() {
        let text = ExpositionText.text(of: SampleMetrics.registry().families, as: .prometheus)
        #expect(text.contains("# TYPE playhead_bytes_total counter\nplayhead_bytes_total 1234567890123\n"))
        #expect(text.contains(#"# HELP playhead_errors_total Errors by "code"; a back\\slash\nand a second line."#))
        #expect(!text.contains("# UNIT") && !text.contains("# EOF"))
    }

    @Test("Without metrics OpenMetrics is the final line")
    func empty() {
        #expect(ExpositionText.text(of: [], as: .openMetrics) == "# EOF\n")
        #expect(ExpositionText.text(of: [], as: .prometheus).isEmpty)
    }

    @Test(
        "Numbers are written as both formats read them",
        arguments: [
            (0.0, "0"), (-0.0, "0"), (1e15, "1000000000000000"), (1e22, "1e+22"), (0.1, "0.1"), (.nan, "NaN"), (.infinity, "+Inf"),
            (-.infinity, "-Inf"), (-2.5, "-2.5"), (1e-9, "1e-09"),
        ])
    func numbers(value: Double, text: String) throws {
        let registry = MetricRegistry(wallTime: { 0 })
        registry.update { store, time in
            store.set(value, of: store.series(of: MetricDescription("g", .gauge, help: ""), at: time))
        }
        #expect(ExpositionText.text(of: registry.families, as: .openMetrics).hasPrefix("# TYPE g gauge\ng \(text)\n"))
    }
}
