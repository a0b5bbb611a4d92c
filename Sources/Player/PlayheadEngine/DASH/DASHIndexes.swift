import Foundation
import PlayheadCore
import PlayheadDASH
import PlayheadTransport

/// The index of a resource.
struct DASHIndex: Sendable, Hashable {
    /// The absolute URL of the resource.
    var url: String
    /// The bytes of the index.
    var range: PlayheadDASH.ByteRange
    /// The content of the resource.
    var content: MediaContent
    /// The header of a WebM resource, whose index are its cues; `nil` for MP4.
    var header: InitializationSegment?
}

/// Loads and keeps the indices of resources.
final class DASHIndexes: Sendable {
    /// The entries of an index and those inside it.
    struct Loaded: Sendable {
        var timescale: Int64
        var entries: [SegmentIndex.Entry]
    }

    /// The maximum size of an index, in bytes.
    private static let limit = 8 << 20
    /// The maximum number of indices in memory.
    private static let capacity = 256
    /// The maximum number of requests for the indices of a resource, which are sent one after the other.
    static let maximumRequests = 1000

    /// The entries and requests that are left for the indices of a resource.
    private struct Budget {
        var entries = SegmentIndex.maximumEntries
        var requests = DASHIndexes.maximumRequests
    }

    private let resources: SegmentResources
    private let known = Locked<(loaded: [DASHIndex: Loaded], order: [DASHIndex], count: Int)>(([:], [], 0))

    init(resources: SegmentResources) { self.resources = resources }

    /// Returns the entries of an index; `nil` before it is loaded.
    func entries(of index: DASHIndex) -> Loaded? { known.withLock { $0.loaded[index] } }

    /// The number of indices that were loaded so far.
    var count: Int { known.withLock { $0.count } }

    /// Loads an index, unless it is loaded.
    /// - Throws: `PlaybackError`, `LoadError`, `CancellationError`.
    func load(_ index: DASHIndex) async throws {
        guard entries(of: index) == nil else { return }
        var budget = Budget()
        let loaded = try await entries(of: index.range, index, depth: 0, &budget)
        known.withLock { known in
            known.count += 1
            if known.loaded.updateValue(loaded, forKey: index) == nil { known.order.append(index) }
            if known.order.count > Self.capacity { known.loaded[known.order.removeFirst()] = nil }
        }
    }

    private func entries(
        of range: PlayheadDASH.ByteRange, _ index: DASHIndex, depth: Int, _ budget: inout Budget
    ) async throws -> Loaded {
        guard let location = URL(text: index.url) else { throw PlaybackError(.invalidURL, url: index.url) }
        guard budget.requests > 0 else {
            throw PlaybackError(
                .manifestInvalid, url: index.url, underlying: "The index has more than \(Self.maximumRequests) indices.")
        }
        budget.requests -= 1
        let request = resources.options.request(location, for: .initializationSegment(index.content), byteRange: range.requested)
        let (_, bytes) = try await resources.loader.loadWhole(request, upTo: Self.limit)
        let header = try await resources.bytes(ofOptional: index.header)
        let parsed: SegmentIndex
        do throws(ManifestError) {
            if let header {
                parsed = try SegmentIndex(cues: bytes, at: range.offset, header: header)
            } else {
                parsed = try SegmentIndex(bytes, at: range.offset)
            }
        } catch {
            throw PlaybackError(.manifestInvalid, url: index.url, underlying: "\(error)")
        }
        var loaded = Loaded(timescale: parsed.timescale, entries: [])
        for entry in parsed.entries {
            budget.entries -= 1
            guard budget.entries > 0, depth < SegmentIndex.maximumDepth else {
                throw PlaybackError(.manifestInvalid, url: index.url, underlying: "The index has too many entries or levels.")
            }
            guard entry.isIndex else {
                loaded.entries.append(entry)
                continue
            }
            let inner = PlayheadDASH.ByteRange(offset: entry.offset, length: entry.size)
            let found = try await entries(of: inner, index, depth: depth + 1, &budget)
            guard found.timescale == loaded.timescale else {
                throw PlaybackError(.manifestInvalid, url: index.url, underlying: "The indices have different timescales.")
            }
            loaded.entries += found.entries
        }
        return loaded
    }
}
