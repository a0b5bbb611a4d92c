// Talks with Playhead from a web page, without anything else. See docs/OVERLAY.md and overlay.d.ts.
//
// It connects by what is there: a view that shows the page over the video (script messages), a WebSocket whose address stands in the page's
// fragment (#playhead=…), or, without either, an imitation of a player for development.

const toPage = "playhead-to-page";
const fromPage = "playhead-from-page";
/** The beginning of the texts by which the player says that it is there, with their interval in milliseconds. */
const heartbeat = '{"heartbeat":';
/** The socket's codes after which there is no point in coming back. */
const replaced = 4001;
const refused = 4003;
/** Milliseconds within which a new socket must be greeted. */
const greetingTimeout = 5000;
/** Milliseconds between two checks whether the player is still there. */
const checkInterval = 250;
/** The number of the player's intervals without a message after which the connection is lost. */
const silentIntervals = 2.5;

/** A view around the page: texts come as events of the window, and go to a script message handler or, from a private world, as events. */
function viewTransport(receive) {
  const handler = globalThis.webkit?.messageHandlers?.playheadOverlay;
  const isInjected = document.documentElement.hasAttribute("data-playhead-overlay");
  if (!handler && !isInjected) return undefined;
  const listener = (event) => receive(event.detail);
  addEventListener(toPage, listener);
  const post = (text) => handler ? handler.postMessage(text) : dispatchEvent(new CustomEvent(fromPage, { detail: text }));
  queueMicrotask(() => dispatchEvent(new CustomEvent(fromPage, { detail: "hello" })));
  return { post, close: () => removeEventListener(toPage, listener), isConnected: true };
}

/** Calls `onSilence` when nothing has been heard for longer than the limit: until the greeting for `greetingTimeout`, then for what setLimit() says. */
function silenceWatch(onSilence) {
  let heard = performance.now(), checked = heard, limit = greetingTimeout, recheck;
  const check = () => { if (performance.now() - heard > limit) onSilence(); };
  const timer = setInterval(() => {
    const wasSuspended = performance.now() - checked > limit;
    checked = performance.now();
    if (!wasSuspended) return check();
    // What arrived meanwhile is heard after this.
    clearTimeout(recheck);
    recheck = setTimeout(check, 2 * checkInterval);
  }, checkInterval);
  return {
    hear() {
      heard = performance.now();
      // Without heartbeats silence means nothing.
      if (limit === greetingTimeout) limit = Infinity;
    },
    setLimit(milliseconds) { limit = milliseconds; },
    stop() { clearInterval(timer); clearTimeout(recheck); },
  };
}

/** A WebSocket, which is opened again after it broke or fell silent. */
function socketTransport(receive, closed) {
  const pairing = new URLSearchParams(location.hash.slice(1)).get("playhead");
  if (!pairing) return undefined;
  // A token by itself belongs to the server that the page comes from.
  const address = pairing.includes("://") ? pairing : `ws://${location.host}/playhead/socket?token=${encodeURIComponent(pairing)}`;
  let socket, watch, timer, isOver = false, wait = 500;
  const end = (isFinal) => {
    watch.stop();
    // A socket whose network is gone may take minutes to close: nothing more is expected of it.
    socket.onmessage = socket.onclose = null;
    socket.close();
    isOver ||= isFinal;
    closed(isOver ? "closed" : "lost");
    if (isOver) return;
    timer = setTimeout(open, wait);
    wait = Math.min(wait * 2, 10000);
  };
  const open = () => {
    socket = new WebSocket(address);
    watch = silenceWatch(() => end(false));
    socket.onmessage = (event) => {
      wait = 500;
      watch.hear();
      if (event.data.startsWith(heartbeat)) watch.setLimit(JSON.parse(event.data).heartbeat * silentIntervals); else receive(event.data);
    };
    socket.onclose = (event) => end(event.code === replaced || event.code === refused);
  };
  open();
  return {
    post: (text) => { if (socket.readyState === WebSocket.OPEN) socket.send(text); },
    close: () => { clearTimeout(timer); end(true); },
    isConnected: true,
  };
}

