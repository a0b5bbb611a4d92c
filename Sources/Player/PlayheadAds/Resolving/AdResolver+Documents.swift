extension AdResolver {
    /// Returns the slots of a document's ads (VAST 4.3 §3.3.1): its pod; or a stand-alone ad if there is no pod, or if multiple ads are not
    /// allowed. `outer` is the reserve of the wrapper around the document.
    mutating func places(
        of document: VASTDocument, _ chain: Chain, url: String?, outer: Int? = nil, outputs: inout [Output], date: Double?
    ) -> [Slot] {
        let pod = document.pod
        var standAlone = document.standAloneAds
        var chosen = chain.allowsMultipleAds ? pod : []
        // Some servers number a single ad: it is used if there is no alternative.
        if chosen.isEmpty { chosen = standAlone.isEmpty ? Array(pod.prefix(1)) : [standAlone.removeFirst()] }
        guard !chosen.isEmpty else {
            let error =
                document.hasUnusableAds
                ? AdError(.vastSchema, "no <Ad> has an <InLine> or a <Wrapper>", url: url) : AdError(.noAd, "there is no ad", url: url)
            outputs.append(.failed(error, errorURLs: chain.errorURLs + document.errorURLs))
            return []
        }
        reserves.append(Reserve(ads: standAlone, chain: chain, version: document.version, url: url, outer: outer))
        let reserve = reserves.count - 1
        return chosen.compactMap { ad in
            place(of: ad, reserve, outputs: &outputs, date: date) ?? ownStandIn(reserve, outputs: &outputs, date: date)
        }
    }

    /// Returns the slot of the next usable ad in a reserve or in those of the wrappers around its document.
    mutating func standIn(_ reserve: Int, outputs: inout [Output], date: Double?) -> Slot? {
        var next: Int? = reserve
        while let reserve = next {
            if let place = ownStandIn(reserve, outputs: &outputs, date: date) { return place }
            next = reserves[reserve].outer
        }
        return nil
    }

    private mutating func ownStandIn(_ reserve: Int, outputs: inout [Output], date: Double?) -> Slot? {
        while !reserves[reserve].ads.isEmpty {
            let ad = reserves[reserve].ads.removeFirst()
            if let place = place(of: ad, reserve, outputs: &outputs, date: date) { return place }
        }
        return nil
    }

    /// Returns the slot of an ad, or reports the error that makes it unusable.
    private mutating func place(of ad: VASTAd, _ reserve: Int, outputs: inout [Output], date: Double?) -> Slot? {
        let chain = reserves[reserve].chain
        do {
            guard let wrapper = ad.wrapper else {
                var resolved = try resolved(ad, reserves[reserve])
                resolved.reserve = reserve
                return Slot(content: .ad(resolved), reserve: reserve, fallsBack: true)
            }
            let next = try self.chain(chain, adding: ad, wrapper, base: reserves[reserve].url)
            macros[.blockedAdCategories] = next.wrappers.flatMap { $0.wrapper?.blockedCategories.map(\.name) ?? [] }
            let request = request(next.urls.last ?? "", isTag: false, outputs: &outputs, date: date)
            return Slot(content: .pending(request: request, next), reserve: reserve, fallsBack: wrapper.fallsBackOnNoAd != false)
        } catch {
            var error = error
            error.url = error.url ?? reserves[reserve].url
            error.line = error.line ?? (ad.line > 0 ? ad.line : nil)
            outputs.append(.failed(error, errorURLs: chain.errorURLs + ad.errorURLs))
            return nil
        }
    }

    private func chain(_ chain: Chain, adding ad: VASTAd, _ wrapper: VASTAd.Wrapper, base: String?) throws(AdError) -> Chain {
        guard let tag = wrapper.url, let url = AdAddress.fetchable(tag, relativeTo: base) else {
            throw AdError(.wrapper, "a wrapper has no valid URL", url: wrapper.url)
        }
        guard chain.followsWrappers else {
            throw AdError(.noAd, "a wrapper follows a wrapper that forbids further ones", url: url)
        }
        guard !chain.urls.contains(url) else { throw AdError(.wrapperLimit, "a wrapper refers to a document of its own chain", url: url) }
        guard chain.wrappers.count < options.wrapperLimit else {
            throw AdError(.wrapperLimit, "an ad has more than \(options.wrapperLimit) wrappers", url: url)
        }
        guard requests < options.requestLimit else {
            throw AdError(.wrapperLimit, "a break needs more than \(options.requestLimit) requests", url: url)
        }
        return Chain(
            wrappers: chain.wrappers + [ad], urls: chain.urls + [url], followsWrappers: wrapper.followsAdditionalWrappers,
            allowsMultipleAds: wrapper.allowsMultipleAds)
    }

    /// Returns the ad with its playable parts.
    private func resolved(_ ad: VASTAd, _ source: Reserve) throws(AdError) -> ResolvedAd {
        let blocked = Set(source.chain.wrappers.flatMap { $0.wrapper?.blockedCategories ?? [] })
        if let category = ad.categories.first(where: { blocked.contains($0) }) {
            throw AdError(.categoryBlocked, "the category \(category.name) is blocked by a wrapper")
        }
        var resolved = ResolvedAd(ad: ad, wrappers: source.chain.wrappers, version: source.version, url: source.url)
        let linear = ad.creatives.enumerated().filter { $0.element.linear != nil }
            .sorted { ($0.element.sequence ?? .max, $0.offset) < ($1.element.sequence ?? .max, $1.offset) }.map(\.element)
        if !linear.isEmpty {
            try choose(from: linear, &resolved)
        } else if resolved.nonLinears.isEmpty {
            throw AdError(.vastSchema, "the ad has no creative that can be shown")
        } else {
            resolved.ad = try showable(ad)
        }
        return resolved
    }

    /// Selects the first playable linear creative.
    private func choose(from creatives: [VASTCreative], _ resolved: inout ResolvedAd) throws(AdError) {
        var failure = AdError(.linear, "the ad can't be played")
        for (index, creative) in creatives.enumerated() {
            guard let linear = creative.linear else { continue }
            do {
                resolved.interactiveFile = try interactiveFile(of: linear, base: resolved.url)
                resolved.mediaFiles = try mediaFiles(of: linear, base: resolved.url)
                resolved.creative = creative
                resolved.skipOffset = linear.skipOffset ?? options.skipOffset
                return
            } catch {
                if index == 0 { failure = error }
            }
        }
        throw failure
    }

    private func mediaFiles(of linear: VASTLinear, base: String?) throws(AdError) -> [VASTLinear.MediaFile] {
        do {
            return try MediaFileChooser.ranked(linear.mediaFiles, capabilities: options.capabilities, base: base)
        } catch {
            // An interactive creative requires media (SIMID 1.2 §3.5).
            guard let file = linear.interactiveFiles.first, error.code == .noSupportedMediaFile else { throw error }
            throw AdError(.interactiveNotExecuted, "the ad has an interactive part but no media file that can be played", url: file.url)
        }
    }

    /// Returns the interactive part: an http or https page for a supported framework; `nil` if the media is played alone.
    private func interactiveFile(of linear: VASTLinear, base: String?) throws(AdError) -> VASTLinear.InteractiveFile? {
        for var file in linear.interactiveFiles {
            guard options.capabilities.interactiveFrameworks.contains(where: { file.apiFramework?.equalsIgnoringCase($0) == true }),
                let url = AdAddress.callable(file.url, relativeTo: base)
            else { continue }
            // A player that does not support a variable duration must not show such an ad (SIMID 1.2 §5).
            guard file.isVariableDuration != true else {
                throw AdError(
                    .interactiveNotExecuted, "the ad's interactive part needs a variable duration, which is not supported", url: url)
            }
            file.url = url
            return file
        }
        return nil
    }

    /// Returns the ad with its supported non-linear parts.
    private func showable(_ ad: VASTAd) throws(AdError) -> VASTAd {
        var ad = ad
        var all: [VASTNonLinear] = []
        var isAnyShowable = false
        for index in ad.creatives.indices {
            all += ad.creatives[index].nonLinears
            ad.creatives[index].nonLinears.removeAll { nonLinear in !nonLinear.resources.contains { isShowable($0, nonLinear.apiFramework) }
            }
            isAnyShowable = isAnyShowable || !ad.creatives[index].nonLinears.isEmpty
        }
        guard isAnyShowable else {
            if all.allSatisfy({ $0.apiFramework?.equalsIgnoringCase("VPAID") == true }) {
                throw AdError(.vpaid, "the overlay ad is a VPAID unit, which is not run")
            }
            throw AdError(.nonLinearUnsupported, "the overlay ad has no resource of a supported type")
        }
        return ad
    }

    private func isShowable(_ resource: VASTResource, _ framework: String?) -> Bool {
        guard framework?.equalsIgnoringCase("VPAID") != true else { return false }
        switch resource.kind {
        case .static: return resource.creativeType.map { options.capabilities.pictureTypes.contains($0.lowercased()) } ?? true
        case .iframe, .html: return options.capabilities.showsPages
        }
    }
}
