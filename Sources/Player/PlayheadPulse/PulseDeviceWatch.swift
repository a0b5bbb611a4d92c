import CPulse

/// A connection that reports a new server or a new device to an output that has lost its device.
///
/// `@unchecked Sendable`: the stored properties are used under the main loop's lock only, which libpulse's thread holds during callbacks.
final class PulseDeviceWatch: @unchecked Sendable {
    private let onChange: @Sendable () -> Void
    private let mainLoop: OpaquePointer
    private var context: OpaquePointer?

    /// Starts a watch; `nil` if libpulse can't create its main loop or its context. `onChange` is called on libpulse's thread, and never
    /// after ``close()`` has returned.
    init?(options: PulseOptions, onChange: @escaping @Sendable () -> Void) {
        guard let mainLoop = pa_threaded_mainloop_new() else { return nil }
        self.mainLoop = mainLoop
        self.onChange = onChange
        pa_threaded_mainloop_set_name(mainLoop, options.applicationName)
        // All properties are set, so `deinit` frees the main loop.
        guard let context = pa_context_new(pa_threaded_mainloop_get_api(mainLoop), options.applicationName) else { return nil }
        self.context = context
        pa_context_set_state_callback(context, { _, watch in PulseDeviceWatch.from(watch)?.didChangeState() }, reference)
        pa_context_set_subscribe_callback(context, { _, type, _, watch in PulseDeviceWatch.from(watch)?.didReceive(type) }, reference)
        // A failed connection is not an error here: it makes the watch unusable, and the next one tries again.
        _ = pa_context_connect(context, options.server, PA_CONTEXT_NOAUTOSPAWN, nil)
        _ = pa_threaded_mainloop_start(mainLoop)
    }

    deinit { pa_threaded_mainloop_free(mainLoop) }

    /// Whether the connection is established or in progress.
    var isGood: Bool { locked { context.map { PA_CONTEXT_IS_GOOD(pa_context_get_state($0)) != 0 } ?? false } }

    /// Closes the connection and ends the thread.
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
        // A device may already be present.
        onChange()
    }

    private func didReceive(_ type: pa_subscription_event_type_t) {
        let kind = type.rawValue & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue
        if kind == PA_SUBSCRIPTION_EVENT_NEW.rawValue { onChange() }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pa_threaded_mainloop_lock(mainLoop)
        defer { pa_threaded_mainloop_unlock(mainLoop) }
        return body()
    }

    /// The context pointer of callbacks. It is not retained, because `close` removes the callbacks before the watch is released.
    private var reference: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private static func from(_ reference: UnsafeMutableRawPointer?) -> PulseDeviceWatch? {
        reference.map { Unmanaged<PulseDeviceWatch>.fromOpaque($0).takeUnretainedValue() }
    }
}
