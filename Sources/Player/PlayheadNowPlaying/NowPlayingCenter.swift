/// Selects the player of the process that receives media keys: of those with controls, the one that played last.
@MainActor
final class NowPlayingCenter {
    /// The center of the process, because there is one lock screen.
    static let shared = NowPlayingCenter()

    private struct Member {
        weak var controller: NowPlayingController?
    }

    /// The controllers with controls, in the order in which they last played.
    private var members: [Member] = []
    /// The controllers that are not closed.
    private var controllers: [Member] = []
    /// The controller that was last notified to be active; it may have been released.
    private var notified: ObjectIdentifier?

    var active: NowPlayingController? { members.last { $0.controller != nil }?.controller }

    /// Registers a controller. A stand-in is closed if the app creates a controller for the same player.
    /// - Returns: Whether the controller is accepted.
    func admits(_ controller: NowPlayingController) -> Bool {
        controllers.removeAll { $0.controller == nil }
        let others = controllers.compactMap(\.controller).filter { $0.player === controller.player }
        if controller.isStandIn, !others.isEmpty { return false }
        for other in others where other.isStandIn { other.close() }
        controllers.append(Member(controller: controller))
        return true
    }

    /// Unregisters a closed controller.
    func dismiss(_ controller: NowPlayingController) {
        controllers.removeAll { $0.controller == nil || $0.controller === controller }
        leave(controller)
    }

    /// Adds a controller that has controls, before the existing ones.
    func join(_ controller: NowPlayingController) {
        guard !members.contains(where: { $0.controller === controller }) else { return }
        change { members.insert(Member(controller: controller), at: 0) }
    }

    func leave(_ controller: NowPlayingController) { change { members.removeAll { $0.controller === controller } } }

    func activate(_ controller: NowPlayingController) {
        guard let index = members.firstIndex(where: { $0.controller === controller }) else { return }
        change { members.append(members.remove(at: index)) }
    }

    private func change(_ body: () -> Void) {
        body()
        members.removeAll { $0.controller == nil }
        let now = active
        guard now.map(ObjectIdentifier.init) != notified else { return }
        let before = members.first { $0.controller.map(ObjectIdentifier.init) == notified }?.controller
        notified = now.map(ObjectIdentifier.init)
        before?.update()
        now?.update()
    }
}
