// The table: follows one game, shows positions, log and choices, and sends what the player decides.

import { advise, clear, draw, point, reveal, setHandlers, toggleZoom, unpick } from "./board.js";
import { forget, loadPlayers, openLobby, players, remember, seatChoice } from "./lobby.js";
import { api, make, show } from "./shared.js";

const $ = (selector) => document.querySelector(selector);
const lobby = $(".lobby");
const room = $("main.table");
const list = $(".choices");
const log = $(".log");
const scrub = $(".scrub");
const pace = $(".pace select");
const [cover, which, branching] = [".cover", ".which", ".branching"].map($);

let id = null; // of the table looked at; null in the lobby
let seat = null; // whose eyes we look through, where several people share the screen
let table = null; // what the server last told
let shown = 0; // the position on the board
let live = true; // whether the board follows the game
let running = false; // whether a replay runs by itself
let walk = 0; // counts up whenever what we do is overtaken by something else
let opinions = new Map();

const pause = (time) => new Promise((done) => setTimeout(done, time));

// -- following the game

async function look(number, since) {
  const query = new URLSearchParams({ since });
  if (seat !== null) query.set("seat", seat);
  if (number !== null) query.set("number", number);
  const answer = await api(`/api/tables/${id}?${query}`);
  if (answer) table = answer;
  return answer;
}

async function enter() {
  seat = null;
  live = true;
  running = false;
  log.replaceChildren();
  clear();
  await loadPlayers();
  if (!(await look(null, 0))) {
    forget(id);
    return leave();
  }
  remember(id, table.title, table.players);
  lobby.hidden = true;
  room.hidden = false;
  fillAdvisers();
  log.dataset.game = table.game;
  shown = table.over && !table.covered ? 0 : table.count;
  if (table.over) {
    live = false;
    await go(0);
  } else if (table.covered) await uncover();
  else present(table);
  follow();
}

async function leave() {
  id = null;
  walk += 1;
  room.hidden = true;
  lobby.hidden = false;
  $(".status").textContent = "";
  $(".seated").textContent = "";
  document.title = "rome: the table";
  await openLobby();
}

// Step towards the present, one decision at a time, as long as the board is live.
async function follow() {
  const mine = ++walk;
  while (mine === walk && live && id) {
    if (needsCover()) await uncover();
    if (mine !== walk) return;
    const behind = table.count - shown;
    if (behind <= 0 && !table.thinking) return;
    if (table.failure && behind <= 0) return show(`The agent stopped: ${table.failure}`);
    const wait = Number(pace.value);
    await pause(behind > 0 ? wait : 120);
    if (mine !== walk) return;
    const answer = await look(wait ? shown + 1 : null, log.children.length);
    if (mine !== walk) return;
    if (!answer) {
      await pause(1500);
      continue;
    }
    if (table.number !== shown || !table.thinking) present(table);
  }
}

function present(answer) {
  const fresh = answer.number !== shown || !log.children.length;
  shown = answer.number;
  tell(answer.log);
  opinions = new Map();
  $(".advice").textContent = "";
  draw(answer.svg, answer.choices);
  if (answer.choices.length && fresh) reveal();
  const last = answer.over && shown === answer.count;
  $(".account").hidden = !last;
  if (last) account(answer);
  furnish(answer);
}

function furnish(answer) {
  const over = answer.over;
  scrub.max = answer.count;
  scrub.value = shown;
  $(".where").textContent = `${shown} / ${answer.count}`;
  $(".undo").disabled = !answer.can_undo;
  $(".hint").disabled = !answer.choices.length;
  $(".decide").hidden = over;
  $(".branch").hidden = !over;
  $(".run").hidden = !over;
  $(".record").hidden = !over;
  $(".record").href = `/api/tables/${id}/record`;
  $(".first").disabled = $(".back").disabled = shown === 0;
  $(".next").disabled = $(".last").disabled = shown === answer.count && live !== false;
  $(".seated").textContent = answer.seats.map((name, place) => `${name}: ${answer.players[place]}`).join("  ·  ");
  $(".status").textContent = statusWords(answer);
  document.title = `${answer.choices.length ? "● " : ""}${answer.title}`;
  for (const [place, line] of [...log.children].entries()) {
    line.classList.toggle("now", place === shown - 1);
    line.classList.toggle("later", place >= shown);
  }
  const now = log.querySelector(".now");
  if (now) log.scrollTop = now.offsetTop + now.offsetHeight - log.clientHeight;
}

function statusWords(answer) {
  if (answer.over && shown === answer.count) return `${answer.title}: over`;
  if (answer.over) return `${answer.title}: replay`;
  if (!live) return `${answer.title}: looking back`;
  const name = answer.seats[answer.to_move];
  return answer.thinking ? `${name} (${answer.players[answer.to_move]}) thinks …` : `${name}, your decision`;
}

