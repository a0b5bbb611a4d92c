import Glibc

/// The entry point that libFuzzer calls with every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    chosenTarget.run([UInt8](UnsafeBufferPointer(start: data, count: size)))
    return 0
}

/// The target, which an environment variable selects: one program contains all targets, because they share most of their code.
private let chosenTarget: FuzzTarget = {
    let name = getenv("PLAYHEAD_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        fatalError("PLAYHEAD_FUZZ_TARGET is '\(name)'; there are: \(FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))")
    }
    return target
}()

/// Ends the run if an invariant is violated; libFuzzer keeps the input.
func require(_ holds: Bool, _ rule: String) {
    if !holds { fatalError(rule) }
}
