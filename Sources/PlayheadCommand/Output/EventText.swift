import Foundation
import Playhead

/// What an event says, in a few words for people.
enum EventText {
    /// - Parameter isShort: Whether there is little room: then without what is shown elsewhere, such as URLs.
    static func details(of event: any PlayerEvent, isShort: Bool = false) -> String {
        switch event {
        case let change as StateChangeEvent: return "\(change.oldState) → \(change.newState)  (\(change.reason.rawValue))"
        case let problem as ErrorEvent: return text(of: problem.error, isShort)
        case let problem as SetupErrorEvent: return text(of: problem.error, isShort)
        case let problem as WarningEvent: return text(of: problem.error, isShort)
        case let item as PlaylistItemEvent: return "\(item.index)  \(name(of: item.item, isShort))"
        case let ready as ReadyEvent: return milliseconds(ready.setupTime)
        case let first as FirstFrameEvent: return milliseconds(first.loadTime)
        case let attempt as PlayAttemptEvent: return attempt.reason.rawValue
        case let play as PlayEvent: return play.reason.rawValue
        case let pause as PauseEvent: return pause.reason.rawValue
        case let buffer as BufferEvent: return buffer.reason.rawValue
        case let idle as IdleEvent: return idle.reason.rawValue
        case let seek as SeekEvent: return "\(seconds(seek.position)) → \(seconds(seek.offset))"
        case let seeked as SeekedEvent: return seconds(seeked.position)
        case let rate as PlaybackRateChangedEvent: return String(format: "%g×", rate.playbackRate)
        case let volume as VolumeEvent: return "\(percent(volume.volume)) %"
        case let mute as MuteEvent: return mute.mute ? "on" : "off"
        case let quality as VisualQualityEvent: return "\(quality.level.label)  (\(quality.reason.rawValue))"
        case let levels as LevelsEvent: return levels.levels.map(\.label).joined(separator: ", ")
        case let changed as LevelsChangedEvent:
            return changed.levels.indices.contains(changed.currentQuality) ? changed.levels[changed.currentQuality].label : ""
        case let tracks as AudioTracksEvent: return tracks.levels.map(\.name).joined(separator: ", ")
        case let changed as AudioTrackChangedEvent: return "track \(changed.currentTrack)"
        case let captions as CaptionsListEvent: return captions.tracks.map(\.name).joined(separator: ", ")
        case let meta as MetaEvent: return text(of: meta.metaData)
        default: return event.fields.fields.map { "\($0.key)=\(text($0.value))" }.joined(separator: "  ")
        }
    }

    private static func text(of error: PlaybackError, _ isShort: Bool) -> String {
        isShort ? "\(error.code)  \(error.message)" : ErrorText.line(error)
    }

    /// The title; else the URL, or the last part of it, which says most.
    private static func name(of item: ItemDescription, _ isShort: Bool) -> String {
        if let title = item.title { return title }
        guard isShort else { return item.url }
        return item.url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last.map(String.init) ?? item.url
    }

    /// What kind of metadata it is; of the medium its size and length.
    private static func text(of metaData: EventFields) -> String {
        var parts: [String] = []
        if case .string(let type)? = metaData["metadataType"] { parts.append(type) }
        if case .int(let width)? = metaData["width"], case .int(let height)? = metaData["height"] { parts.append("\(width)×\(height)") }
        if case .double(let rate)? = metaData["frameRate"] { parts.append(String(format: "%.4g fps", rate)) }
        if case .double(let duration)? = metaData["duration"], duration.isFinite { parts.append(seconds(duration)) }
        return parts.joined(separator: "  ")
    }

    private static func milliseconds(_ value: Double) -> String { String(format: "%.0f ms", value) }

    private static func seconds(_ value: Double) -> String { String(format: "%.2f s", value) }

    private static func percent(_ value: Double) -> String { String(format: "%.0f", value * 100) }

    private static func text(_ value: EventValue) -> String {
        switch value {
        case .double(let number): number.isFinite ? String(format: "%.3f", number) : "\(number)"
        case .string(let string): string
        default: JSONText.text(value)
        }
    }
}
