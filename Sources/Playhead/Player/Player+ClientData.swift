import PlayheadCMCD

/// The reports of a player by CMCD.
extension Player {
    /// The identifier of the session in reports by CMCD; `nil` without ``PlayerConfiguration/cmcd``.
    public nonisolated var clientDataSessionID: String? { session.clientDataSessionID }

    /// The statements of servers by CMSD (CTA-5006) in the last response that had any, such as their estimated throughput; `nil` before, and
    /// without ``PlayerConfiguration/cmcd``.
    public nonisolated var serverData: CMSD? { session.serverData }

    /// Reports an event of the app (`ce`) to the targets of ``PlayerConfiguration/cmcd`` that receive `CMCDEvent.custom`.
    /// - Parameter name: The name, 1 to 64 printable ASCII characters; another one is not reported.
    public nonisolated func reportClientEvent(named name: String) { session.reportClientEvent(named: name) }
}
