#if canImport(CWebKit)
    import CGtk
    import CWebKit
    import Foundation
    import PlayheadCore
    import PlayheadOverlay
    import PlayheadOverlayServer

    /// One page in its own web view, from its load to its end. Another load uses another view, so that nothing of the previous page can
    /// arrive.
    @MainActor
    final class LoadedPage {
        /// An event of the page.
        enum Event: Sendable {
            /// The page's script has connected and expects a greeting.
            case hello
            /// A text of the page, normally a message.
            case text(String)
            /// The page attempted an action that is not allowed.
            case tried(String)
            /// The page has ended.
            case ended(OverlayPageEnd)
        }

        let widget: UnsafeMutablePointer<GtkWidget>
        private let view: UnsafeMutablePointer<WebKitWebView>
        /// The only allowed origin of the page.
        private let origin: String
        private let clock: any PlaybackClock
        private let emit: @MainActor (Event) -> Void
        private var isCommitted = false
        private var isOver = false
        /// The identifier of the loaded document, which its messages contain.
        private var document: String?
        private var hellos = 0
        /// The times at which the pending texts were sent.
        private var waiting: [Double] = []

        /// The maximum number of greetings, because several scripts of a page may connect.
        private static let maximumHellos = 8
        /// The time after which an unresponsive page is closed, in seconds.
        private static let timeout = 10.0

        /// Creates an empty page.
        /// - Parameters:
        ///   - page: The page to load.
        ///   - context: The context of its web process.
        ///   - session: The network session, which contains its temporary data.
        ///   - clock: The clock of the timeout after which an unresponsive page is closed.
        ///   - emit: Receives the events of the page.
        init?(
            _ page: OverlayPage, context: OpaquePointer, session: OpaquePointer, clock: any PlaybackClock,
            emit: @escaping @MainActor (Event) -> Void
        ) {
            guard let origin = PageOrigin.text(of: page.url),
                let view = PageView.make(context, session, script: PageRelay.script(origin: origin), world: PageRelay.world)
            else { return nil }
            self.view = view
            self.origin = origin
            self.clock = clock
            self.emit = emit
            widget = UnsafeMutableRawPointer(view).assumingMemoryBound(to: GtkWidget.self)
            // Clicks pass through the page until its script handles them.
            gtk_widget_set_can_target(widget, 0)
            listen()
            webkit_web_view_load_uri(view, page.url.absoluteString)
        }

        /// Sends a text to the page.
        func send(_ text: String) {
            guard !isOver, let document else { return }
            let now = clock.now
            if let first = waiting.first, now - first > Self.timeout { return end(.hung) }
            waiting.append(now)
            WebSignals.call(view, PageRelay.deliver, arguments: ["text": text, "to": document], world: PageRelay.world) { [weak self] in
                if self?.waiting.isEmpty == false { self?.waiting.removeFirst() }
            }
        }

        /// Ends the web process. The view has been removed from its parent before.
        func close() {
            isOver = true
            webkit_web_view_terminate_web_process(view)
            // The release is deferred because this method may be called inside of a signal of the view.
            Task { [self] in g_object_unref(UnsafeMutableRawPointer(view)) }
        }

        // MARK: Signals

        private func listen() {
            let object = UnsafeMutableRawPointer(view)
            if let manager = webkit_web_view_get_user_content_manager(view) {
                WebSignals.on(UnsafeMutableRawPointer(manager), "script-message-received::" + PageRelay.handler) { [weak self] value in
                    self?.receive(value)
                }
                webkit_user_content_manager_register_script_message_handler(manager, PageRelay.handler, PageRelay.world)
            }
            WebSignals.onDecision(object) { [weak self] decision, kind in self?.decide(decision, kind) ?? false }
            WebSignals.on(object, "load-changed") { [weak self] event in
                if event.number == UInt(WEBKIT_LOAD_COMMITTED.rawValue) { self?.committed() }
            }
            WebSignals.onFailure(object) { [weak self] reason in self?.failed(reason) }
            WebSignals.on(object, "web-process-terminated") { [weak self] _ in self?.end(.crashed) }
            PageView.refuseAll(object) { [weak self] in self?.tried($0) }
        }

        private func receive(_ value: WebSignals.Argument) {
            guard !isOver, isCommitted, let pointer = value.pointer else { return }
            let value = OpaquePointer(pointer)
            guard jsc_value_is_string(value) != 0, let characters = jsc_value_to_string(value) else { return }
            defer { g_free(characters) }
            let whole = String(cString: characters)
            guard let mark = whole.firstIndex(where: { $0 == PageRelay.message || $0 == PageRelay.forbidden }) else { return }
            let sender = String(whole[..<mark])
            let text = String(whole[whole.index(after: mark)...])
            if whole[mark] == PageRelay.forbidden { return tried("its policy forbids \(text).") }
            if text == PageRelay.hello, document == nil || document == sender, hellos < Self.maximumHellos {
                hellos += 1
                document = sender
                gtk_widget_set_can_target(widget, 1)
                return emit(.hello)
            }
            guard sender == document else { return }
            emit(.text(text))
        }

        private func committed() {
            guard !isOver else { return }
            guard !isCommitted else { return end(.left) }
            let now = webkit_web_view_get_uri(view).flatMap { URL(string: String(cString: $0)) }.flatMap { PageOrigin.text(of: $0) }
            guard now == origin else { return end(.unreachable("its origin is \(now ?? "unknown"), and only \(origin) is allowed")) }
            isCommitted = true
        }

        private func failed(_ reason: String) {
            guard !isOver, !isCommitted else { return }
            end(.unreachable(reason))
        }

        private func end(_ end: OverlayPageEnd) {
            guard !isOver else { return }
            isOver = true
            emit(.ended(end))
        }

        private func tried(_ what: String) { if !isOver { emit(.tried(what)) } }

        // MARK: Navigation

        private func decide(_ decision: WebSignals.Argument, _ kind: UInt32) -> Bool {
            guard let pointer = decision.pointer else { return false }
            let refused: Bool
            switch WebKitPolicyDecisionType(rawValue: kind) {
            case WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION:
                tried("new windows are not supported.")
                refused = true
            case WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION: refused = !mayNavigate(pointer)
            default: refused = !mayShow(OpaquePointer(pointer))
            }
            if refused { PageView.ignore(pointer) }
            return refused
        }

        /// Returns whether a navigation is allowed; addresses of files and of other programs are not.
        private func mayNavigate(_ decision: UnsafeMutableRawPointer) -> Bool {
            let uri = PageView.address(of: decision)
            let scheme = uri.prefix { $0 != ":" }.lowercased()
            guard !["http", "https", "about", FolderScheme.name].contains(scheme) else { return true }
            tried("'\(scheme)' URLs are not supported.")
            return false
        }

        /// Returns whether a response is the requested page.
        private func mayShow(_ decision: OpaquePointer) -> Bool {
            let response = webkit_response_policy_decision_get_response(decision)
            let text = response.flatMap { webkit_uri_response_get_uri($0) }.map { String(cString: $0) } ?? ""
            guard webkit_response_policy_decision_is_main_frame_main_resource(decision) != 0 else {
                tried("frames are not supported.")
                return false
            }
            guard !isOver else { return false }
            guard !isCommitted else {
                end(.left)
                return false
            }
            let from = URL(string: text).flatMap { PageOrigin.text(of: $0) }
            let (status, firstFault) = (response.map { webkit_uri_response_get_status_code($0) } ?? 0, guint(400))
            if from != origin {
                end(.unreachable("its origin is \(from ?? "unknown"), and only \(origin) is allowed"))
            } else if status >= firstFault {
                end(.unreachable("the server responded with status \(status)"))
            } else if webkit_response_policy_decision_is_mime_type_supported(decision) == 0 {
                end(.unreachable("the response is not a page"))
            } else {
                return true
            }
            return false
        }
    }
#endif
