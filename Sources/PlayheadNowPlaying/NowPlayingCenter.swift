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
    /// The one that was told that it is active; it may be gone.
    private var told: ObjectIdentifier?

    var active: NowPlayingController? { members.last { $0.controller != nil }?.controller }

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