function tell(entries) {
  for (const { number, seat: mover, words, notes } of entries) {
    while (log.children.length >= number) log.lastChild.remove();
    const line = make("li", {}, make("b", { className: `seat seat-${mover}` }, table.seats[mover]), ` ${words}`);
    for (const note of notes) line.append(make("em", {}, note));
    line.addEventListener("click", () => go(number));
    log.append(line);
  }
  while (log.children.length > table.count) log.lastChild.remove();
}

// -- several people at one screen

function needsCover() {
  const several = table.humans.length > 1 && !table.over && !table.thinking;
  return several && seat !== table.to_move && shown >= table.count;
}

async function uncover() {
  clear();
  list.replaceChildren();
  log.replaceChildren();
  if (table.thinking) seat = table.humans[0];
  else {
    cover.querySelector("h2").textContent = table.seats[table.to_move];
    cover.showModal();
    await new Promise((done) => cover.addEventListener("close", done, { once: true }));
    seat = table.to_move;
  }
  if (id && (await look(null, 0))) present(table);
}

$(".ready").addEventListener("click", () => cover.close());
cover.addEventListener("cancel", (event) => event.preventDefault());

// -- deciding

setHandlers(
  (left) => (left.length === 1 ? play(left[0]) : ask(left)),
  (left) => showChoices(left),
);

function showChoices(left) {
  const sorted = [...left].sort((one, other) => (opinions.get(other.action)?.share ?? 0) - (opinions.get(one.action)?.share ?? 0));
  list.replaceChildren(...sorted.map(choiceButton));
  if (!left.length && table && !table.over) list.append(make("p", { className: "none" }, table.thinking ? "…" : "Not your move."));
}

function choiceButton(choice) {
  const button = make("button", { className: choice.places.length ? "choice" : "choice plain", role: "option" }, choice.words);
  button.dataset.action = choice.action;
  const opinion = opinions.get(choice.action);
  if (opinion) {
    button.style.setProperty("--share", `${100 * opinion.share}%`);
    button.classList.add("weighed");
    button.append(make("small", {}, opinionWords(opinion)));
  }
  button.addEventListener("click", () => play(choice));
  for (const event of ["mouseenter", "focus"]) button.addEventListener(event, () => point(choice));
  for (const event of ["mouseleave", "blur"]) button.addEventListener(event, () => point(null));
  return button;
}

function opinionWords({ share, value, visits }) {
  const counted = visits === null ? "" : `${visits} visits, `;
  return `${counted}${(100 * share).toFixed(0)} %${value === null ? "" : `, value ${value.toFixed(2)}`}`;
}

function ask(left) {
  const buttons = left.map((choice) => {
    const button = make("button", { className: "choice" }, choice.words);
    button.addEventListener("click", () => {
      which.close();
      play(choice);
    });
    return button;
  });
  which.querySelector(".ways").replaceChildren(...buttons);
  which.showModal();
}

which.addEventListener("close", unpick);
for (const button of document.querySelectorAll("dialog .cancel")) button.addEventListener("click", () => button.closest("dialog").close());

async function play(choice) {
  await send("play", { action: choice.action, number: table.count });
}

async function undo() {
  if (table?.can_undo) await send("undo", { number: table.count });
}

async function send(what, content) {
  walk += 1;
  const answer = await api(`/api/tables/${id}/${what}`, content);
  if (what === "undo" && answer) shown = answer.count;
  const number = what === "play" && answer && Number(pace.value) ? shown + 1 : null;
  const since = Math.min(log.children.length, answer?.count ?? Infinity);
  if (await look(number, since)) {
    if (table.humans.length < 2 || table.over || seat === table.to_move) present(table);
    else shown = table.count;
  }
  follow();
}

// -- advice

function fillAdvisers() {
  const kept = localStorage.getItem("adviser") ?? "ismcts";
  $(".adviser").replaceChildren(...players().filter((name) => name !== "human").map((name) => make("option", { value: name }, name)));
  if (players().includes(kept)) $(".adviser").value = kept;
}

async function hint() {
  if (!table?.choices?.length) return;
  const [adviser, number] = [$(".adviser").value, table.count];
  localStorage.setItem("adviser", adviser);
  $(".advice").textContent = `${adviser} thinks …`;
  const answer = await api(`/api/tables/${id}/hint`, { agent: adviser });
  if (!answer || number !== table.count) return;
  opinions = new Map(answer.opinions.map((opinion) => [opinion.action, opinion]));
  const choice = table.choices.find((one) => one.action === answer.action);
  const opinion = opinions.get(answer.action);
  $(".advice").textContent = `${adviser} would ${choice.words}${opinion ? ` (${opinionWords(opinion)})` : ""}.`;
  unpick();
  advise(answer.action, answer.opinions);
  const advised = list.querySelector(`[data-action="${answer.action}"]`);
  advised.classList.add("advised");
  list.prepend(advised);
  list.scrollTop = 0;
}

