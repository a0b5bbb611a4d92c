extension SampleAds {
    /// Returns an interactive creative (SIMID 1.2): a card with a button that opens the shop, and one that skips the ad once it is
    /// skippable. The creative reports what it receives and how it is used to the collector of trackers.
    static func creative(reportingTo trackers: String) -> String {
        """
        <!doctype html><meta charset="utf-8"><title>Trails</title>
        <style>
        html, body { margin: 0; height: 100%; font-family: sans-serif }
        main { position: absolute; right: 5%; top: 50%; width: 34%; transform: translateY(-50%); box-sizing: border-box; padding: 2.4vw; border-radius: 1.2vw;
          background: #fffffff2; color: #241f31; box-shadow: 0 .4vw 2vw #0006; font-size: 1.7vw }
        h1 { margin: 0 0 .5em; font-size: 1.5em } p { margin: 0 0 1em; line-height: 1.35 }
        button { font: inherit; border: 0; border-radius: .5vw; padding: .6em 1em; cursor: pointer }
        #more { background: #1c71d8; color: white; font-weight: bold } #skip { background: none; color: #5e5c64 } button:active { filter: brightness(.85) }
        </style>
        <main><h1>Every trail, offline</h1><p>Maps, routes and weather for 40 countries. <span id="time"></span></p>
        <button id="more">See the maps</button><button id="skip" hidden>Skip ad</button></main>
        <script>
        const session = crypto.randomUUID(), waiting = {};
        let last = -1, skipOffset = Infinity, click;
        const send = (type, args = {}) => new Promise((resolve, reject) => {
          waiting[++last] = { resolve, reject };
          parent.postMessage(JSON.stringify({ sessionId: session, messageId: last, timestamp: Date.now(), type, args }), "*");
        });
        const report = (event) => send("SIMID:Creative:reportTracking", { trackingUrls: ["\(trackers)" + event] });
        const seconds = (text) => text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
        const answer = (message) => send("resolve", { messageId: message.messageId, value: {} });
        const hear = {
          resolve: ({ args }) => waiting[args.messageId]?.resolve(args.value),
          reject: ({ args }) => waiting[args.messageId]?.reject(args.value),
          "SIMID:Player:init"(message) {
            const { environmentData, creativeData } = message.args;
            if (environmentData.skipoffset) skipOffset = seconds(environmentData.skipoffset);
            click = creativeData.clickThruUrl;
            document.querySelector("h1").textContent = JSON.parse(creativeData.adParameters || "{}").title ?? "Every trail, offline";
            answer(message);
          },
          "SIMID:Player:startCreative"(message) { answer(message); report("started"); },
          "SIMID:Media:timeupdate": ({ args }) => {
            document.getElementById("time").textContent = `Offer ends in ${Math.max(0, Math.ceil(20 - args.currentTime))} s.`;
            document.getElementById("skip").hidden = args.currentTime < skipOffset;
          },
          "SIMID:Player:adSkipped"(message) { report("skipped"); answer(message); },
          "SIMID:Player:adStopped"(message) { report("stopped"); answer(message); },
          "SIMID:Player:fatalError": answer,
        };
        addEventListener("message", ({ data }) => {
          const message = JSON.parse(data);
          if (message.sessionId === session) hear[message.type]?.(message);
        });
        document.getElementById("more").onclick = (event) =>
          send("SIMID:Creative:clickThru", { x: event.clientX, y: event.clientY, playerHandles: true, url: click });
        document.getElementById("skip").onclick = () => send("SIMID:Creative:requestSkip");
        send("createSession");
        </script>
        """
    }
}
