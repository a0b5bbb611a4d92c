import PlayheadCore
import Testing

/// EVENTS, onMeta: timed kinds are emitted twice, when they were read and when the playhead enters them.
@Suite struct MetadataTests {
    @Test("Parsed and entered are two events with the same payload")
    func phases() throws {
        var rig = MachineRig.playing()
        rig.report(.metadata(.sample, .parsed), .metadata(.sample, .entered))
        #expect(rig.emitted == ["onMetaParsed", "onMeta"])
        let parsed = try #require(rig.events.first as? MetaParsedEvent)
        let entered = try #require(rig.events.last as? MetaEvent)
        #expect(parsed.metaData == entered.metaData)
        #expect(entered.metaData["metadataType"] == "date-range" && entered.metaData["metadataTime"] == 3.0)
        #expect(entered.metaData["metadata"] == .object(["start": 3.0, "end": 5.0, "tag": "EXT-X-DATERANGE"]))
    }

    @Test("In live and DVR its times are positions at the time of the event")
    func positions() throws {
        var live = MachineRig.playing(live: .live)
        live.report(.metadata(.sample, .entered))
        let inLive = try #require(live.events.last as? MetaEvent).metaData
        #expect(inLive["metadataTime"] == .double(-47))
        var dvr = MachineRig.playing(live: .dvr)
        dvr.now = 1
        dvr.report(.metadata(.sample, .entered))
        let inDvr = try #require(dvr.events.last as? MetaEvent).metaData
        #expect(inDvr["metadataTime"] == .double(-588))
        #expect(inDvr["metadata"] == .object(["start": .double(-588), "end": .double(-586), "tag": "EXT-X-DATERANGE"]))
    }

    @Test("Playback that starts elsewhere enters what lies there, and what applies to the whole item", arguments: [true, false])
    func start(isStartTime: Bool) {
        var rig = MachineRig()
        rig.send(.load(items: [ItemDescription(url: "a", startTime: isStartTime ? 3 : nil)], index: 0))
        if !isStartTime { rig.send(.seek(id: 1, target: 3, precision: .exact)) }
        rig.report(.opened(.sample))
        rig.clear()
        let packet = TimedMetadata(kind: .xmp, start: 0, end: 0, fields: [:])
        rig.report(.metadata(.sample, .parsed), .metadata(.sample, .entered), .metadata(packet, .entered))
        #expect(rig.emitted == ["onMetaParsed", "onMeta"])
        let id = isStartTime ? -1 : 1
        rig.report(.seeked(id: id, position: 3), .metadata(.sample, .entered))
        #expect(rig.emitted.last == "onMeta" && rig.emitted.count { $0 == "onMeta" } == 2)
        // A seek of a paused item that has not played starts elsewhere as well.
        rig.send(.seek(id: 2, target: 4, precision: .exact))
        rig.clear()
        rig.report(.metadata(.sample, .entered))
        #expect(rig.emitted.isEmpty)
    }

    @Test("Each change of quality except the first is metadata, too")
    func quality() throws {
        let low = QualityLevel(index: 2, label: "360p")
        var rig = MachineRig.playing()
        rig.report(.visualQuality(.sample, mode: .auto, reason: .initialChoice), .visualQuality(low, mode: .manual, reason: .api))
        #expect(rig.emitted == ["onVisualQuality", "onVisualQuality", "onMeta"])
        let meta = try #require(rig.events.last as? MetaEvent).metaData
        #expect(meta["metadataType"] == "quality" && meta["mode"] == "manual" && meta["reason"] == "api")
        #expect(meta["from"] == QualityLevel.sample.eventValue && meta["to"] == low.eventValue)
    }
}
