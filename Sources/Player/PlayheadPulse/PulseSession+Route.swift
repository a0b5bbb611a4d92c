import CPulse
import PlayheadCore

/// The device of a stream.
struct PulseRoute: Sendable, Equatable {
    /// The server's index of the device.
    var index: UInt32?
    /// Whether the device is private, such as headphones.
    var isPrivate = false

    /// Returns whether a device's form factor or port is that of headphones.
    static func isPrivate(formFactor: String?, isHeadphonesPort: Bool) -> Bool {
        isHeadphonesPort || formFactor.map { ["headphone", "headset", "hands-free"].contains($0) } ?? false
    }
}

/// Handles the server's changes to the stream, on libpulse's thread, which holds the lock.
extension PulseSession {
    /// Handles a request of the server, for example to be silent during a call (`module-role-cork`).
    func didReceive(_ name: UnsafePointer<CChar>?) {
        switch name.map({ String(cString: $0) }) {
        case PA_STREAM_EVENT_REQUEST_CORK: sessionStream?.interrupt()
        case PA_STREAM_EVENT_REQUEST_UNCORK: sessionStream?.endInterruption()
        default: break
        }
    }

    /// Handles a move of the stream to another device.
    func didMove() {
        guard let old = route.index, old != pa_stream_get_device_index(stream) else { return queryRoute() }
        // The server is asked whether the previous device still exists.
        release(
            pa_context_get_sink_info_by_index(
                context, old,
                { _, info, end, session in
                    // The result is a list with at most one device and an end marker; a negative marker means that there is no device.
                    if info != nil || end < 0 { PulseSession.from(session)?.didLeave(isThere: info != nil) }
                }, reference))
    }

    private func didLeave(isThere: Bool) {
        let device = stream.flatMap { pa_stream_get_device_name($0) }.map { String(cString: $0) }
        sessionStream?.changeRoute(
            AudioSession.RouteChange(
                reason: isThere ? .override : .oldDeviceUnavailable, wasPrivate: route.isPrivate, device: device))
        queryRoute()
    }

    /// Reports that a device has become available after there was none.
    func reportDevice() {
        locked {
            let device = stream.flatMap { pa_stream_get_device_name($0) }.map { String(cString: $0) }
            sessionStream?.changeRoute(AudioSession.RouteChange(reason: .newDeviceAvailable, device: device))
        }
    }

    /// Queries the stream's device.
    func queryRoute() {
        let index = pa_stream_get_device_index(stream)
        route = PulseRoute(index: index)
        release(
            pa_context_get_sink_info_by_index(
                context, index,
                { _, info, _, session in
                    guard let info = info?.pointee else { return }
                    PulseSession.from(session)?.didReceiveRoute(info)
                }, reference))
    }

    private func didReceiveRoute(_ info: pa_sink_info) {
        guard info.index == route.index else { return }
        let form = info.proplist.flatMap { pa_proplist_gets($0, PA_PROP_DEVICE_FORM_FACTOR) }.map { String(cString: $0) }
        let port = info.active_port.map { $0.pointee.type } ?? 0
        let headphones = [PA_DEVICE_PORT_TYPE_HEADPHONES.rawValue, PA_DEVICE_PORT_TYPE_HEADSET.rawValue]
        route.isPrivate = PulseRoute.isPrivate(formFactor: form, isHeadphonesPort: headphones.contains(UInt32(port)))
    }
}
