// The page: one or two people side by side, as its address says
// (?as=alice&with=bob). Where there is no room for two, a switch on top turns
// from one to the other.

import { button, el } from "./dom.js";
import { Pane } from "./pane.js";
import { Show } from "./show.js";
import { Player } from "./state.js";
import { keepCurrent } from "./time.js";

const top = document.getElementById("top");
const host = document.getElementById("panes");
const tabs = el("div", { class: "tabs", role: "group", "aria-label": "Whose view" });
let panes = [];
let front = 0;

const show = new Show({
	seat: (names) => seat(names),
	pane: (name) => panes.find((p) => p.player.name === name),
	turn: (name) => {
		const i = panes.findIndex((p) => p.player.name === name);
		if (i >= 0 && i !== front) turn(i);
	},
});
top.append(show.starter, tabs);
top.after(show.node);

// asked reads the address; a bare one means alice and bob.
function asked() {
	const query = new URLSearchParams(location.search);
	if (!query.has("as")) return ["alice", "bob"];
	return [query.get("as"), query.get("with")].filter(Boolean);
}

// seat puts these people into the window, keeping those already there.
function seat(names, turnTo = 0) {
	const people = [...new Set(names)];
	const old = panes;
	panes = people.map((name, i) => old.find((p) => p.player.name === name && p.slot === i && p.of === people.length) ?? fresh(name, i, people.length));
	for (const pane of old) {
		if (!panes.includes(pane)) pane.leave();
	}
	host.replaceChildren(...panes.map((p) => p.node));
	host.classList.toggle("two", panes.length > 1);
	const query = new URLSearchParams({ as: people[0], ...(people[1] && { with: people[1] }) });
	history.replaceState(null, "", `?${query}`);
	turn(Math.min(turnTo, panes.length - 1));
}

function fresh(name, i, count) {
	const pane = new Pane(new Player(name), {
		become: (other) => become(i, other),
		close: count > 1 && i === 1 ? () => seat([panes[0].player.name]) : null,
		second: count === 1 ? () => seat([name, name === "bob" ? "alice" : "bob"], 1) : null,
		other: () => panes.find((p) => p.slot !== i)?.player.name ?? "",
		drawn: drawTop,
		show: () => show.start(),
	});
	pane.slot = i;
	pane.of = count;
	return pane;
}

// become changes who sits in a half; taking the other half's person swaps.
function become(i, name) {
	const names = panes.map((p) => p.player.name);
	const there = names.indexOf(name);
	if (there >= 0) names[there] = names[i];
	names[i] = name;
	seat(names, i);
}

// turn brings one person to the front where only one fits.
function turn(i) {
	front = i;
	panes.forEach((pane, j) => pane.node.classList.toggle("front", i === j));
	for (const pane of panes) pane.draw();
	drawTop();
}

// drawTop shows who else is called: in the switch and in the window's title.
function drawTop() {
	const waiting = panes.map((p) => p.waiting());
	const sign = JSON.stringify([panes.map((p) => p.player.name), waiting, front]);
	if (sign === tabs.dataset.sign) return;
	tabs.dataset.sign = sign;
	const focused = [...tabs.children].indexOf(document.activeElement);
	tabs.replaceChildren(...panes.map((pane, i) =>
		button([pane.player.name, waiting[i] > 0 && el("span", { class: "mark loud", text: `${waiting[i]}`, "aria-label": `${waiting[i]} waiting` })],
			() => turn(i), { "aria-pressed": String(i === front) })));
	tabs.children[focused]?.focus();
	const sum = waiting.reduce((a, b) => a + b, 0);
	document.title = `${sum > 0 ? `(${sum}) ` : ""}${panes.map((p) => p.player.name).join(" and ")} · The Gaming Table`;
}

seat(asked());
keepCurrent();
addEventListener("resize", () => panes.forEach((pane) => pane.draw()));
