import CPulse

/// A connection that says when the server is there, and when it gets another device: for an output that has lost its own.
///
/// `@unchecked Sendable`: what is stored is used under the main loop's lock only, which libpulse's thread holds while it calls back.
final class PulseDeviceWatch: @unchecked Sendable {
    private let onChange: @Sendable () -> Void
    private let mainLoop: OpaquePointer
    private var context: OpaquePointer?

    /// - Parameter onChange: Called on a thread of libpulse's, and not any more once ``close()`` has returned.
    init?(options: PulseOptions, onChange: @escaping @Sendable () -> Void) {
        guard let mainLoop = pa_threaded_mainloop_new() else { return nil }
        self.mainLoop = mainLoop
        self.onChange = onChange
        pa_threaded_mainloop_set_name(mainLoop, options.applicationName)
        guard let context = pa_context_new(pa_threaded_mainloop_get_api(mainLoop), options.applicationName) else {
            pa_threaded_mainloop_free(mainLoop)
            return nil
        }
        self.context = context
        pa_context_set_state_callback(context, { _, watch in PulseDeviceWatch.from(watch)?.didChangeState() }, reference)
        pa_context_set_subscribe_callback(context, { _, type, _, watch in PulseDeviceWatch.from(watch)?.didHear(type) }, reference)
        // Where it can't connect it is no good, and the next one will try.
        _ = pa_context_connect(context, options.server, PA_CONTEXT_NOAUTOSPAWN, nil)
        _ = pa_threaded_mainloop_start(mainLoop)
    }

    deinit { pa_threaded_mainloop_free(mainLoop) }

    /// Whether it is connected, or about to be.
    var isGood: Bool { locked { context.map { PA_CONTEXT_IS_GOOD(pa_context_get_state($0)) != 0 } ?? false } }

    /// Ends the connection and the thread.
    func close() {
        let isFirst = locked { () -> Bool in
            guard let context else { return false }
            pa_context_set_state_callback(context, nil, nil)
            pa_context_set_subscribe_callback(context, nil, nil)
            pa_context_disconnect(context)
            pa_context_unref(context)
            self.context = nil
            return true
        }
        if isFirst { pa_threaded_mainloop_stop(mainLoop) }
    }

    private func didChangeState() {
        guard let context, pa_context_get_state(context) == PA_CONTEXT_READY else { return }
        if let operation = pa_context_subscribe(context, PA_SUBSCRIPTION_MASK_SINK, nil, nil) { pa_operation_unref(operation) }
        // There may be a device already.
        onChange()
    }

    private func didHear(_ type: pa_subscription_event_type_t) {
        let kind = type.rawValue & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue
        if kind == PA_SUBSCRIPTION_EVENT_NEW.rawValue { onChange() }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pa_threaded_mainloop_lock(mainLoop)
        defer { pa_threaded_mainloop_unlock(mainLoop) }
        return body()
    }

    /// What libpulse hands back to the callbacks. Not retained: `close` takes the callbacks away before the watch goes.
    private var reference: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private static func from(_ reference: UnsafeMutableRawPointer?) -> PulseDeviceWatch? {
        reference.map { Unmanaged<PulseDeviceWatch>.fromOpaque($0).takeUnretainedValue() }
    }
}
