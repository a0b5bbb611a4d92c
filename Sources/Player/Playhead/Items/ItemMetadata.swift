import Foundation

/// The texts and the picture of an item for views.
public struct ItemMetadata: Sendable, Hashable {
    /// The title, or `nil`.
    public var title: String?
    /// The description of the content, or `nil`.
    public var description: String?
    /// The URL of a picture to show before playback and on lock screens, or `nil`.
    public var image: URL?

    /// Creates metadata; all fields are optional.
    public init(title: String? = nil, description: String? = nil, image: URL? = nil) {
        self.title = title
        self.description = description
        self.image = image
    }
}

extension PlaylistEntry {
    /// The texts and the picture for views.
    public var metadata: ItemMetadata {
        get { ItemMetadata(title: title, description: description, image: image) }
        set { (title, description, image) = (newValue.title, newValue.description, newValue.image) }
    }
}
