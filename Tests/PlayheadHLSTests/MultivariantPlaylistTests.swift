import Testing

@testable import PlayheadHLS

@Suite struct MultivariantPlaylistTests {
    static let text = """
        #EXTM3U
        #EXT-X-VERSION:12
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-START:TIME-OFFSET=-12.5,PRECISE=YES
        #EXT-X-CONTENT-STEERING:SERVER-URI="/steer?v=1",PATHWAY-ID="A"
        #EXT-X-SESSION-DATA:DATA-ID="com.example.title",VALUE="Name",LANGUAGE="en"
        #EXT-X-SESSION-DATA:DATA-ID="com.example.more",URI="more.bin",FORMAT=RAW
        #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://1",KEYFORMAT="com.apple.streamingkeydelivery"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",ASSOC-LANGUAGE="en-GB",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="16/JOC",\
        BIT-DEPTH=24,SAMPLE-RATE=48000,URI="en.m3u8",STABLE-RENDITION-ID="r1"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Description",LANGUAGE="en",AUTOSELECT=YES,CHARACTERISTICS="public.a, public.b",URI="ad.m3u8"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Forced",FORCED=YES,URI="s.m3u8"
        #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="CC",INSTREAM-ID="SERVICE3"
        #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="v",NAME="Main"
        #EXT-X-STREAM-INF:BANDWIDTH=5000000,AVERAGE-BANDWIDTH=4000000,SCORE=2.5,CODECS="hvc1.2.4.L123.B0, ec-3",SUPPLEMENTAL-CODECS="dvh1.08.07/db4h",\
        RESOLUTION=1920x1080,FRAME-RATE=59.940,HDCP-LEVEL=TYPE-1,ALLOWED-CPC="com.example:X/Y",VIDEO-RANGE=HLG,REQ-VIDEO-LAYOUT="CH-STEREO",\
        STABLE-VARIANT-ID="v1",AUDIO="a",VIDEO="v",SUBTITLES="s",CLOSED-CAPTIONS="c",PATHWAY-ID="A",NAME="top"
        hi/index.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.2",CLOSED-CAPTIONS=NONE
        lo/index.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,CODECS="avc1.4d001f",RESOLUTION=640x360,URI="hi/iframes.m3u8"
        #EXT-X-EXTRA:one=1
        """

