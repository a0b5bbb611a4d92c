/// The generated video and audio, as `ffmpeg` filter graphs. No font is required, because the test picture includes its own.
enum SampleSource {
    static let sampleRate = 48_000

    /// Returns the test picture with the frame number in black and white squares along the bottom edge, most significant bit on the left.
    /// The first frame has the number `firstFrame`.
    static func video(width: Int, height: Int, frameRate: Int, firstFrame: Int = 0) -> String {
        let band = FrameStamp.bandHeight(height: height)
        let box = "t=fill:y=\(height - band):h=\(band)"
        var filters = ["testsrc2=size=\(width)x\(height):rate=\(frameRate)", "drawbox=x=0:w=\(width):\(box):color=black"]
        for bit in 0..<FrameStamp.bitCount {
            let columns = FrameStamp.columns(bit: bit, width: width)
            let period = 1 << (FrameStamp.bitCount - bit)
            filters.append(
                "drawbox=x=\(columns.lowerBound):w=\(columns.count):\(box):color=white"
                    + ":enable='gte(mod(n+\(firstFrame)\\,\(period))\\,\(period / 2))'")
        }
        return filters.joined(separator: ",") + ",format=yuv420p"
    }

    /// Returns a sine burst of `frequency` Hz and a tenth of a second from each whole second on, accurate to the sample.
    static func audio(frequency: Int) -> String {
        let burst = "0.5*sin(2*PI*\(frequency)*mod(n\\,\(sampleRate))/\(sampleRate))*lt(mod(n\\,\(sampleRate))\\,\(sampleRate / 10))"
        return "aevalsrc=exprs='\(burst)|\(burst)':s=\(sampleRate):c=stereo"
    }

    /// Returns the beep of the n-th language, in Hz: each an octave below the previous one.
    static func frequency(language: Int) -> Int {
        max(1000 >> language, 125)
    }
}
