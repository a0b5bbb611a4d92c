// The modules that apps use through this one: an app imports `Playhead` only.
@_exported import PlayheadAds
@_exported import PlayheadCMCD
@_exported import PlayheadCore
@_exported import PlayheadEngine
@_exported import PlayheadNumbers
@_exported import PlayheadTransport
