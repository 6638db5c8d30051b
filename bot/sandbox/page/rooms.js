// The list of places a person can look at: channels with their threads under
// them, then direct messages, each with a mark when something new is there.

import { button, el, idLess } from "./dom.js";

export class Rooms {
	// open(channel) is called with the one chosen.
	constructor(player, open) {
		this.player = player;
		this.open = open;
		this.node = el("nav", { class: "rooms", "aria-label": `Channels of ${player.name}`, onkeydown: (e) => this.key(e) });
	}

	draw() {
		const { player } = this;
		const here = player.here;
		const { channels } = player.state;
		const rows = channels.map((c) => ({ c, ...player.unread(c), here: c.id === here?.id, newest: isNewest(c, channels) }));
		const sign = JSON.stringify(rows.map((r) => [r.c.id, r.c.name, r.c.archived, r.count, r.loud, r.here, r.newest, r.c.server?.bot]));
		if (sign === this.sign) return;
		this.sign = sign;
		const focused = this.node.contains(document.activeElement) ? document.activeElement.dataset.channel : null;
		const nodes = [];
		let group = "";
		rows.forEach((row, i) => {
			const { server } = row.c;
			const title = server?.name ?? "Direct messages";
			if (title !== group) nodes.push(el("h2", { text: title }));
			group = title;
			nodes.push(this.row(row));
			if (server?.manager && rows[i + 1]?.c.server?.id !== server.id) nodes.push(this.belonging(server));
		});
		this.node.replaceChildren(...nodes);
		if (focused) [...this.node.querySelectorAll("button")].find((b) => b.dataset.channel === focused)?.focus();
	}

	row({ c, count, loud, here, newest }) {
		const kind = c.thread ? "thread" : c.direct ? "direct" : "channel";
		const unread = count > 0 && !here;
		const text = loud > 0 ? `${loud}` : "•";
		const mark = unread && el("span", { class: loud > 0 ? "mark loud" : "mark", text, "aria-label": loud > 0 ? `${loud} for you` : "unread" });
		return button([
			el("span", { class: "sign", "aria-hidden": "true", text: c.thread ? "›" : c.direct ? "@" : "#" }),
			el("span", { class: "label" }, el("span", { class: "name", text: c.name }), c.thread && mark && [" ", mark], newest && el("small", { text: "the newest" })),
			!c.thread && mark,
		], () => this.open(c), {
			class: [kind, here && "here", unread && "unread", c.archived && "archived"].filter(Boolean).join(" "),
			data: { channel: c.id }, "aria-current": here ? "page" : null, title: c.archived ? `${c.name} (archived)` : c.name,
		});
	}

	// belonging takes the bot out of a server that this person manages, or brings
	// it back.
	belonging(server) {
		const { name } = this.player.state.bot;
		return button([
			el("span", { class: "sign", "aria-hidden": "true", text: server.bot ? "−" : "+" }),
			el("span", { class: "name", text: server.bot ? `Take ${name} out` : `Bring ${name} back` }),
		], () => this.player.setBelonging(server), {
			class: "belonging", data: { channel: `bot of ${server.id}` },
			title: `You manage ${server.name}: ${server.bot ? `${name} leaves, what it said stays` : `${name} joins it again`}`,
		});
	}

	// key moves along the list by arrows.
	key(e) {
		const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
		if (!step) return;
		const all = [...this.node.querySelectorAll("button")];
		const at = all.indexOf(document.activeElement);
		all[(at + step + all.length) % all.length]?.focus();
		e.preventDefault();
	}
}

// isNewest tells whether a thread is the last opened of several of one name.
function isNewest(c, channels) {
	const same = channels.filter((other) => other !== c && other.thread && other.name === c.name && other.server?.id === c.server?.id);
	return Boolean(c.thread) && same.length > 0 && same.every((other) => idLess(other.id, c.id));
}
