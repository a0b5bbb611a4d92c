/// A piece of work on a fixed input, whose cost is measured.
package struct Workload: Sendable {
    /// Calls its argument once and measures the call.
    package typealias Measure = @MainActor (_ work: @escaping @MainActor () -> Void) throws -> Void

    /// The name in tables and thresholds.
    package let name: String
    /// The number of operations in a run; costs are reported per operation.
    package let operations: Int
    private let perform: @MainActor (Measure) throws -> Void

    /// Makes a workload.
    /// - Parameters:
    ///   - name: The name in tables and thresholds.
    ///   - operations: The number of operations in a run.
    ///   - input: Makes the input of a run; not measured.
    ///   - work: The measured work, which may change the input.
    ///   - check: Returns whether the work was done, from the input after the work and its result; not measured.
    package init<Input, Output>(
        _ name: String, operations: Int = 1, input: @escaping @MainActor () throws -> Input,
        work: @escaping @MainActor (inout Input) throws -> Output, check: @escaping @MainActor (Input, Output) -> Bool
    ) {
        self.name = name
        self.operations = operations
        perform = { measure in
            var input = try input()
            var result: Result<Output, any Error>?
            try measure { result = Result { try work(&input) } }
            guard let output = try result?.get(), check(input, output) else { throw WorkloadError(workload: name) }
        }
    }

    /// Makes an input, performs the work inside `measure`, and checks the result.
    /// - Throws: `WorkloadError` if the work was not done, or the error of the work.
    @MainActor package func run(measure: Measure) throws { try perform(measure) }
}
