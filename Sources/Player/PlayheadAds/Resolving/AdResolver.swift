/// Finds the ads of a break: requests tags, follows wrappers, and selects the playable ads. A state machine without I/O and clocks.
///
/// Requests are emitted as ``Output/request(_:)``; their results are passed to ``handle(_:date:)``. The last output is a single
/// ``Output/finished(_:)``. Tags form a waterfall: the next tag is requested if the previous one has no playable ad. An ad that fails to
/// play is passed back, and its replacements follow as another ``Output/finished(_:)``.
package struct AdResolver: Sendable {
    /// The options of a resolver.
    package struct Options: Sendable, Hashable {
        /// The maximum number of wrappers around an ad (VAST 4.3 §2.3.4).
        package var wrapperLimit = 5
        /// The maximum number of requests for a break.
        package var requestLimit = 50
        /// The timeout of a request, in seconds.
        package var requestTimeout = 5.0
        /// The skip offset of ads that have none of their own; `nil` for never.
        package var skipOffset: AdOffset?
        /// Whether the pod and further ads of the first document are allowed.
        package var allowsMultipleAds = true
        /// Whether wrappers are followed.
        package var followsRedirects = true
        /// The media that the player supports.
        package var capabilities = AdMediaCapabilities()

        /// Creates the default options.
        package init() {}
    }

    /// A request for a document.
    package struct Request: Sendable, Hashable {
        /// The id for its result.
        package var id: Int
        /// The URL with expanded macros.
        package var url: String
        /// The timeout in seconds.
        package var timeout: Double
        /// Whether the URL is a tag rather than a wrapper's.
        package var isTag: Bool
    }

    /// An input of the resolver.
    package enum Input: Sendable, Hashable {
        /// Start.
        case start
        /// A request succeeded; with the final URL.
        case response(id: Int, bytes: [UInt8], url: String)
        /// A request failed; the reason as part of a sentence.
        case failure(id: Int, reason: String)
        /// A request reached its timeout.
        case timeout(id: Int)
        /// A returned ad failed to play: find another one. `isFilled` is whether the break has other ads, so that no further tag is
        /// requested now.
        case unplayable(ResolvedAd, isFilled: Bool)
    }

    /// An output of the resolver.
    package enum Output: Sendable, Hashable {
        /// Load a document.
        case request(Request)
        /// The tag to which the following outputs belong.
        case tag(String)
        /// Report an unusable ad; with the error URLs to request, whose macros include the error code.
        case failed(AdError, errorURLs: [String])
        /// Report a fault in a document that is still usable.
        case warning(AdWarning, url: String?)
        /// Finish with these ads in order, or none. There is no further output until one of them is ``Input/unplayable(_:isFilled:)``.
        case finished([ResolvedAd])
    }

    /// The wrappers and restrictions that led to a document.
    struct Chain: Sendable, Hashable {
        var wrappers: [VASTAd] = []
        var urls: [String] = []
        var followsWrappers = true
        var allowsMultipleAds = true
        var errorURLs: [String] { wrappers.flatMap(\.errorURLs) }
    }

    /// The stand-alone ads that replace failed ads of a document.
    struct Reserve: Sendable, Hashable {
        var ads: [VASTAd]
        var chain: Chain
        var version: String?
        var url: String?
        /// The reserve of the wrapper around the document that is used after this one; `nil` for none.
        var outer: Int?
    }

    /// A slot in the break.
    struct Slot: Sendable, Hashable {
        enum Content: Sendable, Hashable {
            case ad(ResolvedAd)
            case pending(request: Int, Chain)
        }
        var content: Content
        var reserve: Int
        /// Whether the reserve is used if the ad fails.
        var fallsBack: Bool
    }

    let options: Options
    var macros: AdMacros
    private var tags: [String]
    private var document: VASTDocument?
    private var documentURL: String?
    private var slots: [Slot] = []
    var reserves: [Reserve] = []
    private(set) var requests = 0
    private var hasBegun = false
    /// Whether the next tag is requested if there is no ad.
    private var asksFurtherTags = true
    /// Whether the resolver has finished.
    package private(set) var isFinished = false

    /// Creates a resolver for a waterfall of tags.
    package init(tags: [String], options: Options = Options(), macros: AdMacros) {
        self.tags = tags
        self.options = options
        self.macros = macros
    }

    /// Creates a resolver for an existing document. `url` is the URL of the enclosing document; `nil` for a document of the app.
    package init(document: VASTDocument, url: String? = nil, options: Options = Options(), macros: AdMacros) {
        self.init(tags: [], options: options, macros: macros)
        self.document = document
        documentURL = url
    }

    /// Handles an input and returns the outputs. Unexpected results are ignored. `date` is the time in seconds since 1970, for macros.
    package mutating func handle(_ input: Input, date: Double? = nil) -> [Output] {
        if case .unplayable = input {
            guard isFinished else { return [] }
            isFinished = false
        }
        guard !isFinished, hasBegun || input == .start else { return [] }
        var outputs: [Output] = []
        switch input {
        case .start: begin(outputs: &outputs, date: date)
        case .response(let id, let bytes, let url): answer(id, bytes, url: url, outputs: &outputs, date: date)
        case .failure(let id, let reason): fail(id, "the document failed to load: \(reason)", outputs: &outputs, date: date)
        case .timeout(let id): fail(id, "the document was not loaded within the timeout", outputs: &outputs, date: date)
        case .unplayable(let ad, let isFilled):
            slots = ad.reserve.flatMap { standIn($0, outputs: &outputs, date: date) }.map { [$0] } ?? []
            asksFurtherTags = !isFilled
        }
        finishIfDone(outputs: &outputs, date: date)
        return outputs
    }

    private mutating func begin(outputs: inout [Output], date: Double?) {
        guard !hasBegun else { return }
        hasBegun = true
        guard let document else { return nextTag(outputs: &outputs, date: date) }
        self.document = nil
        let chain = Chain(followsWrappers: options.followsRedirects, allowsMultipleAds: options.allowsMultipleAds)
        slots = places(of: document, chain, url: documentURL, outputs: &outputs, date: date)
    }

    private mutating func nextTag(outputs: inout [Output], date: Double?) {
        while !tags.isEmpty, slots.isEmpty {
            let tag = tags.removeFirst()
            outputs.append(.tag(tag))
            guard let url = AdAddress.fetchable(tag) else {
                outputs.append(.failed(AdError(.wrapperTimeout, "the tag is not a valid URL", url: tag), errorURLs: []))
                continue
            }
            let chain = Chain(urls: [url], followsWrappers: options.followsRedirects, allowsMultipleAds: options.allowsMultipleAds)
            reserves.append(Reserve(ads: [], chain: chain))
            macros[.blockedAdCategories] = []
            let request = request(url, isTag: true, outputs: &outputs, date: date)
            slots = [Slot(content: .pending(request: request, chain), reserve: reserves.count - 1, fallsBack: false)]
        }
    }

    mutating func request(_ url: String, isTag: Bool, outputs: inout [Output], date: Double?) -> Int {
        requests += 1
        let url = macros.expand(url, date: date)
        outputs.append(.request(Request(id: requests, url: url, timeout: options.requestTimeout, isTag: isTag)))
        return requests
    }

    private func place(of request: Int) -> (index: Int, chain: Chain)? {
        for (index, slot) in slots.enumerated() {
            if case .pending(request, let chain) = slot.content { return (index, chain) }
        }
        return nil
    }

    private mutating func answer(_ id: Int, _ bytes: [UInt8], url: String, outputs: inout [Output], date: Double?) {
        guard let (index, chain) = place(of: id) else { return }
        do {
            // Many servers respond without a body if they have no ad.
            let document = bytes.allSatisfy(\.isXMLSpace) ? VASTDocument() : try VASTParser.parse(bytes)
            outputs += document.warnings.map { .warning($0, url: url) }
            let outer = slots[index].fallsBack ? slots[index].reserve : nil
            let places = places(of: document, chain, url: url, outer: outer, outputs: &outputs, date: date)
            replace(index, by: places, outputs: &outputs, date: date)
        } catch {
            var error = error
            error.url = url
            outputs.append(.failed(error, errorURLs: chain.errorURLs))
            replace(index, by: [], outputs: &outputs, date: date)
        }
    }

    private mutating func fail(_ id: Int, _ reason: String, outputs: inout [Output], date: Double?) {
        guard let (index, chain) = place(of: id) else { return }
        outputs.append(.failed(AdError(.wrapperTimeout, reason, url: chain.urls.last), errorURLs: chain.errorURLs))
        replace(index, by: [], outputs: &outputs, date: date)
    }

    /// Replaces a pending slot by the results of its request, or by an ad of the reserve.
    private mutating func replace(_ index: Int, by places: [Slot], outputs: inout [Output], date: Double?) {
        var places = places
        let slot = slots[index]
        if places.isEmpty, slot.fallsBack, let standIn = standIn(slot.reserve, outputs: &outputs, date: date) { places = [standIn] }
        slots.replaceSubrange(index...index, with: places)
    }

    private mutating func finishIfDone(outputs: inout [Output], date: Double?) {
        if slots.isEmpty, asksFurtherTags { nextTag(outputs: &outputs, date: date) }
        let ads = slots.compactMap { slot in
            if case .ad(let ad) = slot.content { ad } else { nil }
        }
        guard ads.count == slots.count else { return }
        isFinished = true
        outputs.append(.finished(ads))
    }
}
