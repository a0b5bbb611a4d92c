/// The expected value of a transfer: its utility, less the costs of its stalls and of a switch, plus the value of the following state.
struct Prospects {
    let situation: ClearSituation
    let table: ValueTable
    /// The difference between the model's level and that of the table.
    let shift: Double
    let settings: AdaptiveSettings
    let transitions: Transitions

    init(situation: ClearSituation, table: ValueTable, shift: Double, model: ThroughputModel, spread: Double, settings: AdaptiveSettings) {
        self.situation = situation
        self.table = table
        self.shift = shift
        self.settings = settings
        transitions = Transitions(
            level: model.level, spread: spread, unexplained: spread, segment: situation.segment, kind: model.kind, settings: settings)
    }

    /// Returns the mean over the noise for `bits` of a rung whose first byte arrives after `delay` seconds.
    func value(of rung: Int, bits: Double, delay: Double, deviation: Double, mayAbandon: Bool) -> Double {
        let buffer = situation.buffer
        let ending = situation.remaining.flatMap { $0 <= ValueTable.endings ? $0 : nil }
        let rescueTime = settings.rescueTime + delay
        var sum = 0.0
        for transition in transitions.all(bits: bits, deviation: deviation) {
            let seconds = delay + transition.seconds
            let after = min(max(buffer - seconds, 0) + situation.segment, situation.limit)
            let stall = max(seconds - buffer, 0) / situation.segment
            let future = table.value(after: rung, buffer: after, deviation: transition.next + shift, remaining: ending.map { $0 - 1 })
            var value = situation.utilities[rung] + future - settings.stallCost * stall
            if mayAbandon, rung > 0, transition.mayAbandon {
                let again = table.value(
                    after: rung, buffer: max(buffer - rescueTime, 0), deviation: transition.rescue + shift, remaining: ending)
                let lost = max(rescueTime - buffer, 0) / situation.segment
                value = max(value, again + (ending == nil ? table.growth : 0) - settings.stallCost * lost)
            }
            sum += transition.weight * value
        }
        guard let current = situation.current else { return sum }
        return sum - settings.costOfSwitch(from: situation.utilities[current], to: situation.utilities[rung])
    }
}
