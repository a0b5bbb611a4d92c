#if canImport(CSystemd)
    import CSystemd
    import Glibc

    /// A connection to the bus, used on the thread of its service only.
    final class BusSession {
        let service: BusService
        let bus: OpaquePointer
        /// The commands that the player has not completed.
        var calls: [UInt64: BusMessage] = [:]
        var lastCall: UInt64 = 0
        /// The published properties.
        private(set) var shown: MPRISProperties?
        private(set) var position = ShownPosition()
        private var attempt = 0
        private var name: String?
        private var failure: BusError?
        private var slots: [OpaquePointer] = []

        /// Connects without blocking.
        init(_ service: BusService) throws(BusError) {
            self.service = service
            bus = try Self.connect(to: service.setup.address)
        }

        deinit {
            calls = [:]
            for slot in slots { sd_bus_slot_unref(slot) }
            sd_bus_close_unref(bus)
        }

        /// Serves calls and publishes changes until the service is closed. `registered` is called with the bus name as soon as the player
        /// is registered.
        /// - Throws: ``BusError`` if the bus is unreachable, or the connection is lost.
        func serve(_ wakeUp: WakeUp, registered: (String) -> Void) throws(BusError) {
            try addObject()
            try requestName()
            var isReported = false
            while true {
                try processAll()
                if let name, !isReported {
                    isReported = true
                    registered(name)
                }
                let inbox = service.takeInbox()
                try handle(inbox)
                if inbox.isClosed { return try leave() }
                try wait(wakeUp)
            }
        }

        /// Answers the pending calls, because the player that would perform them is gone.
        private func leave() throws(BusError) {
            for message in calls.values { try message.reply().send() }
            calls = [:]
            try check(sd_bus_flush(bus))
        }

        // MARK: The connection

        private static func connect(to address: String?) throws(BusError) -> OpaquePointer {
            var bus: OpaquePointer?
            do throws(BusError) {
                if let address {
                    try check(sd_bus_new(&bus))
                    try check(sd_bus_set_address(bus, address))
                    try check(sd_bus_set_bus_client(bus, 1))
                    try check(sd_bus_start(bus))
                } else {
                    try check(sd_bus_open_user(&bus))
                }
            } catch {
                sd_bus_unref(bus)
                throw error
            }
            guard let bus else { throw BusError(number: ENOMEM) }
            return bus
        }

        private func processAll() throws(BusError) {
            while try check(sd_bus_process(bus, nil)) > 0 {}
            if let failure { throw failure }
            guard sd_bus_is_open(bus) > 0 else { throw BusError(number: ECONNRESET) }
        }

        private func wait(_ wakeUp: WakeUp) throws(BusError) {
            let events = try check(sd_bus_get_events(bus))
            var until: UInt64 = 0
            try check(sd_bus_get_timeout(bus, &until))
            var descriptors = [
                pollfd(fd: try check(sd_bus_get_fd(bus)), events: Int16(events), revents: 0),
                pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&descriptors, nfds_t(descriptors.count), Self.milliseconds(until: until))
            if count > 0, descriptors[1].revents != 0 { wakeUp.drain() }
        }

        /// Returns the timeout for `poll`, in milliseconds, until a time in microseconds of the monotonic clock; -1 means no timeout.
        private static func milliseconds(until time: UInt64) -> Int32 {
            guard time != .max else { return -1 }
            var now = timespec()
            clock_gettime(CLOCK_MONOTONIC, &now)
            let thousand: UInt64 = 1000
            let present = UInt64(now.tv_sec) * thousand * thousand + UInt64(now.tv_nsec) / thousand
            return time <= present ? 0 : Int32(clamping: (time - present + thousand - 1) / thousand)
        }

        private var reference: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

        private func addObject() throws(BusError) {
            var slot: OpaquePointer?
            try check(
                sd_bus_add_object(
                    bus, &slot, MPRISInterface.path, { message, session, _ in BusSession.call(message, session) { $0.handle($1) } },
                    reference))
            if let slot { slots.append(slot) }
        }

        private func requestName() throws(BusError) {
            guard let name = service.setup.names.name(attempt) else { throw BusError(number: EADDRINUSE) }
            var slot: OpaquePointer?
            try check(
                sd_bus_request_name_async(
                    bus, &slot, name, 0, { message, session, _ in BusSession.call(message, session) { $0.handleName($1) } }, reference))
            if let slot { slots.append(slot) }
        }

        /// Calls `body` with the session of a callback. The callback runs inside `sd_bus_process`, so the session is alive.
        private static func call(
            _ message: OpaquePointer?, _ reference: UnsafeMutableRawPointer?, body: (BusSession, BusMessage) -> Int32
        ) -> Int32 {
            guard let message, let reference else { return 0 }
            return body(Unmanaged<BusSession>.fromOpaque(reference).takeUnretainedValue(), BusMessage(keeping: message))
        }

        private func handleName(_ message: BusMessage) -> Int32 {
            do throws(BusError) {
                // The results of `RequestName` that make this connection the owner: "primary owner" and "already owner".
                let owners: Set<UInt32> = [1, 4]
                guard !message.isError else { throw BusError(number: EACCES) }
                if owners.contains(try message.readUInt32()) {
                    name = service.setup.names.name(attempt)
                } else {
                    attempt += 1
                    try requestName()
                }
            } catch {
                failure = error
            }
            return 1
        }

        // MARK: Publishing

        private func handle(_ inbox: BusInbox) throws(BusError) {
            position = inbox.position
            if let new = inbox.properties {
                let old = shown
                shown = new
                // Clients do not know the player before it has a name.
                if let old, name != nil {
                    try publish(MPRISProperties.changes(from: old.root, to: new.root), of: MPRISInterface.root)
                    try publish(MPRISProperties.changes(from: old.player, to: new.player), of: MPRISInterface.player)
                }
            }
            if name != nil {
                for jump in inbox.jumps {
                    let signal = try BusMessage.signal(bus, MPRISInterface.player, member: "Seeked")
                    try signal.append(.int64(NowPlayingFacts.microseconds(jump)))
                    try signal.send()
                }
            }
            for call in inbox.done { try answer(call) }
        }

        private func answer(_ call: FinishedCall) throws(BusError) {
            defer { call.onAnswered?() }
            guard let message = calls.removeValue(forKey: call.number) else { return }
            try message.reply().send()
            // The callback may end the process, so the reply is flushed before.
            if call.onAnswered != nil { try check(sd_bus_flush(bus)) }
        }

        private func publish(_ changes: [BusField], of interface: String) throws(BusError) {
            guard !changes.isEmpty else { return }
            let signal = try BusMessage.signal(bus, MPRISInterface.properties, member: "PropertiesChanged")
            try signal.append(interface)
            try signal.append(changes)
            try signal.append(.strings([]))
            try signal.send()
        }
    }
#endif
