import ArgumentParser
import Foundation
import PlayheadArguments
import PlayheadMonitor

/// The options for the number of viewers, their arrivals and their behaviour.
struct CrowdArguments: ParsableArguments {
    @Option(help: "The number of viewers at the same time, in all shards together. With --arrivals the maximum; 1 by default without it.")
    var viewers: Int?

    @Option(help: "The time in which all viewers arrive, or in which the rate of arrivals rises, such as 30s.")
    var rampUp: String?

    @Option(help: "Viewers arrive at a rate, however many are there: poisson:20/s at random, constant:90/m in equal intervals.")
    var arrivals: String?

    @Option(help: "The duration of the run, such as 10m; viewers that leave are replaced. By default each viewer plays once.")
    var duration: String?

    @Option(help: "The time that viewers watch: 10m, uniform:30s-5m, exponential:3m, lognormal:90s,1.2. By default the whole stream.")
    var watchTime: String?

    @Option(help: "Weights of actions: watch, seek, pause, switch (quality), zap (stream), leave; such as watch=6,seek=2,leave=1.")
    var behaviour: String?

    @Option(help: "The mean time between two actions of a viewer; 30s by default.")
    var actionInterval: String?

    @Option(help: "The part of the viewers that this process runs: 0/4 to 3/4. By default JOB_COMPLETION_INDEX of PLAYHEAD_SHARDS.")
    var shard: String?

    @Option(help: "The seed of all random choices; shards need the same one.")
    var seed: UInt64 = 1

    /// The maximum number of viewers.
    private static let maximumViewers = 1_000_000

    /// Returns the plan for streams.
    /// - Parameters:
    ///   - streams: The streams.
    ///   - isSingle: Whether one viewer is played once, with a default duration.
    ///   - environment: The variables, which have the shard of a job.
    /// - Returns: The plan.
    /// - Throws: `ValidationError`.
    func plan(streams: [URL], isSingle: Bool, environment: [String: String]) throws -> CrowdPlan {
        var plan = CrowdPlan(streams: streams)
        plan.seed = seed
        plan.duration = try duration.map { try positive("duration", $0) }
        plan.rampUp = try rampUp.map { try parsed("ramp-up", $0, DurationSyntax.parse) } ?? 0
        plan.watchTime = try watchTime.map { try parsed("watch-time", $0, WatchTime.init) } ?? .wholeStream
        plan.behaviour = try behaviour.map { try parsed("behaviour", $0, Behaviour.init) } ?? .none
        plan.actionInterval = try actionInterval.map { try positive("action-interval", $0) } ?? plan.actionInterval
        if let viewers, !(1...Self.maximumViewers).contains(viewers) {
            throw ValidationError("--viewers takes a number from 1 to \(Self.maximumViewers).")
        }
        if let arrivals {
            guard plan.duration != nil else { throw ValidationError("--arrivals needs --duration, because arrivals have no end.") }
            plan.arrivals = try parsed("arrivals", arrivals, Arrivals.init)
            plan.limit = viewers
        } else {
            plan.arrivals = .count(viewers ?? 1)
        }
        if isSingle {
            guard viewers ?? 1 == 1, arrivals == nil, shard == nil else {
                throw ValidationError("--once and --nagios play one viewer: without --viewers, --arrivals and --shard.")
            }
            plan.watchTime = .fixed(plan.duration ?? MonitorCommand.checkDuration)
            plan.duration = nil
            return plan
        }
        if let shard {
            plan.shard = try parsed("shard", shard, Shard.init)
        } else {
            do throws(PlanTextError) { plan.shard = try Shard.ofJob(environment: environment) ?? .whole } catch {
                throw ValidationError("\(error)")
            }
        }
        return plan
    }

    private func positive(_ option: String, _ text: String) throws -> Double {
        let seconds = try parsed(option, text, DurationSyntax.parse)
        guard seconds > 0 else { throw ValidationError("--\(option) takes a duration above 0.") }
        return seconds
    }

    private func parsed<Value>(_ option: String, _ text: String, _ parse: (String) throws(PlanTextError) -> Value) throws -> Value {
        do throws(PlanTextError) { return try parse(text) } catch { throw ValidationError("--\(option) \(error)") }
    }
}
