/// The picture that an output converts next: a later one replaces the one that waits, and a removal also makes the conversion in progress
/// invalid. A value without threads, which the output guards by a lock.
package struct PendingPicture<Picture: Sendable>: Sendable {
    /// A picture to convert.
    package struct Work: Sendable {
        package let picture: Picture
        /// The number of removals before the conversion.
        fileprivate let removals: Int
    }

    private var next: Picture?
    private var last: Picture?
    private var isBusy = false
    private var removals = 0

    /// Creates a value without a picture.
    package init() {}

    /// Adds a picture.
    /// - Returns: Whether the output must start to ``take()`` pictures; false if it does so already.
    package mutating func add(_ picture: Picture) -> Bool {
        (next, last) = (picture, picture)
        defer { isBusy = true }
        return !isBusy
    }

    /// Adds the last picture again, to be converted for another size.
    /// - Returns: Whether the output must start to ``take()`` pictures; false without a picture as well.
    package mutating func addLast() -> Bool {
        guard let last else { return false }
        return add(last)
    }

    /// Returns the next picture to convert; `nil` if no picture waits, after which the output stops.
    package mutating func take() -> Work? {
        guard let picture = next else {
            isBusy = false
            return nil
        }
        next = nil
        return Work(picture: picture, removals: removals)
    }

    /// Removes all pictures, also that in a conversion.
    package mutating func removeAll() {
        (next, last) = (nil, nil)
        removals &+= 1
    }

    /// Whether a converted picture may be shown: it was not removed meanwhile.
    package func isValid(_ work: Work) -> Bool { work.removals == removals }
}
