import Foundation
import Playhead

/// Describes events in a few words.
enum EventText {
    /// Returns the description of an event. A short one omits what is shown elsewhere, such as URLs.
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
        case let changed as CaptionsChangeEvent:
            return changed.tracks.indices.contains(changed.track) ? changed.tracks[changed.track].name : ""
        case let cue as CaptionCueEvent:
            return cue.cues.isEmpty ? "none" : cue.cues.map { $0.text.replacing("\n", with: " / ") }.joined(separator: " | ")
        case let log as AccessLogEvent:
            let stalls = log.entry.numberOfStalls == 1 ? "1 stall" : "\(log.entry.numberOfStalls) stalls"
            return "\(seconds(log.entry.durationWatched)) watched, \(stalls)"
        case let log as ErrorLogEvent:
            let entry = log.entry
            let code = "\(entry.errorDomain) \(entry.errorStatusCode)"
            return isShort ? code : "\(code)  \(entry.uri ?? "")"
        case let problem as AdErrorEvent: return text(of: problem.error, isShort)
        case let problem as AdWarningEvent: return text(of: problem.error, isShort)
        case let impression as AdImpressionEvent: return impression.impression.adTitle ?? impression.impression.adId ?? ""
        case let meta as AdMetaEvent: return MetadataText.text(of: meta.metadata)
        case let meta as MetaEvent: return MetadataText.text(of: meta.metaData)
        case let meta as MetaParsedEvent: return MetadataText.text(of: meta.metaData)
        default: return event.fields.fields.map { "\($0.key)=\(text($0.value))" }.joined(separator: "  ")
        }
    }

    private static func text(of error: PlaybackError, _ isShort: Bool) -> String {
        isShort ? "\(error.code)  \(error.message)" : ErrorText.line(error)
    }

    /// Returns the title; without a title the URL, or its last path component.
    private static func name(of item: ItemDescription, _ isShort: Bool) -> String {
        if let title = item.title { return title }
        guard isShort else { return item.url }
        return item.url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last.map(String.init) ?? item.url
    }

    /// Returns the local time of day, such as `14:32:07`.
    static func timeOfDay(_ date: Date) -> String {
        // Streams may contain dates outside of any calendar.
        let years = 10_000.0
        guard abs(date.timeIntervalSince1970) < years * 366 * 86_400 else { return "" }
        let parts = Calendar.current.dateComponents([.hour, .minute, .second], from: date)
        return String(format: "%02d:%02d:%02d", parts.hour ?? 0, parts.minute ?? 0, parts.second ?? 0)
    }

    private static func milliseconds(_ value: Double) -> String { String(format: "%.0f ms", value) }

    static func seconds(_ value: Double) -> String { String(format: "%.2f s", value) }

    private static func percent(_ value: Double) -> String { String(format: "%.0f", value * 100) }

    private static func text(_ value: EventValue) -> String {
        switch value {
        case .double(let number): number.isFinite ? String(format: "%.3f", number) : "\(number)"
        case .string(let string): string
        default: JSONText.text(value)
        }
    }
}
