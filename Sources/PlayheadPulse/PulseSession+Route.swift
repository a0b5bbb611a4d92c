import CPulse
import PlayheadAudioSession

/// The device that a stream sounds from.
struct PulseRoute: Sendable, Equatable {
    /// The server's number of it.
    var index: UInt32?
    /// Whether only its wearer hears it.
    var isPrivate = false

    /// Whether a device's form or port is that of headphones.
    static func isPrivate(formFactor: String?, isHeadphonesPort: Bool) -> Bool {
        isHeadphonesPort || formFactor.map { ["headphone", "headset", "hands-free"].contains($0) } ?? false
    }
}

/// What the sound server does to the stream; called on libpulse's thread, which holds the lock.
extension PulseSession {
    /// The server asks for something: to be silent while somebody else is heard, as `module-role-cork` does for a call.
    func didHear(_ name: UnsafePointer<CChar>?) {
        switch name.map({ String(cString: $0) }) {
        case PA_STREAM_EVENT_REQUEST_CORK: sessionStream?.interrupt()
        case PA_STREAM_EVENT_REQUEST_UNCORK: sessionStream?.endInterruption()
        default: break
        }
    }

    /// The stream sounds from another device.
    func didMove() {
        guard let old = route.index, old != pa_stream_get_device_index(stream) else { return learnRoute() }
        // Whether the one before is still there is the server's to say.
        release(
            pa_context_get_sink_info_by_index(
                context, old,
                { _, info, end, session in
                    // A list of one, with an end; below 0 there is none.
                    if info != nil || end < 0 { PulseSession.from(session)?.didLeave(isThere: info != nil) }
                }, reference))
    }

    private func didLeave(isThere: Bool) {
        let device = stream.flatMap { pa_stream_get_device_name($0) }.map { String(cString: $0) }
        sessionStream?.changeRoute(
            AudioSession.RouteChange(
                reason: isThere ? .override : .oldDeviceUnavailable, wasPrivate: route.isPrivate, device: device))
        learnRoute()
    }

    /// There was no device, and now there is.
    func tellDevice() {
        locked {
            let device = stream.flatMap { pa_stream_get_device_name($0) }.map { String(cString: $0) }
            sessionStream?.changeRoute(AudioSession.RouteChange(reason: .newDeviceAvailable, device: device))
        }
    }

    /// Asks what the device is that the stream sounds from.
    func learnRoute() {
        let index = pa_stream_get_device_index(stream)
        route = PulseRoute(index: index)
        release(
            pa_context_get_sink_info_by_index(
                context, index,
                { _, info, _, session in
                    guard let info = info?.pointee else { return }
                    PulseSession.from(session)?.didLearn(info)
                }, reference))
    }

    private func didLearn(_ info: pa_sink_info) {
        guard info.index == route.index else { return }
        let form = info.proplist.flatMap { pa_proplist_gets($0, PA_PROP_DEVICE_FORM_FACTOR) }.map { String(cString: $0) }
        let port = info.active_port.map { $0.pointee.type } ?? 0
        let headphones = [PA_DEVICE_PORT_TYPE_HEADPHONES.rawValue, PA_DEVICE_PORT_TYPE_HEADSET.rawValue]
        route.isPrivate = PulseRoute.isPrivate(formFactor: form, isHeadphonesPort: headphones.contains(UInt32(port)))
    }
}
