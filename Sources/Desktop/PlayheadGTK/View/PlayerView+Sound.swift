#if canImport(CGtk)
    import Playhead
    import PlayheadView

    /// The cover and the texts of items without pictures.
    extension PlayerView {
        /// The texts of the current item; `nil` if it has pictures or is not open.
        var soundCard: SoundCard? {
            guard let player, let media = player.media, media.width == nil, !player.isInAdBreak, let item = player.currentItem else {
                return nil
            }
            let song = item.song
            return SoundCard(
                titles: [song?.title, item.title, media.title],
                artists: [item.nowPlaying.artist, song?.artist, song == nil ? media.artist : nil],
                album: song == nil ? media.album : song?.album, fallback: item.displayTitle)
        }

        /// Returns the image file of the cover if the item has no pictures.
        static func cover(of player: Player) -> [UInt8]? {
            guard let media = player.media, media.width == nil, !player.isInAdBreak, let asset = player.currentItem?.asset,
                case .loaded(let artwork) = asset.status(of: .artwork)
            else { return nil }
            return artwork
        }
    }
#endif
