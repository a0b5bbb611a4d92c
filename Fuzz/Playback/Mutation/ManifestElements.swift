/// The elements to insert into manifests of DASH and their patches; `%n` is replaced by a number, `%u` by a reference.
enum ManifestElements {
    /// The templates.
    static let all = [
        "<Period start=\"PT%nS\">", "<Period duration=\"PT%nS\"/>", "</Period>", "<Period id=\"%n\" start=\"PT%nS\"></Period>",
        "<AdaptationSet contentType=\"audio\" lang=\"de\">", "</AdaptationSet>", "</Representation>", "<!--", "]]>",
        "<Representation id=\"%n\" bandwidth=\"%n\" mimeType=\"video/mp4\"><BaseURL>%u</BaseURL></Representation>",
        "<SegmentTemplate media=\"%u?$Number%0%nd$\" duration=\"%n\" timescale=\"%n\" startNumber=\"%n\"/>",
        "<SegmentTemplate media=\"%u?$Time$\"><SegmentTimeline><S t=\"%n\" d=\"%n\" r=\"%n\"/></SegmentTimeline></SegmentTemplate>",
        "<SegmentBase indexRange=\"%n-%n\"><Initialization sourceURL=\"%u\" range=\"%n-%n\"/></SegmentBase>",
        "<S t=\"%n\" d=\"%n\"/>", "<S d=\"%n\" r=\"-1\"/>", "<SegmentURL media=\"%u\" mediaRange=\"%n-%n\"/>",
        "<BaseURL serviceLocation=\"%n\">%u</BaseURL>", "<Location>%u</Location>", "<PatchLocation ttl=\"%n\">%u</PatchLocation>",
        "<UTCTiming schemeIdUri=\"urn:mpeg:dash:utc:direct:2014\" value=\"2024-01-01T00:00:0%nZ\"/>",
        "<UTCTiming schemeIdUri=\"urn:mpeg:dash:utc:http-iso:2014\" value=\"%u\"/>",
        "<ServiceDescription><Latency target=\"%n\" max=\"%n\"/><PlaybackRate min=\"%n\" max=\"%n\"/></ServiceDescription>",
        "<EventStream schemeIdUri=\"urn:scte:scte35:2013:xml\" timescale=\"%n\"><Event presentationTime=\"%n\" duration=\"%n\"/></EventStream>",
        "<InbandEventStream schemeIdUri=\"urn:mpeg:dash:event:2012\" value=\"%n\"/>",
        "<ContentProtection schemeIdUri=\"urn:uuid:e2719d58-a985-b3c9-781a-b030af78d30e\"><Laurl>%u</Laurl></ContentProtection>",
        "<ContentProtection schemeIdUri=\"urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed\"/>",
        "<ContentSteering defaultServiceLocation=\"%n\" queryBeforeStart=\"true\">/steering.json</ContentSteering>",
        "<AdaptationSet contentType=\"text\" mimeType=\"text/vtt\"><Representation id=\"%n\" bandwidth=\"1\">"
            + "<BaseURL>/side/captions.vtt</BaseURL></Representation></AdaptationSet>",
        "<remove sel=\"/MPD/Period[%n]\"/>", "<add sel=\"/MPD/Period[1]\" pos=\"after\"><Period/></add>",
        "<replace sel=\"/MPD/@mediaPresentationDuration\">PT%nS</replace>",
    ]
}
