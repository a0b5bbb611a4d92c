import Foundation
import PlayheadWorkloads

// `PlayheadWorkloadCounts`: prints the names of the workloads. `PlayheadWorkloadCounts NAME`: performs a workload twice, the second time inside
// `playhead_measured_call`, and prints the numbers of its operations and of their allocations. The first run loads and initializes what only the first use
// needs. `main` is synchronous, because valgrind does not support the main loop of an asynchronous one.
let workloads = Workload.all()
guard let name = CommandLine.arguments.dropFirst().first else {
    for workload in workloads { print(workload.name) }
    exit(0)
}
guard let workload = workloads.first(where: { $0.name == name }) else {
    FileHandle.standardError.write(Data("There is no workload \(name).\n".utf8))
    exit(2)
}
var allocations = 0
try workload.run { $0() }
try workload.run { allocations = MeasuredWork($0).callMeasured() }
print(workload.operations, allocations)
