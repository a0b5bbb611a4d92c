import Foundation
import PlayheadSamples
import PlayheadTransport
import TestSupport
import Testing

@Suite("CMCD of the program", .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct CMCDTests {
    @Test("play reports requests and events, and serve prints them with their deviations")
    func playAndServe() async throws {
        let place = try await Samples.streams.url(of: SampleRecipe(.hls(HLSLayout(segments: .transportStream)), duration: 3))
        let server = try RunningProgram(["serve", place.deletingLastPathComponent().path, "--cmcd"])
        await server.output.wait { !$0.isEmpty }
        let root = try #require(server.output.lines.first.flatMap { URL(string: $0) })
        let (status, _, errors) = try await RunningProgram.run([
            "play", "--json", "--speed", "max", "--cmcd", "query", "--cmcd-session", "me", "--cmcd-content", "film", "--cmcd-custom",
            "com.example-test=a", "--cmcd-target", root.appendingPathComponent("cmcd").absoluteString,
            root.appendingPathComponent(place.lastPathComponent).absoluteString,
        ])
        #expect(status == 0 && errors.isEmpty, "\(errors)")
        try await eventually("the end is reported") { server.output.lines.contains { $0.contains("e=ps") && $0.contains("sta=e") } }
        let lines = server.output.lines.dropFirst()
        #expect(!lines.contains { $0.hasPrefix("cmcd   ") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("cmcd GET /\(place.lastPathComponent) ") && $0.contains("ot=m") })
        #expect(lines.contains { $0.hasPrefix("cmcd POST /cmcd ") && $0.contains("e=rr") })
        #expect(lines.allSatisfy { $0.contains(#"com.example-test="a""#) && $0.contains(#"sid="me""#) && $0.contains(#"cid="film""#) })
        // What others send is validated as well.
        let loader = URLLoader()
        let other = root.appendingPathComponent(place.lastPathComponent).absoluteString + "?CMCD=bl%3D5%2Cfoo%3D1"
        for try await _ in try await loader.load(LoadRequest(url: try #require(URL(string: other)), kind: .manifest)).body {}
        try await eventually("the deviations are printed") { server.output.lines.contains { $0.contains("foo: The key is unknown") } }
        #expect(server.output.lines.contains("cmcd   error: query at byte 0: bl: The value is not rounded to the nearest 100."))
        server.signal(SIGTERM)
        #expect(await server.status() == 0)
        await loader.shutdown()
    }
}
