// Times as people read them. Relative ones ("in 2 hours") are kept current by
// one clock for the whole page.

import { el } from "./dom.js";

const forms = {
	t: { timeStyle: "short" },
	T: { timeStyle: "medium" },
	d: { dateStyle: "short" },
	D: { dateStyle: "long" },
	f: { dateStyle: "long", timeStyle: "short" },
	F: { dateStyle: "full", timeStyle: "short" },
};

const formats = Object.fromEntries(Object.entries(forms).map(([key, form]) => [key, new Intl.DateTimeFormat(undefined, form)]));
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

const units = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

// ahead is how much the sandbox's clock is ahead of this machine's, in ms.
let ahead = 0;

// setClock tells the page what time it is in the sandbox.
export function setClock(now) {
	const then = Date.parse(now);
	if (!Number.isNaN(then)) ahead = then - Date.now();
}

// clockTime is the hour and minute of an ISO time.
export function clockTime(iso) {
	return formats.t.format(new Date(iso));
}

// dayName is "Today" or the date of an ISO time.
export function dayName(iso) {
	const day = new Date(iso);
	const now = new Date(Date.now() + ahead);
	return day.toDateString() === now.toDateString() ? "Today" : formats.D.format(day);
}

// fullTime is the whole date and time, for titles.
export function fullTime(iso) {
	return formats.F.format(new Date(iso));
}

// stampNode shows a Unix time in one of Discord's styles (t T d D f F R).
export function stampNode(seconds, style) {
	const when = new Date(seconds * 1000);
	if (Number.isNaN(when.getTime())) return el("time", { class: "stamp", text: "some other time" });
	const node = el("time", { class: "stamp", datetime: when.toISOString() });
	if (style === "R") node.dataset.relative = seconds;
	node.textContent = style === "R" ? fromNow(seconds) : (formats[style] ?? formats.f).format(when);
	node.title = formats.F.format(when);
	return node;
}

function fromNow(seconds) {
	const left = seconds - (Date.now() + ahead) / 1000;
	for (const [unit, size] of units) {
		if (Math.abs(left) >= size || unit === "second") return relative.format(Math.round(left / size), unit);
	}
	return "";
}

// keepCurrent rewrites the relative times of the page every few seconds.
export function keepCurrent() {
	setInterval(() => {
		for (const node of document.querySelectorAll("time[data-relative]")) {
			const text = fromNow(Number(node.dataset.relative));
			if (node.textContent !== text) node.textContent = text;
		}
	}, 5000);
}
