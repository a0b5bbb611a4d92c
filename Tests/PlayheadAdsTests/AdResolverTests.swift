import PlayheadAds
import PlayheadCore
import Testing

/// Runs a resolver with a table of documents as ad server.
struct ResolverRun {
    /// The documents by URL; `nil` for a URL that never responds.
    var documents: [String: String?] = [:]
    var options = AdResolver.Options()
    /// The requested URLs in order.
    private(set) var requested: [String] = []
    /// The error codes, and the URLs to notify.
    private(set) var errors: [(code: AdErrorCode, urls: [String])] = []
    private(set) var ads: [ResolvedAd]?

    init(_ documents: [String: String?], options: AdResolver.Options = AdResolver.Options()) {
        self.documents = documents
        self.options = options
    }

    var ids: [String?] { ads?.map(\.ad.id) ?? ["unfinished"] }

    mutating func run(_ tags: [String]) { run(AdResolver(tags: tags, options: options, macros: AdMacros(seed: 1))) }

    /// Responds in reverse order of the requests, because the order must not matter.
    mutating func run(_ resolver: AdResolver) {
        var resolver = resolver
        var pending: [AdResolver.Request] = []
        var outputs = resolver.handle(.start)
        while true {
            for output in outputs {
                switch output {
                case .request(let request):
                    requested.append(request.url)
                    pending.append(request)
                case .failed(let error, let urls): errors.append((error.code, urls))
                case .warning, .tag: break
                case .finished(let ads):
                    #expect(self.ads == nil, "it finishes twice")
                    self.ads = ads
                }
            }
            guard let next = pending.popLast() else { return }
            switch documents[next.url] {
            case .some(.some(let text)): outputs = resolver.handle(.response(id: next.id, bytes: Array(text.utf8), url: next.url))
            case .some(.none): outputs = resolver.handle(.timeout(id: next.id))
            case .none: outputs = resolver.handle(.failure(id: next.id, reason: "status 404"))
            }
        }
    }
}

@Suite struct AdResolverTests {
    private let tag = "https://ads.example/tag"

    private func run(_ documents: [String: String?], _ tags: [String]? = nil, options: AdResolver.Options = AdResolver.Options())
        -> ResolverRun
    {
        var run = ResolverRun(documents, options: options)
        run.run(tags ?? [tag])
        return run
    }

    @Test func anInlineAdIsResolved() {
        let run = run([tag: Documents.vast(Documents.inline("1"))])
        #expect(run.ids == ["1"] && run.errors.isEmpty)
        #expect(run.ads?.first?.mediaFile?.url == "https://media.example/1.mp4" && run.ads?.first?.version == "4.2")
    }

