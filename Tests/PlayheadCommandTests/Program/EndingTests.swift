import Foundation
import PlayheadOrigin
import Testing

@Suite("The end of the program", .tags(.realTime), .serialized, .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct EndingTests {
    @Test(
        "A signal ends the program at once, with the summary last and without remaining processes",
        arguments: [SIGINT, SIGTERM, SIGHUP])
    func signals(number: Int32) async throws {
        let program = try RunningProgram(["play", "--json", try await Samples.path(of: Samples.long)])
        await program.emits("onTime", times: 2)
        program.signal(number)
        // If it did not end by itself, its watchdog would end it with another status.
        #expect(await program.status() == 0)
        #expect(program.events.last?.event == "summary" && !program.events.contains { $0.event == "onComplete" })
        #expect(program.errors.text.isEmpty && !program.hasLeftProcesses)
    }

    @Test("A signal ends the program while it opens a stream that does not respond")
    func whileOpening() async throws {
        let (origin, url) = try await Samples.origin(of: Samples.short)
        origin.addFault(Fault(path: "*", kind: .stall(afterBytes: 0)))
        let program = try RunningProgram(["play", "--json", url])
        _ = try await origin.requests { !$0.isEmpty }
        program.signal(SIGTERM)
        #expect(await program.status() == 0)
        #expect(program.events.last?.event == "summary")
        await origin.stop()
    }

    @Test("A closed standard output ends the program, also while nothing is written")
    func closedOutput() async throws {
        let path = try await Samples.path(of: Samples.long)
        let playing = try RunningProgram(["play", "--json", path]) { $0.contains("onFirstFrame") }
        #expect(await playing.status() == 0)
        let waiting = try RunningProgram(["play", "--json", "--no-autoplay", "--control", "-", path]) {
            $0.contains(#""bufferPercent":100"#)
        }
        #expect(await waiting.status() == 0)
        #expect(!playing.hasLeftProcesses && !waiting.hasLeftProcesses)
    }

    @Test("\"quit\" ends the program in every state")
    func quit() async throws {
        let (origin, url) = try await Samples.origin(of: Samples.short)
        origin.addFault(Fault(path: "*", kind: .stall(afterBytes: 0)))
        let opening = try RunningProgram(["play", "--json", "--control", "-", url])
        _ = try await origin.requests { !$0.isEmpty }
        opening.send("quit", "play")
        #expect(await opening.status() == 0)
        #expect(opening.events.map(\.description) == ["onPlaylistItem", "idle → opening", "summary"])
        let failed = try RunningProgram(["play", "--json", "--control", "-", "/nothing/here.mp4"])
        await failed.emits("onSetupError")
        failed.send("play", "quit")
        #expect(await failed.status() == 1)
        #expect(failed.events.suffix(2).map(\.event) == ["onWarning", "summary"])
        await origin.stop()
    }
}
