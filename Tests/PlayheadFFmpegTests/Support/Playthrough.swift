import CFFmpeg

@testable import PlayheadFFmpeg

/// All frames of a container, decoded from the demuxer's position to the end, by an error or otherwise.
struct Playthrough {
    struct DecodedFrame: Equatable {
        var stream: Int
        /// The time in seconds.
        var time: Double?
        var isKey: Bool
        var type: Frame.PictureType
        var sampleCount: Int
        /// The hash of the pixels or samples.
        var fingerprint: Int
        /// The root mean square of the first channel of sound.
        var loudness: Float
    }

    private(set) var frames: [DecodedFrame] = []
    private(set) var packets = 0
    /// The number of errors of decoders.
    private(set) var decodingErrors = 0

    /// Decodes everything from the position of `demuxer`, with the given decoders by stream; missing ones are made. With `fromKeyFrames`,
    /// packets of pictures are skipped until the first key frame.
    init(_ demuxer: Demuxer, decoders: [Int: Decoder] = [:], fromKeyFrames: Bool = false, hashes: Bool = false) throws {
        var decoders = decoders
        var waiting = Set(fromKeyFrames ? demuxer.streams.filter { $0.kind == .video }.map(\.index) : [])
        while let packet = try demuxer.read() {
            packets += 1
            let index = packet.streamIndex
            if packet.isKey { waiting.remove(index) }
            if waiting.contains(index) { continue }
            if decoders[index] == nil { decoders[index] = try? Decoder(stream: demuxer.streams[index]) }
            guard let decoder = decoders[index] else { continue }
            send(packet, to: decoder, hashes)
        }
        for decoder in decoders.values { send(nil, to: decoder, hashes) }
    }

    func frames(of stream: StreamInfo) -> [DecodedFrame] {
        frames.filter { $0.stream == stream.index }.sorted { ($0.time ?? 0) < ($1.time ?? 0) }
    }

    private mutating func send(_ packet: Packet?, to decoder: Decoder, _ hashes: Bool) {
        do {
            while try decoder.send(packet) == .full { if try !receive(decoder, hashes) { break } }
            while try receive(decoder, hashes) {}
        } catch {
            decodingErrors += 1
        }
    }

    private mutating func receive(_ decoder: Decoder, _ hashes: Bool) throws(FFmpegError) -> Bool {
        guard case .frame(let frame) = try decoder.receive() else { return false }
        frames.append(
            DecodedFrame(
                stream: decoder.stream.index, time: frame.pts.map { Double($0) * decoder.stream.timeBase }, isKey: frame.isKey,
                type: frame.pictureType, sampleCount: frame.sampleCount, fingerprint: hashes ? frame.fingerprint : 0,
                loudness: hashes ? frame.loudness : 0))
        return true
    }
}

extension Frame {
    /// The root mean square of the first channel of audio in floats; 0 for other frames.
    var loudness: Float {
        guard width == 0, sampleCount > 0, pointer.pointee.format == AV_SAMPLE_FMT_FLTP.rawValue,
            let plane = pointer.pointee.data.0
        else { return 0 }
        let sum = plane.withMemoryRebound(to: Float.self, capacity: sampleCount) { plane in
            UnsafeBufferPointer(start: plane, count: sampleCount).reduce(0) { $0 + $1 * $1 }
        }
        return (sum / Float(sampleCount)).squareRoot()
    }

    /// The hash of the pixels or samples, stable in one run of the tests.
    var fingerprint: Int {
        var hasher = Hasher()
        func add(_ bytes: UnsafePointer<UInt8>?, _ count: Int) { hasher.combine(bytes: UnsafeRawBufferPointer(start: bytes, count: count)) }
        let format = pointer.pointee.format
        if width > 0 {
            let planes = [pointer.pointee.data.0, pointer.pointee.data.1, pointer.pointee.data.2]
            let strides = [pointer.pointee.linesize.0, pointer.pointee.linesize.1, pointer.pointee.linesize.2]
            for plane in 0..<3 {
                let rows = plane == 0 ? height : (height + 1) / 2
                let bytes = max(0, Int(av_image_get_linesize(AVPixelFormat(rawValue: format), Int32(width), Int32(plane))))
                for row in 0..<rows { add(planes[plane].map { UnsafePointer($0 + row * Int(strides[plane])) }, bytes) }
            }
        } else {
            let sample = AVSampleFormat(rawValue: format)
            let isPlanar = av_sample_fmt_is_planar(sample) != 0
            let bytes = Int(av_get_bytes_per_sample(sample)) * sampleCount * (isPlanar ? 1 : channels)
            for plane in 0..<(isPlanar ? channels : 1) { add(pointer.pointee.extended_data[plane].map { UnsafePointer($0) }, bytes) }
        }
        return hasher.finalize()
    }
}
