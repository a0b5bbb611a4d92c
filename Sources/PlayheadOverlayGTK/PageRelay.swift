#if canImport(CWebKit)
    import PlayheadCore

    /// The script that stands between a page and the program, in a world of its own: pages reach neither it nor the program's handler.
    ///
    /// It is run in the top frame only. Each document has a number that only this script and the program know, so that nothing is taken from, or told
    /// to, another document than the one that was loaded. What it lets through is little more than what the session takes: it spares the program
    /// the work of refusing.
    enum PageRelay {
        /// The name of the world.
        static let world = "playhead"
        /// The name of the handler in it.
        static let handler = "playheadOverlay"
        /// Brings a text to the document that it is meant for: `text`, `to`. Both come as values, not as script.
        static let deliver = "return playheadDeliver(text, to);"
        /// What the page says first, to be greeted.
        static let hello = "hello"
        /// What stands before a text of the page, behind the document's number, and before what the page's policy forbade it.
        static let said: Character = "+"
        static let forbidden: Character = "!"

        /// Texts that are longer are cut: they are refused anyway.
        private static let longest = 70_000
        private static let burst = 1000
        private static let perSecond = 1000

        /// The script for pages of an origin.
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
                handler.postMessage(id + kind + (typeof text === "string" ? text.slice(0, \(longest)) : ""));
              };
              addEventListener("playhead-from-page", ({ detail }) => post("\(said)", detail));
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
