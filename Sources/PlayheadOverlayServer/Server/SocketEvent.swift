/// An event of a page's WebSocket.
enum SocketEvent: Sendable {
    /// Receives the events. The next message is read when it has returned, so that a page that sends too fast has to wait.
    typealias Delivery = @MainActor @Sendable (SocketEvent) -> Void

    case opened(PageSocket)
    case text(String, PageSocket)
    case closed(PageSocket)
}