    @Test func trackersOfAllWrappersAreMergedOutermostFirst() throws {
        let run = run([
            tag: Documents.vast(Documents.wrapper("a", to: "https://ads.example/b")),
            "https://ads.example/b": Documents.vast(Documents.wrapper("b", to: "//ads.example/c")),
            "https://ads.example/c": Documents.vast(Documents.inline("c")),
        ])
        let ad = try #require(run.ads?.first)
        #expect(ad.impressions == ["a", "b", "c"].map { "https://t.example/\($0)/impression" })
        #expect(ad.errorURLs == ["a", "b", "c"].map { "https://t.example/\($0)/error?[ERRORCODE]" })
        #expect(ad.clickTracking == ["a", "b", "c"].map { "https://t.example/\($0)/click" })
        #expect(
            ad.trackingEvents.filter { $0.event == "midpoint" }.map(\.url) == ["a", "b", "c"].map { "https://t.example/\($0)/midpoint" })
        #expect(ad.wrappers.map(\.id) == ["a", "b"] && ad.clickThrough == "https://shop.example/c")
    }

    @Test func escapesInRelativeURLsOfWrappersAreKept() {
        let run = run([tag: Documents.vast(Documents.wrapper("a", to: "b?u=a%2Cb&m=[X]|"))])
        #expect(run.requested == [tag, "https://ads.example/b?u=a%2Cb&m=%5BX%5D%7C"])
    }

    @Test func theClickThroughIsTheAdsOrThatOfTheNearestWrapper() throws {
        func wrapper(_ id: String, to url: String) -> String {
            Documents.wrapper(id, to: url)
                .replacing("<VideoClicks>", with: "<VideoClicks><ClickThrough>https://shop.example/\(id)</ClickThrough>")
        }
        func clickThrough(_ inline: String) throws -> String? {
            let run = run([
                tag: Documents.vast(wrapper("a", to: "https://ads.example/b")),
                "https://ads.example/b": Documents.vast(wrapper("b", to: "https://ads.example/c")),
                "https://ads.example/c": Documents.vast(inline),
            ])
            return try #require(run.ads?.first).clickThrough
        }
        let inline = Documents.inline("c")
        #expect(try clickThrough(inline) == "https://shop.example/c")
        #expect(
            try clickThrough(inline.replacing("<ClickThrough>https://shop.example/c</ClickThrough>", with: "")) == "https://shop.example/b")
    }

    @Test(arguments: [5, 6])
    func fiveWrappersAreFollowedAndNoMore(count: Int) {
        var documents: [String: String?] = [tag: Documents.vast(Documents.wrapper("w0", to: "https://ads.example/1"))]
        for index in 1..<count {
            documents["https://ads.example/\(index)"] = Documents.vast(
                Documents.wrapper("w\(index)", to: "https://ads.example/\(index + 1)"))
        }
        documents["https://ads.example/\(count)"] = Documents.vast(Documents.inline("1"))
        let run = run(documents)
        #expect(run.ids == (count == 5 ? ["1"] : []))
        #expect(run.errors.map(\.code) == (count == 5 ? [] : [.wrapperLimit]))
        if count == 6 { #expect(run.errors[0].urls == (0..<6).map { "https://t.example/w\($0)/error?[ERRORCODE]" }) }
    }

    @Test func aLoopOfWrappersEnds() {
        let run = run([
            tag: Documents.vast(Documents.wrapper("a", to: "https://ads.example/b")),
            "https://ads.example/b": Documents.vast(Documents.wrapper("b", to: tag)),
        ])
        #expect(run.ids == [] && run.errors.map(\.code) == [.wrapperLimit] && run.requested.count == 2)
    }

    @Test(arguments: [
        ("no XML", AdErrorCode.xmlParsing), ("<html/>", .vastSchema), ("<VAST version=\"9\"/>", .vastVersion),
        ("<VAST version=\"4.0\"/>", .noAd),
        ("  \n", .noAd), ("<VAST version=\"4.0\"><Ad/></VAST>", .vastSchema),
        (
            Documents.vast(Documents.inline("1", media: Documents.mediaFile("https://m.example/a.flv", type: "video/x-flv"))),
            .noSupportedMediaFile
        ),
        (Documents.vast(Documents.inline("1", media: "")), .noSupportedMediaFile),
        (
            Documents.vast(
                Documents.inline(
                    "1",
                    media: Documents.mediaFile("https://m.example/a.js", type: "application/javascript", more: "apiFramework=\"VPAID\""))),
            .vpaid
        ),
        (Documents.vast("<Ad><Wrapper/></Ad>"), .wrapper), (Documents.vast("<Ad><InLine/></Ad>"), .vastSchema),
    ])
    func invalidResponsesHaveErrorCodesAndNotifyTheWholeChain(answer: String, code: AdErrorCode) {
        let run = run([tag: Documents.vast(Documents.wrapper("w", to: "https://ads.example/b")), "https://ads.example/b": answer])
        #expect(run.ids == [] && run.errors.map(\.code) == [code])
        #expect(run.errors.first?.urls.first == "https://t.example/w/error?[ERRORCODE]")
    }

    @Test func timeoutsAndFailuresOfWrappersAre301() {
        let wrapper = Documents.vast(Documents.wrapper("w", to: "https://ads.example/b"))
        #expect(run([tag: wrapper, "https://ads.example/b": nil]).errors.map(\.code) == [.wrapperTimeout])
        #expect(run([tag: wrapper]).errors[0].urls == ["https://t.example/w/error?[ERRORCODE]"])
        #expect(run([:]).errors.map(\.code) == [.wrapperTimeout])
    }

    @Test func aDocumentWithoutAdsCallsItsOwnErrorURLs() {
        let run = run([tag: Documents.vast(errors: ["https://t.example/none"])])
        #expect(run.errors.map(\.code) == [.noAd] && run.errors[0].urls == ["https://t.example/none"])
    }

    @Test func tagsAreRequestedUntilOneHasAnAd() {
        let run = run(
            [
                "https://a.example/1": "no XML", "https://a.example/2": Documents.vast(Documents.inline("2")),
                "https://a.example/3": Documents.vast(Documents.inline("3")),
            ],
            ["javascript:alert(1)", "https://a.example/1", "https://a.example/2", "https://a.example/3"])
        #expect(run.ids == ["2"] && run.requested == ["https://a.example/1", "https://a.example/2"])
        #expect(run.errors.map(\.code) == [.wrapperTimeout, .xmlParsing])
    }

    @Test func aPodIsPlayedInOrderAndStandAloneAdsReplaceFailedAds() {
        let flash = Documents.mediaFile("https://m.example/a.flv", type: "video/x-flv")
        let pod = Documents.vast(
            Documents.inline("2", sequence: 2, media: flash), Documents.inline("x"), Documents.inline("1", sequence: 1),
            Documents.wrapper("3", to: "https://ads.example/none", sequence: 3), Documents.inline("y"))
        let run = run([tag: pod, "https://ads.example/none": "<VAST version=\"4.0\"/>"])
        #expect(run.ids == ["1", "x", "y"])
        #expect(run.errors.map(\.code) == [.noSupportedMediaFile, .noAd])
    }

    @Test func withoutAPodOneStandAloneAdIsPlayed() {
        #expect(run([tag: Documents.vast(Documents.inline("a"), Documents.inline("b"))]).ids == ["a"])
        let broken = Documents.inline("a", media: "")
        #expect(run([tag: Documents.vast(broken, Documents.inline("b"), Documents.inline("c"))]).ids == ["b"])
    }

    @Test func aWrapperThatForbidsMultipleAdsUsesTheStandAloneAd() {
        let answer = Documents.vast(Documents.inline("1", sequence: 1), Documents.inline("2", sequence: 2), Documents.inline("x"))
        func ids(_ attributes: String, _ answer: String) -> [String?] {
            run([
                tag: Documents.vast(Documents.wrapper("w", to: "https://ads.example/b", attributes: attributes)),
                "https://ads.example/b": answer,
            ]).ids
        }
        #expect(ids("", answer) == ["x"])
        #expect(ids("allowMultipleAds=\"true\"", answer) == ["1", "2"])
        #expect(ids("", Documents.vast(Documents.inline("1", sequence: 1), Documents.inline("2", sequence: 2))) == ["1"])
    }

    @Test func aWrapperThatForbidsFurtherWrappersEndsTheChain() {
        let run = run([
            tag: Documents.vast(Documents.wrapper("w", to: "https://ads.example/b", attributes: "followAdditionalWrappers=\"false\"")),
            "https://ads.example/b": Documents.vast(Documents.wrapper("v", to: "https://ads.example/c")),
            "https://ads.example/c": Documents.vast(Documents.inline("1")),
        ])
        #expect(run.ids == [] && run.errors.map(\.code) == [.noAd] && run.requested.count == 2)
        var options = AdResolver.Options()
        options.followsRedirects = false
        #expect(self.run([tag: Documents.vast(Documents.wrapper("w", to: "https://ads.example/b"))], options: options).requested == [tag])
    }

    @Test func aFallbackIsUsedUnlessTheWrapperForbidsIt() {
        func ids(_ attributes: String) -> [String?] {
            run([
                tag: Documents.vast(
                    Documents.wrapper("w", to: "https://ads.example/b", sequence: 1, attributes: attributes), Documents.inline("x")),
                "https://ads.example/b": "<VAST version=\"4.0\"/>",
            ]).ids
        }
        #expect(ids("") == ["x"] && ids("fallbackOnNoAd=\"true\"") == ["x"] && ids("fallbackOnNoAd=\"false\"") == [])
    }

    @Test func blockedCategoriesAreNotShown() {
        let blocking = Documents.wrapper(
            "w", to: "https://ads.example/b", extra: "<BlockedAdCategories authority=\"iab\">IAB7</BlockedAdCategories>")
        func codes(_ category: String) -> [AdErrorCode] {
            run([
                tag: Documents.vast(blocking),
                "https://ads.example/b": Documents.vast(Documents.inline("1", extra: "<Category authority=\"iab\">\(category)</Category>")),
            ])
            .errors.map(\.code)
        }
        #expect(codes("IAB7") == [.categoryBlocked] && codes("IAB8") == [])
    }

    @Test func aListOfBlockedCategoriesBlocksEachOfThemAndIsPartOfTheRequest() {
        func wrapper(_ id: String, to url: String, _ categories: String) -> String {
            Documents.wrapper(id, to: url, extra: "<BlockedAdCategories authority=\"iab\">\(categories)</BlockedAdCategories>")
        }
        let category = "<Category authority=\"iab\">IAB8</Category>"
        let (a, b, next) = ("https://ads.example/a?b=", "https://ads.example/b?b=", "https://ads.example/next?b=")
        let macro = "[BLOCKEDADCATEGORIES]"
        let run = run(
            [
                tag: Documents.vast(wrapper("a", to: a + macro, " IAB7, IAB8,,")),
                a + "IAB7,IAB8": Documents.vast(wrapper("b", to: b + macro, "IAB9")),
                b + "IAB7,IAB8,IAB9": Documents.vast(Documents.inline("1", extra: category)),
                next + "-1": Documents.vast(Documents.inline("2", extra: category)),
            ],
            [tag, next + macro])
        #expect(run.errors.map(\.code) == [.categoryBlocked] && run.ids == ["2"])
    }

    @Test func multiplyingWrappersEndAtTheRequestLimit() {
        let many = Documents.vast(
            Documents.wrapper("1", to: "https://ads.example/[CACHEBUSTING]", sequence: 1, attributes: "allowMultipleAds=\"1\""),
            Documents.wrapper("2", to: "https://ads.example/x[CACHEBUSTING]", sequence: 2, attributes: "allowMultipleAds=\"1\""))
        var options = AdResolver.Options()
        options.requestLimit = 20
        var resolver = AdResolver(tags: [tag], options: options, macros: AdMacros(seed: 1))
        var pending = resolver.handle(.start)
        var requests = 0
        while !pending.isEmpty {
            guard case .request(let request) = pending.removeFirst() else { continue }
            requests += 1
            pending += resolver.handle(.response(id: request.id, bytes: Array(many.utf8), url: request.url))
        }
        #expect(requests <= 20 && resolver.isFinished)
    }

    @Test func theSkipOffsetOfTheAdOverridesTheConfiguration() {
        var options = AdResolver.Options()
        options.skipOffset = .seconds(5)
        let run = run(
            [tag: Documents.vast(Documents.inline("1", sequence: 1, skipOffset: "25%"), Documents.inline("2", sequence: 2))],
            options: options)
        #expect(run.ads?.map(\.skipOffset) == [.fraction(0.25), .seconds(5)])
    }

    @Test func overlayAdsAreResolvedByTheSupportedResources() {
        func overlay(_ resource: String, _ framework: String = "") -> String {
            Documents.vast(
                "<Ad id=\"o\"><InLine><Impression>i</Impression><Creatives><Creative><NonLinearAds><NonLinear width=\"300\" height=\"50\" \(framework)>\(resource)</NonLinear></NonLinearAds></Creative></Creatives></InLine></Ad>"
            )
        }
        let picture = "<StaticResource creativeType=\"image/png\">https://m.example/a.png</StaticResource>"
        #expect(run([tag: overlay(picture)]).ads?.first?.isLinear == false)
        #expect(run([tag: overlay("<IFrameResource>https://m.example/</IFrameResource>")]).errors.map(\.code) == [.nonLinearUnsupported])
        #expect(run([tag: overlay(picture, "apiFramework=\"VPAID\"")]).errors.map(\.code) == [.vpaid])
    }

    @Test func networkDocumentsCannotReferToFiles() {
        let file = Documents.mediaFile("file:///etc/passwd")
        #expect(run([tag: Documents.vast(Documents.inline("1", media: file))]).errors.map(\.code) == [.noSupportedMediaFile])
        #expect(run([tag: Documents.vast(Documents.wrapper("w", to: "file:///etc/passwd"))]).errors.map(\.code) == [.wrapper])
        let local = "file:///ads/tag.xml"
        #expect(run([local: Documents.vast(Documents.inline("1", media: file))], [local]).ids == ["1"])
    }

    @Test func anEmbeddedDocumentNeedsNoRequest() throws {
        var run = ResolverRun([:])
        run.run(AdResolver(document: try Documents.parse(Documents.vast(Documents.inline("1"))), macros: AdMacros(seed: 1)))
        #expect(run.ids == ["1"] && run.requested.isEmpty)
    }

    @Test func companionsOfTheAdOverrideThoseOfWrappersAndEachProgramHasOneIcon() throws {
        func companions(_ id: String) -> String {
            "<Creative><CompanionAds><Companion id=\"\(id)\"><StaticResource creativeType=\"image/png\">https://m.example/\(id).png</StaticResource></Companion></CompanionAds></Creative>"
        }
        func icon(_ program: String, _ url: String) -> String {
            "<Icons><Icon program=\"\(program)\"><StaticResource>\(url)</StaticResource></Icon></Icons>"
        }
        let wrapper = Documents.wrapper("w", to: "https://ads.example/b")
            .replacing("<Creatives>", with: "<Creatives>\(companions("w"))").replacing("<Linear>", with: "<Linear>\(icon("x", "w"))")
        let inline = Documents.inline("1", linear: icon("x", "own"))
        let own = inline.replacing("<Creatives>", with: "<Creatives>\(companions("own"))")
        let first = try #require(run([tag: Documents.vast(wrapper), "https://ads.example/b": Documents.vast(own)]).ads?.first)
        #expect(first.companions.map(\.id) == ["own"] && first.icons.map { $0.resources[0].content } == ["own"])
        let second = try #require(run([tag: Documents.vast(wrapper), "https://ads.example/b": Documents.vast(inline)]).ads?.first)
        #expect(second.companions.map(\.id) == ["w"])
    }

    @Test func unexpectedResponsesAreIgnored() {
        var other = AdResolver(tags: [tag], macros: AdMacros(seed: 1))
        #expect(other.handle(.response(id: 1, bytes: [], url: tag)).isEmpty)
        _ = other.handle(.start)
        #expect(other.handle(.start).isEmpty)
        #expect(other.handle(.timeout(id: 9)).isEmpty)
        #expect(other.handle(.timeout(id: 1)).last == .finished([]))
        #expect(other.handle(.response(id: 1, bytes: [], url: tag)).isEmpty)
    }
}
