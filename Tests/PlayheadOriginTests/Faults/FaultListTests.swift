import Testing

@testable import PlayheadOrigin

@Suite("The faults of an origin and the requests they have seen")
struct FaultListTests {
    @Test("A fault of the first requests of each path forgets the oldest of very many paths")
    func manyPaths() {
        var list = FaultList()
        _ = list.add(Fault(requests: .firstOfEachPath(1), kind: .html))
        for number in 0...FaultList.maximumPaths { #expect(!list.kinds(forRequestOf: "\(number)").isEmpty) }
        #expect(list.kinds(forRequestOf: "1").isEmpty)
        #expect(!list.kinds(forRequestOf: "0").isEmpty)
    }
}
