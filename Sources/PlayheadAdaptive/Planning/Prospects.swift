import Foundation

/// The expected value of a transfer: its utility, less the cost of its stalls, plus the value of the following state.
struct Prospects {
    let situation: ClearSituation
    let table: ValueTable
    let model: ThroughputModel
    /// The difference between the model's level and that of the table.
    let shift: Double
    let settings: AdaptiveSettings

    /// Returns the mean over the noise for `bits` of a rung whose first byte arrives after `delay` seconds.
    func value(of rung: Int, bits: Double, delay: Double, deviation: Double, spread: Double, buffer: Double, mayAbandon: Bool) -> Double {
        let fade = exp2(-situation.segment / settings.reversionHalfLife)
        let ending = situation.remaining.flatMap { $0 <= ValueTable.endings ? $0 : nil }
        var sum = 0.0
        let rescueTime = settings.rescueTime + delay
        for quantile in Noise.network.quantiles {
            let transfer = bits / exp(model.level + deviation + spread * quantile.value)
            let gain = 1 - exp2(-transfer / settings.deviationHalfLife)
            let next = fade * (deviation + gain * spread * quantile.value)
            let time = delay + transfer
            let after = min(max(buffer - time, 0) + situation.segment, situation.limit)
            let stall = max(time - buffer, 0) / situation.segment
            let future = table.value(buffer: after, deviation: next + shift, remaining: ending.map { $0 - 1 })
            var value = situation.utilities[rung] + future - settings.stallCost * stall
            if mayAbandon, rung > 0, quantile.value < 0, transfer > 2 * settings.rescueTime {
                let known = deviation + spread * quantile.value
                let again = table.value(buffer: max(buffer - rescueTime, 0), deviation: known + shift, remaining: ending)
                let lost = max(rescueTime - buffer, 0) / situation.segment
                let growth = ending == nil ? table.growth : 0
                value = max(value, again + growth - settings.stallCost * lost)
            }
            sum += quantile.weight * value
        }
        return sum
    }
}
