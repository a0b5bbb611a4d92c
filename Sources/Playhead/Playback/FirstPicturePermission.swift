import Synchronization

/// Whether the current engine may show its first picture before the item is open: set by the session, read by the engine on any thread.
final class FirstPicturePermission: Sendable {
    private let isGranted = Atomic(false)

    /// Grants or revokes the permission.
    func set(_ isGranted: Bool) { self.isGranted.store(isGranted, ordering: .relaxed) }

    /// Whether the permission is granted now.
    var isGrantedNow: Bool { isGranted.load(ordering: .relaxed) }
}
