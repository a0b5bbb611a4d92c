import PlayheadCore
import PlayheadFFmpeg

extension ProgressiveSource {
    /// Returns the description of an opened file, and the formats of its tracks.
    func describe(_ demuxer: Demuxer) throws -> (OpenedMedia, pictures: TrackFormat?, FileSound?) {
        let video = demuxer.bestStream(.video)
        let audio = demuxer.bestStream(.audio)
        guard video != nil || audio != nil else { throw PlaybackError(.noDecodableTrack, url: url) }
        let origin = demuxer.startTime ?? 0
        let duration = demuxer.duration ?? .infinity
        let isProtected = decrypter.isProtecting || demuxer.streams.contains { $0.keyID != nil }
        let pictures = video.map { TrackFormat(stream: $0, offset: -origin, isDecrypted: isProtected) }
        // Switching to another track requires reading again from the playhead on.
        let streams = bytes.isSeekable ? demuxer.ofProgram(demuxer.usableStreams(.audio)) : [audio].compactMap(\.self)
        let sound = audio.map { audio in
            FileSound(
                formats: streams.map { TrackFormat(stream: $0, offset: -origin, isDecrypted: isProtected) },
                current: FileSound.Place(index: streams.firstIndex { $0.index == audio.index } ?? 0, generation: 0))
        }
        let tracks = sound?.tracks ?? []
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
            description: description, video: video, audio: audio, streams: demuxer.streams, format: demuxer.format,
            isDurationExact: demuxer.isDurationExact, isDurationEstimated: !demuxer.isDurationExact && !demuxer.isDurationAnnounced,
            announcedTolerance: demuxer.announcedTolerance, origin: origin,
            hasProtectedContent: isProtected, tags: demuxer.tags, artwork: demuxer.artwork, chapters: demuxer.chapters)
        return (media, pictures, sound)
    }
}
