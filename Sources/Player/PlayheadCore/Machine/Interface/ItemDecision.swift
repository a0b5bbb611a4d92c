/// The decision of the app about an item of the list before the player moves to it.
public enum ItemDecision<Item: Sendable>: Sendable {
    /// The item opens.
    case play
    /// Another item takes its place in the list, and opens.
    case replace(Item)
    /// The item does not open; the player asks about the next one, or after `previous()` the one before. The list stays as it is.
    case refuse

    /// Returns the decision with another form of its item.
    package func map<Other: Sendable>(_ transform: (Item) throws -> Other) rethrows -> ItemDecision<Other> {
        switch self {
        case .play: .play
        case .replace(let item): .replace(try transform(item))
        case .refuse: .refuse
        }
    }
}

extension ItemDecision: Equatable where Item: Equatable {}
extension ItemDecision: Hashable where Item: Hashable {}
extension ItemDecision: Encodable where Item: Encodable {}
extension ItemDecision: Decodable where Item: Decodable {}
