// One person's half of the window: who they are, their channels, the channel
// they look at, where they write, and the form lying over it all.

import { Composer } from "./composer.js";
import { button, el } from "./dom.js";
import { MessageLog } from "./messages.js";
import { modalDialog } from "./modal.js";
import { Rooms } from "./rooms.js";
import { botChannel } from "./state.js";
import { firstSteps, noSessionYet } from "./steps.js";
import { setClock } from "./time.js";

export class Pane {
	// become(name) makes this half another person's; close, if given, takes it
	// off; second, if given, adds a second one; other() names the person in the
	// other half; drawn is called after drawing; show plays the demonstration.
	constructor(player, { become, close, second, other, drawn, show }) {
		Object.assign(this, { player, other, drawn, show, first: !close });
		const ctx = this.context();
		this.ctx = ctx;
		this.log = new MessageLog(ctx);
		this.composer = new Composer(player);
		this.rooms = new Rooms(player, (c) => this.look(c.id));
		this.toggle = button("☰", () => this.showRooms(!this.node.classList.contains("with-rooms")), { class: "plainly toggle", "aria-label": "Channels", "aria-expanded": "false" });
		this.title = el("h2", { class: "place" });
		this.who = el("select", { "aria-label": "Who you are in this half", onchange: () => become(this.who.value) });
		this.banner = el("p", { class: "banner", role: "status", hidden: true });
		this.calls = el("div", { class: "calls", "aria-live": "polite" });
		this.steps = el("div");
		this.head = el("header", { class: "pane-head" }, this.toggle, this.title,
			el("label", { class: "who" }, el("span", { text: "You are " }), " ", this.who),
			second && button(["+", el("span", { class: "roomy", text: " second player" })], second, { class: "plainly", "aria-label": "Add a second player" }),
			close && button("✕", close, { class: "plainly", "aria-label": "Close this half" }));
		this.talk = el("div", { class: "talk" }, this.banner, this.log.node, this.calls, this.steps, this.composer.node);
		this.body = el("div", { class: "body" }, this.rooms.node, this.talk);
		this.node = el("section", { class: "pane", "aria-label": `${player.name}'s view`, data: { as: player.name }, onkeydown: (e) => this.key(e) }, this.head, this.body);
		this.redraw = () => this.draw();
		player.addEventListener("change", this.redraw);
		document.addEventListener("visibilitychange", this.redraw);
	}

	leave() {
		this.player.removeEventListener("change", this.redraw);
		document.removeEventListener("visibilitychange", this.redraw);
		this.player.leave();
		this.node.remove();
	}

	context() {
		const { player } = this;
		return {
			player,
			get names() { return player.state.names; },
			get me() { return player.state.me?.id; },
			channelName: (id) => {
				const found = player.state.channels.find((c) => c.id === id);
				return found && (found.direct ? `@${found.name}` : found.name);
			},
			isDirect: (id) => player.state.channels.some((c) => c.id === id && c.direct),
			goTo: (channel, message) => {
				this.look(channel);
				if (message) this.log.goTo(message);
			},
			compose: (text) => this.composer.compose(text),
		};
	}

	// look opens a channel and leaves the list of channels, where that covers it.
	look(id) {
		this.player.open(id);
		this.showRooms(false);
	}

	showRooms(on) {
		this.node.classList.toggle("with-rooms", on);
		this.toggle.setAttribute("aria-expanded", String(on));
		if (on) this.rooms.node.querySelector("[aria-current]")?.focus();
	}

	key(e) {
		if (e.key !== "Escape" || !this.node.classList.contains("with-rooms")) return;
		this.showRooms(false);
		this.toggle.focus();
	}

