/// The error of a run whose result is not the expected one.
package struct WorkloadError: Error, CustomStringConvertible {
    /// The name of the workload.
    package let workload: String

    /// The message.
    package var description: String { "The result of \(workload) is not the expected one." }
}
