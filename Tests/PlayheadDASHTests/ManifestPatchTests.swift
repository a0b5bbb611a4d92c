import TestSupport
import Testing

@testable import PlayheadDASH

/// Patches of manifests that are wrong, hostile or unusual.
struct ManifestPatchTests {
    @Test func refusesForeignPatch() throws {
        let root = try #require(
            Manifest.parse(
                Array("<MPD id='a' publishTime='2024-01-01T00:00:00Z'><PatchLocation>p</PatchLocation><Period/></MPD>".utf8),
                url: "http://a.example/"
            ).document)
        func apply(_ operations: String, id: String = "a") throws -> Manifest {
            let text = "<Patch mpdId='\(id)' originalPublishTime='2024-01-01T00:00:00Z'>\(operations)</Patch>"
            return try Manifest.parse(ManifestPatch(Array(text.utf8)).applied(to: root), url: "http://a.example/")
        }
        #expect(throws: ManifestError.self) { try apply("", id: "b") }
        #expect(throws: ManifestError.self) { try apply("<remove sel='/MPD/Period[9]'/>") }
        #expect(throws: ManifestError.self) { try apply("<remove sel='//Period'/>") }
        #expect(throws: ManifestError.self) { try apply("<remove sel='/MPD'/>") }
        let added = try apply(
            "<add sel='/MPD/Period[1]' pos='after'><Period start='PT9S'/></add><add sel='/MPD/Period[1]' type='@id'>q</add>")
        #expect(added.periods.count == 2 && added.periods[0].id == "q" && added.periods[0].duration == 9)
    }

    @Test func refusesPatchBeyondTheLimit() throws {
        func entries(_ count: Int) -> String { String(repeating: "<S d='1'/>", count: count) }
        let manifest = """
            <MPD id='a' publishTime='2024-01-01T00:00:00Z'><PatchLocation>p</PatchLocation><Period>\(entries(125_000))</Period></MPD>
            """
        let patch = try ManifestPatch(
            Array(
                """
                <Patch mpdId='a' originalPublishTime='2024-01-01T00:00:00Z'><add sel='/MPD/Period[1]'>\(entries(80_000))</add></Patch>
                """.utf8))
        let root = try #require(Manifest.parse(Array(manifest.utf8), url: "http://a.example/").document)
        let error = #expect(throws: ManifestError.self) { try patch.applied(to: root) }
        #expect(error?.reason.contains("elements") == true)
    }

    @Test func patchesLeaveNothingBehind() throws {
        func patch(_ operations: String) throws -> ManifestPatch {
            try ManifestPatch(Array("<Patch mpdId='a' originalPublishTime='2024-01-01T00:00:00Z'>\(operations)</Patch>".utf8))
        }
        let manifest = """
            <MPD id='a' publishTime='2024-01-01T00:00:00Z'><PatchLocation>p</PatchLocation><Period><S d='1'/></Period></MPD>
            """
        let root = try #require(Manifest.parse(Array(manifest.utf8), url: "http://a.example/").document)
        // A window of one entry that moves by one with each patch.
        let move = try patch("<add sel='/MPD/Period'>\n  <S d='1'/>\n</add>\n<remove sel='/MPD/Period/S[1]'/>")
        var document = root
        for _ in 0..<3 { document = try move.applied(to: document) }
        #expect(document.first("Period")?.nodes.count == 1)
        // Text has no elements and attributes.
        let text = String(repeating: "x", count: 6 << 20)
        let grow = try patch("<add sel='/MPD/Period'>\(text)</add>")
        for _ in 0..<2 { document = try grow.applied(to: document) }
        #expect(document.first("Period")?.text.utf8.count == 12 << 20)
        let grown = document
        let error = #expect(throws: ManifestError.self) { try grow.applied(to: grown) }
        #expect(error?.reason.contains("bytes") == true)
    }

    @Test func limitsTheWorkOfPatches() throws {
        let entries = String(repeating: "<S d='1'/>", count: 100_000)
        let manifest = """
            <MPD id='a' publishTime='2024-01-01T00:00:00Z'><PatchLocation>p</PatchLocation><Period>\(entries)</Period></MPD>
            """
        let root = try #require(Manifest.parse(Array(manifest.utf8), url: "http://a.example/").document)
        func apply(_ count: Int) throws {
            let operations = String(repeating: "<remove sel='/MPD/Period/S[1]'/>", count: count)
            let text = "<Patch mpdId='a' originalPublishTime='2024-01-01T00:00:00Z'>\(operations)</Patch>"
            _ = try ManifestPatch(Array(text.utf8)).applied(to: root)
        }
        try apply(50)
        var error: ManifestError?
        let time = processorTime { error = #expect(throws: ManifestError.self) { try apply(50_000) } }
        #expect(error?.reason == "the patch has too many operations" && time < 30)
    }

    @Test func limitsStepsOfPatches() {
        let limit = 32
        #expect(PatchStep.parse(String(repeating: "/a", count: limit))?.count == limit)
        #expect(PatchStep.parse(String(repeating: "/a", count: limit + 1)) == nil)
    }
}
