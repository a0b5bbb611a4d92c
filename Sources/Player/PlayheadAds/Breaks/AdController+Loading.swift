import PlayheadCore

extension AdController {
    /// Loads the next break if it is near.
    mutating func loadAhead() {
        let horizon = contentPosition + configuration.preloadTime
        var next = planner.next(after: contentPosition, now: now).flatMap { $0.time <= horizon ? $0 : nil }
        if next == nil, let contentDuration, contentDuration <= horizon { next = planner.dueAfterContent(now: now).first }
        guard let next, next != ahead?.occurrence else { return }
        dropAhead()
        ahead = load(next)
        prepareAhead()
    }

    mutating func dropAhead() {
        if let number = ahead?.preparedAd { outputs.append(.stopAd(number)) }
        ahead = nil
    }

    /// Returns the load of a break: the preloaded one, if it is for this break, or a new one.
    mutating func consumeLoad(of occurrence: AdBreakPlanner.Occurrence) -> BreakLoad {
        if let ahead, ahead.occurrence == occurrence {
            self.ahead = nil
            return ahead
        }
        dropAhead()
        return load(occurrence)
    }

    private mutating func load(_ occurrence: AdBreakPlanner.Occurrence) -> BreakLoad {
        var load = BreakLoad(occurrence)
        let adBreak = occurrence.adBreak
        switch adBreak.source {
        case .tags(let tags): load.resolver = AdResolver(tags: tags, options: options(of: adBreak), macros: macros(of: occurrence))
        case .document(let document, let url):
            load.resolver = AdResolver(document: document, url: url, options: options(of: adBreak), macros: macros(of: occurrence))
        case .assets(let assets): load.ads = rest(of: assets, after: occurrence.elapsed)
        case .assetList(let url):
            load.tag = url
            let id = nextNumber()
            load.listRequest = id
            let request = AdResolver.Request(
                id: id, url: listAddress(macros.expand(url, date: date), after: occurrence.elapsed), timeout: configuration.requestTimeout,
                isTag: true)
            outputs.append(.load(request))
            load.heldEvents.append(
                .request(tag: url, creativeType: "linear", position: occurrence.position, offset: adBreak.offset.text))
        case .unusable(let error):
            load.ads = []
            note(error, [], in: &load)
        }
        if load.resolver != nil { feed(.start, to: &load) }
        return load
    }

    /// Returns the URL of an asset list with the playback's session id and the elapsed part of the break (RFC 8216bis Appendix D).
    private func listAddress(_ url: String, after elapsed: Double) -> String {
        let offset = elapsed > 0 ? "_HLS_start_offset=\((elapsed * 1000).rounded() / 1000)" : nil
        return Self.adding([primaryID, offset], to: url)
    }

    /// Returns the URL of an ad's media; the asset of an interstitial has the playback's session id (RFC 8216bis Appendix D.4).
    func mediaAddress(_ url: String, of adBreak: AdBreak) -> String {
        switch adBreak.source {
        case .assets, .assetList: AdAddress.callable(url) == nil ? url : Self.adding([primaryID], to: url)
        case .tags, .document, .unusable: url
        }
    }

    private var primaryID: String? { playbackName.map { "_HLS_primary_id=" + $0 } }

    /// Adds parameters to the query of a URL, before its fragment.
    private static func adding(_ parameters: [String?], to url: String) -> String {
        let fragment = url.firstIndex(of: "#") ?? url.endIndex
        let address = parameters.compactMap { $0 }.reduce(String(url[..<fragment])) { address, parameter in
            address + (address.contains("?") ? "&" : "?") + parameter
        }
        return address + url[fragment...]
    }

    /// Returns the remaining assets: those that have ended according to their durations are skipped, and the next one starts in its middle.
    private func rest(of assets: [InterstitialAsset], after elapsed: Double) -> [ResolvedAd] {
        var left = elapsed
        return assets.compactMap { asset in
            if let duration = asset.duration, left > 0, left >= duration {
                left -= duration
                return nil
            }
            var ad = ResolvedAd(asset: asset)
            ad.startOffset = left
            left = 0
            return ad
        }
    }

    private func options(of adBreak: AdBreak) -> AdResolver.Options {
        var options = AdResolver.Options()
        options.wrapperLimit = configuration.wrapperLimit
        options.requestTimeout = configuration.requestTimeout
        options.skipOffset = configuration.skipOffset
        options.allowsMultipleAds = adBreak.allowsMultipleAds
        options.followsRedirects = adBreak.followsRedirects
        options.capabilities = capabilities
        return options
    }

    /// Returns the macros for a break.
    func macros(of occurrence: AdBreakPlanner.Occurrence) -> AdMacros {
        var macros = macros
        macros[value: .breakPosition] = occurrence.position.macroValue
        macros[value: .contentPlayhead] = AdTime.text(contentPosition)
        macros[value: .mediaPlayhead] = AdTime.text(contentPosition)
        return macros
    }

