extension Player {
    /// Applies ``isVideoEnabled`` and ``isInBackground`` to the session and to interactive ads.
    func followBackground() {
        let (isVideoEnabled, isInBackground) = (isVideoEnabled, isInBackground)
        session.assumeIsolated { $0.setVisibility(isVideoEnabled: isVideoEnabled, isInBackground: isInBackground) }
        interactiveAds.follow(isInBackground: isInBackground)
    }
}