    @Test func everyAttributeIsRead() throws {
        let playlist = try multivariant(Self.text)
        #expect(playlist.warnings.map(\.message) == ["CLOSED-CAPTIONS=NONE is not in all variants"])
        #expect(playlist.version == 12 && playlist.hasIndependentSegments)
        #expect(playlist.start == StartPoint(timeOffset: -12.5, isPrecise: true))
        #expect(playlist.contentSteering == ContentSteering(serverURI: "/steer?v=1", pathwayID: "A"))
        #expect(playlist.sessionData.map(\.value) == ["Name", nil] && playlist.sessionData[1].format == "RAW")
        #expect(playlist.sessionKeys.map(\.method) == [.sampleAES])
        let top = try #require(playlist.variants.first)
        #expect(top.uri == "hi/index.m3u8" && top.bandwidth == 5_000_000 && top.averageBandwidth == 4_000_000 && top.score == 2.5)
        #expect(top.codecList == ["hvc1.2.4.L123.B0", "ec-3"] && top.supplementalCodecs == "dvh1.08.07/db4h")
        #expect(top.resolution == Resolution(width: 1920, height: 1080) && top.frameRate == 59.94)
        #expect(
            top.hdcpLevel == "TYPE-1" && top.allowedCPC == "com.example:X/Y" && top.videoRange == .hlg
                && top.requiredVideoLayout == "CH-STEREO")
        #expect(top.stableID == "v1" && top.audio == "a" && top.video == "v" && top.subtitles == "s" && top.closedCaptions == .group("c"))
        #expect(top.pathwayID == "A" && top.otherAttributes == [Attribute(name: "NAME", value: "top", isQuoted: true)])
        #expect(playlist.variants[1].closedCaptions == Variant.ClosedCaptions.none)
        #expect(playlist.iFrameVariants.map(\.uri) == ["hi/iframes.m3u8"])
        #expect(playlist.unknownTags == [UnknownTag(name: "EXT-X-EXTRA", value: "one=1")])
        #expect(playlist.url(for: top.uri) == "https://cdn.example/hi/index.m3u8")
    }

    @Test func renditionsAreFoundByGroup() throws {
        let playlist = try multivariant(Self.text)
        let audio = playlist.renditions(of: .audio, in: playlist.variants[0].audio)
        #expect(audio.map(\.name) == ["English", "Description"])
        #expect(audio[0].isDefault && audio[0].channelCount == 16 && audio[0].bitDepth == 24 && audio[0].sampleRate == 48000)
        #expect(audio[1].characteristics == ["public.a", "public.b"] && !audio[1].isDefault && audio[1].isAutoselect)
        #expect(playlist.renditions(of: .subtitles, in: "s").first?.isForced == true)
        #expect(playlist.renditions(of: .closedCaptions, in: "c").first?.instreamID == "SERVICE3")
        #expect(playlist.renditions(of: .video, in: "v").first?.uri == nil)
        #expect(playlist.renditions(of: .audio, in: nil).isEmpty && playlist.renditions(of: .audio, in: "s").isEmpty)
    }

    @Test func printsTheSameMeaning() throws {
        let playlist = try multivariant(Self.text)
        #expect(try multivariant(playlist.text) == playlist)
    }

    @Test(arguments: [
        "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"i.m3u8\"", "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"n\",URI=\"a.m3u8\"",
        "#EXT-X-STREAM-INF:BANDWIDTH=1", "#EXT-X-SESSION-DATA:DATA-ID=\"x\",VALUE=\"y\"",
    ])
    func playlistsWithoutVariantsAreParsed(line: String) throws {
        #expect(try multivariant("#EXTM3U\n\(line)\n").variants.isEmpty)
    }

    @Test(arguments: [
        ("#EXT-X-STREAM-INF:CODECS=\"x\"\nv.m3u8", 2, "BANDWIDTH is missing"),
        ("#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"a\"\nv.m3u8", 0, "group a"),
        ("#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\nw.m3u8", 4, "without #EXT-X-STREAM-INF"),
        ("#EXT-X-STREAM-INF:BANDWIDTH=1", 2, "without a URI"),
        ("#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=big\nv.m3u8", 2, "RESOLUTION"),
        ("#EXT-X-STREAM-INF:BANDWIDTH=1,BANDWIDTH=2\nv.m3u8", 2, "twice"),
        ("#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"avc\nv.m3u8", 2, "closing quote"),
        ("#EXT-X-MEDIA:TYPE=SMELL,GROUP-ID=\"a\",NAME=\"n\"", 2, "TYPE"),
        ("#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"a\",NAME=\"n\"", 2, "URI is missing"),
        ("#EXT-X-SESSION-DATA:DATA-ID=\"x\"", 2, "exactly one"),
        ("#EXT-X-TARGETDURATION:4\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8", 2, "multivariant"),
        ("#EXT-X-SESSION-KEY:METHOD=AES-128", 2, "URI is missing"),
        ("#EXT-X-CONTENT-STEERING:PATHWAY-ID=\"a\"", 2, "SERVER-URI"), ("#EXT-X-SESSION-KEY:METHOD=NONE", 2, "NONE is invalid for"),
        ("#EXT-X-SESSION-DATA:DATA-ID=\"x\",VALUE=\"y\",FORMAT=XML", 2, "FORMAT"),
        ("#EXT-X-SESSION-DATA:DATA-ID=\"x\",VALUE=\"y\"\n#EXT-X-SESSION-DATA:DATA-ID=\"x\",VALUE=\"z\"", 0, "same language"),
        ("#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"n\",FORCED=YES", 2, "FORCED"),
        ("#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"a\",NAME=\"n\",INSTREAM-ID=\"CC5\"", 2, "CC1 to CC4"),
        ("#EXT-X-STREAM-INF:BANDWIDTH=1,CLOSED-CAPTIONS=NONE\na\n#EXT-X-STREAM-INF:BANDWIDTH=2\nb", 0, "not in all variants"),
    ])
    func violationsGiveWarnings(lines: String, line: Int, message: String) throws {
        let playlist = try multivariant("#EXTM3U\n\(lines)\n")
        #expect(playlist.warnings.count == 1 && playlist.warnings.first?.line == line)
        #expect(playlist.warnings.first?.message.contains(message) == true)
    }

    @Test func twoDefaultsOrNamesInAGroupGiveAWarning() throws {
        let one = "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"n\",DEFAULT=YES,AUTOSELECT=YES\n"
        #expect(try multivariant("#EXTM3U\n" + one + one).warnings.count == 2)
    }

    @Test("variants and renditions beyond the maximum are ignored with a warning")
    func manyTags() throws {
        let maximum = MultivariantPlaylist.maximumTags
        let variants = (0...maximum).map { "#EXT-X-STREAM-INF:BANDWIDTH=1\n\($0).m3u8\n" }
        let renditions = (0...maximum).map { "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"\($0)\"\n" }
        let playlist = try multivariant("#EXTM3U\n" + variants.joined() + renditions.joined())
        #expect(playlist.variants.count == maximum && playlist.renditions.count == maximum)
        #expect(playlist.warnings.map(\.message) == ["more than \(maximum) tags of one kind, the others are ignored"])
    }
}
