/// The generated picture and sound, as `ffmpeg` filter graphs. No font is needed: the test picture brings its own.
enum SampleSource {
    static let sampleRate = 48_000

    /// The test picture with the frame's number in black and white squares along its lower edge, the highest bit on the left.
    ///
    /// - Parameter firstFrame: The number that the first frame is stamped with.
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

    /// A sine burst of a tenth of a second from each whole second on, exactly to the sample.
    ///
    /// - Parameter frequency: In Hz.
    static func audio(frequency: Int) -> String {
        let burst = "0.5*sin(2*PI*\(frequency)*mod(n\\,\(sampleRate))/\(sampleRate))*lt(mod(n\\,\(sampleRate))\\,\(sampleRate / 10))"
        return "aevalsrc=exprs='\(burst)|\(burst)':s=\(sampleRate):c=stereo"
    }

    /// The beep of the n-th language, in Hz: each an octave below the one before.
    static func frequency(language: Int) -> Int {
        max(1000 >> language, 125)
    }
}
