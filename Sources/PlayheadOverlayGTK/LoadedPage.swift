#if canImport(CWebKit)
    import CGtk
    import CWebKit
    import Foundation
    import PlayheadCore
    import PlayheadOverlay
    import PlayheadOverlayServer

    /// One page in a web view of its own, from its load to its end. Another load gets another view, so that nothing of the page before can come.
    @MainActor
    final class LoadedPage {
        /// What comes from it.
        enum Event: Sendable {
            /// Its script is there, and has to be greeted.
            case hello
            /// A message, or anything else.
            case text(String)
            /// Something that it may not.
            case tried(String)
            /// It is over by itself.
            case ended(OverlaySession.PageEnd)
        }

        let widget: UnsafeMutablePointer<GtkWidget>
        private let view: UnsafeMutablePointer<WebKitWebView>
        /// The only origin that the page may be of.
        private let origin: String
        private let clock: any PlaybackClock
        private let tell: @MainActor (Event) -> Void
        private var isCommitted = false
        private var isOver = false
        /// The number of the document that was loaded, by which its messages are known.
        private var document: String?
        private var hellos = 0
        /// When what has not arrived yet was sent.
        private var waiting: [Double] = []

        /// How often a page may say that it is there, since it may be connected by several scripts.
        private static let mostHellos = 8
        /// Seconds after which a page that takes nothing is over.
        private static let patience = 10.0

        /// Makes an empty one.
        /// - Parameters:
        ///   - context: What its process belongs to.
        ///   - session: What it may keep, while it lasts.
        init?(
            _ page: OverlayPage, context: OpaquePointer, session: OpaquePointer, clock: any PlaybackClock,
            tell: @escaping @MainActor (Event) -> Void
        ) {
            guard let origin = PageOrigin.text(of: page.url),
                let view = PageView.make(context, session, script: PageRelay.script(origin: origin), world: PageRelay.world)
            else { return nil }
            self.view = view
            self.origin = origin
            self.clock = clock
            self.tell = tell
            widget = UnsafeMutableRawPointer(view).assumingMemoryBound(to: GtkWidget.self)
            // Clicks go to what is below until there is somebody to take them.
            gtk_widget_set_can_target(widget, 0)
            listen()
            webkit_web_view_load_uri(view, page.url.absoluteString)
        }

        /// Brings a text to the page.
        func send(_ text: String) {
            guard !isOver, let document else { return }
            let now = clock.now
            if let first = waiting.first, now - first > Self.patience { return end(.hung) }
            waiting.append(now)
            WebSignals.call(view, PageRelay.deliver, ["text": text, "to": document], world: PageRelay.world) { [weak self] in
                if self?.waiting.isEmpty == false { self?.waiting.removeFirst() }
            }
        }

        /// Ends its process. What holds the view lets go of it before.
        func close() {
            isOver = true
            webkit_web_view_terminate_web_process(view)
            // Not inside of what the view tells just now.
            Task { [self] in g_object_unref(UnsafeMutableRawPointer(view)) }
        }

        // MARK: What it tells

        private func listen() {
            let object = UnsafeMutableRawPointer(view)
            if let manager = webkit_web_view_get_user_content_manager(view) {
                WebSignals.on(UnsafeMutableRawPointer(manager), "script-message-received::" + PageRelay.handler) { [weak self] value in
                    self?.heard(value)
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

        private func heard(_ value: WebSignals.Argument) {
            guard !isOver, isCommitted, let pointer = value.pointer else { return }
            let value = OpaquePointer(pointer)
            guard jsc_value_is_string(value) != 0, let characters = jsc_value_to_string(value) else { return }
            defer { g_free(characters) }
            let whole = String(cString: characters)
            guard let mark = whole.firstIndex(where: { $0 == PageRelay.said || $0 == PageRelay.forbidden }) else { return }
            let sender = String(whole[..<mark])
            let text = String(whole[whole.index(after: mark)...])
            if whole[mark] == PageRelay.forbidden { return tried("its policy forbids \(text).") }
            if text == PageRelay.hello, document == nil || document == sender, hellos < Self.mostHellos {
                hellos += 1
                document = sender
                gtk_widget_set_can_target(widget, 1)
                return tell(.hello)
            }
            guard sender == document else { return }
            tell(.text(text))
        }

        private func committed() {
            guard !isOver else { return }
            guard !isCommitted else { return end(.left) }
            let now = webkit_web_view_get_uri(view).flatMap { URL(string: String(cString: $0)) }.flatMap { PageOrigin.text(of: $0) }
            guard now == origin else { return end(.unreachable("it came from \(now ?? "nowhere"), and only \(origin) is allowed")) }
            isCommitted = true
        }

        private func failed(_ reason: String) {
            guard !isOver, !isCommitted else { return }
            end(.unreachable(reason))
        }

        private func end(_ end: OverlaySession.PageEnd) {
            guard !isOver else { return }
            isOver = true
            tell(.ended(end))
        }

        private func tried(_ what: String) { if !isOver { tell(.tried(what)) } }

        // MARK: Where it may go

        private func decide(_ decision: WebSignals.Argument, _ kind: UInt32) -> Bool {
            guard let pointer = decision.pointer else { return false }
            let refused: Bool
            switch WebKitPolicyDecisionType(rawValue: kind) {
            case WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION:
                tried("it opens no windows.")
                refused = true
            case WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION: refused = !mayNavigate(pointer)
            default: refused = !mayShow(OpaquePointer(pointer))
            }
            if refused { PageView.ignore(pointer) }
            return refused
        }

        /// Whether something may be asked for at all: neither files nor other programs.
        private func mayNavigate(_ decision: UnsafeMutableRawPointer) -> Bool {
            let uri = PageView.address(of: decision)
            let scheme = uri.prefix { $0 != ":" }.lowercased()
            guard !["http", "https", "about", FolderScheme.name].contains(scheme) else { return true }
            tried("'\(scheme)' addresses lead nowhere.")
            return false
        }

        /// Whether an answer is the page that was asked for.
        private func mayShow(_ decision: OpaquePointer) -> Bool {
            let response = webkit_response_policy_decision_get_response(decision)
            let text = response.flatMap { webkit_uri_response_get_uri($0) }.map { String(cString: $0) } ?? ""
            guard webkit_response_policy_decision_is_main_frame_main_resource(decision) != 0 else {
                tried("frames in it are not shown.")
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
                end(.unreachable("it came from \(from ?? "nowhere"), and only \(origin) is allowed"))
            } else if status >= firstFault {
                end(.unreachable("the server answers \(status)"))
            } else if webkit_response_policy_decision_is_mime_type_supported(decision) == 0 {
                end(.unreachable("it is no page"))
            } else {
                return true
            }
            return false
        }
    }
#endif
