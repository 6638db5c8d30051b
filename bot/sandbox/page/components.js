// What can be pressed under a message: buttons, menus and, in newer messages,
// the boxes they stand in. A press shows itself as busy until it is answered.

import { el } from "./dom.js";
import { pictures } from "./embeds.js";
import { menu } from "./menu.js";
import { markdown } from "./markdown.js";

const styles = { 1: "main", 2: "plain", 3: "go", 4: "grave", 5: "out" };

// components draws all components of a message; busy(customID) tells which
// of them wait for an answer.
export function components(m, busy, ctx) {
	return (m.components ?? []).map((c) => component(c, m, busy, ctx));
}

function component(c, m, busy, ctx) {
	const inner = (list) => (list ?? []).map((child) => component(child, m, busy, ctx));
	switch (c.type) {
		case 1: return el("div", { class: "row" }, inner(c.components));
		case 2: return press(c, m, busy, ctx);
		case 3: return choose(c, c.options, m, busy, ctx);
		case 5: case 6: case 7: case 8: return choose(c, entities(c, ctx), m, busy, ctx);
		case 9: return el("div", { class: "section" }, el("div", {}, inner(c.components)), inner([c.accessory]));
		case 10: return el("div", { class: "text" }, markdown(c.content, ctx));
		case 11: return pictures([{ ...c.media, description: c.description }]);
		case 12: return pictures(c.items.map((item) => ({ ...item.media, description: item.description })));
		case 13: return el("a", { href: c.file.url, target: "_blank", rel: "noopener", text: c.name ?? "File" });
		case 14: return el("hr");
		case 17: return el("div", { class: "box" }, inner(c.components));
	}
	return el("p", { class: "trouble", text: `This page does not show components of type ${c.type}.` });
}

function label(c) {
	const sign = c.emoji?.id ? "" : c.emoji?.name;
	return [sign && el("span", { "aria-hidden": c.label ? "true" : null, text: sign }), sign && c.label && " ", c.label];
}

function press(c, m, busy, ctx) {
	if (c.style === 5) {
		return el("a", { class: "press out", href: c.url, target: "_blank", rel: "noopener noreferrer" }, label(c), " ↗");
	}
	const waits = busy(c.custom_id);
	return el("button", {
		type: "button", class: `press ${styles[c.style] ?? "plain"}`, data: { customId: c.custom_id },
		disabled: c.disabled === true, "aria-busy": waits ? "true" : null, "aria-disabled": waits ? "true" : null,
		onclick: () => ctx.player.onMessage("press", m, c.custom_id),
	}, label(c));
}

function choose(c, options, m, busy, ctx) {
	return menu({
		customID: c.custom_id,
		hint: c.placeholder || "Choose",
		options,
		min: c.min_values ?? 1,
		max: c.max_values ?? 1,
		disabled: c.disabled === true,
		busy: busy(c.custom_id),
		submit: (values) => ctx.player.onMessage("choose", m, c.custom_id, { values }),
	});
}

// entities are the options of a menu of people or channels.
function entities(c, ctx) {
	const people = c.type === 5 || c.type === 7 ? ctx.player.state.people.map((p) => ({ label: p.name, value: p.id })) : [];
	const channels = c.type === 8 ? ctx.player.state.channels.filter((x) => !x.direct).map((x) => ({ label: `#${x.name}`, value: x.id })) : [];
	const given = (c.default_values ?? []).map((d) => d.id);
	return [...people, ...channels].map((o) => ({ ...o, default: given.includes(o.value) }));
}
