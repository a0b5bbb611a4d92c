import PlayheadCore

// Handles ads over the content, which the app shows.
extension AdController {
    /// Offers the overlay ads of a break that has ended.
    mutating func offerOverlays() {
        for overlay in pendingOverlays {
            let number = nextNumber()
            overlays[number] = overlay
            outputs.append(.offerOverlay(number, overlay.tracker.ad))
            emit(.companions(overlay.tracker.ad.nonLinears.map { AdCompanion($0) }))
        }
        pendingOverlays = []
    }

    /// Withdraws overlay ads because a linear ad replaces the content. Nothing is tracked: the ads were neither closed nor completed.
    mutating func withdrawOverlays() {
        for number in overlays.keys.sorted() { outputs.append(.withdrawOverlay(number)) }
        overlays = [:]
    }

    mutating func handleOverlay(_ number: Int, _ fact: AdFact) {
        guard var overlay = overlays[number] else { return }
        if fact == .shown, !overlay.tracker.wasShown { emit(.impression(AdImpression(overlay.tracker.ad, in: overlay.occurrence))) }
        // The content moves while an overlay ad is shown.
        overlay.tracker.macros[value: .contentPlayhead] = AdTime.text(contentPosition)
        overlay.tracker.macros[value: .mediaPlayhead] = AdTime.text(contentPosition)
        call(overlay.tracker.handle(fact, date: date))
        overlays[number] = overlay
        switch fact {
        case .failed(let error):
            overlays[number] = nil
            emit(.failure(error.playbackError, tag: overlay.tag))
        case .closed, .completed: overlays[number] = nil
        case .nonLinearClicked(let index) where overlay.tracker.ad.nonLinears.indices.contains(index):
            if let url = overlay.tracker.ad.nonLinears[index].clickThrough { open(url, overlay.tracker.macros) }
        default: break
        }
    }
}
