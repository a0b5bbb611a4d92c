// The modules that apps use through this one: an app imports `Playhead` only.
@_exported import PlayheadAds
@_exported import PlayheadCMCD
@_exported import PlayheadCore
@_exported import PlayheadEngine
import PlayheadFFmpeg
@_exported import PlayheadNumbers
@_exported import PlayheadTransport

// What a `VideoOutput` needs of FFmpeg.

/// A decoded picture or decoded sound of FFmpeg.
public typealias Frame = PlayheadFFmpeg.Frame
/// Converts decoded pictures to pixels of a requested size.
public typealias PictureScaler = PlayheadFFmpeg.PictureScaler
/// An error of FFmpeg.
public typealias FFmpegError = PlayheadFFmpeg.FFmpegError
