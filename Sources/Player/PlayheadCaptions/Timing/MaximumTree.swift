/// Numbers with the maxima of their halves, quarters and so on, so that those above a limit are found without a scan.
struct MaximumTree: Sendable {
    /// The number of leaves, a power of two. Node 1 is the root, the children of node n are 2n and 2n + 1, the leaves start at `capacity`.
    private var capacity = 1
    private var nodes: [Double] = [-.infinity, -.infinity]
    private(set) var count = 0

    /// Makes a tree without numbers.
    init() {}

    /// Makes a tree of numbers.
    init(_ numbers: [Double]) {
        // bounded: at most twice the count of an array
        while capacity < numbers.count { capacity *= 2 }
        nodes = Array(repeating: -.infinity, count: capacity) + numbers + Array(repeating: -.infinity, count: capacity - numbers.count)
        count = numbers.count
        update(from: 0)
    }

    /// Inserts a number; those from that index on move up by one.
    mutating func insert(_ number: Double, at place: Int) {
        guard count < capacity else {
            // bounded: the array has two times the capacity
            var numbers = Array(nodes[capacity...])
            numbers.insert(number, at: place)
            self = MaximumTree(numbers)
            return
        }
        nodes.insert(number, at: capacity + place)
        nodes.removeLast()
        count += 1
        update(from: place)
    }

    /// Calls `body` for the indexes of all numbers above a limit, in order, that are before an index, until it returns false.
    func forEach(above limit: Double, before end: Int, _ body: (Int) -> Bool) {
        _ = visit(1, first: 0, width: capacity, above: limit, before: min(end, count), body)
    }

    // The depth is the logarithm of the count.
    private func visit(_ node: Int, first: Int, width: Int, above limit: Double, before end: Int, _ body: (Int) -> Bool) -> Bool {
        guard first < end, nodes[node] > limit else { return true }
        guard width > 1 else { return body(first) }
        return visit(2 * node, first: first, width: width / 2, above: limit, before: end, body)
            && visit(2 * node + 1, first: first + width / 2, width: width / 2, above: limit, before: end, body)
    }

    /// Updates the nodes above the leaves from an index on.
    private mutating func update(from place: Int) {
        var (low, high) = (capacity + place, capacity + count - 1)
        while low > 1 {
            (low, high) = (low / 2, high / 2)
            for node in low...max(low, high) { nodes[node] = max(nodes[2 * node], nodes[2 * node + 1]) }
        }
    }
}
