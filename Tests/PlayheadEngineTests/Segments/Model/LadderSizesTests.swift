import PlayheadCore
import Testing

@testable import PlayheadEngine

@Suite("The sizes of a ladder")
struct LadderSizesTests {
    @Test("The rung below has smaller pictures, if the sizes are known")
    func rungs() {
        func rung(_ bandwidth: Int, _ size: PictureSize?) -> Ladder.Rung { Ladder.Rung(bandwidth: bandwidth, size: size, places: []) }
        let (small, large) = (PictureSize(width: 640, height: 360), PictureSize(width: 1280, height: 720))
        let ladder = Ladder(rungs: [rung(1, small), rung(2, large), rung(3, large), rung(4, nil)])
        #expect((0...4).map { ladder.rung(smallerThan: $0) } == [nil, 0, 0, 2, nil])
    }
}
