#if canImport(CGtk)
    import ArgumentParser
    import Foundation
    import Playhead
    import PlayheadArguments
    import PlayheadGTK
    import PlayheadPulse
    import PlayheadView

    extension Stretching: ExpressibleByArgument {}
    extension AudioSession.Category: ExpressibleByArgument {}

    /// Plays in a window.
    struct DesktopCommand: ParsableCommand {
        enum Audio: String, ExpressibleByArgument, CaseIterable {
            case none
            case pulse
        }

        enum Theme: String, ExpressibleByArgument, CaseIterable {
            case light
            case dark
        }

        static let configuration = CommandConfiguration(
            commandName: "playhead-desktop", abstract: "Plays streams in a window.",
            discussion: """
                Keys: space or k plays and pauses, arrows skip and change the volume, j and l skip ten seconds, 0 to 9 go to tenths, Home and End \
                to the start and the end or live edge, m mutes, c goes through captions, < and > change the speed, n and p change the item, f \
                fills the screen, Escape leaves it, t shows the playlist, i statistics, ? all keys, F5 reloads the overlay, q quits.

                A start with files and URLs only opens them in the window that is already there; one with options has a separate window.
                """, version: ProgramVersion.current)

        @Argument(
            help: """
                Files, folders and URLs, played one after the other; a feed (json, rss, xml) or a list (m3u, pls, xspf) is replaced by its items. \
                Without any, a start screen opens.
                """, completion: .file())
        var urls: [String] = []

        @Flag(inversion: .prefixedNo, help: "Play as soon as an item is ready.")
        var autoplay = true

        @Flag(inversion: .prefixedNo, help: "Warn of an item that fails, and play the next one.")
        var skipFailed = true

        @Flag(help: "Start in full screen.")
        var fullscreen = false

        @Flag(help: "Play live streams as DVR, however small their window.")
        var dvr = false

        @Flag(inversion: .prefixedNo, help: "Continue items where they were left, and remember positions and recent items.")
        var resume = true

        @Option(help: "The start in seconds.")
        var start: Double?

        @Option(help: "The audio output; pulse, the default, is PulseAudio or PipeWire, or silence without a sound server.")
        var audio = Audio.pulse

        @Option(help: "How the picture fills the window: uniform, fill, exactFit or none.")
        var stretching = Stretching.uniform

        @Option(help: "The audio session's category: with playback, the default, sound continues while the window is hidden.")
        var category = AudioSession.Category.playback

        @Option(help: "The theme; by default that of the desktop.")
        var theme: Theme?

        @Option(help: "The window's size, such as 960x540; by default the first film determines its shape.")
        var size: String?

        @Option(help: "Show captions in this language.")
        var captions: String?

        @Option(help: "The encoding of caption files, such as windows-1251; by default it is detected.")
        var captionsEncoding: String?

        @Option(
            help: """
                How captions look, such as size=150,font=Serif,color=ffff00,edge=outline,background=000000/0.5; or look=yellowOnBlack. Edges: none, \
                outline, shadow. Looks: whiteOnBlack, yellowOnBlack, blackOnWhite, outlined.
                """)
        var captionStyle: String?

        @Option(
            help:
                "Show an overlay over the picture, a web page that follows and controls the player: a folder with an index.html, or the page's URL."
        )
        var overlay: OverlayPageArgument?

        @Flag(
            help: """
                Send messages from standard input to the overlay, as its app, one per line, such as \
                {"event":"appLanguage","payload":{"language":"de"}}.
                """)
        var overlayMessages = false

        @Flag(
            help:
                "Print the positions of the controls, in units of the window, as a JSON object whenever they change, for controlling programs."
        )
        var places = false

        @Flag(help: "Print one JSON object for each event, and each message of an overlay, on standard output.")
        var json = false

        @Flag(help: "Open a separate window, also if one is already there.")
        var newWindow = false

        @Flag(name: .customLong("gapplication-service"), help: .hidden)
        var isService = false

        @OptionGroup var ads: AdArguments

        func validate() throws {
            if let start, !(start >= 0) { throw ValidationError("--start takes seconds, 0 or more.") }
            _ = try windowSize()
            if let captionsEncoding, !CaptionEncoding.isKnown(captionsEncoding) {
                throw ValidationError("--captions-encoding: '\(captionsEncoding)' is unknown; 'iconv --list' prints the encodings.")
            }
            _ = try style()
            for url in urls { _ = try Location.url(of: url) }
            if overlayMessages, overlay == nil { throw ValidationError("--overlay-messages requires --overlay.") }
            #if !canImport(CWebKit)
                if overlay != nil {
                    throw ValidationError("playhead-desktop was built without WebKitGTK: install libwebkitgtk-6.0-dev, and build again.")
                }
            #endif
        }

        func style() throws -> CaptionStyle {
            do { return try captionStyle.map { try CaptionStyle(parsing: $0) } ?? CaptionStyle() } catch {
                throw ValidationError("\(error)")
            }
        }

        func windowSize() throws -> (width: Int32, height: Int32) {
            guard let size else { return (Int32(saturating: WindowSize.standard.width), Int32(saturating: WindowSize.standard.height)) }
            let parts = size.split(separator: "x").compactMap { Int32($0) }
            guard parts.count == 2, parts.allSatisfy({ (100...16_384).contains($0) }) else {
                throw ValidationError("--size takes a width and a height, such as 960x540.")
            }
            return (parts[0], parts[1])
        }

        /// Whether the start consists of files and URLs only, which the running instance opens.
        private var isPlain: Bool {
            !ProgramArguments.all.prefix { $0 != "--" }.contains { $0.hasPrefix("-") }
        }

        func run() throws {
            let size = try windowSize()
            try MainActor.assumeIsolated {
                guard DesktopWindow.prepare() else {
                    standardError("There is no display to open a window on.")
                    throw ExitCode(1)
                }
                let instance = DesktopInstance(isService ? .service : newWindow ? .separate : .shared)
                if instance.isRemote {
                    if isPlain { return instance.handOver(urls.compactMap { try? Location.url(of: $0) }) }
                    instance.separate()
                }
                guard let app = DesktopWindow(self, width: size.width, height: size.height) else { throw ExitCode(1) }
                app.serve(instance)
                throw ExitCode(app.run())
            }
        }
    }

    extension DesktopCommand {
        /// The completion for zsh. swift-argument-parser also completes the subcommand "help", which zsh refuses beside the rest of files and URLs
        /// ("doubled rest argument definition").
        static var zshCompletion: String {
            completionScript(for: .zsh).split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.contains(":->command'") && !$0.contains(":->arg'") }
                .joined(separator: "\n")
        }
    }
#endif
