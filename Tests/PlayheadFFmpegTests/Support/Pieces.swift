/// Changes bytes in pieces of `size`, as they arrive from a source.
/// - Returns: All bytes after the change.
func inPieces(_ bytes: [UInt8], of size: Int, change: (UnsafeMutableBufferPointer<UInt8>, Int64) -> Void) -> [UInt8] {
    var result: [UInt8] = []
    while result.count < bytes.count {
        let place = result.count
        var part = Array(bytes[place..<place + min(size, bytes.count - place)])
        part.withUnsafeMutableBufferPointer { change($0, Int64(place)) }
        result += part
    }
    return result
}
