extension Player {
    /// Follows whether somebody sees the player, and whether pictures are wanted.
    func followBackground() {
        let (isVideoEnabled, isInBackground) = (isVideoEnabled, isInBackground)
        session.assumeIsolated { $0.setVisibility(isVideoEnabled: isVideoEnabled, isInBackground: isInBackground) }
        interactiveAds.follow(isInBackground: isInBackground)
    }
}
