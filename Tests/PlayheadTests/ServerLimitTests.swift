import PlayheadCMCD
import PlayheadEngine
import PlayheadTestKit
import PlayheadTransport
import Synchronization
import Testing

@testable import Playhead

@MainActor
@Suite("Limits that servers suggest", .timeLimit(.minutes(5)))
struct ServerLimitTests {
    private nonisolated static func headers(kilobits: Int) -> HeaderFields {
        HeaderFields([(CMSD.dynamicField, "\"edge\";mb=\(kilobits)")])
    }

    @Test("The engine receives the limits in the order of the responses, also many at once")
    func order() async throws {
        let rig = ScriptedRig {
            var cmcd = CMCDConfiguration()
            cmcd.followsServerLimits = true
            $0.cmcd = cmcd
        }
        rig.load("a")
        rig.player.play()
        await rig.run(until: .playing)
        let (engine, reports) = (try #require(rig.engine), try #require(rig.player.session.clientData))
        let limits = Array(1...300)
        for limit in limits { reports.received(Self.headers(kilobits: limit)) }
        await rig.wait { engine.qualityLimits.maxBitrate == 300_000 }
        let received: [Int] = engine.commands.compactMap { if case .setQualityLimits(let limits) = $0 { limits.maxBitrate } else { nil } }
        #expect(received == limits.map { $0 * 1000 })
        rig.player.release()
    }

    @Test("Of responses that arrive at the same time the last one counts, and each change is reported once")
    func simultaneousResponses() async {
        let reports = ClientDataReports(CMCDConfiguration(), clock: ManualClock(), certificateAuthorities: [])
        let limits = Mutex<[Double?]>([])
        reports.onServerLimit { limit in limits.withLock { $0.append(limit) } }
        await withTaskGroup(of: Void.self) { group in
            for number in 1...4 {
                group.addTask { for _ in 1...2000 { reports.received(Self.headers(kilobits: number.isMultiple(of: 2) ? 300 : 500)) } }
            }
        }
        let reported = limits.withLock { $0 }
        #expect(zip(reported, reported.dropFirst()).allSatisfy { $0 != $1 })
        #expect(reported.last == .some(reports.serverData?.maximumBitrate))
    }
}
