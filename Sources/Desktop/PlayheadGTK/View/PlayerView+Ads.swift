#if canImport(CGtk)
    import CGtk
    import Foundation
    import Playhead
    import PlayheadView

    /// Shows ads and handles the viewer's actions on them.
    extension PlayerView {
        func handleAd(_ event: any PlayerEvent) {
            switch event {
            case let event as AdCompanionsEvent:
                if event.companions.contains(where: \.isOverlay) { showOverlay() } else { showCompanion(of: event.companions) }
            case let event as AdClickEvent: if opensAdClicks { open(event.clickThroughUrl) }
            case is AdBreakEndEvent, is AdImpressionEvent, is IdleEvent, is PlaylistItemEvent:
                // A companion is removed when the next ad starts; that ad announces its own companions after its impression.
                if (event as? AdImpressionEvent)?.impression.isLinear != false { hideCompanion() }
                if player?.overlayAd == nil { hideOverlay() }
            default: break
            }
        }

        func perform(_ command: AdLayer.Command) {
            guard let player else { return }
            wake()
            switch command {
            case .skip: player.skipAd()
            case .companion:
                guard let companion = shownCompanion else { return }
                player.adCompanionClicked(companion.index)
                if opensAdClicks, let address = companion.click { open(address) }
            case .overlay: player.overlayAdClicked(shownOverlay)
            case .closeOverlay: closeOverlay(byViewer: true)
            }
        }

        /// Handles a click on an ad's picture: resumes a paused ad, or opens the click-through address, or pauses the ad.
        func clickedAd(_ x: Double, _ y: Double) {
            guard let player else { return }
            if player.advertisement?.isPaused == true { return player.play(reason: .interaction) }
            guard player.advertisement?.impression.clickThroughUrl == nil else {
                return player.clickAd(x: Int(saturating: x, rounding: .towardZero), y: Int(saturating: y, rounding: .towardZero))
            }
            player.pause(reason: .interaction)
        }

        /// Opens an address in the desktop's browser. Only http and https are allowed.
        private func open(_ address: String) {
            guard let scheme = URL(string: address)?.scheme?.lowercased(), ["http", "https"].contains(scheme) else { return }
            gtk_show_uri(window, address, guint32(GDK_CURRENT_TIME))
        }

        /// Removes the ads of the previous player.
        func forgetAds() {
            hideCompanion()
            hideOverlay()
        }

        /// Moves the focus away from a hidden widget, which gets no key events.
        func keepFocus() {
            guard let widget, let child = gtk_widget_get_focus_child(widget), gtk_widget_get_visible(child) == 0 else { return }
            gtk_widget_grab_focus(widget)
        }

        // MARK: Companions

        private var size: (width: Double, height: Double) {
            guard let widget = picture.widget else { return (0, 0) }
            return (Double(gtk_widget_get_width(widget)), Double(gtk_widget_get_height(widget)))
        }

        private func best(of resources: [AdCompanion]) -> Int? {
            let size = size
            return AdPlace.best(
                of: resources.map { $0.type == "static" ? (Double($0.width ?? 0), Double($0.height ?? 0)) : nil }, viewWidth: size.width,
                viewHeight: size.height)
        }

        private func showCompanion(of companions: [AdCompanion]) {
            guard let player, let layer = ads, showsCompanions else { return }
            guard let index = best(of: companions) else { return showPage(of: companions) }
            let companion = companions[index]
            layer.companion.load(companion, of: player) { [weak self, weak player] failure in
                guard failure == nil, let self, let player else { return }
                shownCompanion = (index, companion.click)
                layer.companion.setPointer(companion.click == nil ? nil : "pointer")
                layer.pictureChanged()
                player.adCompanionShown(index)
            }
        }

        /// Shows the first companion that is a page, if the ad has no companion that is an image.
        private func showPage(of companions: [AdCompanion]) {
            guard let player, let layer = ads, let adPages,
                let index = companions.firstIndex(where: { ["iframe", "html"].contains($0.type) })
            else { return }
            let companion = companions[index]
            let page = adPages.companion(companion) { [weak self, weak player] event in
                guard let self, let player, shownCompanion?.index == index else { return }
                switch event {
                case .shown: player.adCompanionShown(index)
                case .failed: hideCompanion()
                case .clicked:
                    guard let address = companion.click else { return }
                    player.adCompanionClicked(index)
                    if opensAdClicks { open(address) }
                case .opens(let address):
                    // A click address in the document takes precedence over the page's own links.
                    guard companion.click == nil else { return }
                    player.adCompanionClicked(index)
                    if opensAdClicks { open(address) }
                }
            }
            guard let page else { return }
            shownCompanion = (index, companion.click)
            layer.showPage((page, companion))
        }

        private func hideCompanion() {
            shownCompanion = nil
            ads?.showPage(nil)
            ads?.companion.hide()
            ads?.pictureChanged()
        }

        // MARK: Ads over the content

        private func showOverlay() {
            hideOverlay()
            guard let player, let layer = ads, let overlay = player.overlayAd else { return }
            guard let index = best(of: overlay.resources) else { return player.overlayAdFailed(isSupported: false) }
            layer.overlay.load(overlay.resources[index], of: player) { [weak self, weak player] failure in
                guard let self, let player, player.overlayAd == overlay else { return }
                if let failure { return player.overlayAdFailed(isSupported: failure == .unreachable) }
                shownOverlay = index
                layer.overlay.setPointer(overlay.resources[index].click == nil ? nil : "pointer")
                layer.pictureChanged()
                player.overlayAdShown(index)
                endOverlay(after: overlay.minimumDuration ?? 0)
            }
        }

        /// Removes the overlay ad after the time that the ad requests, within bounds.
        private func endOverlay(after minimum: Double) {
            let (shortest, longest) = (10.0, 60.0)
            tasks.overlay = Task { [weak self, clock] in
                guard (try? await clock.sleep(until: clock.now + min(max(minimum, shortest), longest))) != nil else { return }
                self?.closeOverlay(byViewer: false)
            }
        }

        private func closeOverlay(byViewer: Bool) {
            hideOverlay()
            player?.overlayAdClosed(byViewer: byViewer)
        }

        private func hideOverlay() {
            tasks.overlay?.cancel()
            ads?.overlay.hide()
            ads?.pictureChanged()
            keepFocus()
        }
    }
#endif
