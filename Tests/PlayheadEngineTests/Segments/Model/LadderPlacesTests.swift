import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("Places of a ladder")
struct LadderPlacesTests {
    private func rung(_ places: [(url: String, pathway: String)]) -> Ladder.Rung {
        Ladder.Rung(bandwidth: 1000, places: places.map { Ladder.Place(url: $0.url, pathway: $0.pathway) })
    }

    @Test("Places of the preferred pathway come first, the others keep their order")
    func order() {
        let rung = rung([("1", "A"), ("2", "B"), ("3", "A"), ("4", "C")])
        #expect(rung.order(preferring: "A") == [0, 2, 1, 3] && rung.order(preferring: "B") == [1, 0, 2, 3])
        #expect(rung.order(preferring: "D") == [0, 1, 2, 3])
        #expect(rung.isPlace(0, in: "A") && !rung.isPlace(1, in: "A") && !rung.isPlace(4, in: "A") && !rung.isPlace(-1, in: "A"))
    }

    @Test("A ladder is extended only by places after the known ones")
    func extensions() {
        let ladder = Ladder(rungs: [rung([("1", "A")]), rung([("2", "A")])])
        #expect(ladder.isExtended(by: ladder))
        #expect(ladder.isExtended(by: Ladder(rungs: [rung([("1", "A"), ("3", "B")]), rung([("2", "A")])])))
        #expect(!ladder.isExtended(by: Ladder(rungs: [rung([("3", "B"), ("1", "A")]), rung([("2", "A")])])))
        #expect(!ladder.isExtended(by: Ladder(rungs: [rung([("1", "A")])])))
        #expect(!Ladder(rungs: [rung([("1", "A"), ("3", "B")])]).isExtended(by: Ladder(rungs: [rung([("1", "A")])])))
    }

    @Test("For any ladder, the order contains each place once, and every extension keeps the levels")
    func exploration() {
        var numbers = SeededGenerator(seed: 17)
        for _ in 0..<200 {
            let rungs = (0..<Int.random(in: 1...5, using: &numbers)).map { number in
                rung(
                    (0..<Int.random(in: 1...5, using: &numbers)).map {
                        ("\(number)-\($0)", ["A", "B", "C"].randomElement(using: &numbers) ?? "A")
                    })
            }
            let ladder = Ladder(rungs: rungs)
            for rung in rungs {
                for pathway in ["A", "B", "C", "D"] {
                    let order = rung.order(preferring: pathway)
                    #expect(order.sorted() == Array(rung.places.indices))
                    let flags = order.map { rung.isPlace($0, in: pathway) }
                    #expect(flags == flags.sorted { $0 && !$1 })
                }
            }
            var larger = ladder
            for index in larger.rungs.indices where Bool.random(using: &numbers) {
                larger.rungs[index].places.append(Ladder.Place(url: "new", pathway: "N"))
            }
            #expect(ladder.isExtended(by: larger) && larger.levels == ladder.levels)
            #expect(larger.isExtended(by: ladder) == (larger == ladder))
        }
    }
}
