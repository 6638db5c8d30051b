// The form of one slash command: its name, a field for each option, what the
// option at hand means. Enter sends, Escape gives it up.

import { act, ControlError } from "./control.js";
import { button, el } from "./dom.js";
import { Field } from "./field.js";

// shownOptional is how many optional fields show at once; more wait behind a
// button each.
const shownOptional = 4;

export class CommandForm {
	// place gives player, channel() (its id), host for lists, and done() to
	// call when the command was sent or given up.
	constructor(command, place) {
		Object.assign(this, { command, place });
		this.fields = command.options.map((option) => new Field(option, command, {
			player: place.player, channel: place.channel, host: place.host,
			others: (field) => this.typed(field), filled: (field) => this.next(field), turnTo: (name) => this.turnTo(name),
		}));
		this.hint = el("p", { class: "hint", "aria-live": "polite", text: command.description });
		this.trouble = el("p", { class: "trouble", role: "alert", hidden: true });
		this.more = el("div", { class: "more" });
		this.box = el("div", { class: "options" });
		this.sender = el("button", { type: "submit", class: "press main", text: "Send" });
		this.node = el("form", { class: "command", "aria-label": `/${command.name}`, novalidate: true, onkeydown: (e) => this.key(e) },
			el("div", { class: "line" }, el("b", { class: "slash", text: `/${command.name}` }), this.hint,
				button("✕", () => place.done(), { class: "plainly", "aria-label": "Give this command up" })),
			this.box, this.more, this.trouble,
			el("div", { class: "line end" }, el("small", { class: "keys", text: "Enter sends, Escape gives up" }), this.sender));
		this.node.addEventListener("submit", (e) => {
			e.preventDefault();
			this.send();
		});
		this.lay();
	}

	// lay puts the fields in: the required ones, the first few others.
	lay() {
		let optional = 0;
		for (const field of this.fields) {
			field.control.addEventListener("focusin", () => this.explain(field));
			if (field.option.required || optional < shownOptional) this.box.append(field.node);
			else this.more.append(this.adder(field));
			if (!field.option.required) optional += 1;
		}
	}

	adder(field) {
		field.add = button(`+ ${field.option.name}`, () => this.turnTo(field.option.name), { class: "plainly", title: field.option.description });
		return field.add;
	}

	addField(field) {
		field.add?.remove();
		this.box.append(field.node);
	}

	explain(field) {
		const { option } = field;
		this.hint.textContent = `${option.name}: ${option.description}${option.required ? " (required)" : ""}`;
	}

	// fill sets options by name; loose text goes into the first empty one.
	fill(values, loose = "") {
		for (const field of this.fields) {
			if (values[field.option.name] === undefined) continue;
			if (field.node.parentNode !== this.box) this.addField(field);
			field.set(values[field.option.name]);
		}
		const first = this.fields.find((f) => values[f.option.name] === undefined);
		if (loose && first) first.set(loose);
	}

	focus() {
		const empty = this.fields.find((f) => f.option.required && !f.input.value && f.taken === undefined);
		(empty ?? this.fields.find((f) => f.node.parentNode === this.box))?.input.focus();
		if (this.fields.length === 0) this.sender.focus();
	}

	// next goes on to what is still required after a field was filled.
	next(field) {
		const open = this.fields.find((f) => f !== field && f.option.required && f.option.type !== 11 && !f.input.value && f.taken === undefined);
		if (open) open.input.focus();
	}

	// turnTo puts the focus into the field of that name; false without one.
	turnTo(name) {
		const field = this.fields.find((f) => f.option.name === name);
		if (!field) return false;
		if (field.node.parentNode !== this.box) this.addField(field);
		field.input.focus();
		return true;
	}

	// typed gives the options filled in so far, without the one being typed.
	typed(but) {
		const out = {};
		for (const field of this.fields) {
			if (field === but || field.option.type === 11) continue;
			const value = field.taken ?? field.input.value?.trim();
			if (value !== undefined && value !== "") out[field.option.name] = value;
		}
		return out;
	}

	key(e) {
		if (e.key !== "Escape") return;
		e.preventDefault();
		e.stopPropagation();
		this.place.done();
	}

	async send() {
		if (this.sending) return;
		const options = {};
		let missing = null;
		for (const field of this.fields) {
			const value = await field.value();
			if (value !== undefined) options[field.option.name] = value;
			else if (field.option.required) {
				field.warn("This option is required.");
				missing ??= field;
			}
		}
		if (missing) {
			missing.input.focus();
			return;
		}
		await this.give(options);
	}

	async give(options) {
		this.setSending(true);
		try {
			await act("command", { as: this.place.player.name, channel: this.place.channel(), name: this.command.name, options });
			this.place.player.refresh();
			this.place.done();
		} catch (error) {
			if (!(error instanceof ControlError)) throw error;
			this.trouble.textContent = error.message;
			this.trouble.hidden = false;
			this.setSending(false);
		}
	}

	setSending(on) {
		this.sending = on;
		this.sender.setAttribute("aria-busy", String(on));
		this.sender.textContent = on ? "Sending…" : "Send";
		if (on) this.trouble.hidden = true;
	}

	gone() {
		for (const field of this.fields) field.gone();
	}
}
