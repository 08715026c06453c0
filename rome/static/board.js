// The board: the drawing, the places that can be clicked, and what an adviser thinks of them.
//
// A choice has places, selectors into the drawing. Picking all places of a choice plays it; where several choices have
// the same places, `ask` lets the player say which one is meant.

import { make } from "./shared.js";

const board = document.querySelector(".board");
const badges = document.querySelector(".badges");
const frame = document.querySelector(".frame");

let choices = [];
let picks = [];
let chosen = () => {};
let changed = () => {};

export function setHandlers(onChosen, onChanged) {
  chosen = onChosen;
  changed = onChanged;
}

export function draw(svg, legal) {
  board.innerHTML = svg;
  choices = legal;
  picks = [];
  badges.replaceChildren();
  mark();
}

export function clear() {
  board.replaceChildren();
  badges.replaceChildren();
  choices = [];
  picks = [];
}

// The choices that fit what has been picked so far.
export function remaining() {
  return choices.filter((choice) => picks.every((place) => choice.places.includes(place)));
}

export function unpick() {
  const had = picks.length > 0;
  picks = [];
  mark();
  return had;
}

export function pick(place) {
  picks = picks.includes(place) ? picks.filter((other) => other !== place) : [...picks, place];
  if (!remaining().length) picks = [place];
  mark();
  const left = remaining();
  if (picks.length && left.every((choice) => choice.places.length === picks.length)) chosen(left);
}

// Show where a choice lies while it is looked at in the list.
export function point(choice) {
  for (const element of board.querySelectorAll(".pointed")) element.classList.remove("pointed");
  for (const place of choice?.places ?? []) for (const element of board.querySelectorAll(place)) element.classList.add("pointed");
}

function mark() {
  for (const element of board.querySelectorAll(".can, .picked")) element.classList.remove("can", "picked");
  for (const choice of remaining()) {
    for (const place of choice.places) {
      for (const element of board.querySelectorAll(place)) element.classList.add(picks.includes(place) ? "picked" : "can");
    }
  }
  changed(remaining());
}

function placeOf(element) {
  const places = new Set(choices.flatMap((choice) => choice.places));
  return [...places].find((place) => element.matches(place));
}

board.addEventListener("click", (event) => {
  const element = event.target.closest(".can, .picked");
  if (element) pick(placeOf(element));
  else unpick();
});

// What an adviser thinks, as badges at the places: the share of all actions that go there.
export function advise(action, opinions) {
  badges.replaceChildren();
  const advised = choices.find((choice) => choice.action === action);
  const shares = new Map();
  for (const { action: number, share } of opinions) {
    const choice = choices.find((one) => one.action === number);
    for (const place of choice?.places ?? []) shares.set(place, (shares.get(place) ?? 0) + share);
  }
  for (const place of advised?.places ?? []) if (!shares.has(place)) shares.set(place, null);
  for (const [place, share] of shares) {
    if (share !== null && share < 0.01) continue;
    const element = board.querySelector(place);
    if (element) badges.append(badge(element, share, advised?.places.includes(place)));
  }
}

function badge(element, share, best) {
  const around = board.getBoundingClientRect();
  const { x, y, width, height } = element.getBoundingClientRect();
  const words = share === null ? "★" : `${best ? "★ " : ""}${Math.round(100 * share)} %`;
  const sign = make("span", { className: best ? "badge best" : "badge" }, words);
  sign.style.left = `${(100 * (x + width / 2 - around.x)) / around.width}%`;
  sign.style.top = `${(100 * (y + height / 2 - around.y)) / around.height}%`;
  return sign;
}

// On a small screen the frame shows a part of the board: bring what can be clicked into it.
export function reveal() {
  const parts = [...board.querySelectorAll(".can")].map((element) => element.getBoundingClientRect());
  if (!parts.length || !frame.classList.contains("large")) return;
  const around = frame.getBoundingClientRect();
  const middle = (start, size) => parts.reduce((sum, part) => sum + part[start] + part[size] / 2, 0) / parts.length;
  frame.scrollBy({
    left: middle("x", "width") - around.x - around.width / 2,
    top: middle("y", "height") - around.y - around.height / 2,
    behavior: "smooth",
  });
}

export function toggleZoom() {
  frame.classList.toggle("large");
  reveal();
}

frame.classList.toggle("large", matchMedia("(max-width: 60rem)").matches);