    mutating func feed(_ input: AdResolver.Input, to load: inout BreakLoad) {
        guard var resolver = load.resolver else { return }
        let adBreak = load.occurrence.adBreak
        for output in resolver.handle(input, date: date) {
            switch output {
            case .request(var request):
                let id = nextNumber()
                load.requests[id] = request.id
                request.id = id
                outputs.append(.load(request))
                if request.isTag {
                    load.heldEvents.append(
                        .request(
                            tag: request.url, creativeType: adBreak.creativeType, position: load.occurrence.position,
                            offset: adBreak.offset.text))
                }
            case .tag(let tag): load.tag = tag
            case .failed(let error, let urls): note(error, urls, in: &load)
            case .warning(let warning, let url):
                load.heldEvents.append(.warning(AdError(.vastSchema, warning.message, url: url, line: warning.line).playbackError))
            case .finished(let ads):
                if load.replacement == nil { load.ads = ads } else { load.replacement = .found(ads) }
            }
        }
        load.resolver = resolver
    }

    /// Handles an error: servers are notified at once, and the event is emitted when the break begins.
    private mutating func note(_ error: AdError, _ urls: [String], in load: inout BreakLoad) {
        let adBreak = load.occurrence.adBreak
        call("error", urls, of: load.occurrence, error: error)
        call("error", adBreak.trackingEvents.filter { $0.event == "error" }.map(\.url), of: load.occurrence, error: error)
        load.heldEvents.append(.failure(error.playbackError, tag: load.tag))
    }

    private mutating func prepareAhead() {
        guard let ahead, ahead.preparedAd == nil, let url = ahead.ads?.first?.mediaFile?.url else { return }
        let number = nextNumber()
        self.ahead?.preparedAd = number
        outputs.append(.prepareAd(number, url: mediaAddress(url, of: ahead.occurrence.adBreak)))
    }

    // MARK: answers

    mutating func handleResult(_ id: Int, _ result: Result<[UInt8], LoadFailure>, url: String?) {
        if id == schedule?.request { return scheduleAnswered(result, url) }
        if var load = active?.load, load.waits(for: id) {
            handle(result, url: url, for: id, in: &load)
            active?.load = load
            proceed()
        } else if var load = ahead, load.waits(for: id) {
            handle(result, url: url, for: id, in: &load)
            ahead = load
            prepareAhead()
        }
    }

    private mutating func handle(_ result: Result<[UInt8], LoadFailure>, url: String?, for id: Int, in load: inout BreakLoad) {
        guard id != load.listRequest else { return handleList(result, url, in: &load) }
        guard let request = load.requests.removeValue(forKey: id) else { return }
        switch result {
        case .success(let bytes): feed(.response(id: request, bytes: bytes, url: url ?? ""), to: &load)
        case .failure(.refused(let reason)): feed(.failure(id: request, reason: reason), to: &load)
        case .failure(.late): feed(.timeout(id: request), to: &load)
        }
    }

    private mutating func handleList(_ result: Result<[UInt8], LoadFailure>, _ url: String?, in load: inout BreakLoad) {
        load.listRequest = nil
        do {
            let list = try assets(result, url ?? load.tag)
            load.ads = rest(of: list.assets, after: load.occurrence.elapsed)
            // The list overrides only what it has (RFC 8216bis D.3).
            let offset = load.occurrence.adBreak.skipOffset
            load.skipOffset = list.skipControl.map { $0.offset ?? offset ?? 0 }
        } catch {
            load.ads = []
            note(error, [], in: &load)
        }
    }

    private func assets(_ result: Result<[UInt8], LoadFailure>, _ url: String?) throws(AdError) -> InterstitialAssetList {
        switch result {
        case .success(let bytes): return try InterstitialAssetList(parsing: bytes, base: url)
        case .failure(.refused(let reason)): throw AdError(.wrapperTimeout, "the list of assets failed to load: \(reason)", url: url)
        case .failure(.late): throw AdError(.wrapperTimeout, "the list of assets was not loaded within the timeout", url: url)
        }
    }
}

extension BreakLoad {
    fileprivate func waits(for id: Int) -> Bool { listRequest == id || requests[id] != nil }
}

extension ResolvedAd {
    /// Creates an ad that consists of media only.
    init(asset: InterstitialAsset) {
        var ad = VASTAd()
        var creative = VASTCreative()
        var linear = VASTLinear()
        linear.duration = asset.duration
        linear.mediaFiles = [VASTLinear.MediaFile(url: asset.url)]
        creative.linear = linear
        ad.creatives = [creative]
        self.init(ad: ad)
        self.creative = creative
        mediaFiles = linear.mediaFiles
    }
}
