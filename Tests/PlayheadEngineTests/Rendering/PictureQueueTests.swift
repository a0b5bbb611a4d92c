import PlayheadFFmpeg
import Testing

@testable import PlayheadEngine

@Suite("The queue of decoded pictures", .enabled(if: Samples.areThere))
struct PictureQueueTests {
    private let picture: Frame
    private let format: TrackFormat

    init() async throws {
        let demuxer = try Demuxer(source: FileByteSource(path: try await Samples.url(Samples.small).path))
        let stream = try #require(demuxer.bestStream(.video))
        demuxer.select([stream])
        let packet = try #require(try demuxer.read())
        picture = try #require(try Decoder(stream: stream).decodeAlone(packet))
        format = TrackFormat(stream: stream, offset: 0)
    }

    /// Returns a picture of 160 by 90 pixels at `time` that lasts `duration`, both in seconds.
    private func frame(_ time: Double, _ duration: Double) -> DecodedFrame {
        DecodedFrame(frame: picture, format: format, time: time, duration: duration)
    }

    /// Appends pictures of `duration` seconds until the queue is full, at most 100.
    private func filled(_ limits: PictureQueue.Limits, _ duration: Double) -> PictureQueue {
        var queue = PictureQueue(limits: limits)
        for index in 0..<100 where queue.isFilling { queue.append(frame(Double(index) * duration, duration)) }
        return queue
    }

    @Test(
        "It holds a fifth of a second, and at least four pictures",
        arguments: [(28, 6), (56, 12), (24, 5), (1, 4), (.infinity, 32), (1000, 32)] as [(Double, Int)])
    func duration(frameRate: Double, count: Int) {
        #expect(filled(PictureQueue.Limits(), 1 / frameRate).count == count)
    }

    @Test("It holds no more bytes than the limit, beyond the minimum of pictures")
    func bytes() {
        let size = picture.byteCount
        #expect(size >= 160 * 90 * 3 / 2)
        #expect(filled(PictureQueue.Limits(duration: 10, bytes: size * 6), 0.01).count == 6)
        #expect(filled(PictureQueue.Limits(duration: 10, bytes: 1), 0.01).count == 4)
    }

    @Test("Decoding resumes when half of the limits is left")
    func resuming() {
        var queue = filled(PictureQueue.Limits(duration: 0.25), 1.0 / 32)
        #expect(queue.count == 8 && !queue.isFilling)
        while !queue.isFilling { _ = queue.removeFirst() }
        #expect(queue.count == 3)
    }

    @Test("Unpaced playback holds the minimum of pictures, and refills at once")
    func unpaced() {
        var queue = filled(.unpaced, 1.0 / 30)
        #expect(queue.count == 4 && !queue.isFilling)
        _ = queue.removeFirst()
        #expect(queue.isFilling)
    }

    @Test("The order of pictures is kept, and pictures are removed by a condition")
    func order() {
        var queue = PictureQueue()
        for time in [1.0, 2, 3] { queue.append(frame(time, 1)) }
        #expect(queue.leading.map(\.time) == [1, 2] && queue.last?.time == 3)
        queue.removeAll { $0.time < 2 }
        #expect(queue.removeFirst()?.time == 2)
        #expect(queue.removeFirst()?.time == 3)
        #expect(queue.removeFirst() == nil && queue.isEmpty)
    }

    @Test("Times that are no numbers fill the queue to the maximum at most")
    func noNumbers() {
        #expect(filled(PictureQueue.Limits(), .nan).count == 32)
    }
}
