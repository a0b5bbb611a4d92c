import PlayheadCMCD

/// The data of CMCD (CTA-5004) that one request carried, and its deviations from the specification.
package struct ClientDataRecord: Sendable {
    /// The method of the request.
    package let method: String
    /// The decoded path below the root, without a leading slash.
    package let path: String
    /// The data: one reading of a request for an object, one for each record of a report of events.
    package let readings: [CMCDReading]
    /// The deviations from the rules between the reports of a session.
    package let sessionProblems: [CMCDProblem]

    /// All deviations.
    package var problems: [CMCDProblem] { readings.flatMap(\.problems) + sessionProblems }
}
