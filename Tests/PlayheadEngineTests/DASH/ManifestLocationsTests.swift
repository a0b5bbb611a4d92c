import PlayheadDASH
import PlayheadSteering
import Testing

@testable import PlayheadEngine

@Suite("The places of updates of a manifest")
struct ManifestLocationsTests {
    private let url = "http://o.test/live.mpd"

    private func manifest(_ places: String, at time: String = "2024-01-01T00:00:00Z") throws -> Manifest {
        try Manifest.parse(Array("<MPD type='dynamic' id='a' publishTime='\(time)'>\(places)<Period/></MPD>".utf8), url: url)
    }

    private let two = """
        <Location serviceLocation='alpha'>http://a.test/x.mpd</Location><Location serviceLocation='beta'>http://b.test/x.mpd</Location>
        """

    @Test("A place is used until it fails or the places change; the last one is the URL that was opened")
    func failing() throws {
        var places = ManifestLocations(of: try manifest(two), original: url)
        var used: [String] = []
        for _ in 0..<4 {
            used.append(places.current)
            places.fail()
        }
        #expect(used == ["http://a.test/x.mpd", "http://b.test/x.mpd", url, "http://a.test/x.mpd"])
        places.update(try manifest(two), preferring: nil)
        #expect(places.current == "http://b.test/x.mpd")
        places.update(try manifest("<Location>next.mpd</Location>"), preferring: nil)
        #expect(places.current == "http://o.test/next.mpd")
        places.update(try manifest(""), preferring: nil)
        #expect(places.current == url)
    }

    @Test("A Location that leads back to the same place makes no difference")
    func loop() throws {
        var places = ManifestLocations(of: try manifest("<Location>live.mpd</Location>"), original: url)
        places.fail()
        #expect(places.current == url)
    }

    @Test("Manifests that lead to each other are loaded in turn, and the URL that was opened stays the last resort")
    func loopOfTwo() throws {
        var places = ManifestLocations(of: try manifest("<Location>a.mpd</Location>"), original: url)
        for _ in 0..<3 {
            for name in ["b.mpd", "a.mpd"] {
                places.update(try manifest("<Location>\(name)</Location>"), preferring: nil)
                #expect(places.current == "http://o.test/\(name)")
            }
        }
        places.fail()
        #expect(places.current == url)
        places.fail()
        #expect(places.current == "http://o.test/a.mpd")
    }

    @Test("The preferred service location comes first, with the changes of its clones")
    func steered() throws {
        let beta = DASHPlace(pathway: "beta", location: "beta")
        var places = ManifestLocations(of: try manifest(two), original: url)
        places.update(try manifest(two), preferring: beta)
        #expect(places.current == "http://b.test/x.mpd")
        places.fail()
        #expect(places.current == "http://a.test/x.mpd")
        let json = """
            {"VERSION":1,"PATHWAY-PRIORITY":["gamma"],"PATHWAY-CLONES":[{"BASE-ID":"beta","ID":"gamma","URI-REPLACEMENT":{"HOST":"c.test"}}]}
            """
        let clones = try SteeringManifest(parsing: Array(json.utf8)).pathwayClones
        places.update(try manifest(two), preferring: DASHPlace(pathway: "gamma", location: "beta", clones: clones))
        #expect(places.current == "http://c.test/x.mpd")
    }

    @Test("A patch comes from the preferred service location, and not after its time to live")
    func patches() throws {
        let found = try manifest(
            """
            <PatchLocation serviceLocation='alpha' ttl='60'>http://a.test/p</PatchLocation>
            <PatchLocation serviceLocation='beta'>http://b.test/p</PatchLocation>
            """)
        let published = try #require(found.publishTime)
        func patch(_ place: DASHPlace?, after seconds: Double?) -> String? {
            ManifestLocations.patch(of: found, preferring: place, at: seconds.map { published + $0 })
        }
        #expect(patch(nil, after: nil) == "http://a.test/p" && patch(nil, after: 60) == "http://a.test/p")
        #expect(patch(nil, after: 61) == "http://b.test/p")
        #expect(patch(DASHPlace(pathway: "beta", location: "beta"), after: 0) == "http://b.test/p")
    }
}
