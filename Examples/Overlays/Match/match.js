// A match: a score bug and a timeline of goals that follow the stream's time code, a poll, three languages, and statistics beside the picture.
import { connect } from "/playhead/overlay.js";

const texts = {
  en: { goal: "Goal", statistics: "Statistics", squeeze: "Statistics", shots: "Shots", corners: "Corners", possession: "Possession", thanks: "Thank you!",
    question: "Who scores next?", elsewhere: "The picture is on the other screen", live: "connected", development: "no player", lost: "reconnecting…" },
  de: { goal: "Tor", statistics: "Statistik", squeeze: "Statistik", shots: "Schüsse", corners: "Ecken", possession: "Ballbesitz", thanks: "Danke!",
    question: "Wer trifft als Nächstes?", elsewhere: "Das Bild ist auf dem anderen Schirm", live: "verbunden", development: "kein Player", lost: "verbindet …" },
  no: { goal: "Mål", statistics: "Statistikk", squeeze: "Statistikk", shots: "Skudd", corners: "Cornere", possession: "Ballbesittelse", thanks: "Takk!",
    question: "Hvem scorer neste?", elsewhere: "Bildet er på den andre skjermen", live: "tilkoblet", development: "ingen spiller", lost: "kobler til …" },
};
// Milliseconds after kick-off. A producer's feed would bring them.
const goals = [
  { at: 3000, team: 0, who: "Ødegaard", minute: 12 },
  { at: 6500, team: 1, who: "Isak", minute: 31 },
  { at: 12000, team: 0, who: "Haaland", minute: 58 },
];
const pollAt = 4500;
const figures = { shots: [9, 6], corners: [4, 5], possession: ["54 %", "46 %"] };

const element = (id) => document.getElementById(id);
const overlay = connect({ development: { duration: 30000 } });
let language = "en", range, state = "paused", squeezed = false, voted = false, shownGoals = 0, given, first, poll, known = "lost";

/** Kick-off: what the app says, or where the seekable window began when the first time code came. */
const kickOff = () => given ?? first;

function show() {
  const text = texts[language];
  document.documentElement.lang = language;
  for (const item of document.querySelectorAll("[data-text]")) item.textContent = text[item.dataset.text];
  element("picture-text").textContent = text.elsewhere;
  element("connection").textContent = text[known];
  element("play").textContent = state === "playing" ? "❚❚" : "▶";
  element("figures").replaceChildren(...Object.entries(figures).flatMap(([name, [home, away]]) =>
    [["dd", home], ["dt", text[name]], ["dd", away]].map(([tag, value]) => Object.assign(document.createElement(tag), { textContent: value }))));
  element("question").textContent = voted ? text.thanks : poll?.question ?? text.question;
}

function setLanguage(next) {
  if (!texts[next]) return;
  language = next;
  element("language").value = next;
  overlay.send("bridgeLanguage", { language, available: Object.keys(texts) });
  show();
}

function setSqueezed(next) {
  squeezed = next;
  document.body.classList.toggle("squeezed", squeezed);
  element("squeeze").classList.toggle("chosen", squeezed);
  const scale = squeezed ? 0.7 : 1;
  overlay.send("bridgeVideoScale", { videoScaleX: scale, videoScaleY: scale, videoPivotX: 0, videoPivotY: 0.35, videoScaleDuration: 400 });
}

function showMarks() {
  if (!range || kickOff() === undefined) return;
  const length = Math.max(1, range.end - range.start);
  element("marks").replaceChildren(...goals.filter((goal) => kickOff() + goal.at <= range.end).map((goal) => {
    const mark = document.createElement("button");
    mark.textContent = goal.minute;
    mark.title = `${goal.minute}' ${goal.who}`;
    mark.style.left = `${100 * (kickOff() + goal.at - range.start) / length}%`;
    mark.onclick = (event) => { event.stopPropagation(); overlay.send("bridgeTime", { timecode: Math.round(kickOff() + goal.at) }); };
    return mark;
  }));
}

/** Over a video every change is drawn with all of the picture, so nothing is touched that stays as it is. */
function setText(id, text) { if (element(id).textContent !== text) element(id).textContent = text; }

