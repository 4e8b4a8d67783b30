// The search of a site of stops. Everything happens in the page: the stops come as scripts of this site, which work from a
// disk as well, and a rider's place and words go nowhere. The words that it says are attributes of the form.
"use strict";

// What the files under search/ call: [name, number, file name, platform, note, latitude, longitude], in the order of the list.
const stops = [];
function addStops(rows) {
  for (const row of rows) {
    stops.push({
      name: row[0], code: row[1], file: row[2], platform: row[3], note: row[4],
      place: row.length > 6 ? [row[5] / 1e5, row[6] / 1e5] : null,
      words: " " + words(row[0] + " " + row[1] + " " + row[4]).join(" "), folded: fold(row[1]),
    });
  }
}

// Letters that Unicode does not take apart into a plain one and a mark.
const plain = { "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i" };
function fold(text) {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/[ßæœøłđðþı]/g, (letter) => plain[letter]);
}
function words(text) {
  return fold(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}
// In these scripts no blank stands between words, so a word may begin anywhere.
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const form = document.getElementById("search");
const query = document.getElementById("query");
const status = document.getElementById("status");
const list = document.getElementById("list");
const results = document.getElementById("results");
const more = document.getElementById("more");
const row = document.getElementById("row");
const buttons = [...form.querySelectorAll("[data-order]")];
const step = 100;

let order = "name";
let here = null;
let found = [];
let shown = 0;

// MARK: The stops, loaded when they are needed first

let loading = null;
function load() {
  loading ??= (async () => {
    for (let file = 1; file <= Number(form.dataset.files); file += 1) await loadFile(`search/${file}.js`);
  })().catch((error) => {
    loading = null;
    stops.length = 0;
    throw error;
  });
  return loading;
}
function loadFile(path) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = path;
    script.onload = resolve;
    script.onerror = () => reject(new Error(path));
    document.head.append(script);
  });
}

// MARK: Finding

function matching() {
  const wanted = words(query.value).map((word) => (unspaced.test(word) ? word : " " + word));
  if (query.value.trim() !== "" && wanted.length === 0) return [];
  return stops.filter((stop) => wanted.every((word) => stop.words.includes(word)));
}

// Without a locale's surprises: numbers by their value, stops without one last.
const byNumber = new Intl.Collator("en", { numeric: true });
function ordered(matches) {
  const typed = fold(query.value.trim());
  if (order === "code") {
    return matches.sort((a, b) => (a.code === "") - (b.code === "") || byNumber.compare(a.code, b.code));
  }
  if (order === "distance") {
    for (const stop of matches) stop.distance = stop.place && distance(here, stop.place);
    return matches.sort((a, b) => (a.distance ?? Infinity) - (b.distance ?? Infinity) || 0);
  }
  // A whole number that was typed is what was meant.
  return typed === "" ? matches : matches.sort((a, b) => (b.folded === typed) - (a.folded === typed));
}

// Great circle in metres, on a sphere: half a percent is nothing to a walker.
function distance([lat1, lon1], [lat2, lon2]) {
  const rad = Math.PI / 180;
  const half = (degrees) => Math.sin((degrees * rad) / 2) ** 2;
  const h = half(lat2 - lat1) + Math.cos(lat1 * rad) * Math.cos(lat2 * rad) * half(lon2 - lon1);
  return 2 * 6371008.8 * Math.asin(Math.min(1, Math.sqrt(h)));
}
// Feet and miles where the rider's own language is of a country that walks in them.
const isImperial = /-(US|GB|LR|MM)\b/i.test(navigator.language);
function distanceText(metres) {
  const [small, large, ratio, base] = isImperial ? ["foot", "mile", 5280, metres / 0.3048] : ["meter", "kilometer", 1000, metres];
  const isSmall = base < ratio / 5 || (!isImperial && base < ratio);
  const value = isSmall ? Math.round(base / 10) * 10 : base / ratio;
  const format = { style: "unit", unit: isSmall ? small : large, maximumFractionDigits: isSmall || value >= 10 ? 0 : 1 };
  return new Intl.NumberFormat(document.documentElement.lang, format).format(value);
}

