/// Follows a body while it is read. All calls come one after the other.
package protocol BodyObserver: Sendable {
    /// The reader waits for the next bytes.
    mutating func waits()
    /// Bytes have arrived.
    mutating func received(_ bytes: [UInt8])
    /// The body has ended, has failed, or is not read any more: the last call.
    mutating func ended(_ end: ObservedBodyEnd)
}

/// How an observed body ends.
package enum ObservedBodyEnd: Sendable {
    /// All bytes were read.
    case complete
    /// Reading failed.
    case failed(any Error)
    /// The reader released the body before its end.
    case left
}

/// A body that passes everything to an observer on its way to the reader.
///
/// `@unchecked Sendable`: the iterator and the observer are used only by ``next()``, which one task at a time calls, and by `deinit`; the body
/// is a constant whose type is `Sendable`.
package final class ObservedBody<Observer: BodyObserver>: LoadBodySource, @unchecked Sendable {
    private let body: LoadBody
    private var iterator: LoadBody.Iterator
    /// Receives the calls; `nil` after the last one.
    private var observer: Observer?

    /// Wraps a body.
    package init(_ body: LoadBody, _ observer: Observer) {
        self.body = body
        self.observer = observer
        iterator = body.makeAsyncIterator()
    }

    /// Returns the next bytes, as the wrapped body does.
    package func next() async throws -> [UInt8]? {
        observer?.waits()
        do {
            let bytes = try await iterator.next()
            if let bytes { observer?.received(bytes) } else { end(.complete) }
            return bytes
        } catch {
            end(.failed(error))
            throw error
        }
    }

    /// Ends the transfer.
    package func cancel() { body.cancel() }

    deinit { end(.left) }

    private func end(_ end: ObservedBodyEnd) {
        observer?.ended(end)
        observer = nil
    }
}
