import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadMetadata

/// One container file, local or loaded by HTTP: a demuxer with its own thread.
///
/// `@unchecked Sendable`: every access to the mutable state is under `condition`, except `isIndexed` and `isChained`, which only the demuxing
/// thread uses, as it does the demuxer.
final class ProgressiveSource: MediaSource, @unchecked Sendable {
    /// An action of the thread before it continues reading.
    private enum Turn {
        /// Everything is loaded again from `time` (seconds) on.
        case seek(to: Double)
        /// Loaded packets stay; an audio track that was not read before is read from `time` (seconds) on.
        case reread(from: Double)
    }

    /// The instructions for the thread.
    private struct Instructions {
        var turn: Turn?
        /// The generation of the pictures that are read.
        var generation = 0
        var sound: FileSound?
        /// The generations of all that is read.
        var generations: Set<Int> { Set([generation] + (sound?.places.map(\.generation) ?? [])) }
    }

    let bytes: any ByteSource
    let contentKeys: ContentKeys
    let decrypter: FileDecrypter
    let url: String
    private let store: PacketStore
    let metadata: MetadataTracker?
    let preferredAudio: AudioPreference
    let prefersPreciseDuration: Bool
    private let onFirstPicture: FirstPictureHandler?
    private let report: @Sendable (EngineReport) -> Void
    private let condition = TimedCondition()
    private var instructions = Instructions()
    private var isClosed = false
    private var opening: CheckedContinuation<OpenedMedia, any Error>?
    private var thread: WorkerThread?
    /// Whether the container has an index of its samples, like MP4. Used on the demuxing thread.
    private var isIndexed = false
    /// Whether the file is a chain of songs, between which FFmpeg cannot seek. Used on the demuxing thread.
    var isChained = false
    /// The sound before the target of a seek that a decoder needs, in seconds.
    private static let preroll = 1.0

    /// - Parameters:
    ///   - bytes: The bytes of the resource.
    ///   - url: The URL of the resource without credentials, for errors.
    ///   - contentKeys: The keys of encrypted samples.
    ///   - store: The store for the packets.
    ///   - preferredAudio: The sound to start with.
    ///   - metadata: Receives the metadata of the container; `nil` for none.
    ///   - prefersPreciseDuration: Whether a file without an exact duration is read to its end during opening.
    ///   - onFirstPicture: Receives the first picture while the source is still being opened; `nil` to ignore it.
    ///   - report: Receives the audio track after each switch, and warnings.
    init(
        bytes: any ByteSource, url: String, contentKeys: ContentKeys, store: PacketStore, preferredAudio: AudioPreference,
        metadata: MetadataTracker? = nil, prefersPreciseDuration: Bool = false, onFirstPicture: FirstPictureHandler? = nil,
        report: @escaping @Sendable (EngineReport) -> Void = { _ in }
    ) {
        self.preferredAudio = preferredAudio
        self.metadata = metadata
        self.prefersPreciseDuration = prefersPreciseDuration
        self.onFirstPicture = onFirstPicture
        self.bytes = bytes
        self.contentKeys = contentKeys
        decrypter = FileDecrypter(contentKeys, url: url)
        self.url = url
        self.store = store
        self.report = report
    }

    func open(at start: Double?) async throws -> OpenedMedia {
        try await withCheckedThrowingContinuation { continuation in
            condition.lock()
            defer { condition.unlock() }
            guard !isClosed else { return continuation.resume(throwing: CancellationError()) }
            opening = continuation
            thread = WorkerThread(name: "playhead.demux") { self.run(from: start ?? 0) }
        }
    }

