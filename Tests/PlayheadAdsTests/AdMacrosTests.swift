import PlayheadAds
import Testing

@Suite struct AdMacrosTests {
    private func expand(_ url: String, date: Double? = nil, _ set: (inout AdMacros) -> Void = { _ in }) -> String {
        var macros = AdMacros(seed: 1)
        set(&macros)
        return macros.expand(url, date: date)
    }

    @Test func valuesAreEncodedOnceAndListsKeepTheirCommas() {
        #expect(
            expand("https://a.example/?u=[CONTENTURI]&s=[PLAYERSTATE]") {
                $0[value: .contentURI] = "https://b.example/?x=1&y=ä%20"
                $0[.playerState] = ["muted", "full,screen"]
            } == "https://a.example/?u=https%3A%2F%2Fb.example%2F%3Fx%3D1%26y%3D%C3%A4%2520&s=muted,full%2Cscreen")
    }

    @Test func unknownValuesAreMinusOneAndWithheldValuesMinusTwo() {
        #expect(
            expand("[IFA] [DEVICEIP] [ERRORCODE]") { $0.withhold(.deviceIP) } == "-1 -2 -1")
    }

    @Test func unknownMacrosAreNotChanged() {
        #expect(
            expand("[VIEWABILITY] [errorcode] [] [ERRORCODE [[ERRORCODE]] %5BNO%5D") { $0[value: .errorCode] = "303" }
                == "[VIEWABILITY] [errorcode] [] [ERRORCODE [303] %5BNO%5D")
    }

    @Test func bracketsMayBeEncoded() {
        #expect(
            expand("%5BERRORCODE%5D%5bERRORCODE%5d") { $0[value: .errorCode] = "101" } == "101101")
    }

    @Test func theCacheBustingNumberIsConstantInAURLAndDiffersInTheNext() {
        var macros = AdMacros(seed: 7)
        let first = macros.expand("[CACHEBUSTING] [CACHEBUSTING]").split(separator: " ")
        let second = macros.expand("[CACHEBUSTING]")
        #expect(first[0] == first[1] && first[0] != second && second.count == 8 && second.allSatisfy(\.isNumber))
        var again = AdMacros(seed: 7)
        #expect(again.expand("[CACHEBUSTING]") == first[0])
    }

    @Test func theTimeIsADateWithMilliseconds() {
        #expect(
            expand("[TIMESTAMP]", date: 1_700_000_000.25) == "2023-11-14T22%3A13%3A20.250Z")
        #expect(
            expand("[TIMESTAMP]", date: 951_782_399) == "2000-02-28T23%3A59%3A59.000Z")
        #expect(
            expand("[TIMESTAMP]", date: 951_782_400) == "2000-02-29T00%3A00%3A00.000Z")
        #expect(
            expand("[TIMESTAMP]") == "-1")
    }

    @Test func thePlayersOwnMacrosAreKnown() {
        #expect(
            expand("[VASTVERSIONS] [SERVERSIDE]") == "2,3,7,11,13,15 0")
    }
}
