#if canImport(CWebKit)
    import CGtk
    import CWebKit
    import Foundation
    import Playhead
    import PlayheadGTK
    import PlayheadOverlayServer

    /// A page of an ad in its own web view, which shares no data with other pages; its cookies and storage are not kept.
    @MainActor
    final class CreativePage: InteractiveAdPage {
        private let view: UnsafeMutablePointer<WebKitWebView>
        private let widget: UnsafeMutablePointer<GtkWidget>
        private let context, session: OpaquePointer
        private weak var over: PlayerView?
        private let clock: any PlaybackClock
        /// The only allowed origin of the page.
        private let origin: String
        private let onEvent: @MainActor (InteractiveAdEvent) -> Void
        private var isOver = false
        /// Whether the relay page was requested, and whether the creative's document was received: nothing else is loaded afterwards.
        private var hasFrame = false
        private var hasDocument = false
        /// The times at which the pending calls were made.
        private var waiting: [Double] = []
        private var watch: Task<Void, Never>?

        /// The time after which an unresponsive page is closed, and the interval of pings, in seconds.
        private static let timeout = 5.0
        private static let pingInterval = 1.0

        /// Loads a page over a player's picture, without showing it.
        init?(
            _ url: URL, over: PlayerView, clock: any PlaybackClock, onEvent: @escaping @MainActor (InteractiveAdEvent) -> Void
        ) {
            guard ["http", "https"].contains(url.scheme?.lowercased()), let origin = PageOrigin.text(of: url),
                let context = webkit_web_context_new(), let session = webkit_network_session_new_ephemeral(),
                let view = PageView.make(context, session, script: CreativeRelay.script, world: CreativeRelay.world)
            else { return nil }
            (self.view, self.context, self.session, self.over) = (view, context, session, over)
            (self.clock, self.origin, self.onEvent) = (clock, origin, onEvent)
            widget = UnsafeMutableRawPointer(view).assumingMemoryBound(to: GtkWidget.self)
            setVisible(false)
            listen()
            over.addAdLayer(widget) { [weak self] in self?.emit(.interaction) }
            webkit_web_view_load_html(view, CreativeRelay.page(around: url, origin: origin), CreativeRelay.base)
            watch = Task { [weak self] in
                while !Task.isCancelled, let clock = self?.clock {
                    guard (try? await clock.sleep(until: clock.now + Self.pingInterval)) != nil else { return }
                    self?.call(CreativeRelay.ping, [:])
                }
            }
        }

        func send(_ message: String) { call(CreativeRelay.deliver, ["text": message]) }

        /// Shows or hides the page. WebKit suspends an unmapped page, so a hidden page is transparent and ignores clicks instead.
        func setVisible(_ isVisible: Bool) {
            gtk_widget_set_opacity(widget, isVisible ? 1 : 0)
            gtk_widget_set_can_target(widget, isVisible ? 1 : 0)
            if !isVisible, gtk_widget_has_focus(widget) != 0 { over?.takeKeys() }
        }

        func close() {
            guard watch != nil else { return }
            isOver = true
            watch?.cancel()
            watch = nil
            over?.removeAdLayer(widget)
            webkit_web_view_terminate_web_process(view)
            // The release is deferred because this method may be called inside of a signal of the view.
            Task { [self] in
                g_object_unref(UnsafeMutableRawPointer(view))
                for object in [context, session] { g_object_unref(UnsafeMutableRawPointer(object)) }
            }
        }

        private func call(_ body: String, _ arguments: [String: String]) {
            guard !isOver else { return }
            let now = clock.now
            if let first = waiting.first, now - first > Self.timeout { return fail(.ended("its page does not respond")) }
            waiting.append(now)
            WebSignals.call(view, body, arguments: arguments, world: CreativeRelay.world) { [weak self] in
                if self?.waiting.isEmpty == false { self?.waiting.removeFirst() }
            }
        }

        private func emit(_ event: InteractiveAdEvent) { if !isOver { onEvent(event) } }

        private func fail(_ failure: InteractiveAdFailure) {
            guard !isOver else { return }
            isOver = true
            onEvent(.failed(failure))
        }

        // MARK: Signals

        private func listen() {
            let object = UnsafeMutableRawPointer(view)
            if let manager = webkit_web_view_get_user_content_manager(view) {
                WebSignals.on(UnsafeMutableRawPointer(manager), "script-message-received::" + CreativeRelay.handler) { [weak self] value in
                    self?.receive(value)
                }
                webkit_user_content_manager_register_script_message_handler(manager, CreativeRelay.handler, CreativeRelay.world)
            }
            WebSignals.onDecision(object) { [weak self] decision, kind in self?.decide(decision, kind) ?? false }
            WebSignals.onFailure(object) { [weak self] reason in self?.fail(.unreachable(reason)) }
            WebSignals.on(object, "web-process-terminated") { [weak self] _ in self?.fail(.ended("its process has ended")) }
            WebSignals.on(UnsafeMutableRawPointer(session), "download-started") { download in
                if let pointer = download.pointer { webkit_download_cancel(OpaquePointer(pointer)) }
            }
            // Requests beyond the protocol are refused without a report, because the app's developer is not the author of the creative.
            PageView.refuseAll(object) { _ in }
        }

        private func receive(_ value: WebSignals.Argument) {
            guard !isOver, let pointer = value.pointer else { return }
            let value = OpaquePointer(pointer)
            guard jsc_value_is_string(value) != 0, let characters = jsc_value_to_string(value) else { return }
            defer { g_free(characters) }
            let whole = String(cString: characters)
            let text = String(whole.dropFirst())
            switch whole.first {
            case CreativeRelay.message: emit(.message(text))
            case CreativeRelay.sized:
                let numbers = text.split(separator: "x").compactMap { Double($0) }
                if numbers.count == 2 { emit(.resized(width: numbers[0], height: numbers[1])) }
            case CreativeRelay.flooded: fail(.flooding)
            case CreativeRelay.forbidden: if !hasDocument { failElsewhere(text) }
            default: break
            }
        }

        // MARK: Navigation

        private func decide(_ decision: WebSignals.Argument, _ kind: UInt32) -> Bool {
            guard let pointer = decision.pointer else { return false }
            let isAllowed: Bool
            switch WebKitPolicyDecisionType(rawValue: kind) {
            case WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION: isAllowed = false
            case WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION: isAllowed = mayNavigate(to: PageView.address(of: pointer))
            default: isAllowed = mayShow(OpaquePointer(pointer))
            }
            if !isAllowed { PageView.ignore(pointer) }
            return !isAllowed
        }

        /// Returns whether a navigation is allowed: the relay page, then its document, and nothing afterwards.
        private func mayNavigate(to address: String) -> Bool {
            if !hasFrame {
                hasFrame = address == CreativeRelay.base
                return hasFrame
            }
            guard !hasDocument else { return false }
            guard let url = URL(string: address), PageOrigin.text(of: url) == origin else {
                failElsewhere(address)
                return false
            }
            return true
        }

        private func failElsewhere(_ address: String) {
            fail(.unreachable("it navigated to '\(address)', and only \(origin) is allowed"))
        }

        /// Returns whether a response is the requested document.
        private func mayShow(_ decision: OpaquePointer) -> Bool {
            if webkit_response_policy_decision_is_main_frame_main_resource(decision) != 0 { return !hasDocument }
            guard !hasDocument, !isOver else { return false }
            hasDocument = true
            let response = webkit_response_policy_decision_get_response(decision)
            let text = response.flatMap { webkit_uri_response_get_uri($0) }.map { String(cString: $0) } ?? ""
            let (status, firstFault) = (response.map { webkit_uri_response_get_status_code($0) } ?? 0, guint(400))
            let from = URL(string: text).flatMap { PageOrigin.text(of: $0) }
            if from != origin {
                failElsewhere(text)
            } else if status >= firstFault {
                fail(.unreachable("the server responded with status \(status)"))
            } else if webkit_response_policy_decision_is_mime_type_supported(decision) == 0 {
                fail(.unreachable("the response is not a page"))
            } else {
                return true
            }
            return false
        }
    }
#endif
