import Foundation
import PlayheadMonitor
import Testing

@Suite("Plans of runs")
struct CrowdPlanTests {
    private let streams = (0..<5).map { URL(filePath: "/stream\($0).m3u8") }

    private func times(_ arrivals: Arrivals, rampUp: Double, count: Int, seed: UInt64 = 1) -> [Double] {
        ArrivalSequence(arrivals, rampUp: rampUp, seed: seed).prefix(count).map(\.time)
    }

    @Test("A count arrives in equal intervals during the ramp-up, and then nobody else")
    func count() {
        #expect(times(.count(4), rampUp: 8, count: 10) == [0, 2, 4, 6])
        #expect(times(.count(3), rampUp: 0, count: 10) == [0, 0, 0])
    }

    @Test("Random arrivals have the mean and the deviation of a Poisson process, and depend on the seed")
    func poisson() {
        let times = times(.poisson(perSecond: 20), rampUp: 0, count: 20_000)
        let intervals = zip(times.dropFirst(), times).map { $0 - $1 }
        let mean = intervals.reduce(0, +) / Double(intervals.count)
        let variance = intervals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(intervals.count)
        #expect(abs(mean - 0.05) < 0.001 && abs(variance.squareRoot() - 0.05) < 0.002)
        #expect(times == self.times(.poisson(perSecond: 20), rampUp: 0, count: 20_000))
        #expect(times != self.times(.poisson(perSecond: 20), rampUp: 0, count: 20_000, seed: 2))
    }

    @Test("During the ramp-up of a rate, half as many viewers arrive as after it, more and more of them")
    func rampUp() {
        let times = times(.constant(perSecond: 10), rampUp: 20, count: 300)
        #expect(times.count { $0 < 20 } == 100 && times.count { $0 >= 20 && $0 < 40 } == 200)
        #expect(times.count { $0 < 10 } == 25)
    }

    @Test("Shards divide the viewers: each belongs to one of them, with the plan that it has in a single process")
    func shards() throws {
        var whole = CrowdPlan(streams: streams)
        whole.arrivals = .count(50)
        whole.rampUp = 10
        whole.limit = 23
        whole.watchTime = .exponential(mean: 60)
        var parts: [CrowdPlan] = []
        for index in 0..<3 {
            var part = whole
            part.shard = try Shard("\(index)/3")
            parts.append(part)
        }
        let arrivals = parts.flatMap { Array($0.ownArrivals) }.sorted { $0.number < $1.number }
        #expect(arrivals == Array(whole.ownArrivals))
        #expect(parts.compactMap(\.ownCount).reduce(0, +) == 50 && parts.compactMap(\.ownLimit) == [8, 8, 7])
        for arrival in parts[1].ownArrivals {
            let (one, other) = (
                parts[1].viewer(arrival.number, generation: 2, networks: 4), whole.viewer(arrival.number, generation: 2, networks: 4)
            )
            #expect(one.stream == other.stream && one.watchTime == other.watchTime && one.network == other.network)
        }
    }

    @Test("Viewers differ in stream, time to watch and actions, also those that replace one another")
    func viewers() {
        var plan = CrowdPlan(streams: streams)
        plan.watchTime = .uniform(10...20)
        let viewers = (0..<200).map { plan.viewer($0, generation: 0, networks: 2) }
        #expect(Set(viewers.map(\.stream)) == Set(0..<5) && Set(viewers.compactMap(\.watchTime)).count == 200)
        #expect(viewers.compactMap(\.watchTime).allSatisfy { (10...20).contains($0) })
        #expect(Set(viewers.compactMap(\.network)) == [0, 1])
        #expect(plan.viewer(7, generation: 0, networks: 0).watchTime != plan.viewer(7, generation: 1, networks: 0).watchTime)
        #expect(plan.viewer(7, generation: 2, networks: 0).name == "7.2" && viewers[7].name == "7")
    }

    @Test("A count with a duration replaces viewers; rates and a single pass do not")
    func replacement() {
        var plan = CrowdPlan(streams: streams)
        #expect(!plan.replacesViewers)
        plan.duration = 60
        #expect(plan.replacesViewers)
        plan.arrivals = .poisson(perSecond: 1)
        #expect(!plan.replacesViewers)
    }

    @Test("Actions occur as often as their weights say")
    func actions() throws {
        let behaviour = try Behaviour("watch=6,seek=2,pause=1,leave=1")
        var random = SeededRandom(seed: 3)
        let actions = (0..<10_000).map { _ in behaviour.action(&random) }
        func share(_ belongs: (Behaviour.Action?) -> Bool) -> Double { Double(actions.count(where: belongs)) / Double(actions.count) }
        #expect(abs(share { $0 == nil } - 0.6) < 0.02)
        #expect(abs(share { if case .seek = $0 { true } else { false } } - 0.2) < 0.02)
        #expect(abs(share { if case .pause(let seconds) = $0 { (0...20).contains(seconds) } else { false } } - 0.1) < 0.02)
        #expect(abs(share { $0 == .leave } - 0.1) < 0.02)
    }
}
