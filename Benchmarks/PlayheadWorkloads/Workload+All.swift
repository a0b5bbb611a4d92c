extension Workload {
    /// Returns all workloads. `segments` is the number of segments of the playlists: twelve hours of two seconds each, or fewer in tests.
    package static func all(segments: Int = 21_600) -> [Workload] {
        EventWorkloads.all + PlaylistWorkloads.all(segments: segments) + AdaptiveWorkloads.all + PacketWorkloads.all
            + CaptionWorkloads.all + VASTWorkloads.all
    }
}
