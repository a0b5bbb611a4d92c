import Testing

@testable import PlayheadCore

@Suite struct ChapterEventTests {
    /// Two chapters with a gap between them; the second has no end.
    private let chapters = [
        Chapter(title: "Opening", range: TimeRange(start: 0, end: 3)), Chapter(title: "Story", range: TimeRange(start: 5, end: 5)),
    ]

    private func entered(_ rig: MachineRig) -> [String] {
        rig.events.compactMap { $0 as? ChapterEvent }.map { "\($0.index) \($0.chapter.title)" }
    }

    @Test func aChapterIsReportedOnceWhenThePlayheadEntersIt() {
        var rig = MachineRig()
        rig.send(.load(items: [.sample], index: 0), .play(.external))
        var media = MediaDescription.sample
        media.chapters = chapters
        rig.report(.opened(media), .started(position: 0), .firstFrame, .progress(position: 0.1), .progress(position: 2.9))
        #expect(entered(rig) == ["0 Opening"])
        rig.report(.progress(position: 3), .progress(position: 4.9), .progress(position: 5), .progress(position: 9.9))
        #expect(entered(rig) == ["0 Opening", "1 Story"])
        rig.send(.seek(id: 1, target: 1, precision: .exact))
        rig.report(.seeked(id: 1, position: 1))
        #expect(rig.log.suffix(3).prefix(2) == ["onTime 1.0 of 10.0", "onChapter"])
        rig.send(.seek(id: 2, target: 10, precision: .exact))
        rig.report(.ended(duration: 10))
        #expect(entered(rig) == ["0 Opening", "1 Story", "0 Opening"])
    }

    @Test func theChaptersOfATrackReplaceThoseOfTheFile() {
        var rig = MachineRig.playing()
        rig.report(.chapters(chapters), .progress(position: 1.1), .chapters(chapters), .progress(position: 1.2))
        #expect(entered(rig) == ["0 Opening"])
    }
}
