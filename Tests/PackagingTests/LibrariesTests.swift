import Foundation
import TestSupport
import Testing

@Suite("The libraries of the programs")
struct LibrariesTests {
    @Test(
        "A program starts without the libraries for demuxing, decoding and filters, which are loaded while it plays",
        arguments: Tool.programs)
    func start(program: URL) async throws {
        // The dynamic loader prints what it would load, and ends.
        let environment = ["LD_TRACE_LOADED_OBJECTS": "1"]
        let (status, output) = try await Tool.run(program.path, ["--version"], environment: environment)
        #expect(status == 0 && output.contains("libc.so"))
        for library in ["libavformat", "libavcodec", "libavfilter", "libswscale"] { #expect(!output.contains(library), "\(output)") }
    }
}
