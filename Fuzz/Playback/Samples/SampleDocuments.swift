/// The documents beside the media: captions, ads, asset lists, steering.
enum SampleDocuments {
    /// The documents by path.
    static let all: [String: [UInt8]] = [
        "side/captions.vtt": Array(captions.utf8),
        "side/captions.srt": Array("1\n00:00:00,500 --> 00:00:02,000\n<i>one</i>\n\n2\n00:00:02,000 --> 00:00:03,000\ntwo\n".utf8),
        "side/captions.m3u8": Array(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\ncaptions.vtt\n#EXT-X-ENDLIST\n".utf8),
        "ads/vmap.xml": Array(schedule.utf8),
        "ads/vast.xml": Array(vast.utf8),
        "ads/wrapper.xml": Array(
            "<VAST version=\"4.0\"><Ad id=\"w\"><Wrapper><AdSystem>s</AdSystem><VASTAdTagURI>vast.xml</VASTAdTagURI></Wrapper></Ad></VAST>"
                .utf8),
        "ads/list.json": Array(
            #"{"ASSETS":[{"URI":"../ads/ad.mp4","DURATION":1.5},{"URI":"../ads/ad.mp4","DURATION":1}],"SKIP-CONTROL":{"OFFSET":0.5}}"#.utf8),
        "steering.json": Array(#"{"VERSION":1,"TTL":1,"PATHWAY-PRIORITY":["B","A"]}"#.utf8),
    ]

    private static let captions = """
        WEBVTT
        X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000

        STYLE
        ::cue(.a) { color: red; font-size: 2em }

        REGION
        id:r
        lines:2
        scroll:up

        1
        00:00:00.200 --> 00:00:01.500 region:r align:start
        <c.a>one</c> <00:00:00.700>&amp;

        00:00:01.000 --> 00:00:03.500 line:10% position:20%
        two

        """

    private static let vast = """
        <VAST version="4.1"><Ad id="1" sequence="1"><InLine><AdSystem>s</AdSystem><AdTitle>t</AdTitle><Impression>t/i</Impression><Creatives>\
        <Creative id="c"><Linear skipoffset="00:00:01"><Duration>00:00:03</Duration><TrackingEvents><Tracking event="start">t/s</Tracking>\
        <Tracking event="progress" offset="00:00:01">t/p</Tracking></TrackingEvents><VideoClicks><ClickThrough>shop</ClickThrough></VideoClicks>\
        <MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="160" height="90" bitrate="100">ad.mp4</MediaFile></MediaFiles></Linear>\
        </Creative><Creative><NonLinearAds><NonLinear width="10" height="10"><StaticResource creativeType="image/png">i.png</StaticResource>\
        </NonLinear></NonLinearAds></Creative></Creatives></InLine></Ad></VAST>
        """

    private static let schedule = """
        <vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0"><vmap:AdBreak timeOffset="start" breakType="linear" breakId="a">\
        <vmap:AdSource><vmap:AdTagURI templateType="vast4">vast.xml</vmap:AdTagURI></vmap:AdSource></vmap:AdBreak><vmap:AdBreak \
        timeOffset="00:00:01.5" breakType="linear,nonlinear" breakId="b" repeatAfter="00:00:01"><vmap:AdSource><vmap:AdTagURI \
        templateType="vast4">wrapper.xml</vmap:AdTagURI></vmap:AdSource><vmap:TrackingEvents><vmap:Tracking event="breakStart">t/b</vmap:Tracking>\
        </vmap:TrackingEvents></vmap:AdBreak><vmap:AdBreak timeOffset="end" breakType="linear"><vmap:AdSource><vmap:AdTagURI \
        templateType="vast4">vast.xml</vmap:AdTagURI></vmap:AdSource></vmap:AdBreak></vmap:VMAP>
        """
}
