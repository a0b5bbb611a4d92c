#if canImport(CWebKit)
    import Foundation

    /// The relay between an ad's page and the program: an empty page with a sandboxed frame, and a script in a separate script world.
    ///
    /// The frame's document has an opaque origin: it reaches neither the relay page nor the data of other pages, and may only run scripts
    /// (`sandbox="allow-scripts"`, HTML §4.8.5; SIMID 1.2 §8.3). The frames of companions may also request windows. The script accepts
    /// messages of that frame only.
    enum CreativeRelay {
        /// The name of the script world.
        static let world = "playhead"
        /// The name of the message handler.
        static let handler = "playheadCreative"
        /// The address of the relay page, whose origin no other page has.
        static let base = "playhead-ad://page/"
        /// Delivers a text to the frame. The text is passed as a value, not as script.
        static let deliver = "return playheadDeliver(text);"
        /// Does nothing; its completion shows that the page responds.
        static let ping = "return true;"
        /// The prefixes of messages to the program: a text of the frame, the frame's size, too many messages, and a blocked address.
        static let message: Character = "+"
        static let sized: Character = "="
        static let flooded: Character = "!"
        static let forbidden: Character = "?"

        /// The maximum number of messages per second, and in a burst. Further messages are dropped.
        private static let rate = 100
        /// The maximum length of a message. Longer messages are dropped.
        private static let maximumLength = 1 << 16
        /// The number of dropped messages after which the page is closed.
        private static let maximumDropped = 1000

        /// Returns the relay page for a creative.
        static func page(around url: URL, origin: String) -> String {
            page("src=\"\(escaped(url.absoluteString))\"", policy: "default-src 'none'; style-src 'unsafe-inline'; frame-src \(origin)")
        }

        /// Returns the relay page for a companion. Its frame may request windows and navigation, which are not performed but reported as
        /// the click's target.
        static func companion(at url: URL) -> String {
            page(
                "src=\"\(escaped(url.absoluteString))\"", policy: "default-src 'none'; style-src 'unsafe-inline'; frame-src http: https:",
                isCompanion: true)
        }

        /// Returns the relay page for an HTML companion, whose frame inherits the relay page's policy.
        static func companion(_ html: String) -> String {
            page("srcdoc=\"\(escaped(html))\"", policy: "default-src http: https: data: 'unsafe-inline'", isCompanion: true)
        }

        private static func page(_ content: String, policy: String, isCompanion: Bool = false) -> String {
            """
            <!doctype html><meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(escaped(policy))">
            <meta name="referrer" content="no-referrer">
            <style>html, body { margin: 0; height: 100%; overflow: hidden; background: transparent }
            iframe { display: block; width: 100%; height: 100%; border: 0 }</style>
            <iframe sandbox="allow-scripts\(isCompanion ? " allow-popups" : "")" referrerpolicy="no-referrer" \(content)></iframe>
            """
        }

        private static func escaped(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        }

        static let script = """
            (() => {
              "use strict";
              const handler = webkit.messageHandlers.\(handler);
              let allowance = \(rate), last = performance.now(), dropped = 0;
              const frame = () => document.querySelector("iframe")?.contentWindow;
              addEventListener("message", (event) => {
                if (!event.source || event.source !== frame() || dropped > \(maximumDropped)) return;
                const now = performance.now();
                allowance = Math.min(\(rate), allowance + (now - last) * \(rate) / 1000);
                last = now;
                const text = event.data;
                if (allowance < 1 || typeof text !== "string" || text.length > \(maximumLength)) {
                  if (++dropped > \(maximumDropped)) handler.postMessage("\(flooded)");
                  return;
                }
                allowance -= 1;
                handler.postMessage("\(message)" + text);
              });
              document.addEventListener("securitypolicyviolation", (event) => {
                if (event.isTrusted) handler.postMessage("\(forbidden)" + event.blockedURI.slice(0, 200));
              });
              const size = () => handler.postMessage(`\(sized)${innerWidth}x${innerHeight}`);
              addEventListener("resize", size);
              size();
              globalThis.playheadDeliver = (text) => { frame()?.postMessage(text, "*"); return true; };
            })();
            """
    }
#endif
