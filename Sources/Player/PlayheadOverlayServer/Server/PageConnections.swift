import NIOCore

/// The open connections of a ``PageServer``, up to a maximum.
final class PageConnections: Sendable {
    /// There are as many connections as there may be.
    struct Full: Error {}

    private let loop: any EventLoop
    private let maximum: Int
    private let open: NIOLoopBoundBox<[ObjectIdentifier: any Channel]>

    init(on loop: any EventLoop, maximum: Int) {
        self.loop = loop
        self.maximum = maximum
        open = .makeBoxSendingValue([:], eventLoop: loop)
    }

    /// Adds a connection until it is closed. Called on the loop.
    /// - Throws: ``Full``.
    func add(_ page: any Channel) throws {
        guard open.value.count < maximum else { throw Full() }
        let id = ObjectIdentifier(page)
        open.value[id] = page
        page.closeFuture.whenComplete { [open] _ in open.value[id] = nil }
    }

    /// Waits until all connections are closed, and closes those that remain after a time.
    func close(after time: TimeAmount) async {
        let pages = (try? await loop.submit { [open] in Array(open.value.values) }.get()) ?? []
        let deadline = loop.scheduleTask(in: time) { for page in pages { page.close(promise: nil) } }
        for page in pages { try? await page.closeFuture.get() }
        deadline.cancel()
    }
}
