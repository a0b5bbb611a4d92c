#if canImport(CWebKit)
    import Foundation

    /// What stands between an ad's page and the program: a page of ours with nothing in it but a sandboxed frame, and a script beside it in a world of its own.
    ///
    /// The frame's document is of an origin of its own, whatever it came from: it reaches neither the page around it nor what other pages keep, and has scripts and nothing else
    /// (`sandbox="allow-scripts"`, HTML §4.8.5; SIMID 1.2 §8.3). Companions' frames may ask for windows besides. The script takes messages of that frame alone.
    enum CreativeRelay {
        /// The name of the world.
        static let world = "playhead"
        /// The name of the handler in it.
        static let handler = "playheadCreative"
        /// Where our page is said to be: nothing is there, and nothing else is of its origin.
        static let base = "playhead-ad://page/"
        /// Brings a text to the frame. It comes as a value, not as script.
        static let deliver = "return playheadDeliver(text);"
        /// Does nothing, so that it is seen whether the page still answers.
        static let ping = "return true;"
        /// What stands before a text of the frame, before its size, for one that sends too much, and before an address that the frame may not go to.
        static let said: Character = "+"
        static let sized: Character = "="
        static let flooded: Character = "!"
        static let forbidden: Character = "?"

        /// Messages a second, and at once. More are dropped.
        private static let rate = 100
        /// Longer messages are dropped.
        private static let longest = 1 << 16
        /// One of which so many were dropped is over.
        private static let mostDropped = 1000

        /// Our page around a creative's.
        static func page(around url: URL, origin: String) -> String {
            page("src=\"\(escaped(url.absoluteString))\"", policy: "default-src 'none'; style-src 'unsafe-inline'; frame-src \(origin)")
        }

        /// Our page around a companion's. Its frame may ask for windows and to go elsewhere, so that it is known what a click leads to; it is told, and not done.
        static func companion(at url: URL) -> String {
            page(
                "src=\"\(escaped(url.absoluteString))\"", policy: "default-src 'none'; style-src 'unsafe-inline'; frame-src http: https:",
                isCompanion: true)
        }

        /// Our page around a companion that is a piece of HTML. Such a frame has our page's policy.
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
                if (!event.source || event.source !== frame() || dropped > \(mostDropped)) return;
                const now = performance.now();
                allowance = Math.min(\(rate), allowance + (now - last) * \(rate) / 1000);
                last = now;
                const text = event.data;
                if (allowance < 1 || typeof text !== "string" || text.length > \(longest)) {
                  if (++dropped > \(mostDropped)) handler.postMessage("\(flooded)");
                  return;
                }
                allowance -= 1;
                handler.postMessage("\(said)" + text);
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
