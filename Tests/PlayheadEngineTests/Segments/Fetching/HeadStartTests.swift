import PlayheadCore
import Testing

@testable import PlayheadEngine

@Suite("The head start of the pictures")
struct HeadStartTests {
    private static func level(_ bitrate: Int?) -> QualityLevel { QualityLevel(index: 1, label: "a", bitrate: bitrate, width: 1, height: 1) }

    @Test(
        "That of a low rung ends with the requests for the pictures",
        arguments: [(999_999, false), (1_000_000, true), (nil, true)] as [(Int?, Bool)])
    func rungs(bitrate: Int?, isAwaited: Bool) async {
        let headStart = HeadStart(of: Self.level(bitrate))
        #expect(headStart.isAwaited)
        async let requested: Void = headStart.waitForRequests()
        headStart.noteRequests()
        await requested
        #expect(headStart.isAwaited == isAwaited)
        headStart.end()
        headStart.noteRequests()
        #expect(!headStart.isAwaited)
    }

    @Test("The end resumes all waiters, and a cancelled wait is an end")
    func ends() async {
        let ended = HeadStart(of: nil)
        async let first: Void = ended.wait()
        async let second: Void = ended.wait()
        ended.end()
        _ = await (first, second)
        let cancelled = HeadStart(of: nil)
        let task = Task { await cancelled.wait() }
        task.cancel()
        await task.value
        #expect(!ended.isAwaited && !cancelled.isAwaited)
    }
}
