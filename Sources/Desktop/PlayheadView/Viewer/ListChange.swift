/// A change of a list while one of its items is current: the new order, and the new index of the current item.
package struct ListChange: Sendable, Equatable {
    /// The old indices in their new order.
    package var order: [Int]
    /// The index of the current item in the new order.
    package var current: Int

    /// Removes an item; `nil` if the index is invalid or the list would be empty. If it is the current one, the next takes its place.
    package init?(removing index: Int, of count: Int, current: Int) {
        guard (0..<count).contains(index), (0..<count).contains(current), count > 1 else { return nil }
        order = (0..<count).filter { $0 != index }
        self.current = min(index < current ? current - 1 : current, count - 2)
    }

    /// Moves an item; `nil` if an index is invalid or nothing changes.
    package init?(moving index: Int, to target: Int, of count: Int, current: Int) {
        guard (0..<count).contains(index), (0..<count).contains(target), (0..<count).contains(current), index != target else { return nil }
        order = Array(0..<count)
        order.insert(order.remove(at: index), at: target)
        self.current = order.firstIndex(of: current) ?? 0
    }
}

/// The names of saved pictures.
package enum Screenshots {
    /// Returns the name of a file for a picture: the title and the position, without characters that have a meaning in paths.
    package static func name(title: String, position: Double) -> String {
        let maximum = 80
        let kept = title.unicodeScalars.map { scalar -> Character in
            "/\\:*?\"<>|".unicodeScalars.contains(scalar) || scalar.properties.generalCategory == .control ? "_" : Character(scalar)
        }
        var text = String(String(kept).prefix(maximum))
        while text.hasPrefix(".") { text.removeFirst() }
        let time = BarText.clock(max(0, position)).replacing(":", with: "-")
        return "\(text.isEmpty ? "Picture" : text) \(time)"
    }

    /// Returns a name with the extension of PNG that is not taken; `nil` if a thousand are.
    package static func freeName(_ name: String, isTaken: (String) -> Bool) -> String? {
        let maximum = 1000
        return (1...maximum).lazy.map { $0 == 1 ? "\(name).png" : "\(name) (\($0)).png" }.first { !isTaken($0) }
    }
}
