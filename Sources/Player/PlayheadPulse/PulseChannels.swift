import CPulse

/// Maps channels to speakers.
enum PulseChannels {
    /// Returns the server's map for FFmpeg's default layout of a channel count; beyond 7.1 the server's default map, or `nil` if it has
    /// none.
    static func map(channels: Int) -> pa_channel_map? {
        var map = pa_channel_map()
        guard let layout = layouts[channels] else {
            return pa_channel_map_init_extend(&map, UInt32(clamping: channels), PA_CHANNEL_MAP_WAVEEX) == nil ? nil : map
        }
        _ = pa_channel_map_init(&map)
        map.channels = UInt8(clamping: layout.count)
        withUnsafeMutableBytes(of: &map.map) { bytes in
            let positions = bytes.bindMemory(to: pa_channel_position_t.self)
            for (index, position) in layout.enumerated() { positions[index] = position }
        }
        return map
    }

    private static let frontPair = [PA_CHANNEL_POSITION_FRONT_LEFT, PA_CHANNEL_POSITION_FRONT_RIGHT]
    private static let rearPair = [PA_CHANNEL_POSITION_REAR_LEFT, PA_CHANNEL_POSITION_REAR_RIGHT]
    private static let sidePair = [PA_CHANNEL_POSITION_SIDE_LEFT, PA_CHANNEL_POSITION_SIDE_RIGHT]
    private static let centre = PA_CHANNEL_POSITION_FRONT_CENTER
    private static let rearCentre = PA_CHANNEL_POSITION_REAR_CENTER
    private static let lowFrequency = PA_CHANNEL_POSITION_LFE

    /// The layouts of `av_channel_layout_default`: mono, stereo, 2.1, 4.0, 5.0, 5.1, 6.1, 7.1.
    private static let layouts: [Int: [pa_channel_position_t]] = [
        1: [PA_CHANNEL_POSITION_MONO],
        2: frontPair,
        3: frontPair + [lowFrequency],
        4: frontPair + [centre, rearCentre],
        5: frontPair + [centre] + rearPair,
        6: frontPair + [centre, lowFrequency] + rearPair,
        7: frontPair + [centre, lowFrequency, rearCentre] + sidePair,
        8: frontPair + [centre, lowFrequency] + rearPair + sidePair,
    ]
}
