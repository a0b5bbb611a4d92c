/// A queue. Elements that were removed are freed in bulk.
struct FIFO<Element> {
    private var elements: [Element] = []
    /// The index of the first element that was not removed.
    private var head = 0

    var isEmpty: Bool { head == elements.count }

    mutating func append(_ element: Element) { elements.append(element) }

    /// Removes and returns the oldest element.
    mutating func removeFirst() -> Element? {
        guard head < elements.count else { return nil }
        defer {
            head += 1
            let many = 64
            if head == elements.count || head >= many {
                elements.removeFirst(head)
                head = 0
            }
        }
        return elements[head]
    }
}