	draw() {
		const { player } = this;
		this.drawBanner();
		if (!player.state) return;
		setClock(player.state.now);
		const here = player.here;
		if (!here) return;
		this.drawWho();
		this.title.textContent = `${here.direct ? "@ " : here.thread ? "› " : "# "}${here.name}`;
		this.composer.at(here);
		this.log.show(here);
		if (!document.hidden && this.node.offsetParent !== null) player.markRead(here);
		this.rooms.draw();
		this.toggle.classList.toggle("unread", this.waiting() > 0);
		this.drawCalls(here);
		this.drawSteps();
		this.drawModal();
		this.drawn();
	}

	// waiting counts what calls this person in places they do not look at.
	waiting() {
		const { player } = this;
		const away = this.node.offsetParent === null;
		const list = player.state?.channels ?? [];
		return list.filter((c) => away || c !== player.here).reduce((sum, c) => sum + player.unread(c).loud, 0);
	}

	// drawCalls leads at one press to the places that call this person, for
	// where the list of channels does not show.
	drawCalls(here) {
		const calls = this.player.state.channels.filter((c) => c !== here)
			.map((c) => ({ c, loud: this.player.unread(c).loud })).filter((call) => call.loud > 0);
		const sign = JSON.stringify(calls.map(({ c, loud }) => [c.id, c.name, loud]));
		if (sign === this.callsSign) return;
		this.callsSign = sign;
		this.calls.replaceChildren(...calls.map(({ c, loud }) =>
			button([el("span", { class: "mark loud", text: `${loud}`, "aria-hidden": "true" }), ` ${loud === 1 ? "A message" : `${loud} messages`} for you in ${c.direct ? "@" : "#"}${c.name} ›`], () => this.look(c.id), { class: "call" })));
	}

	drawBanner() {
		const { player } = this;
		const down = player.online || document.hidden ? "" : "The line to the sandbox is down; it is being tried again.";
		const absent = player.state?.bot?.connected === false ? "Umpire is not here at the moment: nobody will answer." : "";
		const out = player.here?.server?.bot === false ? "Umpire is not in this server: nobody will answer here." : "";
		const text = player.trouble || (player.state && (down || absent || out)) || "";
		const lost = player.trouble && !player.state;
		this.banner.replaceChildren(text, ...(lost ? [" ", el("a", { href: "./", text: "Begin as alice and bob." })] : []));
		this.banner.hidden = text === "";
		this.composer.node.hidden = this.rooms.node.hidden = this.who.hidden = !player.state;
	}

	drawWho() {
		const names = this.player.state.people.map((p) => p.name);
		const sign = names.join();
		if (this.whoSign === sign) return;
		this.whoSign = sign;
		this.who.replaceChildren(...names.map((name) => el("option", { value: name, text: name })));
		this.who.value = this.player.name;
	}

	drawSteps() {
		const wanted = !this.player.kept.stepsHidden && noSessionYet(this.player.state) && this.player.here.id !== botChannel;
		const sign = wanted && `for two: ${this.other()}`;
		if (sign === this.stepsShown) return;
		this.stepsShown = sign;
		const hide = () => {
			this.player.kept.stepsHidden = true;
			this.player.save();
			this.draw();
		};
		this.steps.replaceChildren(...(wanted ? [firstSteps(this.player, { other: this.other(), host: this.first, compose: this.ctx.compose, show: this.show, hide })] : []));
	}

	drawModal() {
		const modal = this.player.modal;
		const sign = modal ? JSON.stringify(modal) : "";
		if (sign === this.modalSign) return;
		this.modalSign = sign;
		this.over?.remove();
		this.over = null;
		this.body.inert = this.head.inert = Boolean(modal);
		if (!modal) {
			if (this.before?.isConnected) this.before.focus();
			return;
		}
		this.before = this.node.contains(document.activeElement) ? document.activeElement : null;
		const over = { close: () => this.player.closeModal(), sent: () => {
			this.player.closeModal();
			this.player.refresh();
		} };
		this.over = el("div", { class: "over" }, modalDialog(modal, this.player, this.ctx, over));
		this.node.append(this.over);
		this.over.querySelector("input, textarea, .opener")?.focus();
	}
}