/** Everything that follows the time code, once a frame. */
function follow() {
  requestAnimationFrame(follow);
  const now = overlay.timecode();
  if (now === undefined || kickOff() === undefined) return;
  const passed = Math.max(0, now - kickOff());
  const scored = goals.filter((goal) => goal.at <= passed);
  setText("score", [0, 1].map((team) => scored.filter((goal) => goal.team === team).length).join(" – "));
  const seconds = Math.floor(passed / 1000);
  setText("clock", [seconds / 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, "0")).join(":"));
  const width = range ? `${Math.min(100, 100 * (now - range.start) / Math.max(1, range.end - range.start)).toFixed(1)}%` : "0";
  if (element("played").style.width !== width) element("played").style.width = width;
  const last = scored.at(-1);
  element("goal").classList.toggle("shown", last !== undefined && passed - last.at < 4000);
  if (last && shownGoals !== scored.length) element("goal").textContent = `${texts[language].goal}! ${last.who} (${last.minute}')`;
  shownGoals = scored.length;
  const isAsked = poll !== undefined || passed >= pollAt && passed <= pollAt + 20000;
  if (element("poll").hidden === isAsked) element("poll").hidden = !isAsked;
}

function showPoll() {
  const answers = poll?.answers ?? ["NOR", "SWE"];
  element("answers").replaceChildren(...answers.map((answer) => {
    const button = document.createElement("button");
    button.textContent = answer;
    button.onclick = () => {
      overlay.send("bridgeMessage", { jsonString: JSON.stringify({ vote: answer }) });
      voted = true;
      for (const other of element("answers").children) other.classList.toggle("chosen", other === button);
      show();
    };
    return button;
  }));
}

overlay.on("session", (session) => {
  known = session.isConnected ? "live" : "development";
  given = session.parameters.kickoff === undefined ? undefined : Number(session.parameters.kickoff);
  show();
});
overlay.on("connection", ({ state }) => {
  if (state !== "lost" && state !== "closed") return;
  known = "lost";
  show();
});
overlay.on("playerTime", ({ initialTimecode, maxTimecode, timecode }) => {
  const isNew = !range;
  range = { start: initialTimecode ?? range?.start ?? timecode, end: maxTimecode ?? timecode };
  first ??= range.start;
  if (isNew || !element("marks").children.length) showMarks();
});
overlay.on("playerState", (payload) => { state = payload.state; show(); });
overlay.on("playerStage", ({ controls }) => document.body.classList.toggle("no-controls", controls === "hidden"));
overlay.on("playerVideoScale", ({ videoScaleX, videoScaleY, videoPivotX, videoPivotY, videoScaleDuration }) => {
  const picture = element("picture");
  picture.style.transition = `transform ${videoScaleDuration}ms`;
  picture.style.transformOrigin = `${videoPivotX * 100}% ${videoPivotY * 100}%`;
  picture.style.transform = `scale(${videoScaleX}, ${videoScaleY})`;
});
overlay.on("appLanguage", (payload) => setLanguage(payload.language));
overlay.on("appMessage", ({ jsonString }) => {
  const message = JSON.parse(jsonString);
  if (message.poll) { poll = message.poll; voted = false; showPoll(); show(); }
});

element("play").onclick = () => overlay.send("bridgeState", { state: state === "playing" ? "paused" : "playing" });
element("timeline").onclick = (event) => {
  if (!range) return;
  const { left, width } = element("timeline").getBoundingClientRect();
  overlay.send("bridgeTime", { timecode: Math.round(range.start + (event.clientX - left) / width * (range.end - range.start)) });
};
element("squeeze").onclick = () => setSqueezed(!squeezed);
element("language").append(...Object.keys(texts).map((code) => new Option(code, code)));
element("language").onchange = (event) => setLanguage(event.target.value);
addEventListener("keydown", (event) => {
  if (event.key !== "h") return;
  const isHidden = document.body.classList.toggle("hidden-overlay");
  overlay.send("bridgeAppStatus", { status: isHidden ? "hidden" : "enabled" });
});

// Over a video the page is transparent; elsewhere something stands for the picture.
const isOverVideo = document.documentElement.hasAttribute("data-playhead-overlay") || globalThis.webkit?.messageHandlers?.playheadOverlay;
document.body.classList.toggle("solid", !isOverVideo);
overlay.stage(element("stage"));
showPoll();
show();
const session = await overlay.ready();
setLanguage(session.parameters.language ?? "en");
requestAnimationFrame(follow);