// -- looking back, replaying, branching off

async function go(number) {
  walk += 1;
  live = !table.over && number >= table.count;
  const goal = Math.max(0, Math.min(number, table.count));
  if (await look(goal, log.children.length)) present(table);
  if (live) follow();
}

async function run() {
  running = !running;
  $(".run").textContent = running ? "❚❚" : "▶▶";
  if (running && shown >= table.count) await go(0);
  while (running && id && shown < table.count) {
    await pause(Math.max(Number(pace.value), 60));
    if (running) await go(shown + 1);
  }
  running = false;
  $(".run").textContent = "▶▶";
}

function openBranching() {
  const rows = table.seats.map((name, place) => seatChoice(name, table.players[place]));
  branching.querySelector("form").replaceChildren(...rows);
  branching.showModal();
}

branching.querySelector(".go").addEventListener("click", async () => {
  const chosen = [...branching.querySelectorAll("select")].map((select) => select.value);
  branching.close();
  const answer = await api(`/api/tables/${id}/branch`, { number: shown, players: chosen });
  if (answer) location.hash = answer.id;
});

// -- the end

function account({ game, result, seats, players: names }) {
  const head = make("h2", {}, "Final account");
  $(".account").replaceChildren(head, game === "trajan" ? pointsTable(result, seats) : duelTable(result));
}

function pointsTable({ ranking, vp, gains }, seats) {
  const row = (name, cells, kind = "td") => make("tr", {}, make("th", { scope: "row" }, name), ...cells.map((cell) => make(kind, {}, String(cell))));
  const items = Object.keys(gains[0]);
  return make("table", {},
    row("", ranking.map((place, rank) => `${rank + 1}. ${seats[place]}`), "th"),
    ...items.map((item) => row(item.replace("final_", "end: ").replace("_", " "), ranking.map((place) => gains[place][item]))),
    row("points", ranking.map((place) => vp[place]), "th"));
}

function duelTable({ winner, end, turns, markers_left: left }) {
  const name = (side) => side[0].toUpperCase() + side.slice(1);
  const ends = { markers: "placed the last control marker", no_placement: "the opponent could not place a token" };
  const row = (words, value) => make("tr", {}, make("th", { scope: "row" }, words), make("td", {}, String(value)));
  return make("table", {}, row("winner", name(winner)), row("how", ends[end]), row("turns", turns),
    ...Object.entries(left).map(([side, count]) => row(`markers left, ${name(side)}`, count)));
}

// -- buttons and keys

const deeds = {
  ".first": () => go(0),
  ".back": () => go(shown - 1),
  ".next": () => go(shown + 1),
  ".last": () => go(table.count),
  ".run": run,
  ".branch": openBranching,
  ".undo": undo,
  ".hint": hint,
  ".zoom": toggleZoom,
};
for (const [selector, deed] of Object.entries(deeds)) $(selector).addEventListener("click", deed);
scrub.addEventListener("input", () => go(Number(scrub.value)));

const keys = { u: undo, h: hint, z: toggleZoom, ",": deeds[".back"], ".": deeds[".next"], Home: deeds[".first"], End: deeds[".last"] };

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input:not([type=range]), select, textarea");
  if (!id || typing || event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]")) return;
  if (event.key === "Escape") unpick();
  else if (event.key === "ArrowDown" || event.key === "ArrowUp") moveFocus(event.key === "ArrowDown" ? 1 : -1);
  else if (event.key === " " && table.over && !event.target.matches("button")) run();
  else if (keys[event.key] && !(event.target === scrub && event.key.length > 1)) keys[event.key]();
  else return;
  event.preventDefault();
});

function moveFocus(step) {
  const buttons = [...list.querySelectorAll("button")];
  if (!buttons.length) return;
  const place = buttons.indexOf(document.activeElement);
  const next = place < 0 ? (step > 0 ? 0 : buttons.length - 1) : (place + step + buttons.length) % buttons.length;
  buttons[next].focus();
}

pace.value = localStorage.getItem("pace") ?? "350";
pace.addEventListener("change", () => localStorage.setItem("pace", pace.value));

function route() {
  walk += 1;
  cover.close();
  id = location.hash.slice(1) || null;
  show();
  if (id) enter();
  else leave();
}

// The first start on a machine compiles the rules: say so until it is done.
async function tellPreparation() {
  const line = $(".preparing");
  for (let doing = "…"; doing; await pause(500)) {
    doing = await fetch("/api/preparing").then((answer) => answer.json(), () => ({})).then((answer) => answer.doing);
    line.hidden = !doing;
    line.textContent = `Getting ready (${doing}). Only the first start takes a minute or two; you can begin already.`;
  }
}

window.addEventListener("hashchange", route);
window.addEventListener("focus", () => id && live && table && !cover.open && follow());
route();
tellPreparation();
