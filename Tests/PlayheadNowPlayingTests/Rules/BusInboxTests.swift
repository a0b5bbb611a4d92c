#if canImport(CSystemd)
    import PlayheadTestKit
    import Testing

    @testable import PlayheadNowPlaying

    @Suite("The input of the bus's thread")
    struct BusInboxTests {
        @Test("The last positions are kept for Seeked signals while the thread does not take them")
        func jumps() {
            let setup = BusService.Setup(
                names: BusNames(application: "test", process: 1), clock: ManualClock(), onCommand: { _, _ in }, onNews: { _ in })
            let service = BusService(setup)
            for jump in 0..<100 { service.show(MPRISProperties(), ShownPosition(), jump: Double(jump)) }
            service.show(MPRISProperties(), ShownPosition(), jump: nil)
            #expect(BusInbox.maximumJumps == 16)
            #expect(service.takeInbox().jumps == (84..<100).map { Double($0) })
            #expect(service.takeInbox().jumps.isEmpty)
        }
    }
#endif
