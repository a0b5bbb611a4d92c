#if canImport(CWebKit)
    import CGtk
    import CWebKit
    import PlayheadGTK

    /// Creates web views for pages that are not trusted: those of overlays and ads.
    @MainActor
    enum PageView {
        /// Creates a transparent view, which the caller owns.
        /// - Parameters:
        ///   - context: The context of its web process.
        ///   - session: The network session, which contains its temporary data.
        ///   - script: The relay script for the top frame.
        ///   - world: The script world of the relay, which is inaccessible to the page.
        /// - Returns: The view, or `nil` if WebKitGTK can't create it.
        static func make(
            _ context: OpaquePointer, _ session: OpaquePointer, script: String, world: String
        ) -> UnsafeMutablePointer<WebKitWebView>? {
            guard let manager = webkit_user_content_manager_new(), let settings = makeSettings() else { return nil }
            let script = webkit_user_script_new_for_world(
                script, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME, WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START, world, nil, nil)
            webkit_user_content_manager_add_script(manager, script)
            webkit_user_script_unref(script)
            let properties: [(name: String, type: GType, object: UnsafeMutableRawPointer)] = [
                ("web-context", webkit_web_context_get_type(), UnsafeMutableRawPointer(context)),
                ("network-session", webkit_network_session_get_type(), UnsafeMutableRawPointer(session)),
                ("user-content-manager", webkit_user_content_manager_get_type(), UnsafeMutableRawPointer(manager)),
                ("settings", webkit_settings_get_type(), UnsafeMutableRawPointer(settings)),
            ]
            var values = properties.map { property in
                var value = GValue()
                g_value_init(&value, property.type)
                g_value_set_object(&value, property.object)
                return value
            }
            var names: [UnsafePointer<CChar>?] = properties.map { UnsafePointer(strdup($0.name)) }
            defer {
                for index in values.indices { g_value_unset(&values[index]) }
                for name in names { free(UnsafeMutablePointer(mutating: name)) }
                g_object_unref(UnsafeMutableRawPointer(manager))
                g_object_unref(UnsafeMutableRawPointer(settings))
            }
            let object = g_object_new_with_properties(webkit_web_view_get_type(), guint(values.count), &names, &values)
            guard let view = object.map({ UnsafeMutableRawPointer($0).assumingMemoryBound(to: WebKitWebView.self) }) else { return nil }
            g_object_ref_sink(view)
            var clear = GdkRGBA(red: 0, green: 0, blue: 0, alpha: 0)
            webkit_web_view_set_background_color(view, &clear)
            return view
        }

        /// Refuses a request of a page.
        static func ignore(_ decision: UnsafeMutableRawPointer) {
            webkit_policy_decision_ignore(decision.assumingMemoryBound(to: WebKitPolicyDecision.self))
        }

        /// Returns the address of a navigation.
        static func address(of decision: UnsafeMutableRawPointer) -> String {
            let action = webkit_navigation_policy_decision_get_navigation_action(OpaquePointer(decision))
            let request = action.flatMap { webkit_navigation_action_get_request($0) }
            return request.flatMap { webkit_uri_request_get_uri($0) }.map { String(cString: $0) } ?? ""
        }

        /// Refuses the other features of web views, which these pages do not need.
        static func refuseAll(_ object: UnsafeMutableRawPointer, tried: @escaping @MainActor @Sendable (String) -> Void) {
            WebSignals.refuseCreating(object) { _ in tried("new windows are not supported.") }
            WebSignals.refuse(object, "permission-request") { request in
                if let pointer = request.pointer { webkit_permission_request_deny(OpaquePointer(pointer)) }
                tried("permissions of the desktop are not granted.")
            }
            WebSignals.refuse(object, "script-dialog") { _ in tried("dialogs are not supported.") }
            WebSignals.refuse(object, "run-file-chooser") { request in
                if let pointer = request.pointer { webkit_file_chooser_request_cancel(OpaquePointer(pointer)) }
                tried("file choosers are not supported.")
            }
            WebSignals.refuse(object, "authenticate") { request in
                if let pointer = request.pointer { webkit_authentication_request_cancel(OpaquePointer(pointer)) }
                tried("authentication is not supported.")
            }
            WebSignals.refuse(object, "print") { _ in tried("printing is not supported.") }
            WebSignals.refuse(object, "show-notification") { _ in tried("notifications are not supported.") }
            WebSignals.refuseBare(object, "enter-fullscreen") { _ in tried("only the viewer can enter full screen.") }
            WebSignals.refusePair(object, "context-menu") { _ in }
        }

        private static func makeSettings() -> OpaquePointer? {
            guard let settings = webkit_settings_new() else { return nil }
            webkit_settings_set_allow_file_access_from_file_urls(settings, 0)
            webkit_settings_set_allow_universal_access_from_file_urls(settings, 0)
            webkit_settings_set_enable_developer_extras(settings, 0)
            webkit_settings_set_enable_fullscreen(settings, 0)
            webkit_settings_set_enable_media_stream(settings, 0)
            webkit_settings_set_enable_webrtc(settings, 0)
            webkit_settings_set_enable_page_cache(settings, 0)
            webkit_settings_set_enable_back_forward_navigation_gestures(settings, 0)
            // Windows are never opened; the setting lets the attempt be reported.
            webkit_settings_set_javascript_can_open_windows_automatically(settings, 1)
            webkit_settings_set_javascript_can_access_clipboard(settings, 0)
            webkit_settings_set_media_playback_requires_user_gesture(settings, 1)
            return settings
        }
    }
#endif
