extension SampleRecipe {
    /// Checks that a recipe can be generated.
    ///
    /// - Throws: ``SampleStreamError/badRecipe(_:)``.
    func check() throws {
        guard duration > 0, duration <= 86_400 else { throw SampleStreamError.badRecipe("\(duration) s long") }
        guard (1...240).contains(frameRate) else { throw SampleStreamError.badRecipe("\(frameRate) frames a second") }
        let rungs: [HLSLayout.Rung]
        if case .hls(let layout) = packaging {
            guard layout.segmentDuration > 0 else { throw SampleStreamError.badRecipe("segments of \(layout.segmentDuration) s") }
            guard !layout.hasDiscontinuity || !(layout.isMultivariant || layout.segments == .packedAudio) else {
                throw SampleStreamError.badRecipe("a discontinuity together with rungs, languages or packed audio")
            }
            guard layout.hasDiscontinuity || !layout.hasCodecChange else {
                throw SampleStreamError.badRecipe("another codec without a discontinuity")
            }
            guard hasAudio || layout.languages.isEmpty && layout.segments != .packedAudio else {
                throw SampleStreamError.badRecipe("languages or packed audio without sound")
            }
            guard layout.timestampOffset >= 0, layout.timestampOffset < 1e6 else {
                throw SampleStreamError.badRecipe("timestamps from \(layout.timestampOffset) s on")
            }
            if let part = layout.partDuration {
                guard part > 0, part < layout.segmentDuration else { throw SampleStreamError.badRecipe("parts of \(part) s") }
                guard layout.segments == .fragmentedMP4, !layout.isSingleFile else {
                    throw SampleStreamError.badRecipe("parts of anything but fragmented MP4 in files of their own")
                }
            }
            rungs = layout.rungs
        } else {
            rungs = []
        }
        for (width, height) in rungs.map({ ($0.width, $0.height) }) + [(width, height)] {
            guard (64...7680).contains(width), (36...4320).contains(height), width % 2 == 0, height % 2 == 0 else {
                throw SampleStreamError.badRecipe("a picture of \(width)x\(height)")
            }
        }
    }
}
