#if canImport(CWebKit)
    import PlayheadCore

    /// The relay script between a page and the program, in a separate script world: pages reach neither the script nor the program's
    /// handler.
    ///
    /// The script runs in the top frame only. Each document has an identifier that only the script and the program know, so that messages
    /// are exchanged with the loaded document and no other. The script's limits are slightly above the session's, and spare the program the
    /// work of refusing messages.
    enum PageRelay {
        /// The name of the script world.
        static let world = "playhead"
        /// The name of the message handler.
        static let handler = "playheadOverlay"
        /// Delivers a text to the document with the identifier `to`. Both are passed as values, not as script.
        static let deliver = "return playheadDeliver(text, to);"
        /// The first message of a page, which requests a greeting.
        static let hello = "hello"
        /// The separators after the document's identifier: before a text of the page, and before the description of a policy violation.
        static let message: Character = "+"
        static let forbidden: Character = "!"

        /// The maximum length of a text; longer texts are truncated, because they are refused anyway.
        private static let maximumLength = 70_000
        private static let burst = 1000
        private static let perSecond = 1000

        /// Returns the script for pages of an origin.
        static func script(origin: String) -> String {
            """
            (() => {
              "use strict";
              if (`${location.protocol}//${location.host}` !== \(JSONText.text(.string(origin)))) return;
              const handler = webkit.messageHandlers.\(handler);
              const id = crypto.getRandomValues(new Uint32Array(4)).join("-");
              let allowance = \(burst), last = performance.now();
              const post = (kind, text) => {
                const now = performance.now();
                allowance = Math.min(\(burst), allowance + (now - last) * \(perSecond) / 1000);
                last = now;
                if (allowance < 1) return;
                allowance -= 1;
                handler.postMessage(id + kind + (typeof text === "string" ? text.slice(0, \(maximumLength)) : ""));
              };
              addEventListener("playhead-from-page", ({ detail }) => post("\(message)", detail));
              document.addEventListener("securitypolicyviolation", (event) => {
                if (event.isTrusted) post("\(forbidden)", `${event.effectiveDirective} ${event.blockedURI}`.slice(0, 200));
              });
              globalThis.playheadDeliver = (text, to) => {
                if (to !== id) return false;
                dispatchEvent(new CustomEvent("playhead-to-page", { detail: text }));
                return true;
              };
              document.documentElement.setAttribute("data-playhead-overlay", "");
            })();
            """
        }
    }
#endif
