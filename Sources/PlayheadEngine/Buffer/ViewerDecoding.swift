/// The packets that a playback decodes.
///
/// A process with many viewers, such as a monitor, needs neither pictures nor sound: playback without decoding makes the same requests,
/// decisions and events, but costs a small fraction of the processor time and memory.
package enum ViewerDecoding: String, Sendable, Hashable, CaseIterable {
    /// Nothing is decoded, and no sound is played. Segments are discarded as they arrive; only their times and sizes are kept. All playbacks
    /// of this kind share a few threads.
    case none
    /// The key frames of the pictures, each on its own.
    case keyframes
    /// Everything, as in a player.
    case all
}
