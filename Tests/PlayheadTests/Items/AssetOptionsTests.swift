import Foundation
import PlayheadTransport
import Testing

@testable import Playhead

@Suite("Asset options")
struct AssetOptionsTests {
    @Test("The nearest level takes precedence, option by option, and by name for header fields and cookies")
    func levels() {
        var configuration = AssetOptions(
            headers: ["X-All": "1", "X-Mine": "far"],
            cookies: [RequestCookie(name: "a", value: "far"), RequestCookie(name: "b", value: "far")],
            userAgent: "Far")
        configuration.allowsCellularAccess = false
        configuration.allowsHTTP3 = true
        configuration.overrideMIMEType = "video/mp4"
        configuration.timeouts = LoadTimeouts(head: 3)
        var item = AssetOptions(headers: ["x-mine": "item"], cookies: [RequestCookie(name: "a", value: "item")])
        item.allowsCellularAccess = true
        var source = AssetOptions(userAgent: "Near")
        source.referenceRestrictions = .forbidAll
        let result = source.over(item).over(configuration)
        #expect(result.headers == ["X-All": "1", "x-mine": "item"])
        #expect(result.cookies.map(\.value).sorted() == ["far", "item"] && result.cookies.first { $0.name == "a" }?.value == "item")
        #expect(result.userAgent == "Near" && result.allowsCellularAccess == true && result.overrideMIMEType == "video/mp4")
        #expect(result.requestOptions.request(URL(filePath: "/"), for: .image).allowsHTTP3)
        #expect(result.referenceRestrictions == .forbidAll && result.timeouts?.head == 3)
        #expect(result.requestOptions.headers["User-Agent"] == "Near")
    }

    @Test("A user agent takes precedence over that of a higher level, in either form")
    func userAgent() {
        let field = AssetOptions(headers: ["User-Agent": "field"])
        let option = AssetOptions(userAgent: "option")
        #expect(field.over(option).requestOptions.headers.values(of: "User-Agent") == ["field"])
        #expect(option.over(field).requestOptions.headers.values(of: "User-Agent") == ["option"])
    }

    @Test("AVFoundation's keys are supported; other keys, and values of another type, are ignored")
    func dictionary() {
        let options = AssetOptions([
            "AVURLAssetHTTPHeaderFieldsKey": ["cookie": "cookie data"], .httpCookies: ["id": "7"], .httpUserAgent: "Me",
            .preferPreciseDurationAndTiming: true, .referenceRestrictions: 5, .overrideMIMEType: "audio/mpeg", .allowsCellularAccess: false,
            .allowsExpensiveNetworkAccess: "no", "AVURLAssetNothingKey": 1,
        ])
        #expect(options.headers["Cookie"] == "cookie data" && options.cookies == [RequestCookie(name: "id", value: "7")])
        #expect(options.userAgent == "Me" && options.prefersPreciseDurationAndTiming == true && options.overrideMIMEType == "audio/mpeg")
        #expect(options.referenceRestrictions == [.forbidRemoteReferenceToLocal, .forbidCrossSiteReference])
        #expect(options.allowsCellularAccess == false && options.allowsExpensiveNetworkAccess == nil)
    }

    @Test("A header field whose name HTTP does not permit is an error of the request", arguments: ["Ä", "", "X A", "X:A"])
    func invalidName(name: String) async throws {
        let url = try #require(URL(string: "http://127.0.0.1:9/"))
        let loader = URLLoader()
        for options in [AssetOptions(headers: [name: "1"]), AssetOptions(["AVURLAssetHTTPHeaderFieldsKey": [name: "1"]])] {
            let request = options.requestOptions.request(url, for: .image)
            let error = await #expect(throws: LoadError.self) { try await loader.load(request) }
            #expect(error?.reason == .invalidRequest)
        }
        await loader.shutdown()
    }

    @Test("Secrets do not appear in descriptions or dumps")
    func secrets() {
        let options = AssetOptions(headers: ["Authorization": "hush"], cookies: [RequestCookie(name: "id", value: "hush")])
        let entry = PlaylistEntry(sources: [ItemSource(url: URL(fileURLWithPath: "/a"), assetOptions: options)], assetOptions: options)
        var dumped = ""
        dump(entry, to: &dumped)
        #expect(!"\(entry)".contains("hush") && !dumped.contains("hush") && !String(reflecting: options).contains("hush"))
    }
}