/** An imitation of a player, for pages that are opened by themselves. */
function developmentTransport(receive, { duration = 600000, start = 0 } = {}) {
  const nonce = "development";
  const state = { time: start, speed: 1, state: "playing", volume: 100, mute: false };
  const tell = (event, payload) => receive(JSON.stringify({ event, payload }));
  const tellTime = () => tell("playerTime", { timecode: Math.round(state.time), initialTimecode: start, maxTimecode: start + duration });
  const permissions = ["stage", "time", "state", "speed", "volume", "mute", "videoScale"];
  const parameters = Object.fromEntries(new URLSearchParams(location.search));
  const period = 250;
  let timer;
  const answers = {
    bridgeReady() {
      tell("playerReady");
      tell("playerState", { state: state.state });
      tell("playerSpeed", { speed: state.speed });
      tell("playerVolume", { volume: state.volume });
      tell("playerMute", { mute: state.mute });
      tellTime();
      tell("overlayReady");
      timer ??= setInterval(() => {
        if (state.state !== "playing") return;
        state.time = Math.min(state.time + period * state.speed, start + duration);
        tellTime();
      }, period);
    },
    bridgeTime({ timecode }) { state.time = Math.min(Math.max(timecode, start), start + duration); tellTime(); },
    bridgeState({ state: next }) { state.state = next; tell("playerState", { state: next }); tellTime(); },
    bridgeSpeed({ speed }) {
      if (speed === 0) answers.bridgeState({ state: "paused" }); else state.speed = speed;
      tell("playerSpeed", { speed: state.speed });
    },
    bridgeVolume({ volume }) { state.volume = volume; tell("playerVolume", { volume }); },
    bridgeMute({ mute }) { state.mute = mute; tell("playerMute", { mute }); },
    bridgeStage({ controls }) { tell("playerStage", { controls }); },
    bridgeVideoScale(scale) { tell("playerVideoScale", scale); },
  };
  setTimeout(() => receive(JSON.stringify({ session: { nonce, version: 1, permissions, parameters } })));
  return {
    post: (text) => {
      const { event, payload } = JSON.parse(text);
      console.debug("overlay:", event, payload ?? "");
      setTimeout(() => answers[event]?.(payload));
    },
    close: () => clearInterval(timer),
    isConnected: false,
  };
}

export function connect({ development } = {}) {
  const listeners = new Map();
  let nonce, session, time, waiting = [], isReady = false, connection = "connecting", resolveReady;
  const whenReady = new Promise((resolve) => { resolveReady = resolve; });

  const emit = (event, payload) => {
    for (const listener of [...(listeners.get(event) ?? [])]) {
      // One listener's fault is no other's.
      try { listener(payload); } catch (error) { reportError(error); }
    }
  };

  const post = (event, payload) => transport.post(JSON.stringify(payload === undefined ? { event, nonce } : { event, payload, nonce }));

  const note = (event, payload) => {
    const now = performance.now();
    if (event === "playerTime") time = { ...time, timecode: payload.timecode, at: now };
    // Up to here it went as before.
    if (event === "playerSpeed" || event === "playerState") {
      time = { ...time, timecode: overlay.timecode(), at: now };
      if (event === "playerSpeed") time.speed = payload.speed; else time.isPlaying = payload.state === "playing";
    }
  };

  const begin = (given) => {
    nonce = given.nonce;
    session = { version: given.version, permissions: given.permissions, parameters: given.parameters, isConnected: transport.isConnected };
    setConnection(transport.isConnected ? "connected" : "development");
    emit("session", session);
    if (isReady) start();
  };

  const start = () => {
    post("bridgeReady");
    for (const [event, payload] of waiting) post(event, payload);
    waiting = [];
    resolveReady(session);
  };

  const receive = (text) => {
    const message = JSON.parse(text);
    if (message.session) return begin(message.session);
    note(message.event, message.payload ?? {});
    emit(message.event, message.payload ?? {});
  };

  const setConnection = (next) => {
    if (next === connection) return;
    connection = next;
    emit("connection", { state: next });
  };

  const closed = (state) => {
    nonce = undefined;
    session = undefined;
    // Nobody knows whether the player goes on.
    time = time && { ...time, timecode: overlay.timecode(), isPlaying: false };
    setConnection(state);
  };

  const overlay = {
    get connection() { return connection; },
    ready() {
      isReady = true;
      if (session) start();
      return whenReady;
    },
    on(event, listener) {
      if (!listeners.has(event)) listeners.set(event, new Set());
      listeners.get(event).add(listener);
      return () => overlay.off(event, listener);
    },
    off(event, listener) { listeners.get(event)?.delete(listener); },
    send(event, payload) {
      if (session && isReady) post(event, payload); else waiting.push([event, payload]);
    },
    timecode() {
      if (time?.timecode === undefined) return undefined;
      const passed = time.isPlaying ? (performance.now() - time.at) * (time.speed ?? 1) : 0;
      return Math.round(time.timecode + passed);
    },
    stage(element) {
      const distance = 48;
      let controls = "visible", from;
      const forget = overlay.on("playerStage", (stage) => { controls = stage.controls; });
      const down = (event) => { from = event.target === element ? { x: event.clientX, y: event.clientY } : undefined; };
      const up = (event) => {
        if (!from) return;
        const x = event.clientX - from.x, y = event.clientY - from.y;
        from = undefined;
        if (Math.max(Math.abs(x), Math.abs(y)) >= distance) {
          const direction = Math.abs(x) > Math.abs(y) ? (x < 0 ? "left" : "right") : (y < 0 ? "up" : "down");
          overlay.send("bridgeStageSwipe", { direction });
        } else {
          controls = controls === "visible" ? "hidden" : "visible";
          overlay.send("bridgeStage", { controls });
        }
      };
      element.addEventListener("pointerdown", down);
      element.addEventListener("pointerup", up);
      return () => {
        forget();
        element.removeEventListener("pointerdown", down);
        element.removeEventListener("pointerup", up);
      };
    },
    close() {
      transport.close();
      closed("closed");
    },
  };

  const nothing = { post() {}, close() {}, isConnected: false };
  const transport = viewTransport(receive) ?? socketTransport(receive, closed)
    ?? (development === false ? nothing : developmentTransport(receive, development));
  return overlay;
}
