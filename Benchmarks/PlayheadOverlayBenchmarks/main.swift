// `PlayheadOverlayBenchmarks MOVIE`: measures the round trip of a message between player and page, and the cost of a flood of messages for
// playback; for a page over the picture, and for one in a browser (WebKit's, in the same window). It needs a display, for example Xvfb.
// `main` is synchronous, because GLib's loop runs on the main thread.
#if canImport(CWebKit)
    import Foundation

    guard let movie = CommandLine.arguments.dropFirst().first else {
        print("Usage: PlayheadOverlayBenchmarks MOVIE")
        exit(2)
    }
    exit(MainActor.assumeIsolated { OverlayMeasurement.run(movie: URL(fileURLWithPath: movie)) })
#else
    print("Built without WebKitGTK.")
#endif
