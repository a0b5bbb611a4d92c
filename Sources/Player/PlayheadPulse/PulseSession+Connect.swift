import CPulse
import PlayheadCore

/// Creates the connection and the stream; called under the main loop's lock.
extension PulseSession {
    /// Creates a context that connects and reports its state changes.
    func makeContext(mainLoop: OpaquePointer) throws(PlaybackError) -> OpaquePointer {
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, options.applicationName)
        guard let context = pa_context_new_with_proplist(pa_threaded_mainloop_get_api(mainLoop), options.applicationName, properties) else {
            throw PlaybackError(.audioOutput, underlying: "no connection")
        }
        pa_context_set_state_callback(context, { _, session in PulseSession.from(session)?.didChangeState() }, reference)
        guard pa_context_connect(context, options.server, PA_CONTEXT_NOAUTOSPAWN, nil) == 0 else {
            let reason = pa_strerror(pa_context_errno(context)).map { String(cString: $0) }
            pa_context_set_state_callback(context, nil, nil)
            pa_context_unref(context)
            throw PlaybackError(.audioOutput, underlying: reason)
        }
        return context
    }

    /// Creates a held stream that connects and reports state changes, timing and free space.
    func makeStream(loudness: PulseLoudness) throws(PlaybackError) -> OpaquePointer {
        var specification = pa_sample_spec(
            format: PA_SAMPLE_FLOAT32LE, rate: UInt32(clamping: format.sampleRate), channels: UInt8(clamping: format.channels))
        guard pa_sample_spec_valid(&specification) != 0, var map = PulseChannels.map(channels: format.channels) else {
            throw PlaybackError(.audioOutput, underlying: "\(format.channels) channels at \(format.sampleRate) Hz")
        }
        let properties = makeProperties()
        defer { pa_proplist_free(properties) }
        guard let stream = pa_stream_new_with_proplist(context, options.applicationName, &specification, &map, properties) else {
            throw serverError
        }
        pa_stream_set_state_callback(stream, { _, session in PulseSession.from(session)?.didChangeState() }, reference)
        pa_stream_set_latency_update_callback(stream, { _, session in PulseSession.from(session)?.didReport() }, reference)
        pa_stream_set_write_callback(stream, { _, _, session in PulseSession.from(session)?.onWritable() }, reference)
        pa_stream_set_event_callback(stream, { _, name, _, session in PulseSession.from(session)?.didReceive(name) }, reference)
        pa_stream_set_moved_callback(stream, { _, session in PulseSession.from(session)?.didMove() }, reference)

        let bytesPerFrame = UInt32(pa_frame_size(&specification))
        let target = UInt32(saturating: options.targetLatency * Double(format.sampleRate), rounding: .down)
            .saturatingMultiplied(by: bytesPerFrame)
        let serverDefault = UInt32.max
        // Playback starts with a part of the buffer, because the engine decides when to start; what is shorter is played when it is drained.
        // After an underrun the server takes single frames out as fast as they are written; with 0 it would also drop late data.
        let part: UInt32 = 4
        var buffer = pa_buffer_attr(
            maxlength: serverDefault, tlength: max(target, bytesPerFrame), prebuf: max(target / part, bytesPerFrame), minreq: serverDefault,
            fragsize: serverDefault)
        let flags: [pa_stream_flags_t] = [
            PA_STREAM_START_CORKED, PA_STREAM_AUTO_TIMING_UPDATE, PA_STREAM_ADJUST_LATENCY,
            isSilent ? PA_STREAM_START_MUTED : PA_STREAM_START_UNMUTED,
        ]
        var volume = loudness.channelVolume(channels: format.channels)
        let allFlags = pa_stream_flags_t(rawValue: flags.reduce(0) { $0 | $1.rawValue })
        guard pa_stream_connect_playback(stream, options.device, &buffer, allFlags, &volume, nil) == 0 else {
            pa_stream_set_state_callback(stream, nil, nil)
            pa_stream_set_latency_update_callback(stream, nil, nil)
            pa_stream_set_write_callback(stream, nil, nil)
            pa_stream_set_event_callback(stream, nil, nil)
            pa_stream_set_moved_callback(stream, nil, nil)
            pa_stream_unref(stream)
            throw serverError
        }
        return stream
    }

    /// Creates the stream's property list.
    func makeProperties() -> OpaquePointer? {
        let properties = pa_proplist_new()
        pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, (options.role ?? policy.role).rawValue)
        if let filter = policy.wantedFilter { pa_proplist_sets(properties, PA_PROP_FILTER_WANT, filter) }
        if let filter = policy.suppressedFilter { pa_proplist_sets(properties, PA_PROP_FILTER_SUPPRESS, filter) }
        return properties
    }

    /// The context pointer of callbacks. It is not retained, because `close` removes the callbacks and ends the thread before the session
    /// is released.
    var reference: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static func from(_ reference: UnsafeMutableRawPointer?) -> PulseSession? {
        reference.map { Unmanaged<PulseSession>.fromOpaque($0).takeUnretainedValue() }
    }
}
