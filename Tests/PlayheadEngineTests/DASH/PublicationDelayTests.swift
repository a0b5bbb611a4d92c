import Testing

@testable import PlayheadEngine

@Suite("The delay with which an origin publishes segments")
struct PublicationDelayTests {
    @Test("A segment is requested at its time until one was missing, then after a delay")
    func missing() {
        var delay = PublicationDelay()
        #expect(delay.requestTime(of: 10) == 10)
        let isAwaited = delay.miss(10, retryingAfter: 0.25, timeout: 3, at: 10.5)
        #expect(isAwaited)
        #expect(delay.requestTime(of: 10) == 10.75 && delay.requestTime(of: 11) == 11 && delay.requestTime(of: 9) == 9)
    }

    @Test("The measured delay holds for the next segments, and is reduced slowly")
    func measured() {
        var delay = PublicationDelay()
        _ = delay.miss(10, retryingAfter: 0.5, timeout: 6, at: 10)
        delay.find(10, at: 11.5)
        #expect(delay.value == 1.5 && delay.requestTime(of: 12) == 13.5)
        for number in 6...40 { delay.find(Double(number) * 2, at: Double(number) * 2 + delay.value) }
        #expect(delay.value > 0.4 && delay.value < 0.6)
    }

    @Test("A segment is missing once it is later than usual by more than the timeout")
    func timeout() {
        var delay = PublicationDelay()
        let isAwaited = [(12.9, 3.0), (13, 3), (13, 24)].map { now, timeout in
            delay.miss(10, retryingAfter: 0.25, timeout: timeout, at: now)
        }
        #expect(isAwaited == [true, false, true])
    }

    @Test("A listed segment is due when a manifest listed it first; of the first manifest only the last three may be late")
    func listed() {
        var delay = PublicationDelay()
        #expect(delay.listedTime(of: 4) == nil)
        delay.list(upTo: 8, duration: 2, at: 20)
        delay.list(upTo: 8, duration: 2, at: 21)
        delay.list(upTo: 10, duration: 2, at: 22)
        #expect([1, 3, 4, 8, 10, 12].map { delay.listedTime(of: $0) } == [-.infinity, -.infinity, 20, 20, 22, nil])
        for number in 11...30 { delay.list(upTo: Double(number), duration: 1, at: 100 + Double(number)) }
        #expect(delay.listedTime(of: 29) == 129)
    }
}
