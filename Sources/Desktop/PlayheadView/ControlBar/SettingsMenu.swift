/// The settings as pages of entries, derived from the model of the control bar.
package struct SettingsMenu: Sendable, Equatable {
    /// A page.
    package enum Page: String, Sendable, Hashable, CaseIterable {
        case root, quality, audio, audioDelay, captions, captionStyle, captionsDelay, speed, picture

        /// The title.
        package var title: String {
            switch self {
            case .root: "Settings"
            case .quality: "Quality"
            case .audio: "Audio track"
            case .audioDelay: "Audio delay"
            case .captions: "Captions"
            case .captionStyle: "Caption style"
            case .captionsDelay: "Caption delay"
            case .speed: "Speed"
            case .picture: "Picture"
            }
        }

        /// The page to return to.
        package var parent: Page? {
            switch self {
            case .root: nil
            case .audioDelay: .audio
            case .captionStyle, .captionsDelay: .captions
            case .quality, .audio, .captions, .speed, .picture: .root
            }
        }
    }

    /// The action of an entry.
    package enum Action: Sendable, Hashable {
        case open(Page)
        case quality(Int)
        case audio(Int)
        /// Sets the delay of sound in tenths of a second.
        case audioDelay(Int)
        case captions(Int)
        /// Sets the caption size, in percent.
        case captionSize(Int)
        case captionLook(Int)
        /// Shows the captions of a file that the viewer selects.
        case openCaptions
        /// Shows the captions of the file that the viewer opened.
        case captionsFile
        /// Sets the delay of captions in tenths of a second.
        case captionsDelay(Int)
        /// Sets the playback rate, in percent.
        case speed(Int)
        case stretching(Stretching)
        case aspect(PictureAdjustment.Aspect)
        /// Sets the zoom, in percent.
        case zoom(Int)
        /// Sets the rotation in quarter turns.
        case turns(Int)
    }

    /// A line of a page.
    package struct Entry: Sendable, Hashable {
        /// The text.
        package var title: String
        /// The current value beside the text; empty for an entry without a value.
        package var value = ""
        /// Whether the entry is the current choice; `nil` if the entry is not a choice.
        package var isChosen: Bool?
        /// The action.
        package var action: Action
        /// Whether the menu stays open after the action.
        package var staysOpen = false
    }

    /// A group of entries.
    package struct Section: Sendable, Hashable {
        /// The heading; empty for a page without a heading.
        package var title = ""
        /// The entries.
        package var entries: [Entry]
    }

    /// The sections of each page. A page without sections is not available.
    package var pages: [Page: [Section]] = [:]

    /// Creates empty settings.
    package init() {}

    /// Creates the settings for a model.
    package init(_ model: ControlBarModel, _ facts: ControlBarFacts) {
        if model.quality.isShown { pages[.quality] = [Self.section(model.quality) { .quality($0) }] }
        if model.speed.isShown { pages[.speed] = [Self.section(model.speed) { .speed($0) }] }
        addAudio(model, facts)
        addCaptions(model, facts)
        if facts.media?.width != nil { pages[.picture] = Self.picture(facts) }
        let values: [Page: String] = [
            .quality: model.quality.title, .audio: model.audio.title, .captions: facts.captionsFile ?? model.captions.title,
            .speed: model.speed.title, .picture: facts.adjustment.aspect == .automatic ? "" : facts.adjustment.aspect.title,
        ]
        let shown: [Page] = [.captions, .audio, .quality, .speed, .picture].filter { pages[$0] != nil }
        if !shown.isEmpty {
            pages[.root] = [Section(entries: shown.map { Self.link($0, values[$0] ?? "") })]
        }
    }

    /// Returns the index of the current choice of a page among all its entries; 0 if nothing is chosen.
    package func chosenEntry(of page: Page) -> Int {
        (pages[page] ?? []).flatMap(\.entries).firstIndex { $0.isChosen == true } ?? 0
    }

    private mutating func addAudio(_ model: ControlBarModel, _ facts: ControlBarFacts) {
        let hasDelay = facts.media?.width != nil && facts.media?.audioTracks.isEmpty == false
        guard model.audio.isShown || hasDelay else { return }
        var sections = model.audio.isShown ? [Self.section(model.audio) { .audio($0) }] : []
        if hasDelay {
            sections.append(Section(entries: [Self.link(.audioDelay, facts.audioDelay == 0 ? "" : BarText.delay(facts.audioDelay))]))
            pages[.audioDelay] = [Self.delays(facts.audioDelay) { .audioDelay($0) }]
        }
        pages[.audio] = sections
    }

    /// Returns delays around none, and the current one, in seconds, as choices.
    private static func delays(_ current: Double, action: (Int) -> Action) -> Section {
        let now = Int(saturating: current * 10)
        let tenths = Set([-20, -10, -5, -2, -1, 0, 1, 2, 5, 10, 20, now]).sorted()
        return Section(
            entries: tenths.map {
                let title = $0 == 0 ? "None" : BarText.delay(Double($0) / 10) + ($0 < 0 ? " (earlier)" : " (later)")
                return Entry(title: title, isChosen: $0 == now, action: action($0), staysOpen: true)
            })
    }

    private mutating func addCaptions(_ model: ControlBarModel, _ facts: ControlBarFacts) {
        guard model.captions.isShown || facts.opensCaptions || facts.captionsFile != nil else { return }
        var tracks = Self.section(model.captions.isShown ? model.captions : .off) { .captions($0) }
        if let file = facts.captionsFile {
            for index in tracks.entries.indices { tracks.entries[index].isChosen = false }
            tracks.entries.append(Entry(title: file, isChosen: true, action: .captionsFile))
        }
        if facts.opensCaptions { tracks.entries.append(Entry(title: "Open a file…", action: .openCaptions)) }
        let links = [
            Self.link(.captionStyle, ""), Self.link(.captionsDelay, facts.captionsDelay == 0 ? "" : BarText.delay(facts.captionsDelay)),
        ]
        pages[.captions] = [tracks, Section(entries: links)]
        pages[.captionStyle] = [
            Self.section(model.captionSize, "Size", staysOpen: true) { .captionSize($0) },
            Self.section(model.captionLook, "Colours", staysOpen: true) { .captionLook($0) },
        ]
        pages[.captionsDelay] = [Self.delays(facts.captionsDelay) { .captionsDelay($0) }]
    }

    private static func picture(_ facts: ControlBarFacts) -> [Section] {
        let fits: [(Stretching, String)] = [
            (.uniform, "Whole picture"), (.fill, "Fill the window"), (.exactFit, "Stretch"), (.none, "Original size"),
        ]
        let zoom = Int(saturating: facts.adjustment.zoom * 100)
        let zooms = Set([100, 125, 150, 200, zoom]).sorted()
        return [
            Section(
                title: "Fit",
                entries: fits.map {
                    Entry(title: $0.1, isChosen: $0.0 == facts.stretching, action: .stretching($0.0), staysOpen: true)
                }),
            Section(
                title: "Aspect ratio",
                entries: PictureAdjustment.Aspect.allCases.map {
                    Entry(title: $0.title, isChosen: $0 == facts.adjustment.aspect, action: .aspect($0), staysOpen: true)
                }),
            Section(
                title: "Zoom", entries: zooms.map { Entry(title: "\($0) %", isChosen: $0 == zoom, action: .zoom($0), staysOpen: true) }),
            Section(
                title: "Rotation",
                entries: (0..<4).map {
                    Entry(title: "\($0 * 90)°", isChosen: $0 == facts.adjustment.turns, action: .turns($0), staysOpen: true)
                }),
        ]
    }

    private static func link(_ page: Page, _ value: String) -> Entry {
        Entry(title: page.title, value: value, action: .open(page), staysOpen: true)
    }

    private static func section(
        _ menu: ControlBarModel.Menu, _ title: String = "", staysOpen: Bool = false, action: (Int) -> Action
    ) -> Section {
        Section(
            title: title,
            entries: menu.choices.map {
                Entry(title: $0.title, isChosen: $0.index == menu.chosen, action: action($0.index), staysOpen: staysOpen)
            })
    }
}

extension ControlBarModel.Menu {
    /// The title of the chosen entry; empty if nothing is chosen.
    package var title: String { choices.first { $0.index == chosen }?.title ?? "" }

    /// The captions of media without any.
    fileprivate static let off = ControlBarModel.Menu(choices: [ControlBarModel.Choice(title: "Off", index: 0)], chosen: 0)
}
