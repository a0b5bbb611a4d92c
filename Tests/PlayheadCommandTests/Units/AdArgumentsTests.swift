import Foundation
import Testing

@testable import PlayheadArguments

@Suite("Arguments of ads")
struct AdArgumentsTests {
    @Test("A tag keeps its macros and escapes, and a path becomes the URL of the file")
    func addresses() throws {
        let tag = "https://ads.example/v?u=https%3A%2F%2Fx.example%2F&cb=[CACHEBUSTING]"
        let arguments = try AdArguments.parse(["--ad-tag", tag, "--ad-tag", "/tmp/a [1].xml", "--vmap", tag])
        let configuration = try #require(try arguments.configuration)
        #expect(configuration.tags == [tag, "file:///tmp/a%20%5B1%5D.xml"] && configuration.vmapURL == tag)
    }
}