// MARK: Showing

function entry(stop) {
  const item = row.content.querySelector("li").cloneNode(true);
  item.querySelector("a").href = `stop/${stop.file}.html`;
  item.querySelector(".name").textContent = stop.name;
  fact(item.querySelector(".number"), stop.code);
  fact(item.querySelector(".platform"), stop.platform);
  const note = item.querySelector(".towards");
  if (stop.note === "") note.remove();
  else note.textContent = stop.note;
  const away = item.querySelector(".distance");
  if (order === "distance" && stop.place) away.textContent = distanceText(stop.distance);
  else away.remove();
  return item;
}
function fact(element, value) {
  if (value === "") element.remove();
  else element.querySelector("b").textContent = value;
}

function showMore() {
  const next = found.slice(shown, shown + step);
  results.querySelector("ol").append(...next.map(entry));
  shown += next.length;
  more.hidden = shown >= found.length;
}

function say(text) {
  if (status.textContent !== text) status.textContent = text;
}
function countText() {
  if (found.length === 0) return form.dataset.none;
  if (found.length === 1) return form.dataset.one;
  return form.dataset.many.replace("{n}", found.length.toLocaleString(document.documentElement.lang));
}

// The list as it was made, until a rider asks for something else.
async function show() {
  remember();
  const isAsked = query.value.trim() !== "" || order !== "name";
  list.hidden = isAsked;
  results.hidden = !isAsked;
  if (!isAsked) return say("");
  if (loading === null) say(form.dataset.loading);
  try {
    await load();
  } catch {
    list.hidden = false;
    results.hidden = true;
    return say(form.dataset.notLoaded);
  }
  // Something else may have been typed meanwhile; what is asked for now is shown.
  if (query.value.trim() === "" && order === "name") return;
  found = ordered(matching());
  shown = 0;
  results.querySelector("ol").replaceChildren();
  showMore();
  say(countText());
}

// The words stay in the address, so that going back from a stop finds them again.
function remember() {
  const words = query.value.trim();
  history.replaceState(null, "", words === "" ? location.pathname + location.search : "#q=" + encodeURIComponent(words));
}

// MARK: What a rider does

function choose(next) {
  order = next;
  for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.order === order));
  show();
}

function locate() {
  if (!navigator.geolocation) return say(form.dataset.notLocated);
  say(form.dataset.locating);
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      here = [coords.latitude, coords.longitude];
      choose("distance");
    },
    () => say(form.dataset.notLocated),
    { maximumAge: 60000, timeout: 20000 },
  );
}

query.addEventListener("input", show);
query.addEventListener("focus", () => load().catch(() => {}));
for (const button of buttons) {
  button.addEventListener("click", () => (button.dataset.order === "distance" ? locate() : choose(button.dataset.order)));
}
form.addEventListener("submit", (event) => {
  event.preventDefault();
  // Enter on one stop, or on a whole number that is some stop's, opens it.
  const typed = fold(query.value.trim());
  const exact = found.filter((stop) => stop.folded === typed);
  const one = exact.length === 1 ? exact[0] : found.length === 1 ? found[0] : null;
  if (one && !results.hidden) location.href = `stop/${one.file}.html`;
});
// More is shown at the first of what is new, where a keyboard goes on.
more.addEventListener("click", () => {
  const before = shown;
  showMore();
  results.querySelector("ol").children[before]?.querySelector("a").focus();
});

form.hidden = false;
if (location.hash.startsWith("#q=")) {
  try {
    query.value = decodeURIComponent(location.hash.slice(3));
  } catch {
    // Not an address that this page wrote.
  }
  if (query.value !== "") show();
}
