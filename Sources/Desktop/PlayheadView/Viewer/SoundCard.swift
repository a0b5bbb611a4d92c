/// The texts of media without pictures, beside their cover.
package struct SoundCard: Sendable, Equatable {
    /// The title of the song or of the item.
    package var title: String
    /// The artist and the album; empty without both.
    package var artist: String

    /// Creates a card of the first texts that are not blank.
    /// - Parameters:
    ///   - titles: The titles, those with priority first.
    ///   - artists: The artists, those with priority first.
    ///   - album: The album.
    ///   - fallback: The title if there is no other.
    package init(titles: [String?], artists: [String?], album: String?, fallback: String) {
        let first = { (texts: [String?]) in texts.lazy.compactMap(\.self).first { !$0.allSatisfy(\.isWhitespace) } }
        title = first(titles) ?? fallback
        artist = [first(artists), first([album])].compactMap(\.self).joined(separator: " · ")
    }

    /// Returns the side of the cover in a view, in its units; `nil` if there is room for texts only.
    package static func coverSide(viewWidth: Double, viewHeight: Double) -> Double? {
        // The control bar and the texts are below the cover.
        let (others, minimum, maximum) = (170.0, 56.0, 440.0)
        let side = min(viewWidth * 0.6, (viewHeight - others) * 0.9, maximum).rounded(.down)
        return side >= minimum ? side : nil
    }
}
