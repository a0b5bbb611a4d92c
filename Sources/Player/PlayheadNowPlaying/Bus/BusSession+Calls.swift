#if canImport(CSystemd)
    import CSystemd
    import Playhead

    extension BusSession {
        /// The maximum number of pending calls of a player; further calls are refused.
        private static let maximumCalls = 64

        /// Answers a call to the object, or passes the command to the player.
        /// - Returns: A positive number for sd-bus if the call is answered now or later.
        func handle(_ message: BusMessage) -> Int32 {
            guard message.isMethodCall else { return 0 }
            do {
                switch message.interface {
                case MPRISInterface.introspectable where message.member == "Introspect":
                    let hasEntry = shown?.root.contains { $0.name == "DesktopEntry" } ?? false
                    try reply(to: message) { reply throws(BusError) in
                        try reply.append(.string(MPRISInterface.introspection(hasDesktopEntry: hasEntry)))
                    }
                case MPRISInterface.properties: try handleProperties(message)
                case MPRISInterface.root, MPRISInterface.player, nil: try submit(try command(of: message), for: message)
                case let interface?: throw BusRefusal.unknownInterface(interface)
                }
            } catch let refusal as BusRefusal {
                refuse(message, refusal)
            } catch {
                refuse(message, .invalidArguments("The arguments can't be read."))
            }
            return 1
        }

        private func reply(to message: BusMessage, _ fill: (BusMessage) throws(BusError) -> Void) throws(BusError) {
            let reply = try message.reply()
            try fill(reply)
            try reply.send()
        }

        private func refuse(_ message: BusMessage, _ refusal: BusRefusal) {
            _ = refusal.name.withCString { name in
                refusal.message.withCString { text in
                    var error = sd_bus_error(name: name, message: text, _need_free: 0)
                    return sd_bus_reply_method_error(message.pointer, &error)
                }
            }
        }

        // MARK: Commands

        private func submit(_ command: MPRISCommand, for message: BusMessage) throws(BusRefusal) {
            guard calls.count < Self.maximumCalls else { throw .tooMany }
            lastCall += 1
            calls[lastCall] = message
            service.setup.onCommand(lastCall, command)
        }

        private func command(of message: BusMessage) throws -> MPRISCommand {
            func arguments(_ signature: String) throws {
                guard message.hasSignature(signature) else { throw BusRefusal.invalidArguments("\(message.member) takes '\(signature)'.") }
            }
            let isRoot = message.interface != MPRISInterface.player
            let isPlayer = message.interface != MPRISInterface.root
            switch message.member {
            case "Raise" where isRoot: return .raise
            case "Quit" where isRoot: return .quit
            case "Next" where isPlayer: return .next
            case "Previous" where isPlayer: return .previous
            case "Pause" where isPlayer: return .pause
            case "PlayPause" where isPlayer: return .playPause
            case "Stop" where isPlayer: return .stop
            case "Play" where isPlayer: return .play
            case "Seek" where isPlayer:
                try arguments("x")
                return .seek(try message.readInt64())
            case "SetPosition" where isPlayer:
                try arguments("ox")
                return .setPosition(track: try message.readText("o"), try message.readInt64())
            case "OpenUri" where isPlayer:
                try arguments("s")
                let text = try message.readText()
                guard field("SupportedUriSchemes", of: MPRISInterface.root) != .strings([]) else {
                    throw BusRefusal.notSupported("This player does not open URLs of other programs.")
                }
                guard NowPlayingFacts.openable(text) != nil else { throw BusRefusal.invalidArguments("The URL can't be opened.") }
                return .open(text)
            default: throw BusRefusal.unknownMethod(message.member)
            }
        }

        // MARK: Properties

        private func handleProperties(_ message: BusMessage) throws {
            switch message.member {
            case "Get":
                guard message.hasSignature("ss") else { throw BusRefusal.invalidArguments("Get takes 'ss'.") }
                let interface = try message.readText()
                let name = try message.readText()
                guard let value = field(name, of: try known(interface)) else { throw BusRefusal.unknownProperty(name) }
                try reply(to: message) { reply throws(BusError) in try reply.appendVariant(value) }
            case "GetAll":
                guard message.hasSignature("s") else { throw BusRefusal.invalidArguments("GetAll takes 's'.") }
                let fields = fields(of: try known(try message.readText()))
                try reply(to: message) { reply throws(BusError) in try reply.append(fields) }
            case "Set":
                guard message.hasSignature("ssv") else { throw BusRefusal.invalidArguments("Set takes 'ssv'.") }
                let interface = try message.readText()
                let name = try message.readText()
                guard field(name, of: try known(interface)) != nil else { throw BusRefusal.unknownProperty(name) }
                try submit(try setting(name, message), for: message)
            default: throw BusRefusal.unknownMethod(message.member)
            }
        }

        private func setting(_ name: String, _ message: BusMessage) throws -> MPRISCommand {
            switch name {
            case "Rate": return .setRate(try message.readDoubleVariant())
            case "Volume": return .setVolume(try message.readDoubleVariant())
            case "Fullscreen":
                guard field("CanSetFullscreen", of: MPRISInterface.root) == .bool(true) else {
                    throw BusRefusal.notSupported("This player has no full screen.")
                }
                return .setFullscreen(try message.readBoolVariant())
            case "Shuffle": return .setShuffled(try message.readBoolVariant())
            case "LoopStatus":
                guard let mode = RepeatMode(loopStatus: try message.readTextVariant()) else {
                    throw BusRefusal.invalidArguments("LoopStatus is None, Track or Playlist.")
                }
                return .setRepeatMode(mode)
            default: throw BusRefusal.readOnly(name)
            }
        }

        /// Returns the interface if it has properties.
        private func known(_ interface: String) throws(BusRefusal) -> String {
            switch interface {
            case MPRISInterface.root, MPRISInterface.player: return interface
            // These interfaces have no properties.
            case MPRISInterface.properties, MPRISInterface.introspectable, "org.freedesktop.DBus.Peer": return interface
            default: throw .unknownInterface(interface)
            }
        }

        private func fields(of interface: String) -> [BusField] {
            switch interface {
            case MPRISInterface.root: return shown?.root ?? []
            case MPRISInterface.player:
                let now = position.position(at: service.setup.clock.now)
                return (shown?.player ?? []) + [BusField("Position", .int64(NowPlayingFacts.microseconds(now)))]
            default: return []
            }
        }

        private func field(_ name: String, of interface: String) -> BusValue? {
            fields(of: interface).first { $0.name == name }?.value
        }
    }
#endif
