import PlayheadEngine
import PlayheadTransport

// What an app needs of the targets below, so that it only imports this one.

/// A captions file beside the media: WebVTT or SubRip.
public typealias SidecarCaptions = PlayheadEngine.SidecarCaptions

/// A size in pixels.
public typealias PictureSize = PlayheadEngine.PictureSize

/// Header fields of requests, in order; names compare without regard to case.
public typealias HeaderFields = PlayheadTransport.HeaderFields

/// A cookie that is sent with requests.
public typealias RequestCookie = PlayheadTransport.RequestCookie
/// Where header fields and cookies are sent.
public typealias CredentialScope = PlayheadTransport.CredentialScope

/// What sort of network there is.
public typealias NetworkConditions = PlayheadTransport.NetworkConditions

/// The limits of the player's own choice of a level.
public typealias QualityLimits = PlayheadEngine.QualityLimits
