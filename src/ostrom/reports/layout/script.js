// What a reader can do with the page: point at a number, open the matches behind it,
// page, sort and filter tables. Without this script the page is complete.
"use strict";
(() => {
  const PER_PAGE = 25;
  const MATCHES_PER_PAGE = 20;
  const MATCH = { unit: 0, match: 1, game: 2, mechanism: 3, repeat: 4, unsettled: 5, returns: 6, rounds: 7, events: 8, replies: 9 };

  // All text of the records enters here, as text and never as markup.
  const make = (tag, attributes = {}, ...children) => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
      else if (value !== undefined && value !== false) node.setAttribute(name, value);
    }
    node.append(...children.filter((child) => child !== null));
    return node;
  };
  const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : noun.endsWith("ch") ? "es" : "s"}`;

  // ---- the records that the page carries ----
  let unpacked = null;
  const records = () => (unpacked ??= unpack());
  const unpack = async () => {
    const packed = document.getElementById("matches").textContent.trim();
    const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(stream).text());
  };
  const said = (data, value) => (Array.isArray(value) ? data.texts[value[0]] : typeof value === "number" ? written(value) : String(value));
  const written = (value) => String(value).replace("-", "\u2212");

  // ---- marks: what can be pointed at ----
  const places = new Map(); // figure -> its marks, in order
  const named = (mark) => {
    const figure = mark.closest("figure").id;
    if (mark.dataset.row !== undefined) return [figure, Number(mark.dataset.row)];
    const found = mark.id.slice(figure.length).match(/^-row-(\d+)(-\d+)?$/);
    return found ? [figure, Number(found[1])] : null;
  };
  const prepare = (figure) => {
    const drawn = figure.querySelectorAll(`g[id^="${CSS.escape(figure.id)}-row-"], td[data-row]`);
    const marks = [...drawn].filter(named);
    if (!marks.length) return;
    places.set(figure.id, marks);
    figure.querySelector(".plot")?.setAttribute("role", "group");
    marks.forEach((mark, place) => {
      mark.classList.add("mark");
      mark.setAttribute("role", "button");
      // One stop for the Tab key in each figure; arrows go on from there.
      mark.setAttribute("tabindex", place ? "-1" : "0");
    });
  };
  const facts = (data, [figure, row]) => {
    const exhibit = data.exhibits[figure];
    const pairs = exhibit.columns.map((name, place) => [name.replace(/^num_/, "number of ").replaceAll("_", " "), exhibit.rows[row][place]]);
    return pairs.filter(([, value]) => value !== null).map(([name, value]) => [name, said(data, value)]);
  };
  const behind = (data, [figure, row]) => data.exhibits[figure].matches[row];

  const led = (data, name) => {
    const matches = behind(data, name).length;
    return matches ? `${count(matches, "match")} behind it. Click or press Enter to see.` : "No match stands behind it.";
  };
  const label = (data) => {
    for (const mark of [...places.values()].flat()) {
      const name = named(mark);
      mark.setAttribute("aria-label", `${facts(data, name).map((pair) => pair.join(" ")).join(", ")}. ${led(data, name)}`);
    }
  };

  const tip = make("div", { class: "tip", role: "status", hidden: "" });
  const pointed = async (mark) => {
    const data = await records();
    const name = named(mark);
    const lines = facts(data, name).map(([what, value]) => make("div", {}, make("b", {}, what), ` ${value}`));
    tip.replaceChildren(...lines, make("div", { class: "led" }, led(data, name)));
    tip.hidden = false;
    const box = mark.getBoundingClientRect();
    const left = Math.min(box.left + box.width / 2 - tip.offsetWidth / 2, document.documentElement.clientWidth - tip.offsetWidth - 8);
    const above = box.top - tip.offsetHeight - 8;
    tip.style.left = `${Math.max(8, left)}px`;
    tip.style.top = `${Math.max(8, above > 8 ? above : Math.min(box.bottom + 8, innerHeight - tip.offsetHeight - 8))}px`;
  };
  const away = () => { tip.hidden = true; };
  const markAt = (event) => event.target.closest?.(".mark");

  // Nearest mark in the direction of an arrow; others count less the more they are off.
  const beside = (mark, key) => {
    const marks = places.get(mark.closest("figure").id);
    if (key === "Home") return marks[0];
    if (key === "End") return marks.at(-1);
    const middle = (node) => { const box = node.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };
    const [x, y] = middle(mark);
    const [across, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    let best = null, least = Infinity;
    for (const other of marks) {
      if (other === mark || !other.getClientRects().length) continue;
      const [right, below] = middle(other).map((value, axis) => value - [x, y][axis]);
      const ahead = right * across + below * down;
      const off = Math.abs(right * down) + Math.abs(below * across);
      if (ahead > 1 && ahead + 3 * off < least) [best, least] = [other, ahead + 3 * off];
    }
    return best;
  };
  const pressed = (event) => {
    const mark = markAt(event);
    if (!mark) return;
    if (event.key === "Enter" || event.key === " ") open(named(mark), mark);
    else if (/^(Arrow|Home|End)/.test(event.key)) {
      const next = beside(mark, event.key);
      if (next) { mark.tabIndex = -1; next.tabIndex = 0; next.focus(); }
    } else return;
    event.preventDefault();
  };

  // ---- the matches behind a number ----
  const panel = make("dialog", { class: "behind", "aria-labelledby": "behind-title" });
  const clear = () => history.replaceState(null, "", location.pathname + location.search);
  panel.addEventListener("close", clear);
  panel.addEventListener("click", (event) => { if (event.target === panel) panel.close(); });
  const open = async (name, from) => {
    away();
    const close = make("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => panel.close() }, "\u00d7");
    const body = make("div", { class: "matches" });
    try {
      const data = await records();
      const matches = behind(data, name);
      if (!matches.length && !from) return;
      const shown = facts(data, name).flatMap(([what, value]) => [make("dt", {}, what), make("dd", {}, value)]);
      panel.replaceChildren(close, make("h2", { id: "behind-title" }, data.exhibits[name[0]].title), make("dl", { class: "reading" }, ...shown), body);
      paged(body, matches.map((place) => () => entry(data, data.matches[place])), MATCHES_PER_PAGE, "match");
    } catch (error) {
      panel.replaceChildren(close, make("h2", { id: "behind-title" }, "The matches can not be unpacked"),
        make("p", {}, `This browser can not unpack them (${error.message}). The tables of the run hold them, and files/${name[0]}.csv the units.`));
    }
    history.replaceState(null, "", `#${name[0]}/${name[1]}`);
    if (!panel.open) panel.showModal();
    panel.scrollTop = 0;
  };
  const entry = (data, match) => {
    const text = (place) => data.texts[match[MATCH[place]]];
    const met = match[MATCH.returns].map(([, agent, payoff]) => `${data.texts[agent]} ${payoff === null ? "\u2014" : written(Number(payoff.toPrecision(4)))}`).join(" \u00b7 ");
    const where = `${text("game")}, ${text("mechanism")}, repeat ${match[MATCH.repeat]}`;
    const unit = `${text("unit")}${match[MATCH.match] === null ? "" : `, match ${match[MATCH.match]}`}`;
    const details = make("details", { class: "match" },
      make("summary", {}, make("b", {}, met || text("unsettled")), make("span", {}, ` ${where}`), make("code", {}, unit)));
    details.addEventListener("toggle", () => { if (details.childElementCount === 1) details.append(...told(data, match)); });
    return details;
  };
  const told = (data, match) => {
    const parts = [];
    const unsettled = data.texts[match[MATCH.unsettled]];
    if (unsettled) parts.push(make("p", { class: "loud" }, `Without a return: ${unsettled}.`));
    if (match[MATCH.rounds].length) parts.push(rounds(data, match[MATCH.rounds]));
    for (const [round, topic, about] of match[MATCH.events]) parts.push(make("p", { class: "event" }, make("b", {}, `${round === null ? "" : `round ${round} `}${data.texts[topic]}`), ` ${data.texts[about]}`));
    for (const [round, agent, outcome, reply, more] of match[MATCH.replies]) {
      parts.push(make("h4", {}, `${data.texts[agent]}${round === null || round === undefined ? "" : `, round ${round}`}: ${data.texts[outcome]}`));
      parts.push(make("pre", { class: "reply" }, reply + (more ? ` \u2026 (${more} more signs in the table of replies)` : "")));
    }
    if (data.repliesLeftOut) parts.push(make("p", { class: "where" }, `Replies of this run that are left out of the page: ${data.repliesLeftOut}; the table of replies has them.`));
    return parts.length ? parts : [make("p", {}, "Nothing was recorded.")];
  };
  const rounds = (data, rows) => {
    const lines = rows.map(([round, player, agent, choice, action, payoff]) => {
      const [chosen, played] = [data.texts[choice], data.texts[action]];
      const cells = [round, player, data.texts[agent], chosen + (played && played !== chosen ? ` \u2192 ${played}` : ""), payoff === null ? "\u2014" : written(Number(payoff.toPrecision(4)))];
      return make("tr", {}, ...cells.map((cell, place) => make("td", { class: place === 4 ? "n" : undefined }, String(cell))));
    });
    const head = ["round", "player", "agent", "choice", "payoff"].map((name, place) => make("th", { class: place === 4 ? "n" : undefined }, name));
    return make("div", { class: "scroll" }, make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...lines)));
  };
  const paged = (body, makers, size, noun) => {
    let first = 0;
    const draw = () => {
      const last = Math.min(first + size, makers.length);
      const bar = pager(first, last, makers.length, size, noun, (next) => { first = next; draw(); });
      body.replaceChildren(bar, ...makers.slice(first, last).map((maker) => maker()));
    };
    draw();
  };
  const pager = (first, last, total, size, noun, go) => {
    const told = total > size ? `${first + 1}\u2013${last} of ${total}` : count(total, noun);
    const step = (label, next, on) => make("button", { type: "button", disabled: on ? undefined : "", onclick: () => go(next) }, label);
    const steps = total > size ? [step("Previous", Math.max(0, first - size), first > 0), step("Next", first + size, last < total)] : [];
    return make("div", { class: "pager" }, make("span", { "aria-live": "polite" }, told), ...steps);
  };

  // ---- tables ----
  const value = (cell) => {
    const text = cell.textContent.trim().replace(/\u2212/g, "-").replace(/[\u202f\s]/g, "");
    const found = text.match(/^[-+]?\d+(\.\d+)?(e[-+]?\d+)?/i);
    return found ? Number(found[0]) : null;
  };
  const order = (rows, place, falls) => {
    const isNumber = rows.some((row) => row.cells[place].classList.contains("n"));
    const key = (row) => (isNumber ? value(row.cells[place]) : row.cells[place].textContent.trim());
    const isAbsent = (each) => each === null || each === "\u2014";
    return [...rows].sort((left, right) => {
      const [one, other] = [key(left), key(right)];
      if (isAbsent(one) || isAbsent(other)) return isAbsent(one) - isAbsent(other);
      const more = isNumber ? one - other : one.localeCompare(other, undefined, { numeric: true });
      return falls ? -more : more;
    });
  };
  const sheet = (figure) => {
    const table = figure.querySelector("table"), body = table?.tBodies[0];
    if (!body || body.rows.length < 2) return;
    const all = [...body.rows];
    let rows = all, first = 0, size = PER_PAGE;
    const bar = make("div", { class: "pager" });
    const draw = () => {
      body.replaceChildren(...rows);
      const last = Math.min(first + size, rows.length);
      rows.forEach((row, place) => row.classList.toggle("off", place < first || place >= last));
      if (all.length <= PER_PAGE) return;
      const made = pager(first, last, rows.length, size, "row", (next) => { first = next; draw(); });
      if (size === PER_PAGE) made.append(make("button", { type: "button", onclick: () => { size = all.length; first = 0; draw(); } }, "All"));
      bar.replaceChildren(search, ...made.childNodes);
    };
    const search = make("input", { type: "search", placeholder: "Filter", "aria-label": `Filter ${figure.querySelector("h3").textContent}` });
    search.addEventListener("input", () => {
      const wanted = search.value.trim().toLowerCase();
      rows = all.filter((row) => row.textContent.toLowerCase().includes(wanted));
      first = 0;
      draw();
      search.focus();
    });
    [...table.tHead.rows[0].cells].forEach((head, place) => {
      const name = head.textContent;
      head.replaceChildren(make("button", { type: "button", class: "sort", onclick: () => {
        const falls = head.getAttribute("aria-sort") === "ascending";
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", falls ? "descending" : "ascending");
        all.splice(0, all.length, ...order(all, place, falls));
        rows = all.filter((row) => rows.includes(row));
        first = 0;
        draw();
      } }, name));
    });
    if (all.length > PER_PAGE) figure.querySelector(".scroll").before(bar);
    draw();
  };

  // ---- start ----
  for (const figure of document.querySelectorAll("figure[id]")) { prepare(figure); sheet(figure); }
  document.body.append(tip, panel);
  // What can not be unpacked is said when somebody asks for it.
  records().then(label, () => {});
  document.addEventListener("click", (event) => { const mark = markAt(event); if (mark) open(named(mark), mark); });
  document.addEventListener("keydown", pressed);
  document.addEventListener("keyup", (event) => { if (event.key === "Escape") away(); });
  for (const [enter, leave] of [["mouseover", "mouseout"], ["focusin", "focusout"]]) {
    document.addEventListener(enter, (event) => { const mark = markAt(event); if (mark) pointed(mark); });
    document.addEventListener(leave, away);
  }
  document.addEventListener("scroll", away, true);
  const linked = decodeURIComponent(location.hash.slice(1)).match(/^(.+)\/(\d+)$/);
  if (linked && places.has(linked[1])) {
    document.getElementById(linked[1]).scrollIntoView();
    open([linked[1], Number(linked[2])], null);
  }
})();
