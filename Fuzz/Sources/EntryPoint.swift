import Glibc

/// What libFuzzer calls with every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    chosenTarget.run([UInt8](UnsafeBufferPointer(start: data, count: size)))
    return 0
}

/// One program has all targets, since most of its size is the same; which one runs is said by the environment.
private let chosenTarget: FuzzTarget = {
    let name = getenv("PLAYHEAD_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        fatalError("PLAYHEAD_FUZZ_TARGET is '\(name)'; there are: \(FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))")
    }
    return target
}()

/// Ends the run where something that has to hold doesn't; libFuzzer keeps the input.
func require(_ holds: Bool, _ rule: String) {
    if !holds { fatalError(rule) }
}
