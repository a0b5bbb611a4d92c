#if canImport(CWebKit)
    import CGtk
    import CWebKit
    import Foundation
    import Playhead
    import PlayheadGTK
    import PlayheadOverlayServer

    /// A companion that is a page, in its own web view and in a sandboxed frame, as a creative is. Navigation and new windows after a click
    /// of the viewer are not performed but reported.
    @MainActor
    final class CompanionPage: AdPage {
        let widget: UnsafeMutablePointer<GtkWidget>
        private let view: UnsafeMutablePointer<WebKitWebView>
        private let context, session: OpaquePointer
        private let onEvent: @MainActor (AdPageEvent) -> Void
        /// The origin of its document; `nil` for an HTML resource.
        private let origin: String?
        private var hasPage = false
        private var hasDocument = false
        private var isOver = false

        init?(_ resource: AdCompanion, onEvent: @escaping @MainActor (AdPageEvent) -> Void) {
            let page: String
            switch resource.type {
            case "html":
                origin = nil
                page = CreativeRelay.companion(resource.resource)
            default:
                guard let url = resource.address, let origin = PageOrigin.text(of: url) else { return nil }
                self.origin = origin
                page = CreativeRelay.companion(at: url)
            }
            guard let context = webkit_web_context_new(), let session = webkit_network_session_new_ephemeral(),
                let view = PageView.make(context, session, script: "", world: CreativeRelay.world)
            else { return nil }
            (self.view, self.context, self.session, self.onEvent) = (view, context, session, onEvent)
            widget = UnsafeMutableRawPointer(view).assumingMemoryBound(to: GtkWidget.self)
            listen()
            webkit_web_view_load_html(view, page, CreativeRelay.base)
        }

        func close() {
            guard !isOver else { return }
            isOver = true
            webkit_web_view_terminate_web_process(view)
            // The release is deferred because this method may be called inside of a signal of the view.
            Task { [self] in
                g_object_unref(UnsafeMutableRawPointer(view))
                for object in [context, session] { g_object_unref(UnsafeMutableRawPointer(object)) }
            }
        }

        private func emit(_ event: AdPageEvent) { if !isOver { onEvent(event) } }

        private func listen() {
            let object = UnsafeMutableRawPointer(view)
            WebSignals.onDecision(object) { [weak self] decision, kind in self?.decide(decision, kind) ?? false }
            WebSignals.on(object, "load-changed") { [weak self] event in
                if event.number == UInt(WEBKIT_LOAD_FINISHED.rawValue) { self?.emit(self?.hasDocument == true ? .shown : .failed) }
            }
            WebSignals.onFailure(object) { [weak self] _ in self?.emit(.failed) }
            WebSignals.on(object, "web-process-terminated") { [weak self] _ in self?.emit(.failed) }
            WebSignals.on(UnsafeMutableRawPointer(session), "download-started") { download in
                if let pointer = download.pointer { webkit_download_cancel(OpaquePointer(pointer)) }
            }
            PageView.refuseAll(object) { _ in }
            PlayerView.onClick(on: widget) { [weak self] in self?.emit(.clicked) }
        }

        private func decide(_ decision: WebSignals.Argument, _ kind: UInt32) -> Bool {
            guard let pointer = decision.pointer else { return false }
            let isAllowed: Bool
            switch WebKitPolicyDecisionType(rawValue: kind) {
            case WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION:
                follow(pointer)
                isAllowed = false
            case WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION: isAllowed = mayNavigate(pointer)
            default: isAllowed = mayShow(OpaquePointer(pointer))
            }
            if !isAllowed { PageView.ignore(pointer) }
            return !isAllowed
        }

        /// Returns whether a navigation is allowed: the relay page, then its document. Later navigation by a click is reported.
        private func mayNavigate(_ decision: UnsafeMutableRawPointer) -> Bool {
            let address = PageView.address(of: decision)
            if !hasPage {
                hasPage = address == CreativeRelay.base
                return hasPage
            }
            guard hasDocument else {
                guard let origin else {
                    hasDocument = address == "about:srcdoc"
                    return hasDocument
                }
                return URL(string: address).flatMap { PageOrigin.text(of: $0) } == origin
            }
            follow(decision)
            return false
        }

        private func follow(_ decision: UnsafeMutableRawPointer) {
            let action = webkit_navigation_policy_decision_get_navigation_action(OpaquePointer(decision))
            guard hasDocument, let action, webkit_navigation_action_is_user_gesture(action) != 0 else { return }
            emit(.opens(PageView.address(of: decision)))
        }

        /// Returns whether a response is the requested document.
        private func mayShow(_ decision: OpaquePointer) -> Bool {
            if webkit_response_policy_decision_is_main_frame_main_resource(decision) != 0 { return !hasDocument }
            guard !hasDocument, !isOver, let origin else { return false }
            let response = webkit_response_policy_decision_get_response(decision)
            let address = response.flatMap { webkit_uri_response_get_uri($0) }.flatMap { URL(string: String(cString: $0)) }
            let (status, firstFault) = (response.map { webkit_uri_response_get_status_code($0) } ?? 0, guint(400))
            hasDocument =
                address.flatMap { PageOrigin.text(of: $0) } == origin && status < firstFault
                && webkit_response_policy_decision_is_mime_type_supported(decision) != 0
            return hasDocument
        }
    }

    extension InteractiveAdView: AdPages {
        /// Loads a companion's page.
        package func companion(_ resource: AdCompanion, onEvent: @escaping @MainActor (AdPageEvent) -> Void) -> (any AdPage)? {
            Sandbox.isPossible ? CompanionPage(resource, onEvent: onEvent) : nil
        }
    }
#endif
