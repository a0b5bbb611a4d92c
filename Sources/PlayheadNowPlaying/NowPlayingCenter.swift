/// Which player of a process media keys go to: of those with controls, the one that played last.
@MainActor
final class NowPlayingCenter {
    /// The process's. There is one lock screen.
    static let shared = NowPlayingCenter()

    private struct Member {
        weak var controller: NowPlayingController?
    }

    /// The one that played last comes last.
    private var members: [Member] = []
    /// All that are not closed, with controls to show or not.
    private var controllers: [Member] = []
    /// The one that was told that it is active; it may be gone.
    private var told: ObjectIdentifier?

    var active: NowPlayingController? { members.last { $0.controller != nil }?.controller }

    /// A controller is made. Of a player that an app makes one for, those that stand in are closed.
    /// - Returns: Whether it may stay.
    func admits(_ controller: NowPlayingController) -> Bool {
        controllers.removeAll { $0.controller == nil }
        let others = controllers.compactMap(\.controller).filter { $0.player === controller.player }
        if controller.isStandIn, !others.isEmpty { return false }
        for other in others where other.isStandIn { other.close() }
        controllers.append(Member(controller: controller))
        return true
    }

    /// A controller is closed.
    func dismiss(_ controller: NowPlayingController) {
        controllers.removeAll { $0.controller == nil || $0.controller === controller }
        leave(controller)
    }

    /// A controller has controls to show. It comes behind those that are there.
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
        guard now.map(ObjectIdentifier.init) != told else { return }
        let before = members.first { $0.controller.map(ObjectIdentifier.init) == told }?.controller
        told = now.map(ObjectIdentifier.init)
        before?.update()
        now?.update()
    }
}
