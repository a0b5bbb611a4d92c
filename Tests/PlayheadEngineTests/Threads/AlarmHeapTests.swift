import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("The alarms of a thread")
struct AlarmHeapTests {
    @Test("Alarms are returned in the order of their times, however they were added")
    func order() {
        var numbers = SeededGenerator(seed: 1)
        let times = (0..<500).map { _ in numbers.number(0...100) }
        var heap = AlarmHeap<Int>()
        for (index, time) in times.enumerated() { heap.insert(index, at: time) }
        var found: [Double] = []
        while let (time, owner) = heap.removeFirst() {
            #expect(times[owner] == time)
            found.append(time)
        }
        #expect(found == times.sorted())
    }

    @Test("Alarms that are not wanted are removed, and the order of the others stays")
    func removal() {
        var heap = AlarmHeap<Int>()
        for time in [5, 1, 9, 3, 7, 2, 8] { heap.insert(time, at: Double(time)) }
        heap.keep { owner, _ in owner % 2 == 1 }
        #expect(heap.count == 5 && heap.first?.owner == 1)
        var found: [Int] = []
        while let alarm = heap.removeFirst() { found.append(alarm.owner) }
        #expect(found == [1, 3, 5, 7, 9])
    }
}
