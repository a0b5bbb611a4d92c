import PlayheadAds
import PlayheadCore
import Testing

@Suite struct MediaFileChooserTests {
    private func file(
        _ name: String, type: String? = "video/mp4", height: Int? = 360, bitrate: Int? = 1000, framework: String? = nil,
        codec: String? = nil
    ) -> VASTLinear.MediaFile {
        var file = VASTLinear.MediaFile(url: "https://m.example/\(name)", type: type)
        file.id = name
        file.height = height
        file.bitrate = bitrate
        file.apiFramework = framework
        file.codec = codec
        return file
    }

    private func ranked(_ files: [VASTLinear.MediaFile], height: Int? = nil, bandwidth: Double? = nil) throws -> [String?] {
        var capabilities = AdMediaCapabilities()
        capabilities.viewHeight = height
        capabilities.bandwidth = bandwidth
        return try MediaFileChooser.ranked(files, capabilities: capabilities).map(\.id)
    }

    @Test func theLargestFileWithinViewAndBandwidthIsFirst() throws {
        let files = [
            file("360.mp4"), file("1080.mp4", height: 1080, bitrate: 5000), file("720.mp4", height: 720, bitrate: 2500),
            file("720high.mp4", height: 720, bitrate: 4000),
        ]
        #expect(try ranked(files, height: 800, bandwidth: 3_000_000) == ["720.mp4", "360.mp4", "720high.mp4", "1080.mp4"])
        #expect(try ranked(files).first == "1080.mp4")
        #expect(try ranked(files, height: 200).first == "360.mp4")
        #expect(try ranked(files, bandwidth: 100_000).first == "360.mp4")
        #expect(try ranked(files + [file("a.m3u8", type: "application/x-mpegURL")], height: 800).first == "a.m3u8")
    }

    @Test func typesCodecsAndURLsDetermineThePlayableFiles() throws {
        #expect(try ranked([file("a.flv", type: "video/x-flv"), file("b.mp4", type: "VIDEO/MP4; codecs=\"avc1\"")]) == ["b.mp4"])
        #expect(try ranked([file("a.mp4", type: nil), file("b.xyz", type: nil)]) == ["a.mp4"])
        #expect(try ranked([file("a.mpd", type: "application/dash+xml"), file("b.mpd", type: nil)]) == ["a.mpd", "b.mpd"])
        #expect(
            try ranked([file("a.mp4", codec: "0"), file("b.mp4", codec: "dvh1.05.01"), file("c.mp4", codec: "avc1.4d401f,mp4a.40.2")]) == [
                "a.mp4", "c.mp4",
            ])
        var script = file("x.mp4")
        script.url = "javascript:alert(1)"
        var relative = file("y.mp4")
        relative.url = "//cdn.example/y.mp4"
        #expect(
            try MediaFileChooser.ranked([script, relative], capabilities: AdMediaCapabilities()).map(\.url) == ["https://cdn.example/y.mp4"]
        )
    }

    private func code(_ files: [VASTLinear.MediaFile]) -> AdErrorCode? {
        do {
            _ = try MediaFileChooser.ranked(files, capabilities: AdMediaCapabilities())
            return nil
        } catch {
            return error.code
        }
    }

    @Test func unplayableFilesHaveAnErrorCode() {
        #expect(code([]) == .noSupportedMediaFile)
        #expect(code([file("a.js", type: "application/javascript", framework: "VPAID")]) == .vpaid)
        #expect(
            code([file("a.js", type: "application/javascript", framework: "VPAID"), file("b.flv", type: "video/x-flv")])
                == .noSupportedMediaFile)
        #expect(code([file("a.mp4", framework: "VPAID"), file("b.mp4")]) == nil)
        #expect(code([file("a.mp4", framework: "VAST")]) == nil)
    }

    @Test(arguments: [
        ("https://shop.example/a?b=c", "https://shop.example/a?b=c"), ("http://shop.example", "http://shop.example"),
        (" //shop.example/ ", "https://shop.example/"),
        ("javascript:alert(1)", nil), ("JavaScript:alert(1)", nil), (" java\nscript:alert(1)", nil), ("data:text/html,x", nil),
        ("file:///etc/passwd", nil),
        ("", nil), ("/path", nil), ("vbscript:x", nil),
    ])
    func aClickOpensOnlyHTTPURLs(text: String, address: String?) {
        #expect(AdAddress.openable(text) == address)
    }
}
