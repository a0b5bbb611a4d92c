import Testing

@testable import PlayheadNowPlaying

@Suite("Names and interfaces")
struct InterfaceTests {
    @Test("The first player has the plain name, others have instance names; all names are valid")
    func names() {
        let names = BusNames(application: "play-head é 1", process: 42)
        #expect(names.name(0) == "org.mpris.MediaPlayer2.playhead1")
        #expect(names.name(1) == "org.mpris.MediaPlayer2.playhead1.instance42")
        #expect(names.name(2) == "org.mpris.MediaPlayer2.playhead1.instance42_2")
        #expect(names.name(BusNames.limit + 1) == nil)
        #expect(BusNames(application: "7up", process: 1).application == "_7up")
        #expect(BusNames(application: "…", process: 1).application == "player")
    }

    @Test("Introspection and published properties are the same, with their types")
    func introspection() {
        var facts = ControlRulesTests.facts(0, of: 1)
        facts.desktopEntry = "playhead"
        func shown(_ fields: [BusField]) -> Set<String> { Set(fields.map { "\($0.name) \($0.value.signature)" }) }
        func known(_ properties: [MPRISInterface.Property]) -> Set<String> { Set(properties.map { "\($0.name) \($0.signature)" }) }
        #expect(shown(facts.properties.root) == known(MPRISInterface.rootProperties))
        #expect(shown(facts.properties.player).union(["Position x"]) == known(MPRISInterface.playerProperties))
        let xml = MPRISInterface.introspection(hasDesktopEntry: true)
        for method in MPRISInterface.rootMethods + MPRISInterface.playerMethods {
            #expect(xml.contains("<method name=\"\(method.name)\">"))
        }
        #expect(xml.contains("DesktopEntry") && !MPRISInterface.introspection(hasDesktopEntry: false).contains("DesktopEntry"))
    }
}
