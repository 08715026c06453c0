// The lobby: choose a game, its options and who sits where; find games again.

import { api, make } from "./shared.js";

const form = document.querySelector(".new-game");
const games = form.querySelector(".games");
const fields = form.querySelector(".fields");
const seats = form.querySelector(".seats");
let menu = null;

export async function openLobby() {
  menu = await api("/api/menu");
  games.replaceChildren(...menu.games.map(gameButton));
  games.querySelector("input").checked = true;
  showFields();
  listGames(document.querySelector(".mine"), remembered(), "None yet.");
  listGames(document.querySelector(".finished"), menu.finished, "No finished game in this folder yet.");
}

export function players() {
  return menu ? menu.players : [];
}

export async function loadPlayers() {
  menu ??= await api("/api/menu");
  return menu.players;
}

export function remember(id, title, names) {
  const kept = remembered().filter((game) => game.id !== id);
  localStorage.setItem("games", JSON.stringify([{ id, title, players: names }, ...kept].slice(0, 20)));
}

export function forget(id) {
  localStorage.setItem("games", JSON.stringify(remembered().filter((game) => game.id !== id)));
}

function remembered() {
  return JSON.parse(localStorage.getItem("games") ?? "[]");
}

function gameButton(game) {
  const input = make("input", { type: "radio", name: "game", value: game.name });
  input.addEventListener("change", showFields);
  return make("label", { className: "game" }, input, make("strong", {}, game.title), make("span", {}, game.about));
}

function chosenGame() {
  return menu.games.find((game) => game.name === form.elements.game.value);
}

function showFields() {
  fields.replaceChildren(...chosenGame().fields.map(field));
  showSeats();
}

function field({ name, label, kind, choices, when }) {
  let input;
  if (kind === "one") {
    input = make("select", { name }, ...choices.map(([value, words]) => make("option", { value: JSON.stringify(value) }, words)));
  } else if (kind === "several") {
    input = make("span", { className: "several" }, ...choices.map(([value, words]) =>
      make("label", {}, make("input", { type: "checkbox", name, value }), words)));
  } else {
    input = make("input", { type: "checkbox", name });
  }
  const row = make("label", { className: "field" }, make("span", {}, label), input);
  if (when) row.dataset.when = when;
  row.addEventListener("change", showSeats);
  return row;
}

function options() {
  const values = {};
  for (const { name, kind, when } of chosenGame().fields) {
    if (when && !values[when]) continue;
    if (kind === "one") values[name] = JSON.parse(form.elements[name].value);
    else if (kind === "several") values[name] = [...form.querySelectorAll(`[name=${name}]:checked`)].map((box) => box.value);
    else values[name] = form.elements[name].checked;
  }
  return values;
}

function seatNames(values) {
  if (chosenGame().name === "trajan") return Array.from({ length: values.players }, (_, seat) => `Player ${seat}`);
  return values.solo ? [values.human === "caesar" ? "Caesar" : "Pompey"] : ["Caesar", "Pompey"];
}

function showSeats() {
  needWhatModulesNeed();
  const values = options();
  for (const row of fields.querySelectorAll("[data-when]")) row.hidden = !values[row.dataset.when];
  const before = [...seats.querySelectorAll("select")].map((select) => select.value);
  const rows = seatNames(values).map((name, seat) => seatChoice(name, before[seat] ?? (seat === 0 ? "human" : "random")));
  seats.replaceChildren(seats.querySelector("legend"), ...rows);
}

// Border Control is played with the other two modules only (C10).
function needWhatModulesNeed() {
  const box = (value) => form.querySelector(`[name=modules][value=${value}]`);
  const last = box("border_control");
  for (const other of ["poison", "centurions"]) {
    if (!last) return;
    if (last.checked) box(other).checked = true;
    box(other).disabled = last.checked;
  }
}

export function seatChoice(name, chosen) {
  const select = make("select", { name: "player" }, ...menu.players.map((player) => make("option", { value: player }, player)));
  if ([...select.options].some((option) => option.value === chosen)) select.value = chosen;
  return make("label", { className: "field" }, make("span", {}, name), select);
}

function listGames(list, entries, none) {
  const rows = entries.map(({ id, title, players, decisions }) => {
    const words = `${title}: ${players.join(" – ")}${decisions ? `, ${decisions} decisions` : ""}`;
    return make("li", {}, make("a", { href: `#${id}` }, words));
  });
  list.replaceChildren(...(rows.length ? rows : [make("li", { className: "none" }, none)]));
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const chosen = [...seats.querySelectorAll("select")].map((select) => select.value);
  const ask = { game: chosenGame().name, options: options(), players: chosen, seed: form.elements.seed.value };
  const answer = await api("/api/tables", ask);
  if (answer) location.hash = answer.id;
});

document.querySelector(".upload input").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  const answer = await api("/api/records", { record: await file.text() });
  event.target.value = "";
  if (answer) location.hash = answer.id;
});

