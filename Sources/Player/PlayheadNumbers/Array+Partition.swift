extension Array {
    /// Returns the number of elements at the front that satisfy `isBefore`, by binary search; all that satisfy it must precede all others.
    package func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = low + (high - low) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
