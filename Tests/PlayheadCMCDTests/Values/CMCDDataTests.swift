import Testing

@testable import PlayheadCMCD

@Suite("Data of CMCD")
struct CMCDDataTests {
    private func request(_ version: CMCDVersion) -> CMCDData {
        var data = CMCDData(version: version)
        data.set(.bitrate, 3200.4, for: .video)
        data.set(.bufferLength, 21_349, for: .video)
        data.set(.duration, 4004)
        data.set(.objectType, token: CMCDObjectType.video)
        data.set(.throughput, 25_449, for: nil)
        data.set(.sessionID, text: "6e2fb550")
        data.set(.isUrgent, flag: true)
        data.set(.isStarved, flag: false)
        data[.rate] = .item(CMCDItem(.decimal(1.5)))
        return data
    }

    @Test("is sorted, rounded and without false values")
    func text() {
        #expect(request(.one).text == #"bl=21300,br=3200,d=4004,mtp=25400,ot=v,pr=1.5,sid="6e2fb550",su"#)
        #expect(request(.two).text == #"bl=(21300;v),br=(3200;v),d=4004,mtp=(25400),ot=v,pr=1.5,sid="6e2fb550",su"#)
    }

    @Test("is spread over header fields by the rate of its changes")
    func headers() {
        let headers = request(.one).headers.map { "\($0.name.rawValue): \($0.value)" }
        #expect(
            headers == [
                "CMCD-Object: br=3200,d=4004,ot=v", "CMCD-Request: bl=21300,mtp=25400,su", #"CMCD-Session: pr=1.5,sid="6e2fb550""#,
            ])
        #expect(request(.two).headers.map { "\($0.name.rawValue): \($0.value)" }.contains("CMCD-Status: pr=1.5"))
    }

    @Test("is one percent-encoded query argument")
    func query() {
        var data = CMCDData(version: .one)
        data.set(.contentID, text: "a\"b c&d")
        #expect(data.queryItem == "CMCD=cid%3D%22a%5C%22b%20c%26d%22")
        #expect(CMCDData(version: .one).queryItem.isEmpty)
    }

    @Test("has no unknown, negative or infinite number", arguments: [nil, -1, .nan, .infinity, 1e300] as [Double?])
    func invalidNumbers(number: Double?) {
        var data = CMCDData(version: .two)
        data.set(.bitrate, number)
        data.set(.duration, number)
        #expect(data.members.isEmpty)
    }

    @Test("has no text that is too long or not printable ASCII")
    func invalidTexts() {
        var data = CMCDData(version: .one)
        data.set(.contentID, text: String(repeating: "a", count: 65))
        data.set(.sessionID, text: "é")
        #expect(data.members.isEmpty)
        data = CMCDData(version: .two)
        data.set(.contentID, text: String(repeating: "a", count: 65))
        #expect(data[.contentID] != nil)
    }
}