    private func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
        condition.lock()
        defer { condition.unlock() }
        return try body()
    }

    func seek(to time: Double) {
        let (selected, cancel): (Int?, (@Sendable () -> Void)?) = locked {
            let generation = store.reset()
            instructions.generation = generation
            // After the store was emptied, no sound has to continue until the other track is loaded.
            let selected = instructions.sound?.staged?.index
            instructions.sound?.restart(generation)
            instructions.turn = .seek(to: time)
            condition.broadcast()
            return (selected, interrupt())
        }
        cancel?()
        if let selected { report(.audioTrackSelected(selected)) }
    }

    func selectLevel(_ index: Int, playhead: Double) {}

    func selectAudioTrack(_ index: Int, playhead: Double) {
        let cancel: (@Sendable () -> Void)? = locked {
            guard let sound = instructions.sound, sound.formats.indices.contains(index), index != sound.wanted, !isClosed else {
                return nil
            }
            guard index == sound.current.index else { return stage(index, from: playhead) }
            // The current track was selected again.
            if let staged = sound.staged { store.unstage(staged.generation) }
            instructions.sound?.staged = nil
            return nil
        }
        cancel?()
    }

    func playheadMoved(to time: Double) {
        let cancel: (@Sendable () -> Void)? = locked {
            guard let staged = instructions.sound?.staged else { return nil }
            return stage(staged.index, from: time)
        }
        cancel?()
    }

    /// Reads another audio track from `time` on, beside the current one: the file is read again from there, and packets that are already
    /// loaded are skipped. Called with the lock held.
    /// - Returns: Cancels the current wait for a key, to be called after unlocking.
    private func stage(_ index: Int, from time: Double) -> (@Sendable () -> Void)? {
        var cancel: (@Sendable () -> Void)?
        // A pending seek reads the track too.
        if case .seek = instructions.turn {
        } else {
            let generation = store.renew()
            instructions.generation = generation
            instructions.sound?.current.generation = generation
            instructions.turn = .reread(from: time)
            cancel = interrupt()
        }
        instructions.sound?.staged = FileSound.Place(index: index, generation: store.stage(.audio))
        condition.broadcast()
        return cancel
    }

    func takeOverSound(at time: Double, amount: Double, isUrgent: Bool) -> Bool {
        let index: Int? = locked {
            guard let staged = instructions.sound?.staged,
                store.takeOver(.audio, at: time, amount: amount, isUrgent: isUrgent, isMuxed: true)
            else { return nil }
            instructions.sound?.takeOver()
            return staged.index
        }
        if let index { report(.audioTrackSelected(index)) }
        return index != nil
    }

    private func interrupt() -> (@Sendable () -> Void)? {
        bytes.interrupt()
        return decrypter.beginInterruption()
    }

    func close() async {
        let thread = markClosed()
        bytes.cancel()
        decrypter.interrupt()
        store.close()
        await thread?.join()
        await contentKeys.close()
    }

    private func markClosed() -> WorkerThread? {
        locked {
            isClosed = true
            condition.broadcast()
            return thread
        }
    }

    // MARK: On the demuxing thread

    private func run(from start: Double) {
        do {
            let size = bytes.size ?? 0
            let demuxer = try openTimed(onFirstPicture: start == 0 ? onFirstPicture : nil)
            isIndexed = demuxer.format.hasPrefix("mov")
            var (media, pictures, sound) = try describe(demuxer)
            let captions = EmbeddedCaptions(media.streams, origin: media.origin, url: url) { [report] in report(.warning($0)) }
            media.captions = captions.offers
            var reader = makeReader(of: demuxer, Self.formats(pictures, sound), captions: captions, origin: media.origin)
            // Errors of keys are those of opening.
            if media.hasProtectedContent {
                do { _ = try demuxer.readAhead(bytes: 1) } catch { throw readError(error, otherwise: .truncated, hasRead: false) }
            }
            announceEnd(of: media, to: &reader)
            try determineDuration(demuxer, &reader, &media)
            announceEnd(of: media, to: &reader)
            let generation = store.reset()
            sound?.current.generation = generation
            locked {
                instructions.generation = generation
                instructions.sound = sound
                if start > 0, instructions.turn == nil { instructions.turn = .seek(to: start) }
            }
            store.define(Set(reader.lanes.map(\.kind)), isMuxed: true)
            metadata?.describe(demuxer.metadata(of: pictures, origin: media.origin))
            try prepareToGrow(demuxer, reader, origin: media.origin)
            let growth = FileGrowth(bytes, size: size, seconds: media.description.duration) { [report] in report(.durationChanged($0)) }
            answer(.success(media))
            var reading = Reading(reader: reader, pictures: pictures, captions: captions, growth: growth)
            loop(&reading)
        } catch {
            answer(.failure(PlaybackError(cause: error, otherwise: error is TruncatedFile ? .truncated : .unsupportedFormat, url: url)))
        }
    }

    /// Opens the container, and reports the time that it took.
    private func openTimed(onFirstPicture: FirstPictureHandler?) throws -> Demuxer {
        let beginning = SystemClock().now
        let demuxer = try openContainer(
            onFirstPicture: onFirstPicture.map { handle in
                { decode in handle { decode().map { VideoPicture(frame: $0, time: 0, duration: 0, level: nil) } } }
            })
        store.onStep?(.opened(Set(TrackKind.allCases), format: demuxer.format, seconds: SystemClock().now - beginning))
        return demuxer
    }

    /// Returns the error for a failure to read packets or to seek, of `kind` unless the cause has a more specific one. `hasRead` is true if
    /// a packet was read before.
    private func readError(_ error: any Error, otherwise kind: PlaybackError.Kind, hasRead: Bool) -> PlaybackError {
        // The index was read, but not the samples before it, and the source cannot seek back to them.
        let needsRanges = !hasRead && !bytes.isSeekable && isIndexed && error is FFmpegError
        return PlaybackError(cause: error, otherwise: needsRanges ? .rangesUnavailable : kind, url: url)
    }

    /// The state of reading the file.
    private struct Reading {
        var reader: ContainerReader
        let pictures: TrackFormat?
        let captions: EmbeddedCaptions
        var growth: FileGrowth
        var loaded = LoadedPlaces()
        var hasRead = false
        /// The end of the packets that were read, in seconds.
        var reached = 0.0
        /// The end of the sound that a seek passes, in seconds.
        var passed = -Double.infinity
    }

    private func loop(_ reading: inout Reading) {
        while let now = nextInstructions() {
            let formats = Self.formats(reading.pictures, now.sound)
            if !formats.elementsEqual(reading.reader.lanes, by: { $0.format === $1.format }) { reading.reader.setLanes(formats) }
            do { try performTurn(of: now, &reading) } catch {
                reading.captions.reach(.infinity)
                fail(readError(error, otherwise: .unsupportedFormat, hasRead: reading.hasRead), now)
                continue
            }
            do { try readPacket(now, &reading) } catch is CancellationError {
                continue
            } catch {
                reading.captions.reach(.infinity)
                fail(readError(error, otherwise: .truncated, hasRead: reading.hasRead), now)
            }
        }
    }

    private func performTurn(of now: Instructions, _ reading: inout Reading) throws {
        switch now.turn {
        case .seek(let time):
            reading.loaded = LoadedPlaces()
            reading.captions.restart()
            try seek(&reading.reader, to: time, reached: reading.reached)
            reading.passed = isChained && reading.pictures == nil ? time - Self.preroll : -.infinity
        case .reread(let time):
            reading.loaded.rewind(except: now.sound?.stagedFormat)
            try reading.reader.seek(to: time)
        case nil: break
        }
    }

    /// Loads the next packet.
    private func readPacket(_ now: Instructions, _ reading: inout Reading) throws {
        guard let (packet, kind) = try reading.reader.next() else { return try end(now, &reading) }
        reading.captions.reach(packet.time)
        reading.hasRead = true
        reading.reached = max(reading.reached, packet.end)
        reading.growth.note(packet.end, position: reading.reader.position, now: SystemClock().now)
        addTitles(before: packet, reading.reader)
        guard packet.time >= reading.passed, reading.loaded.isNew(packet),
            let generation = kind == .video ? now.generation : now.sound?.generation(of: packet.format)
        else { return }
        reading.passed = -.infinity
        if store.append(packet, to: kind, generation: generation, blocking: true) { reading.loaded.note(packet) }
    }

    /// Continues after the end of the container, or waits there for the next turn.
    private func end(_ now: Instructions, _ reading: inout Reading) throws {
        if try continueAfterEnd(&reading) { return }
        // Behind the end, which an estimated duration may exceed, a seek finds the last sound.
        if reading.passed > reading.reached - Self.preroll {
            reading.passed = reading.reached - Self.preroll
            return try restart(&reading.reader)
        }
        reading.captions.reach(.infinity)
        reading.growth.finish()
        finish(reading.reader, now)
        waitForTurn()
    }

    /// Seeks, or continues where the container is, if the source cannot go back or need not: what was read up to `reached` (seconds) precedes it.
    private func seek(_ reader: inout ContainerReader, to time: Double, reached: Double) throws {
        if isChained { return try restart(&reader) }
        let isPipe = (bytes as? CopyingByteSource)?.base is PipeByteSource
        let onlyForward = !bytes.isSeekable && !isIndexed
        // A search of FFmpeg needs bytes that are not loaded yet.
        if onlyForward, !isPipe, time >= reached { return reader.waitForKeyFrame() }
        do { try reader.seek(to: time) } catch  where isPipe || onlyForward { reader.waitForKeyFrame() }
    }

    /// Continues with the part of a file that was written after the container was opened.
    /// - Returns: Whether there is one.
    private func continueAfterEnd(_ reading: inout Reading) throws -> Bool {
        guard try reading.growth.reopen(&reading.reader) else { return false }
        reading.loaded.rewind(except: nil)
        let next = SystemClock().now + FileGrowth.interval
        locked { while instructions.turn == nil, !isClosed, SystemClock().now < next { condition.wait(until: next) } }
        return true
    }

    /// Reports that the file was read to its end, and whether the file is truncated.
    private func finish(_ reader: ContainerReader, _ now: Instructions) {
        if let truncation = reader.truncation {
            let error = PlaybackError(.truncated, url: url, underlying: truncation.description)
            for generation in now.generations { store.expectEnd(error, generation: generation) }
        }
        if reader.lacksLastPage {
            report(.warning(PlaybackError(.truncated, severity: .warning, url: url, underlying: "The last page of Ogg is missing.")))
        }
        let kinds = reader.lanes.map(\.kind)
        if kinds.contains(.video) { store.finish([.video], generation: now.generation) }
        for place in now.sound?.places ?? [] { store.finish([.audio], generation: place.generation) }
    }

    /// Reports that nothing more follows, and waits for the next turn.
    private func fail(_ error: PlaybackError, _ now: Instructions) {
        for generation in now.generations { store.fail(error, generation: generation) }
        waitForTurn()
    }

    /// Returns the next instructions, or `nil` after closing. Taking a turn ends the interruption that was made for it.
    private func nextInstructions() -> Instructions? {
        locked {
            guard !isClosed else { return nil }
            defer { instructions.turn = nil }
            if instructions.turn != nil {
                bytes.resume()
                decrypter.resume()
            }
            return instructions
        }
    }

    private func waitForTurn() {
        locked {
            while instructions.turn == nil, !isClosed { condition.wait() }
        }
    }

    private func answer(_ result: Result<OpenedMedia, any Error>) {
        let continuation = locked {
            defer { opening = nil }
            return opening
        }
        continuation?.resume(with: result)
    }
}
