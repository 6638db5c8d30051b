// The log of one channel: one article a message, kept by its id, so that an
// edit changes that article alone and neither scrolling nor focus is lost.

import { components } from "./components.js";
import { button, el, idLess, innerLink } from "./dom.js";
import { attachments, embeds } from "./embeds.js";
import { markdown } from "./markdown.js";
import { clockTime, dayName, fullTime } from "./time.js";

// shownAtOnce is how many messages of a long channel are drawn at first.
const shownAtOnce = 150;

export class MessageLog {
	// ctx is what markdown needs, plus player (see state.js).
	constructor(ctx) {
		this.ctx = ctx;
		this.list = el("div", { class: "posts", role: "log", "aria-live": "polite", "aria-label": "Messages" });
		this.down = button("Newer posts ↓", () => this.toEnd(), { class: "down", hidden: true });
		this.scroller = el("div", { class: "scroller", tabindex: "0", "aria-label": "Messages, scrollable" }, this.list);
		this.node = el("div", { class: "log" }, this.scroller, this.down);
		this.drawn = new Map(); // id -> {node, sign}
		this.stuck = true;
		this.scroller.addEventListener("scroll", () => this.noteScroll());
		new ResizeObserver(() => this.stuck && this.toEnd()).observe(this.list);
		new ResizeObserver(() => this.stuck && this.toEnd()).observe(this.scroller);
	}

	toEnd() {
		this.scroller.scrollTop = this.scroller.scrollHeight;
		this.stuck = true;
		this.down.hidden = true;
	}

	// noteScroll tells a reader who has left the end from a page whose parts
	// have only changed their heights.
	noteScroll() {
		const { scrollTop, clientHeight, scrollHeight } = this.scroller;
		const heights = `${clientHeight} of ${scrollHeight}`;
		if (scrollHeight - scrollTop - clientHeight < 40) this.stuck = true;
		else if (heights === this.heights) this.stuck = false;
		this.heights = heights;
		if (this.stuck) this.down.hidden = true;
	}

	// show draws a channel. A channel that was not on show begins anew, with a
	// line above the first post that its reader has not seen.
	show(channel) {
		const moved = channel.id !== this.channel?.id;
		if (moved) {
			this.drawn.clear();
			this.list.replaceChildren();
			this.newFrom = this.ctx.player.lastRead(channel);
			this.limit = shownAtOnce;
			this.stuck = true;
		}
		const grew = !moved && channel.messages.at(-1)?.id !== this.channel.messages.at(-1)?.id;
		this.channel = channel;
		this.draw();
		if (this.stuck) this.toEnd();
		else if (grew) this.down.hidden = false;
	}

	draw() {
		const seen = this.channel.messages.filter((m) => !this.ctx.player.isDismissed(m.id));
		const shown = seen.slice(-this.limit);
		const nodes = [];
		if (seen.length > shown.length) nodes.push(this.earlier(seen.length - shown.length));
		let before = null;
		for (const m of shown) {
			nodes.push(...this.dividers(before, m), this.article(m, before));
			before = m;
		}
		if (nodes.length === 0) nodes.push(el("p", { class: "empty", text: emptyText(this.channel) }));
		place(this.list, nodes);
		for (const id of this.drawn.keys()) {
			if (!shown.some((m) => m.id === id)) this.drawn.delete(id);
		}
	}

	earlier(count) {
		return button(`Show ${count} earlier`, () => {
			this.limit += shownAtOnce * 4;
			this.draw();
		}, { class: "earlier" });
	}

	dividers(before, m) {
		const out = [];
		if (!before || dayName(before.timestamp) !== dayName(m.timestamp)) {
			out.push(el("div", { class: "day", text: dayName(m.timestamp) }));
		}
		const isNew = idLess(this.newFrom, m.id);
		const wasNew = before && idLess(this.newFrom, before.id);
		if (isNew && !wasNew && before && this.newFrom !== "0" && m.author.id !== this.ctx.me) {
			out.push(el("div", { class: "new", text: "New" }));
		}
		return out;
	}

	// article gives the node of a message: the old one while nothing changed.
	article(m, before) {
		const { player } = this.ctx;
		const busy = [...player.busy].filter((key) => key.startsWith(`${m.id}/`));
		const note = player.notes.get(m.id) ?? "";
		const follows = isFollowing(before, m);
		const sign = JSON.stringify([m, busy, note, follows, this.ctx.names.size, this.ctx.channelName(m.id)], lasting);
		const old = this.drawn.get(m.id);
		if (old?.sign === sign) return old.node;
		const node = message(m, { follows, note, busy: (id) => busy.includes(`${m.id}/${id}`) }, this.ctx);
		if (old?.node.contains(document.activeElement)) keepFocus(old.node, node);
		if (old) keepOpen(old.node, node);
		this.drawn.set(m.id, { node, sign });
		return node;
	}

	// goTo brings one message into view and marks it for a moment.
	goTo(id) {
		const node = this.drawn.get(id)?.node;
		if (!node) return;
		this.stuck = false;
		node.scrollIntoView({ block: "center" });
		node.classList.add("found");
		node.focus({ preventScroll: true });
		setTimeout(() => node.classList.remove("found"), 2000);
	}
}

// lasting leaves out of a file's address the part that is new at each reading:
// until when it holds, and its seal.
function lasting(key, value) {
	return typeof value === "string" && (key === "url" || key === "proxy_url") ? value.replace(/\?ex=.*$/, "") : value;
}

