import PlayheadEngine
import Testing

@Suite("The picture that an output converts next")
struct PendingPictureTests {
    @Test("A later picture replaces the one that waits, and the output is started once until no picture waits")
    func replaced() {
        var pictures = PendingPicture<Int>()
        #expect([pictures.add(1), pictures.add(2)] == [true, false])
        #expect(pictures.take()?.picture == 2)
        let starts = pictures.add(3)
        #expect(!starts)
        #expect([pictures.take()?.picture, pictures.take()?.picture] == [3, nil])
        let startsAgain = pictures.add(4)
        #expect(startsAgain)
    }

    @Test("A picture that is removed during its conversion may not be shown, and a later one may")
    func removedInConversion() throws {
        var pictures = PendingPicture<Int>()
        _ = pictures.add(1)
        let first = pictures.take()
        let removed = try #require(first)
        #expect(pictures.isValid(removed))
        pictures.removeAll()
        _ = pictures.add(2)
        let second = pictures.take()
        let later = try #require(second)
        #expect(!pictures.isValid(removed) && pictures.isValid(later))
    }

    @Test("The last picture is converted again on request, unless it was removed")
    func again() {
        var pictures = PendingPicture<Int>()
        #expect([pictures.addLast(), pictures.add(1)] == [false, true])
        #expect([pictures.take()?.picture, pictures.take()?.picture] == [1, nil])
        let starts = pictures.addLast()
        #expect(starts)
        #expect([pictures.take()?.picture, pictures.take()?.picture] == [1, nil])
        pictures.removeAll()
        let startsWithout = pictures.addLast()
        #expect(!startsWithout)
        #expect(pictures.take()?.picture == nil)
    }
}
