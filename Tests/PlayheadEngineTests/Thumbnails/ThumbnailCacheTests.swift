import PlayheadCore
import Testing

@testable import PlayheadEngine

@Suite("The cache of thumbnails")
struct ThumbnailCacheTests {
    private let size = PictureSize(width: 4, height: 4)

    private func keyFrame(_ time: Double, to end: Double) -> KeyFrame {
        KeyFrame(thumbnail: Thumbnail(time: time, width: 4, height: 4, pixels: Array(repeating: 0, count: 64)), end: end)
    }

    @Test("A picture represents all times up to the next key frame, only in its own size")
    func ranges() {
        var cache = ThumbnailCache()
        cache.insert(keyFrame(1, to: 2), fitting: size)
        #expect(cache.thumbnail(at: 1, fitting: size)?.time == 1 && cache.thumbnail(at: 1.99, fitting: size)?.time == 1)
        #expect(cache.thumbnail(at: 0.99, fitting: size) == nil && cache.thumbnail(at: 2, fitting: size) == nil)
        #expect(cache.thumbnail(at: 1, fitting: PictureSize(width: 8, height: 8)) == nil)
        cache.insert(keyFrame(1, to: 1.5), fitting: size)
        #expect(cache.thumbnail(at: 1.99, fitting: size) != nil)
        #expect(cache.thumbnail(at: .nan, fitting: size) == nil)
    }

    @Test("The least recently used entries are dropped, and the last one is kept however large it is")
    func limit() {
        var cache = ThumbnailCache(limit: 3 * 64)
        for second in 0..<3 { cache.insert(keyFrame(Double(second), to: Double(second) + 1), fitting: size) }
        _ = cache.thumbnail(at: 0, fitting: size)
        cache.insert(keyFrame(3, to: 4), fitting: size)
        #expect((0..<4).map { cache.thumbnail(at: Double($0), fitting: size) != nil } == [true, false, true, true])
        var tiny = ThumbnailCache(limit: 1)
        tiny.insert(keyFrame(0, to: 1), fitting: size)
        tiny.insert(keyFrame(1, to: 2), fitting: size)
        #expect(tiny.thumbnail(at: 1, fitting: size) != nil && tiny.thumbnail(at: 0, fitting: size) == nil)
    }
}
