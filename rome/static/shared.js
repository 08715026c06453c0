// What all parts of the page use: requests, elements, the line that tells what went wrong.

const problem = document.querySelector(".problem");

export function show(words) {
  problem.textContent = words ?? "";
  problem.hidden = !words;
}

// A request: GET without content, POST of JSON with it. A refusal is shown and gives null.
export async function api(path, content) {
  const request = content === undefined ? {} : {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(content),
  };
  try {
    const answer = await fetch(path, request);
    const value = await answer.json();
    if (answer.ok) {
      show();
      return value;
    }
    show(typeof value.detail === "string" ? value.detail : "The table did not understand that.");
  } catch (failure) {
    if (!(failure instanceof TypeError)) throw failure;
    show("The table does not answer. Is `rome serve` still running?");
  }
  return null;
}

export function make(name, properties, ...children) {
  const element = document.createElement(name);
  Object.assign(element, properties);
  element.append(...children);
  return element;
}