// place makes the children of list exactly these nodes, moving none that is
// in its place already: a moved node would lose its focus.
function place(list, nodes) {
	const wanted = new Set(nodes);
	for (const child of [...list.childNodes]) {
		if (!wanted.has(child)) child.remove();
	}
	nodes.forEach((node, i) => {
		if (list.childNodes[i] !== node) list.insertBefore(node, list.childNodes[i] ?? null);
	});
}

// keepFocus puts the focus where it was once the new node is on the page.
function keepFocus(old, fresh) {
	const id = document.activeElement.dataset.customId;
	queueMicrotask(() => {
		const again = id && [...fresh.querySelectorAll("[data-custom-id]")].find((n) => n.dataset.customId === id);
		const target = again && !again.disabled ? again : fresh;
		target.focus({ preventScroll: true });
	});
}

// keepOpen opens the menus again that stood open, once the new node is on the page.
function keepOpen(old, fresh) {
	const ids = [...old.querySelectorAll(".opener[aria-expanded=true]")].map((n) => n.dataset.customId);
	if (ids.length === 0) return;
	queueMicrotask(() => {
		for (const opener of fresh.querySelectorAll(".opener[aria-expanded=false]")) {
			if (ids.includes(opener.dataset.customId)) opener.click();
		}
	});
}

// isFollowing tells whether a message may stand under the former's name.
function isFollowing(before, m) {
	return Boolean(before) && before.author.id === m.author.id && m.type === 0 && before.type !== 18 && before.type !== 21
		&& !m.interaction && (before.flags & 64) === (m.flags & 64)
		&& Date.parse(m.timestamp) - Date.parse(before.timestamp) < 5 * 60000;
}

function emptyText(channel) {
	if (channel.direct) return `Nothing yet. What the umpire tells you alone will stand here.`;
	return `Nothing has been said in #${channel.name} yet.`;
}

function message(m, how, ctx) {
	if (m.type === 18) return threadNotice(m, ctx);
	if (m.type === 21) return threadTop(m, ctx);
	const alone = Boolean(m.flags & 64);
	const name = authorName(m, ctx);
	const props = {
		class: ["post", m.author.bot && "umpire", alone && "alone", how.follows && "follows"].filter(Boolean).join(" "),
		data: { message: m.id }, tabindex: "-1", "aria-label": `${name}, ${clockTime(m.timestamp)}${alone ? ", only you see this" : ""}`,
	};
	return el("article", props,
		m.interaction && el("p", { class: "cause" }, el("b", { text: ctx.names.get(m.interaction.user.id) ?? m.interaction.user.username }), ` used /${m.interaction.name}`),
		m.referenced_message && el("p", { class: "cause", text: `to ${authorName(m.referenced_message, ctx)}: ${m.referenced_message.content.slice(0, 80)}` }),
		header(m, name),
		contents(m, ctx),
		components(m, how.busy, ctx),
		threadLink(m, ctx),
		alone && el("p", { class: "only" }, "Only you see this · ", button("Dismiss", () => ctx.player.dismiss(m.id), { class: "plainly" })),
		how.note && el("p", { class: "trouble", role: "alert", text: how.note }),
	);
}

function authorName(m, ctx) {
	return ctx.names.get(m.author.id) ?? m.author.global_name ?? m.author.username;
}

function header(m, name) {
	return el("header", {},
		el("span", { class: "token", "aria-hidden": "true", data: { who: name.toLowerCase() }, text: name.slice(0, 1).toUpperCase() }),
		el("b", { class: "author", text: name }),
		m.author.bot && el("span", { class: "tag", text: "bot" }),
		el("time", { datetime: m.timestamp, title: fullTime(m.timestamp), text: clockTime(m.timestamp) }),
	);
}

function contents(m, ctx) {
	const edited = m.edited_timestamp && el("span", { class: "edited", title: fullTime(m.edited_timestamp), text: "(edited)" });
	if (m.flags & 128) return el("div", { class: "text waiting", text: "The umpire is thinking…" });
	const nodes = markdown(m.content, ctx);
	if (edited && nodes.at(-1)?.tagName === "P") nodes.at(-1).append(" ", edited);
	else if (edited) nodes.push(edited);
	return [el("div", { class: "text" }, nodes), embeds(m.embeds ?? [], ctx), attachments(m.attachments ?? [])];
}

function threadNotice(m, ctx) {
	return el("article", { class: "post notice", data: { message: m.id }, tabindex: "-1", "aria-label": "A thread was opened" },
		el("p", {}, el("b", { text: authorName(m, ctx) }), " opened a thread: ",
			link(m.content, () => ctx.goTo(m.message_reference?.channel_id ?? m.id), { class: "mention" })));
}

function threadTop(m, ctx) {
	const { channel_id: channel, message_id: post } = m.message_reference ?? {};
	return el("article", { class: "post notice", data: { message: m.id }, tabindex: "-1", "aria-label": "Where this thread hangs" },
		el("p", {}, "This thread hangs on ", innerLink(`a post in #${ctx.channelName(channel) ?? "another channel"}`, () => ctx.goTo(channel, post), { class: "mention" })));
}

function threadLink(m, ctx) {
	const name = m.thread?.name ?? ctx.channelName(m.id);
	if (!name) return null;
	return button(`${name} ›`, () => ctx.goTo(m.thread?.id ?? m.id), { class: "thread-link", "aria-label": `Open the thread ${name}` });
}
