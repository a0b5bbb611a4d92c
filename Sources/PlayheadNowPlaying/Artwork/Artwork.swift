import Foundation

/// The picture of an item.
enum Artwork: Sendable, Equatable {
    /// A resource.
    case url(URL)
    /// The bytes of an image file, from inside the media.
    case embedded([UInt8])
}
