import PlayheadEngine

/// A captions file beside the media: WebVTT or SubRip.
public typealias SidecarCaptions = PlayheadEngine.SidecarCaptions
