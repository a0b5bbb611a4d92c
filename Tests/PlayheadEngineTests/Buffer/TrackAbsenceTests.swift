import Testing

@testable import PlayheadEngine

@Suite("Waiting of the playhead for a track")
struct TrackAbsenceTests {
    @Test(
        "A track is absent if the container was read far enough beyond its next packet, or is not read further",
        arguments: [
            // The columns: reached, playhead, furthest, full, absent.
            (nil, 0, nil, false, false), (nil, 0, 3.9, false, false), (nil, 0, 4.1, false, true), (5, 5, 8, false, false),
            (5, 5, 9.5, false, true),
            (5, 8, 9.5, false, false), (5, 8, 12.5, false, true), (9, 5, 12, false, false), (9, 5, 13.5, false, true),
            (5, 5, 5, true, true),
            (nil, 0, nil, true, true), (20, 5, 9, false, false),
        ] as [(Double?, Double, Double?, Bool, Bool)])
    func absence(reached: Double?, playhead: Double, furthest: Double?, isFull: Bool, isAbsent: Bool) {
        let absence = TrackAbsence(reached: reached, playhead: playhead, furthest: furthest, isFull: isFull, interleave: 4)
        #expect(absence.isAbsent == isAbsent)
    }

    @Test(
        "The playhead moves up to the first track that is awaited",
        arguments: [
            ([], .infinity), ([.ready], .infinity), ([.awaited(from: 3)], 3), ([.ready, .awaited(from: 3)], 3),
            ([.awaited(from: 5), .awaited(from: 3)], 3),
        ] as [([PlayheadReach.Supply], Double)])
    func reach(tracks: [PlayheadReach.Supply], end: Double) {
        let reach = PlayheadReach(tracks)
        #expect(reach.end == end)
        #expect(!reach.isReached(at: min(end, 100) - 1, tolerance: 0.001))
        #expect(reach.isReached(at: 200, tolerance: 0.001) == (end < .infinity))
    }
}
