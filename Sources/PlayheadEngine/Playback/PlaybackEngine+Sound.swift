import PlayheadCore

extension PlaybackEngine {
    /// Goes over to the sound that was chosen once it is there: while playing behind what was decoded of the one before, which is heard until then.
    func takeOverSound() {
        guard let sound, let source, store.stagedGeneration(of: .audio) != nil else { return }
        let enough = 0.2
        do {
            if motion == .moving, sound.decodedEnd != nil || sound.isDecoded {
                let time = max(sound.end, position)
                guard source.takeOverSound(at: time, amount: enough, isUrgent: sound.isDry(at: position)) else { return }
                try sound.join(at: time)
            } else if source.takeOverSound(at: position, amount: enough, isUrgent: motion != .held) {
                sound.restart(at: position, rate: rate)
            }
        } catch {
            report(.warning(error))
        }
    }

    /// Whether the picture goes on although the sound has run dry, since another rendition's is on its way.
    func awaitsSound(_ now: Double) -> Bool {
        if let generation = store.stagedGeneration(of: .audio), generation != awaitedSound {
            let patience = 3.0
            awaitedSound = generation
            soundHoleUntil = now + patience
        }
        return now < soundHoleUntil
    }
}
