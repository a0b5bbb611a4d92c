// `PlayheadOverlayBenchmarks MOVIE`: how long a message takes from the player to a page and back, and what a flood of messages costs what plays: for
// the page over the picture, and for one in a browser (WebKit's, in the same window). It needs a display, if only Xvfb. `main` is synchronous: GLib's loop
// runs the main thread.
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
