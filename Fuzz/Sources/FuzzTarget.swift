/// A fuzz target; `Fuzz/Corpus/<name>` contains its initial inputs.
enum FuzzTarget: String, CaseIterable {
    case playlists
    case merges
    case webvtt
    case id3
    case messages
    case timestamps
    case overlay
    case gates
    case ads
    case feeds
    case traces
    case control
    case text
    case schedules
    case breaks
    case clientData
    case manifests
    case keys
    case steering

    func run(_ input: [UInt8]) {
        switch self {
        case .playlists: PlaylistTarget.run(input)
        case .merges: MergeTarget.run(input)
        case .webvtt: WebVTTTarget.run(input)
        case .id3: ID3Target.run(input)
        case .messages: MessageTarget.run(input)
        case .timestamps: TimestampTarget.run(input)
        case .overlay: OverlayTarget.run(input)
        case .gates: GateTarget.run(input)
        case .ads: AdTarget.run(input)
        case .feeds: FeedTarget.run(input)
        case .traces: TraceTarget.run(input)
        case .control: ControlTarget.run(input)
        case .text: SafeTextTarget.run(input)
        case .schedules: ScheduleTarget.run(input)
        case .breaks: BreakTarget.run(input)
        case .clientData: ClientDataTarget.run(input)
        case .manifests: ManifestTarget.run(input)
        case .keys: KeyTarget.run(input)
        case .steering: SteeringTarget.run(input)
        }
    }
}
