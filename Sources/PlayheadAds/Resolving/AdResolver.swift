/// Finds the ads of a break: asks tags, follows wrappers, and keeps what can be shown. A state machine without I/O and clocks.
///
/// Requests go out as ``Output/request(_:)``; what comes of each is told by ``handle(_:date:)``. The last output is ``Output/finished(_:)``, once.
/// Tags are a waterfall: the next one is asked where one has no ad that can be shown.
public struct AdResolver: Sendable {
    /// How far it goes.
    public struct Options: Sendable, Hashable {
        /// Wrappers around an ad at most (VAST 4.3 §2.3.4).
        public var wrapperLimit = 5
        /// Requests of a break at most.
        public var requestLimit = 50
        /// How long a request may take, in seconds.
        public var requestTimeout = 5.0
        /// When ads can be skipped that don't say it themselves; `nil` for never.
        public var skipOffset: AdOffset?
        /// Whether pods and further ads of the first document are shown.
        public var allowsMultipleAds = true
        /// Whether wrappers are followed.
        public var followsRedirects = true
        /// What the player can show.
        public var capabilities = AdMediaCapabilities()

        /// Makes the default options.
        public init() {}
    }

    /// A document to load.
    public struct Request: Sendable, Hashable {
        /// What its answer names.
        public var id: Int
        /// The address, macros filled in.
        public var url: String
        /// How long it may take, in seconds.
        public var timeout: Double
        /// Whether it is a tag and not a wrapper's.
        public var isTag: Bool
    }

    /// What happens to it.
    public enum Input: Sendable, Hashable {
        /// It is to begin.
        case start
        /// A request was answered, by this address in the end.
        case response(id: Int, bytes: [UInt8], url: String)
        /// A request failed: why, as part of a sentence.
        case failure(id: Int, reason: String)
        /// A request took too long.
        case timeout(id: Int)
    }

    /// What is to be done.
    public enum Output: Sendable, Hashable {
        /// Load a document.
        case request(Request)
        /// An ad can't be had; these addresses are to be called, with macros and that of the error's code.
        case failed(AdError, errorURLs: [String])
        /// A document is not as it should be, but used.
        case warning(AdWarning, url: String?)
        /// These are the ads, in order; empty where there are none. Nothing follows.
        case finished([ResolvedAd])
    }

    /// Where a document was asked for.
    struct Chain: Sendable, Hashable {
        var wrappers: [VASTAd] = []
        var urls: [String] = []
        var followsWrappers = true
        var allowsMultipleAds = true
        var errorURLs: [String] { wrappers.flatMap(\.errorURLs) }
    }

    /// What stands in where an ad of a document fails.
    struct Reserve: Sendable, Hashable {
        var ads: [VASTAd]
        var chain: Chain
        var version: String?
        var url: String?
    }

    /// A place in the break.
    struct Slot: Sendable, Hashable {
        enum Content: Sendable, Hashable {
            case ad(ResolvedAd)
            case pending(request: Int, Chain)
        }
        var content: Content
        var reserve: Int
        /// Whether the reserve may be used if it fails.
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
    /// Whether the ads were told.
    public private(set) var isFinished = false

    /// Makes one that asks tags, each where those before have no ad.
    public init(tags: [String], options: Options = Options(), macros: AdMacros) {
        self.tags = tags
        self.options = options
        self.macros = macros
    }

    /// Makes one for a document that is there already.
    /// - Parameter url: What it was part of; `nil` where the app made it.
    public init(document: VASTDocument, url: String? = nil, options: Options = Options(), macros: AdMacros) {
        self.init(tags: [], options: options, macros: macros)
        self.document = document
        documentURL = url
    }

    /// Takes what happens and says what is to be done. Answers to what was not asked are passed over.
    /// - Parameter date: The time, in seconds since 1970, for macros.
    public mutating func handle(_ input: Input, date: Double? = nil) -> [Output] {
        guard !isFinished, hasBegun || input == .start else { return [] }
        var outputs: [Output] = []
        switch input {
        case .start: begin(&outputs, date)
        case .response(let id, let bytes, let url): answer(id, bytes, url, &outputs, date)
        case .failure(let id, let reason): fail(id, "the document can't be had: \(reason)", &outputs, date)
        case .timeout(let id): fail(id, "the document did not come in time", &outputs, date)
        }
        finishIfDone(&outputs, date)
        return outputs
    }

    private mutating func begin(_ outputs: inout [Output], _ date: Double?) {
        guard !hasBegun else { return }
        hasBegun = true
        guard let document else { return nextTag(&outputs, date) }
        self.document = nil
        let chain = Chain(followsWrappers: options.followsRedirects, allowsMultipleAds: options.allowsMultipleAds)
        slots = places(of: document, chain, url: documentURL, &outputs, date)
    }

    private mutating func nextTag(_ outputs: inout [Output], _ date: Double?) {
        while !tags.isEmpty, slots.isEmpty {
            let tag = tags.removeFirst()
            guard let url = AdAddress.fetchable(tag) else {
                outputs.append(.failed(AdError(.wrapperTimeout, "the tag is no address that can be loaded", url: tag), errorURLs: []))
                continue
            }
            let chain = Chain(urls: [url], followsWrappers: options.followsRedirects, allowsMultipleAds: options.allowsMultipleAds)
            reserves.append(Reserve(ads: [], chain: chain))
            let request = request(url, isTag: true, &outputs, date)
            slots = [Slot(content: .pending(request: request, chain), reserve: reserves.count - 1, fallsBack: false)]
        }
    }

    mutating func request(_ url: String, isTag: Bool, _ outputs: inout [Output], _ date: Double?) -> Int {
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

    private mutating func answer(_ id: Int, _ bytes: [UInt8], _ url: String, _ outputs: inout [Output], _ date: Double?) {
        guard let (index, chain) = place(of: id) else { return }
        do {
            // An answer without a body is how many servers say that they have no ad.
            let document = bytes.allSatisfy(\.isXMLSpace) ? VASTDocument() : try VASTParser.parse(bytes)
            outputs += document.warnings.map { .warning($0, url: url) }
            replace(index, by: places(of: document, chain, url: url, &outputs, date), &outputs, date)
        } catch {
            var error = error
            error.url = url
            outputs.append(.failed(error, errorURLs: chain.errorURLs))
            replace(index, by: [], &outputs, date)
        }
    }

    private mutating func fail(_ id: Int, _ reason: String, _ outputs: inout [Output], _ date: Double?) {
        guard let (index, chain) = place(of: id) else { return }
        outputs.append(.failed(AdError(.wrapperTimeout, reason, url: chain.urls.last), errorURLs: chain.errorURLs))
        replace(index, by: [], &outputs, date)
    }

    /// Puts what a request gave in its place, or what stands in for it.
    private mutating func replace(_ index: Int, by places: [Slot], _ outputs: inout [Output], _ date: Double?) {
        var places = places
        let slot = slots[index]
        if places.isEmpty, slot.fallsBack, let standIn = standIn(slot.reserve, &outputs, date) { places = [standIn] }
        slots.replaceSubrange(index...index, with: places)
    }

    private mutating func finishIfDone(_ outputs: inout [Output], _ date: Double?) {
        if slots.isEmpty { nextTag(&outputs, date) }
        let ads = slots.compactMap { slot in
            if case .ad(let ad) = slot.content { ad } else { nil }
        }
        guard ads.count == slots.count else { return }
        isFinished = true
        outputs.append(.finished(ads))
    }
}
