import PlayheadCore
import PlayheadFFmpeg

extension ProgressiveSource {
    /// Returns the description of an opened file, and the formats of its tracks.
    func describe(_ demuxer: Demuxer) throws -> (OpenedMedia, pictures: TrackFormat?, FileSound?) {
        let video = demuxer.bestStream(.video)
        var audio = demuxer.bestStream(.audio)
        guard video != nil || audio != nil else { throw PlaybackError(.noDecodableTrack, url: url) }
        let origin = demuxer.startTime ?? 0
        let duration = demuxer.duration ?? .infinity
        let isProtected = decrypter.isProtecting || demuxer.streams.contains { $0.keyID != nil }
        let pictures = video.map { TrackFormat(stream: $0, offset: -origin, isDecrypted: isProtected) }
        // Switching to another track requires reading again from the playhead on.
        let streams = bytes.isSeekable ? demuxer.ofProgram(demuxer.usableStreams(.audio)) : [audio].compactMap(\.self)
        var sound = audio.map { audio in
            FileSound(
                formats: streams.map { TrackFormat(stream: $0, offset: -origin, isDecrypted: isProtected) },
                current: FileSound.Place(index: streams.firstIndex { $0.index == audio.index } ?? 0, generation: 0))
        }
        let tracks = sound?.tracks ?? []
        if let index = preferredAudio.track(of: tracks) {
            sound?.current.index = index
            audio = sound?.formats[index].stream
        }
        var description = MediaDescription(
            duration: duration, width: video?.width, height: video?.height, frameRate: video?.frameRate,
            levels: [.automatic], audioTracks: tracks, currentAudioTrack: sound?.current.index ?? -1)
        let tags = demuxer.tags + demuxer.streamTags
        description.title = Self.text(of: ["title"], tags) ?? (bytes as? HTTPByteSource)?.stationName
        description.artist = Self.text(of: ["artist", "album_artist", "author"], tags)
        description.album = Self.text(of: ["album"], tags)
        let chapters = demuxer.chapters.map { chapter in
            Chapter(text: chapter.title, range: TimeRange(start: max(0, chapter.start - origin), end: max(0, chapter.end - origin)))
        }
        description.chapters = chapters.isEmpty ? nil : chapters
        let media = OpenedMedia(
            description: description, video: video, audio: audio, streams: demuxer.ofProgram(demuxer.streams), format: demuxer.format,
            isDurationExact: demuxer.isDurationExact, isDurationEstimated: !demuxer.isDurationExact && !demuxer.isDurationAnnounced,
            announcedTolerance: demuxer.announcedTolerance, origin: origin,
            hasProtectedContent: isProtected, tags: demuxer.tags, artwork: demuxer.artwork, chapters: demuxer.chapters)
        return (media, pictures, sound)
    }

    /// Lets pictures stay for any time up to the end of the media, except in MPEG-2 systems, whose times jump where recordings were joined.
    func announceEnd(of media: OpenedMedia, to reader: inout ContainerReader) {
        let end = media.description.duration
        if reader.resets == nil, end < .infinity { reader.jumps?.announcedEnd = end }
    }

    /// Determines a duration that the container does not declare, or not exactly. Only a source of unknown size may be live.
    func determineDuration(_ demuxer: Demuxer, _ reader: inout ContainerReader, _ media: inout OpenedMedia) throws {
        let length = FileLength(demuxer: demuxer, bytes: bytes, reader: reader, origin: media.origin)
        isChained = (try? length.isChained()) ?? false
        guard let found = try length.find(precisely: prefersPreciseDuration && !media.isDurationExact) else { return }
        media.description.duration = found.seconds
        media.description.seekableRange = TimeRange(start: 0, end: found.seconds)
        media.isDurationExact = found.isExact
        // The last tag of FLV has no duration.
        media.isDurationEstimated = !found.isExact || media.format == "flv"
        if let resets = found.resets { reader.resets = resets }
    }

    /// Returns the formats to read: of the pictures, the current audio track, and the staged one.
    static func formats(_ pictures: TrackFormat?, _ sound: FileSound?) -> [(kind: TrackKind, format: TrackFormat)] {
        [pictures].compactMap(\.self).map { (.video, $0) } + (sound?.read ?? []).map { (.audio, $0) }
    }
}
