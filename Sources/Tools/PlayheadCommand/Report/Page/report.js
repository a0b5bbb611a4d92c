"use strict";
// The page of a playback report: reads the lines of events and metrics that are embedded as JSON, and draws them on one time axis.
// Text from outside is only ever assigned to `textContent`, or drawn.
(() => {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("data").textContent);
  const finite = (value) => (typeof value === "number" && Number.isFinite(value) ? value : null);
  const text = (value) => (value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value));

  // MARK: Model

  const lines = data.lines.filter((line) => line && typeof line === "object" && finite(line.t) !== null);
  let origin = Infinity;
  for (const line of lines) origin = Math.min(origin, line.t, finite(line.start) ?? Infinity);
  if (origin === Infinity) origin = 0;
  const model = { requests: [], events: [], states: [], levels: [], buffer: [], stalls: [], end: 0, summaries: [], dropped: null };
  const at = (value) => (finite(value) === null ? null : value - origin);

  function addRequest(line) {
    const start = at(line.start), end = Math.max(at(line.end) ?? start, start);
    const request = {
      type: "request", line, start, end, connected: at(line.connected), sent: at(line.sent), first: at(line.firstByte), last: at(line.lastByte),
      name: text(line.object) + (line.content && line.content !== "unknown" ? ` · ${text(line.content)}` : ""), object: text(line.object),
      url: text(line.url), bytes: finite(line.bytes) ?? 0, status: finite(line.status), outcome: text(line.outcome),
      connection: finite(line.connection), attempt: finite(line.attempt) ?? 1,
    };
    request.bad = request.outcome === "failed" || (request.status ?? 0) >= 400;
    request.title = request.url.split(/[?#]/)[0].split("/").pop() || request.url;
    model.requests.push(request);
  }

  function addEvent(line, name, label, start, end, bad) {
    model.events.push({ type: "event", line, name, title: label, start, end, bad });
  }

  const brief = {
    onStateChange: (l) => `${text(l.oldState)} → ${text(l.newState)} (${text(l.reason)})`,
    onVisualQuality: (l) => `${text(l.label)} (${text(l.reason)})`, onSeek: (l) => `to ${seconds(l.offset)}`, onSeeked: (l) => `at ${seconds(l.position)}`,
    onBuffer: (l) => text(l.reason), onPlay: (l) => text(l.reason), onPause: (l) => text(l.reason), onIdle: (l) => text(l.reason),
    onPlaylistItem: (l) => text(l.item && l.item.file), onError: (l) => problem(l.error), onSetupError: (l) => problem(l.error),
    onWarning: (l) => problem(l.error), onErrorLog: (l) => `${text(l.entry && l.entry.errorStatusCode)} ${text(l.entry && l.entry.errorComment)}`,
    stall: (l) => `${seconds(l.duration)}${l.hasRecovered ? "" : ", not recovered"}`,
    seek: (l) => `${seconds(l.from)} → ${seconds(l.to)} in ${seconds(l.duration)}${l.isInBuffer ? ", in the buffer" : ""}${l.isCompleted ? "" : ", replaced"}`,
    likelyToKeepUp: (l) => `${text(l.reason)}, after ${seconds(l.timeTaken)}`, rateChange: (l) => `${text(l.previousRate)} → ${text(l.rate)}`,
    variantSwitch: (l) => `${text(l.from && l.from.label) || "–"} → ${text(l.to && l.to.label)} (${text(l.reason)})`,
    variantSwitchStart: (l) => `${text(l.from && l.from.label) || "–"} → ${text(l.to && l.to.label)} (${text(l.reason)})`,
    error: (l) => problem(l.error),
  };
  const problem = (error) => (error ? `${text(error.code)} ${text(error.message)}` : "");
  const faults = new Set(["onError", "onSetupError", "stall"]);

  function ahead(position, ranges) {
    if (!Array.isArray(ranges) || finite(position) === null) return null;
    const range = ranges.find((r) => r && r.start <= position + 0.1 && r.end >= position);
    return range && finite(range.end) !== null ? Math.max(0, range.end - position) : 0;
  }

  const hasSwitches = lines.some((line) => line.metric === "variantSwitch");
  for (const line of lines) {
    const t = at(line.t);
    model.end = Math.max(model.end, t);
    if (line.sample === "buffer") {
      if (finite(line.ahead) !== null) model.buffer.push([t, line.ahead]);
      continue;
    }
    if (line.sample === "counts") {
      model.dropped = finite(line.droppedFrames);
      continue;
    }
    if (line.metric === "mediaRequest") {
      if (finite(line.start) !== null) addRequest(line);
      continue;
    }
    const name = text(line.event || line.metric);
    if (!name) continue;
    if (line.event === "onTime") continue;
    if (line.event === "onBufferChange") {
      const value = ahead(line.position, line.ranges);
      if (value !== null) model.buffer.push([t, value]);
      continue;
    }
    if (line.event === "onStateChange") model.states.push({ start: t, end: null, state: text(line.newState) });
    const to = line.metric === "variantSwitch" ? line.to : !hasSwitches && line.event === "onVisualQuality" ? line : null;
    if (to) model.levels.push({ start: t, bitrate: finite(to.bitrate), label: text(to.label) });
    const duration = line.metric === "stall" || line.metric === "seek" ? finite(line.duration) ?? 0 : line.metric === "likelyToKeepUp" ? finite(line.timeTaken) ?? 0 : 0;
    if (line.metric === "stall") model.stalls.push({ start: t - duration, end: t });
    if (line.metric === "summary") model.summaries.push(line);
    addEvent(line, name, (brief[name] ? brief[name](line) : "") || "", Math.max(0, t - duration), t, faults.has(name) || (name === "error" && line.hasRecovered === false));
  }
  model.requests.sort((a, b) => a.start - b.start);
  model.events.sort((a, b) => a.start - b.start);
  model.buffer.sort((a, b) => a[0] - b[0]);
  for (const request of model.requests) model.end = Math.max(model.end, request.end);
  model.states.forEach((state, i) => { state.end = i + 1 < model.states.length ? model.states[i + 1].start : model.end; });
  model.levels.forEach((level, i) => { level.end = i + 1 < model.levels.length ? model.levels[i + 1].start : model.end; });
  for (const request of model.requests) {
    const span = (request.last ?? request.end) - (request.first ?? request.start);
    const isMedia = ["segment", "part", "file"].includes(request.object);
    request.rate = isMedia && request.bytes > 4096 && span > 0.0005 ? (request.bytes * 8) / span : null;
  }
  // Measurements with a duration are made at its end.
  const items = [...model.requests, ...model.events];
  for (const item of items) item.time = item.type === "request" ? item.start : item.end;
  items.sort((a, b) => a.time - b.time);
  for (const item of items) {
    item.words = (item.type === "request"
      ? `request ${item.name} ${item.url} ${item.status ?? ""} ${item.outcome} ${problem(item.line.error)} ${text(item.line.serverAddress)}`
      : `event ${item.name} ${item.title} ${text(item.line.reason)}`).toLowerCase();
  }

  // MARK: Text

  function seconds(value) {
    if (finite(value) === null) return "–";
    if (Math.abs(value) < 1) return `${(value * 1000).toFixed(Math.abs(value) < 0.01 ? 1 : 0)} ms`;
    if (Math.abs(value) < 60) return `${value.toFixed(2)} s`;
    const whole = Math.floor(Math.abs(value)), pad = (n) => String(n).padStart(2, "0");
    const clock = whole >= 3600 ? `${Math.floor(whole / 3600)}:${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}` : `${Math.floor(whole / 60)}:${pad(whole % 60)}`;
    return (value < 0 ? "−" : "") + clock;
  }
  function stamp(value, step) {
    const digits = step >= 1 ? 0 : Math.min(6, Math.ceil(-Math.log10(step)));
    if (value >= 60) {
      const minutes = Math.floor(value / 60), rest = (value - minutes * 60).toFixed(digits).padStart(digits ? 3 + digits : 2, "0");
      return minutes >= 60 ? `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
    }
    return `${value.toFixed(digits)} s`;
  }
  function size(bytes) {
    if (finite(bytes) === null) return "–";
    if (bytes < 1000) return `${bytes} B`;
    if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
    return bytes < 1e9 ? `${(bytes / 1e6).toFixed(2)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
  }
  function rate(bits) {
    if (finite(bits) === null) return "–";
    return bits < 1e6 ? `${(bits / 1e3).toFixed(0)} kbit/s` : `${(bits / 1e6).toFixed(bits < 1e8 ? 1 : 0)} Mbit/s`;
  }

  // MARK: Head

  const location = text(data.title) || text((lines.find((line) => line.event === "onPlaylistItem") || { item: {} }).item.file);
  if (location) {
    $("title").textContent = location;
    document.title = `Playback report · ${location}`;
  }
  const wall = lines.map((line) => finite(line.wall)).find((value) => value !== null);
  $("subtitle").textContent = [wall ? new Date(wall).toLocaleString() : "", `${seconds(model.end)} recorded`, text(data.note)].filter(Boolean).join(" · ");
  const failed = model.requests.filter((request) => request.bad).length;
  const totals = model.requests.reduce((sum, request) => sum + request.bytes, 0);
  // Each item has a summary: the startup is that of the first one; the rest are sums, and a mean weighted by time.
  const values = (name) => model.summaries.map((line) => finite(line[name])).filter((value) => value !== null);
  const sum = (name) => (values(name).length ? values(name).reduce((total, value) => total + value, 0) : null);
  const startup = values("startupTime")[0], played = sum("playTime"), dropped = model.dropped ?? sum("droppedFrames");
  const shown = model.summaries.filter((line) => finite(line.meanBitrate) !== null && finite(line.playTime) > 0);
  const shownTime = shown.reduce((total, line) => total + line.playTime, 0);
  const mean = shownTime > 0 ? shown.reduce((total, line) => total + line.meanBitrate * line.playTime, 0) / shownTime : null;
  const weighted = model.levels.reduce((sum, level) => [sum[0] + (level.bitrate ?? 0) * (level.end - level.start), sum[1] + (level.bitrate ? level.end - level.start : 0)], [0, 0]);
  const stallTime = model.stalls.reduce((sum, stall) => sum + stall.end - stall.start, 0);
  const errors = model.events.filter((event) => ["onError", "onSetupError"].includes(event.name)).length;
  for (const [label, value, isBad] of [
    ["Startup", startup === undefined ? "–" : seconds(startup / 1000)], ["Played", seconds(played ?? NaN)],
    ["Stalls", model.stalls.length ? `${model.stalls.length} · ${seconds(stallTime)}` : "0", model.stalls.length > 0],
    ["Mean bit rate", rate(mean ?? (weighted[1] ? weighted[0] / weighted[1] : NaN))], ["Switches", String(Math.max(0, model.levels.length - 1))],
    ["Requests", model.requests.length ? String(model.requests.length) : "–"], ["Failed requests", model.requests.length ? String(failed) : "–", failed > 0], ["Loaded", model.requests.length ? size(totals) : "–"],
    ["Dropped frames", dropped === null ? "–" : String(dropped), dropped > 0], ["Errors", String(errors), errors > 0],
  ]) {
    const tile = document.createElement("div"), term = document.createElement("dt"), value_ = document.createElement("dd");
    term.textContent = label;
    value_.textContent = value;
    tile.append(term, value_);
    if (isBad) tile.className = "bad";
    $("tiles").append(tile);
  }

  // MARK: State of the view

  const whole = Math.max(model.end, 0.001);
  const view = { start: 0, end: whole, scroll: 0, selected: null, hover: null, group: "connection", query: "", hidden: new Set(), shown: items };
  const margin = whole * 0.01;
  const canvas = $("canvas"), context = canvas.getContext("2d"), tip = $("tip"), list = $("list");
  const gutter = 118, right = 12;
  let colors = {}, width = 0, height = 0, pending = false, rows = [], rowHeight = 14;
  view.start = -margin;
  view.end = whole + margin;

  const kinds = [...new Set(items.map((item) => (item.type === "request" ? item.object : "events")))].sort();
  for (const kind of kinds) {
    const label = document.createElement("label"), box = document.createElement("input");
    box.type = "checkbox";
    box.checked = true;
    box.addEventListener("change", () => {
      if (box.checked) view.hidden.delete(kind); else view.hidden.add(kind);
      filter();
    });
    label.append(box, ` ${kind}`);
    $("kinds").append(label);
  }

  for (const [label, color] of [
    ["waiting", "--wait"], ["connecting", "--connect"], ["server", "--server"], ["body", "--body"], ["failed", "--failed"], ["cancelled", "--cancelled"],
    ["buffer", "--buffer"], ["bit rate on screen", "--rung"], ["throughput of a request", "--throughput"], ["stall", "--error"], ["seek", "--seek"],
  ]) {
    const entry = document.createElement("li"), mark = document.createElement("i");
    mark.style.background = `var(${color})`;
    entry.append(mark, label);
    $("legend").append(entry);
  }

  function readColors() {
    const style = getComputedStyle(document.documentElement);
    colors = new Proxy({}, { get: (cache, name) => (cache[name] ??= style.getPropertyValue(`--${name}`).trim()) });
  }

  function matches(item) {
    if (view.hidden.has(item.type === "request" ? item.object : "events")) return false;
    return view.terms.every(([word, isExcluded]) => item.words.includes(word) !== isExcluded);
  }

  function filter() {
    view.terms = view.query.toLowerCase().split(/\s+/).filter((word) => word && word !== "-").map((word) => (word.startsWith("-") ? [word.slice(1), true] : [word, false]));
    view.shown = items.filter((item) => (item.isShown = matches(item)));
    if (view.selected && !view.selected.isShown) select(null);
    list.scrollTop = Math.min(list.scrollTop, Math.max(0, view.shown.length * 22 - list.clientHeight));
    layout();
    renderList();
    draw();
  }

  // MARK: Rows of requests

  // Requests of one connection or kind share a lane; those that overlap are in further rows of it.
  function layout() {
    const lanes = new Map();
    for (const request of model.requests) {
      if (view.hidden.has(request.object)) continue;
      const key = view.group === "connection" ? (request.connection === null ? "other" : `#${request.connection}`) : request.name;
      if (!lanes.has(key)) lanes.set(key, []);
      lanes.get(key).push(request);
    }
    rows = [];
    for (const [key, requests] of lanes) {
      const first = rows.length, ends = [];
      for (const request of requests) {
        let index = ends.findIndex((end) => end <= request.start);
        if (index < 0) {
          // Beyond this number of parallel requests, rows would not be readable.
          index = ends.length < 24 ? ends.length : 23;
          if (index === ends.length) {
            ends.push(0);
            rows.push({ key, requests: [], isFirst: rows.length === first });
          }
        }
        ends[index] = Math.max(ends[index], request.end);
        rows[first + index].requests.push(request);
      }
    }
  }

  // MARK: Drawing

  const x = (time) => gutter + ((time - view.start) / (view.end - view.start)) * (width - gutter - right);
  const time = (px) => view.start + ((px - gutter) / (width - gutter - right)) * (view.end - view.start);
  const tracks = { axis: 0, states: 22, marks: 44, media: 72, buffer: 0, requests: 0 };

  function draw() {
    if (pending) return;
    pending = true;
    requestAnimationFrame(() => {
      pending = false;
      paint();
    });
  }

  function niceStep(span, count) {
    const raw = span / count, power = 10 ** Math.floor(Math.log10(raw));
    if (raw > 30) return [60, 120, 300, 600, 1800, 3600, 7200].find((step) => step >= raw) ?? Math.ceil(raw / 3600) * 3600;
    if (raw > 10) return 30;
    return [1, 2, 5, 10].map((n) => n * power).find((step) => step >= raw);
  }

  function label(string, px, py, color, align) {
    context.fillStyle = color;
    context.textAlign = align || "left";
    context.fillText(string, px, py);
  }

  // Cuts text that does not fit: at its end, or at its start, as names of segments differ in their ends.
  function fit(string, space, keepsEnd) {
    if (context.measureText(string).width <= space) return string;
    const cut = (count) => (keepsEnd ? "…" + string.slice(string.length - count) : string.slice(0, count) + "…");
    let low = 0, high = string.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (context.measureText(cut(middle)).width <= space) low = middle; else high = middle - 1;
    }
    return low > 1 ? cut(low) : "";
  }

  // Text on top of other marks.
  function halo(string, px, py, color) {
    context.lineJoin = "round";
    context.lineWidth = 3;
    context.strokeStyle = colors.page;
    context.textAlign = "left";
    context.strokeText(string, px, py);
    label(string, px, py, color);
  }

  function paint() {
    const box = canvas.getBoundingClientRect(), scale = window.devicePixelRatio || 1;
    width = box.width;
    height = box.height;
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
    }
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    const series = Math.max(56, Math.min(110, (height - tracks.media) * 0.2));
    tracks.buffer = tracks.media + series + 8;
    tracks.requests = model.requests.length ? tracks.buffer + series + 10 : height;
    if (!model.requests.length) tracks.buffer = tracks.media + (height - tracks.media) / 2;
    view.scroll = Math.max(0, Math.min(view.scroll, rows.length * rowHeight - (height - tracks.requests - 4)));
    if (view.end - view.start < whole) {
      const share = (width - gutter - right) / (whole + 2 * margin);
      context.fillStyle = colors.accent;
      context.fillRect(gutter + (view.start + margin) * share, 0, Math.max(4, (view.end - view.start) * share), 3);
    }
    grid();
    states();
    rates();
    buffers();
    marks();
    requests();
    const shown = view.end - view.start;
    $("range").textContent = `${stamp(Math.max(0, view.start), shown / 10)} – ${stamp(view.end, shown / 10)} · ${view.shown.length} of ${items.length}`;
  }

  function grid() {
    const step = niceStep(view.end - view.start, Math.max(2, (width - gutter) / 90));
    context.strokeStyle = colors.line;
    context.lineWidth = 1;
    for (let value = Math.ceil(Math.max(0, view.start) / step) * step; value <= view.end; value += step) {
      const px = Math.round(x(value)) + 0.5;
      context.beginPath();
      context.moveTo(px, 18);
      context.lineTo(px, height);
      context.stroke();
      label(stamp(value, step), px + 3, 10, colors.muted);
    }
    for (const stall of model.stalls) {
      context.fillStyle = colors.band;
      context.fillRect(x(stall.start), 20, Math.max(1, x(stall.end) - x(stall.start)), height);
    }
    clip(() => {
      if (view.selected) {
        context.fillStyle = colors.line;
        context.globalAlpha = 0.45;
        context.fillRect(x(view.selected.start), 20, Math.max(1.5, x(view.selected.end) - x(view.selected.start)), height);
        context.globalAlpha = 1;
      }
    });
  }

  function clip(body, top = 0) {
    context.save();
    context.beginPath();
    context.rect(gutter, top, width - gutter - right, height - top);
    context.clip();
    body();
    context.restore();
  }

  const stateColor = (state) => ({ playing: colors.playing, opening: colors.opening, ready: colors.opening, play: colors.opening, buffering: colors.buffering, seeking: colors.buffering, error: colors.error })[state] || colors.stopped;

  function states() {
    label("state", gutter - 8, tracks.states + 9, colors.muted, "right");
    clip(() => {
      for (const state of model.states) {
        if (state.end < view.start || state.start > view.end) continue;
        const left = Math.max(gutter, x(state.start)), end = Math.min(width, x(state.end));
        context.fillStyle = stateColor(state.state);
        context.fillRect(left, tracks.states, Math.max(1, end - left), 18);
        if (end - left > 26) label(fit(state.state, end - left - 8), left + 4, tracks.states + 9.5, colors.text);
      }
    });
  }

  // The text of a mark: those of events that say something which no track shows.
  function caption(event) {
    if (event.line.event === undefined || ["onStateChange", "onMetaParsed", "onMeta", "onBuffer", "onAccessLog", "onLevels", "onPlayAttempt", "onBeforePlay"].includes(event.name)) return "";
    return event.name === "onVisualQuality" ? text(event.line.label) : event.name.replace(/^on/, "");
  }

  function marks() {
    label("events", gutter - 8, tracks.marks + 9, colors.muted, "right");
    clip(() => {
      const labelled = model.events.filter((event) => event.isShown && event.end >= view.start && event.end <= view.end && caption(event));
      let free = -Infinity;
      labelled.forEach((event, i) => {
        const px = x(event.end);
        if (px < free) return;
        // The space up to the next mark with a text, unless that is at the same place.
        const next = labelled.slice(i + 1, i + 40).find((other) => x(other.end) > px + 8);
        const string = fit(caption(event), Math.min(140, (next ? x(next.end) : width) - px - 6));
        if (string) label(string, px + 3, tracks.marks + 8, event.bad ? colors.failed : colors.muted);
        free = px + 4 + (string ? context.measureText(string).width : 0);
      });
      for (const event of model.events) {
        if (event.end < view.start || event.start > view.end || view.hidden.has("events")) continue;
        const px = x(event.end), isSpan = event.name === "seek" || event.name === "stall";
        context.globalAlpha = event.isShown ? 1 : 0.15;
        context.fillStyle = event === view.selected ? colors.accent : event.bad ? colors.failed : event.name === "onWarning" || event.name === "onErrorLog" ? colors.connect : isSpan ? colors.seek : colors.muted;
        if (isSpan && px - x(event.start) > 2) context.fillRect(x(event.start), tracks.marks + 15, px - x(event.start), 4);
        const isStrong = event.bad || event === view.selected || isSpan;
        context.fillRect(px - (isStrong ? 1 : 0.5), tracks.marks + 2, isStrong ? 2 : 1, 17);
      }
      context.globalAlpha = 1;
    });
  }

  function scaleLabels(top, tall, maximum, unit, title) {
    label(title, gutter - 8, top + 8, colors.text, "right");
    label(unit(maximum), gutter - 8, top + 22, colors.muted, "right");
    label("0", gutter - 8, top + tall - 6, colors.muted, "right");
    context.strokeStyle = colors.line;
    context.strokeRect(gutter + 0.5, top + 0.5, width - gutter - right - 1, tall - 1);
  }

  // The first index of a sorted list whose value is at least the bound.
  function lower(list, bound, value) {
    let low = 0, high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (value(list[middle]) < bound) low = middle + 1; else high = middle;
    }
    return low;
  }

  const rated = model.requests.filter((request) => request.rate !== null);
  const sortedRates = rated.map((request) => request.rate).sort((a, b) => a - b);
  const highestLevel = Math.max(0, ...model.levels.map((level) => level.bitrate ?? 0));
  // A few requests over the loopback or from a cache must not flatten the rest.
  const highestRate = Math.max(highestLevel * 1.25, Math.min(sortedRates[Math.floor(sortedRates.length * 0.95)] ?? 0, Math.max(highestLevel * 8, 1e5))) || (sortedRates[sortedRates.length - 1] ?? 1e6);

  function rates() {
    const top = tracks.media, tall = tracks.buffer - top - 8, y = (value) => top + tall - 2 - (Math.min(value, highestRate) / highestRate) * (tall - 6);
    scaleLabels(top, tall, highestRate, rate, "bit rate");
    clip(() => {
      context.fillStyle = colors.throughput;
      const from = lower(rated, view.start, (r) => r.start), to = lower(rated, view.end, (r) => r.start);
      if (to - from > (width - gutter) / 2) meanRates(rated.slice(from, to), y, top + tall); else for (const request of rated) {
        const from = request.first ?? request.start, to = request.last ?? request.end;
        if (to < view.start || from > view.end) continue;
        const py = y(request.rate);
        context.globalAlpha = request.isShown ? 0.2 : 0.05;
        context.fillRect(x(from), py, Math.max(1, x(to) - x(from)), top + tall - py);
        context.globalAlpha = request.isShown ? 0.9 : 0.15;
        context.fillRect(x(from), py, Math.max(2, x(to) - x(from)), request.rate > highestRate ? 3.5 : 2);
      }
      context.globalAlpha = 1;
      context.strokeStyle = colors.rung;
      context.lineWidth = 2;
      context.beginPath();
      let isDrawn = false;
      for (const level of model.levels) {
        if (level.bitrate === null) continue;
        const py = y(level.bitrate);
        if (isDrawn) context.lineTo(x(level.start), py); else context.moveTo(x(level.start), py);
        context.lineTo(x(level.end), py);
        isDrawn = true;
      }
      context.stroke();
      for (const level of model.levels) {
        const from = Math.max(gutter, x(level.start)), to = Math.min(width - right, x(level.end));
        if (level.bitrate !== null && to - from > 34) halo(fit(level.label, to - from - 6), from + 4, Math.max(top + 8, y(level.bitrate) - 9), colors.rung);
      }
    });
  }

  // With several requests in each pixel: their mean, and its range.
  function meanRates(requests, y, floor) {
    const columns = new Map();
    for (const request of requests) {
      const px = Math.floor(x(request.start) / 3) * 3, column = columns.get(px) ?? { bits: 0, time: 0, least: Infinity, most: 0 };
      column.bits += request.bytes * 8;
      column.time += (request.bytes * 8) / request.rate;
      column.least = Math.min(column.least, request.rate);
      column.most = Math.max(column.most, request.rate);
      columns.set(px, column);
    }
    for (const [px, column] of columns) {
      const mean = y(column.bits / column.time);
      context.globalAlpha = 0.2;
      context.fillRect(px, mean, 3, floor - mean);
      context.globalAlpha = 0.3;
      context.fillRect(px, y(column.most), 3, Math.max(1, y(column.least) - y(column.most)));
      context.globalAlpha = 0.95;
      context.fillRect(px, mean - 1, 3, 2);
    }
  }

  const deepest = Math.max(1, model.buffer.reduce((most, point) => Math.max(most, point[1]), 0));

  function buffers() {
    const top = tracks.buffer, tall = (model.requests.length ? tracks.requests - 10 : height - 6) - top, y = (value) => top + tall - 1 - (value / deepest) * (tall - 6);
    scaleLabels(top, tall, deepest, (value) => seconds(value), "buffer");
    if (!model.buffer.length) return;
    clip(() => {
      const from = Math.max(0, lower(model.buffer, view.start, (p) => p[0]) - 1), to = Math.min(model.buffer.length, lower(model.buffer, view.end, (p) => p[0]) + 1);
      context.beginPath();
      context.moveTo(x(model.buffer[from][0]), top + tall);
      let pixel = null, least = 0;
      // For several points in one pixel, the lowest one is drawn.
      for (let i = from; i < to; i += 1) {
        const px = Math.round(x(model.buffer[i][0])), value = model.buffer[i][1];
        if (pixel === px) { least = Math.min(least, value); continue; }
        if (pixel !== null) context.lineTo(pixel, y(least));
        [pixel, least] = [px, value];
      }
      context.lineTo(pixel, y(least));
      context.lineTo(pixel, top + tall);
      context.fillStyle = colors.buffer;
      context.globalAlpha = 0.28;
      context.fill();
      context.globalAlpha = 1;
      context.strokeStyle = colors.buffer;
      context.lineWidth = 1.5;
      context.stroke();
    });
  }

  function phases(request) {
    const begin = request.connected ?? request.sent ?? request.first ?? request.end;
    const list = [];
    if (request.connected !== null) list.push(["connect", request.start, request.connected]);
    const sent = request.sent ?? begin;
    list.push(["wait", request.connected ?? request.start, sent]);
    const first = request.first ?? request.end;
    list.push(["server", sent, first], ["body", first, request.last ?? request.end]);
    return list.filter(([, from, to]) => to > from);
  }

  function requests() {
    if (!model.requests.length) return;
    const top = tracks.requests;
    const firstRow = Math.max(0, Math.floor(view.scroll / rowHeight)), lastRow = Math.min(rows.length, Math.ceil((view.scroll + height - top) / rowHeight));
    context.save();
    context.beginPath();
    context.rect(0, top, width, height - top);
    context.clip();
    for (let index = firstRow; index < lastRow; index += 1) {
      const row = rows[index], py = top + index * rowHeight - view.scroll;
      if (row.isFirst) {
        context.strokeStyle = colors.line;
        context.lineWidth = 1;
        context.beginPath();
        context.moveTo(0, Math.round(py) + 0.5);
        context.lineTo(width, Math.round(py) + 0.5);
        context.stroke();
      }
      if (row.isFirst) label(fit(view.group === "connection" ? (row.key === "other" ? "no connection" : `connection ${row.key.slice(1)}`) : row.key, gutter - 14), gutter - 8, py + rowHeight / 2, colors.muted, "right");
    }
    context.restore();
    clip(() => {
      for (let index = firstRow; index < lastRow; index += 1) {
        const row = rows[index], py = top + index * rowHeight - view.scroll + 2, tall = rowHeight - 4;
        let i = Math.max(0, lower(row.requests, view.start, (r) => r.start) - 1), drawn = -Infinity;
        // An earlier request of the row may be longer than the next ones.
        while (i > 0 && row.requests[i - 1].end > view.start) i -= 1;
        for (; i < row.requests.length && row.requests[i].start <= view.end; i += 1) {
          const request = row.requests[i], left = x(request.start), end = Math.max(left + 1.5, x(request.end));
          if (end < gutter) continue;
          const isMarked = request === view.selected || request === view.hover;
          // Several requests in one pixel are one mark, unless they stand out.
          if (end <= drawn && !request.bad && !isMarked) continue;
          drawn = end;
          context.globalAlpha = request.isShown ? 1 : 0.12;
          if (end - left < 3) {
            context.fillStyle = request.bad ? colors.failed : request.outcome === "cancelled" ? colors.cancelled : colors.body;
            context.fillRect(left, py, end - left, tall);
          } else {
            for (const [phase, from, to] of phases(request)) {
              context.fillStyle = request.bad && phase !== "connect" ? colors.failed : request.outcome === "cancelled" && phase === "body" ? colors.cancelled : colors[phase];
              const thin = phase === "wait" || phase === "connect" ? 3 : 0;
              context.fillRect(x(from), py + thin, Math.max(0.75, x(to) - x(from)), tall - 2 * thin);
            }
            const space = Math.min(end, width - right) - Math.max(left, gutter) - 6;
            if (space > 40) {
              context.fillStyle = "#fff";
              context.font = "10px system-ui, sans-serif";
              context.textAlign = "left";
              context.fillText(fit(request.title.replace(/\.(ts|m4s|mp4|m3u8|aac|vtt)$/, ""), space, true), Math.max(left, gutter) + 3, py + tall / 2 + 0.5);
              context.font = "11px system-ui, sans-serif";
            }
          }
          if (isMarked) {
            context.globalAlpha = 1;
            context.strokeStyle = colors.text;
            context.lineWidth = 1.5;
            context.strokeRect(left - 1, py - 1, end - left + 2, tall + 2);
          }
        }
      }
      context.globalAlpha = 1;
    }, top);
    const total = rows.length * rowHeight, space = height - top;
    if (total > space) {
      context.fillStyle = colors.muted;
      context.globalAlpha = 0.5;
      context.fillRect(width - 6, top + (view.scroll / total) * space, 4, Math.max(12, (space / total) * space));
      context.globalAlpha = 1;
    }
  }

  // MARK: Pointing

  function hit(px, py) {
    if (py >= tracks.requests && model.requests.length) {
      const row = rows[Math.floor((py - tracks.requests + view.scroll) / rowHeight)];
      if (!row || px < gutter) return null;
      const tolerance = time(px + 3) - time(px);
      let best = null;
      for (let i = Math.min(row.requests.length, lower(row.requests, time(px) + tolerance, (r) => r.start)) - 1, n = 0; i >= 0 && n < 64; i -= 1, n += 1) {
        const request = row.requests[i];
        if (request.end + tolerance >= time(px)) { best = request; if (request.end >= time(px)) break; }
      }
      return best;
    }
    if (py >= tracks.marks && py < tracks.media) {
      let best = null, least = 5;
      for (const event of model.events) {
        const distance = Math.abs(x(event.end) - px);
        if (event.isShown && distance < least) [best, least] = [event, distance];
      }
      return best;
    }
    return null;
  }

  function describe(item) {
    if (item.type === "event") return `${item.name}\n${item.title}\nat ${stamp(item.end, 0.001)}`;
    const took = [["connecting", item.connected === null ? null : item.connected - item.start], ["server", item.first === null ? null : item.first - (item.sent ?? item.connected ?? item.start)], ["body", item.first === null ? null : (item.last ?? item.end) - item.first]];
    return [
      `${item.title}`, `${item.name}${item.attempt > 1 ? `, attempt ${item.attempt}` : ""} · ${item.status ?? item.outcome} · ${size(item.bytes)}${item.rate ? ` · ${rate(item.rate)}` : ""}`,
      `${seconds(item.end - item.start)}: ` + took.filter(([, value]) => value !== null).map(([name, value]) => `${name} ${seconds(value)}`).join(", "),
      problem(item.line.error),
    ].filter(Boolean).join("\n");
  }

  function at_(px) {
    const t = time(px), level = model.levels.filter((l) => l.start <= t && t <= l.end).pop(), point = model.buffer[lower(model.buffer, t, (p) => p[0]) - 1], state = model.states.find((s) => s.start <= t && t < s.end);
    return [`at ${stamp(Math.max(0, t), 0.01)}`, state && `state ${state.state}`, level && `on screen ${level.label}${level.bitrate ? `, ${rate(level.bitrate)}` : ""}`, point && `buffer ${seconds(point[1])}`].filter(Boolean).join("\n");
  }

  function showTip(px, py) {
    const item = hit(px, py), string = item ? describe(item) : px > gutter && py > tracks.states && (py < tracks.requests || !model.requests.length) ? at_(px) : "";
    if (view.hover !== item) {
      view.hover = item;
      draw();
    }
    tip.hidden = !string;
    if (!string) return;
    tip.textContent = string;
    tip.style.left = `${Math.max(0, Math.min(px + 14, width - tip.offsetWidth - 4))}px`;
    tip.style.top = `${py + 18 + tip.offsetHeight > height ? Math.max(0, py - tip.offsetHeight - 8) : py + 18}px`;
  }

  function zoom(factor, around) {
    const center = around ?? (view.start + view.end) / 2, least = 0.001;
    const span = Math.min(whole * 1.1 + margin, Math.max(least, (view.end - view.start) * factor)), share = (center - view.start) / (view.end - view.start);
    view.start = center - span * share;
    view.end = view.start + span;
    bound();
  }
  function pan(by) {
    view.start += by;
    view.end += by;
    bound();
  }
  function bound() {
    const span = view.end - view.start;
    view.start = Math.max(-Math.max(margin, span * 0.05), Math.min(view.start, whole + margin - span * 0.5));
    view.end = view.start + span;
    draw();
  }
  function show(start, end) {
    view.start = start;
    view.end = Math.max(end, start + 0.001);
    bound();
  }

  let drag = null;
  const place = (event) => { const box = canvas.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
  canvas.addEventListener("pointerdown", (event) => {
    const [px, py] = place(event);
    drag = { px, py, start: view.start, end: view.end, scroll: view.scroll, isMoved: false };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    const [px, py] = place(event);
    if (!drag) return showTip(px, py);
    if (Math.abs(px - drag.px) + Math.abs(py - drag.py) > 4) drag.isMoved = true;
    if (!drag.isMoved) return;
    tip.hidden = true;
    const by = ((drag.px - px) / (width - gutter - right)) * (drag.end - drag.start);
    [view.start, view.end] = [drag.start + by, drag.end + by];
    if (drag.py > tracks.requests) view.scroll = drag.scroll + drag.py - py;
    bound();
  });
  canvas.addEventListener("pointerup", (event) => {
    const [px, py] = place(event);
    if (drag && !drag.isMoved) select(hit(px, py), true);
    drag = null;
  });
  canvas.addEventListener("pointercancel", () => { drag = null; });
  canvas.addEventListener("pointerleave", () => { tip.hidden = true; view.hover = null; draw(); });
  canvas.addEventListener("dblclick", (event) => zoom(0.4, time(place(event)[0])));
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const [px] = place(event), unit = event.deltaMode === 1 ? 16 : 1;
    if (px < gutter) view.scroll += event.deltaY * unit;
    else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return pan(((event.deltaX || event.deltaY) * unit / width) * (view.end - view.start));
    else return zoom(Math.exp(Math.max(-120, Math.min(120, event.deltaY * unit)) * 0.0025), time(px));
    draw();
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const span = view.end - view.start;
    const act = {
      ArrowLeft: () => pan(-span * 0.15), ArrowRight: () => pan(span * 0.15), ArrowUp: () => { view.scroll -= rowHeight * 2; draw(); }, ArrowDown: () => { view.scroll += rowHeight * 2; draw(); },
      PageUp: () => { view.scroll -= height / 2; draw(); }, PageDown: () => { view.scroll += height / 2; draw(); }, Home: () => show(-margin, span - margin), End: () => show(whole + margin - span, whole + margin),
    }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });

  // MARK: List and details

  function renderList() {
    const tall = 22, from = Math.max(0, Math.floor(list.scrollTop / tall) - 4), to = Math.min(view.shown.length, from + Math.ceil(list.clientHeight / tall) + 8);
    const fragment = document.createDocumentFragment(), spacer = document.createElement("div");
    spacer.style.height = `${view.shown.length * tall}px`;
    fragment.append(spacer);
    for (let index = from; index < to; index += 1) {
      const item = view.shown[index], row = document.createElement("div"), isRequest = item.type === "request";
      row.className = `row ${item.type}${item.bad ? " bad" : ""}`;
      row.id = `row${index}`;
      row.setAttribute("role", "option");
      row.setAttribute("aria-selected", String(item === view.selected));
      row.setAttribute("aria-posinset", String(index + 1));
      row.setAttribute("aria-setsize", String(view.shown.length));
      row.style.top = `${index * tall}px`;
      const cells = isRequest
        ? [stamp(item.start, 0.001), item.name, item.title, item.status ?? item.outcome, size(item.bytes), seconds(item.end - item.start)]
        : [stamp(item.end, 0.001), item.name, item.title, "", "", item.end > item.start ? seconds(item.end - item.start) : ""];
      cells.forEach((cell, i) => {
        const span = document.createElement("span");
        span.textContent = text(cell);
        if (i > 2) span.className = "n";
        row.append(span);
      });
      row.addEventListener("mousedown", () => select(item, false));
      row.addEventListener("dblclick", () => zoomTo(item));
      fragment.append(row);
    }
    list.replaceChildren(fragment);
    const index = view.shown.indexOf(view.selected);
    if (index >= from && index < to) list.setAttribute("aria-activedescendant", `row${index}`); else list.removeAttribute("aria-activedescendant");
  }

  function select(item, scrolls) {
    view.selected = item;
    const details = $("details");
    details.replaceChildren();
    if (item) {
      const head = document.createElement("h2"), table = document.createElement("table");
      head.textContent = item.type === "request" ? `${item.name}: ${item.url}` : `${item.name} ${item.title}`;
      const values = item.type === "request"
        ? [["duration", seconds(item.end - item.start)], ["connecting", item.connected === null ? "" : seconds(item.connected - item.start)], ["until sent", item.sent === null ? "" : seconds(item.sent - item.start)], ["until first byte", item.first === null ? "" : seconds(item.first - item.start)], ["until last byte", item.last === null ? "" : seconds(item.last - item.start)], ["throughput", item.rate ? rate(item.rate) : ""]]
        : [];
      for (const [key, value] of [...values, ...Object.entries(item.line)]) {
        const string = text(value);
        if (string === "" || ["session", "metric", "event", "url"].includes(key)) continue;
        const row = table.insertRow(), name = document.createElement("th");
        name.scope = "row";
        name.textContent = key;
        row.append(name);
        const isTime = ["lookupTime", "tcpTime", "tlsTime"].includes(key) && finite(value) !== null;
        row.insertCell().textContent = isTime ? seconds(value) : ["start", "connected", "sent", "firstByte", "lastByte", "end", "t"].includes(key) && finite(value) !== null ? stamp(value - origin, 0.0001) : string;
      }
      details.append(head, table);
    }
    if (item && scrolls !== undefined) {
      const index = view.shown.indexOf(item), py = index * 22;
      if (py < list.scrollTop || py > list.scrollTop + list.clientHeight - 22) list.scrollTop = Math.max(0, py - list.clientHeight / 2);
    }
    renderList();
    draw();
  }

  function reveal(item) {
    const span = view.end - view.start;
    if (item.end < view.start || item.start > view.end) show(item.start - span * 0.4, item.start + span * 0.6);
    const row = rows.findIndex((r) => r.requests.includes(item));
    if (row >= 0 && (row * rowHeight < view.scroll || (row + 1) * rowHeight > view.scroll + height - tracks.requests)) view.scroll = row * rowHeight - 40;
  }

  function zoomTo(item) {
    const span = Math.max((item.end - item.start) * 3, 0.05), center = (item.start + item.end) / 2;
    show(center - span / 2, center + span / 2);
    reveal(item);
    canvas.focus();
  }

  list.addEventListener("scroll", renderList);
  list.addEventListener("keydown", (event) => {
    const index = view.shown.indexOf(view.selected), page = Math.max(1, Math.floor(list.clientHeight / 22) - 1);
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[event.key];
    if (event.key === "Enter" && view.selected) return zoomTo(view.selected);
    if (step === undefined || !view.shown.length) return;
    event.preventDefault();
    const next = view.shown[Math.max(0, Math.min(view.shown.length - 1, index + step))];
    select(next, true);
    reveal(next);
  });

  // MARK: Tools

  $("search").addEventListener("input", (event) => { view.query = event.target.value; filter(); });
  $("search").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && view.shown.length) { select(view.shown[0], true); reveal(view.shown[0]); list.focus(); }
    if (event.key === "Escape") { event.target.value = ""; view.query = ""; filter(); }
  });
  $("group").addEventListener("change", (event) => { view.group = event.target.value; view.scroll = 0; layout(); draw(); });
  $("in").addEventListener("click", () => zoom(0.6));
  $("out").addEventListener("click", () => zoom(1 / 0.6));
  $("fit").addEventListener("click", () => show(-margin, whole + margin));
  $("theme").addEventListener("click", () => {
    const root = document.documentElement, isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    readColors();
    draw();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readColors(); draw(); });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || ["INPUT", "SELECT"].includes(event.target.tagName)) return;
    const act = { "/": () => $("search").focus(), "+": () => zoom(0.6), "=": () => zoom(0.6), "-": () => zoom(1 / 0.6), "0": () => show(-margin, whole + margin), Escape: () => select(null) }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  new ResizeObserver(() => { draw(); renderList(); }).observe($("chart"));
  readColors();
  filter();
  // For tests and scripts: what is drawn now.
  globalThis.report = { model, view, rows: () => rows, paint, select, filter: (query) => { $("search").value = query; view.query = query; filter(); }, show };
  document.documentElement.dataset.ready = "true";
})();
