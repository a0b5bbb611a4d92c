extension PlaybackMachine {
    /// Handles the status of a content key.
    mutating func handleKey(_ id: ContentKeyID, _ status: ContentKeyStatus, of system: String) {
        guard status != .released || content.keys[id] != nil else { return }
        content.keys[id] = status == .released ? nil : system
        emit(KeyStatusEvent(keyID: id, status: status, system: system))
    }

    /// Emits the end of all keys before their item is closed: the reports of its engine are no longer those of the current playback.
    mutating func releaseKeys() {
        for (id, system) in content.keys.sorted(by: { $0.key.description < $1.key.description }) { handleKey(id, .released, of: system) }
    }
}
