// The place to write: plain text is said in the channel, a slash brings up
// the bot's commands and then the form of the one chosen.

import { CommandForm } from "./command.js";
import { act } from "./control.js";
import { button, el, freshID } from "./dom.js";
import { flatten, isWhole, matching, parse } from "./slash.js";
import { Suggest } from "./suggest.js";

export class Composer {
	constructor(player) {
		this.player = player;
		this.popup = el("div", { class: "popup" });
		const id = freshID("say");
		this.input = el("textarea", { id, rows: "1", maxlength: "2000", enterkeyhint: "send", onkeydown: (e) => this.key(e), oninput: () => this.typed() });
		this.trouble = el("p", { class: "trouble", role: "alert", hidden: true });
		this.slash = button("/", () => this.compose("/"), { class: "plainly slash-key", "aria-label": "Show commands", title: "Commands" });
		this.label = el("label", { class: "unseen", for: id, text: "Message" });
		this.line = el("div", { class: "say" }, this.slash, this.label, this.input, button("Send", () => this.send(), { class: "press plain" }));
		this.node = el("div", { class: "composer" }, this.popup, this.trouble, this.line);
		this.suggest = new Suggest(this.input, this.popup, { find: (text) => this.find(text), take: (item) => this.begin(item.command), name: "Commands" });
	}

	// at says which channel is written in.
	at(channel) {
		if (channel.id === this.channel?.id) {
			this.channel = channel;
			return;
		}
		this.channel = channel;
		this.tell("");
		const name = channel.direct ? `@${channel.name}` : `#${channel.name}`;
		this.input.placeholder = "Write, or / for commands";
		this.label.textContent = `Message in ${name}`;
	}

	get commands() {
		return flatten(this.player.state?.commands, this.channel);
	}

	find(text) {
		if (!text.startsWith("/") || text.includes("\n")) return [];
		const found = matching(this.commands, text.slice(1));
		if (found.length === 0) {
			return this.commands.length > 0 ? [] : [{ label: "The bot has no commands here yet. Is it running?", detail: "", none: true }];
		}
		return found.map((command) => ({ label: `/${command.name}`, detail: command.description, command }));
	}

	typed() {
		this.tell("");
		this.input.style.height = "";
		if (this.input.value !== "") this.input.style.height = `${this.input.scrollHeight + 2}px`;
		if (this.input.value.startsWith("/") && isWhole(this.commands, this.input.value)) this.compose(this.input.value);
	}

	// compose puts a text in; a whole command opens its form.
	compose(text) {
		this.cancel();
		const read = text.endsWith(" ") || text.includes(":") ? parse(this.commands, text) : null;
		if (read) {
			this.begin(read.command, read.values, read.loose);
			return;
		}
		this.input.value = text;
		this.input.focus();
		this.suggest.look();
	}

	begin(command, values = {}, loose = "") {
		this.suggest.close();
		this.input.value = "";
		this.typed();
		this.form = new CommandForm(command, {
			player: this.player, host: this.popup, channel: () => this.channel.id,
			done: () => {
				this.cancel();
				this.input.focus();
			},
		});
		this.form.fill(values, loose);
		this.line.hidden = true;
		this.node.append(this.form.node);
		this.form.focus();
	}

	// cancel takes the form of a command away.
	cancel() {
		if (!this.form) return;
		this.form.gone();
		this.form.node.remove();
		this.form = null;
		this.line.hidden = false;
	}

	key(e) {
		if (e.key !== "Enter" || e.shiftKey || e.isComposing || e.defaultPrevented) return;
		e.preventDefault();
		this.send();
	}

	async send() {
		const text = this.input.value.trim();
		if (text === "" || this.sending) return;
		if (text.startsWith("/")) {
			const read = parse(this.commands, text);
			if (read) this.begin(read.command, read.values, read.loose);
			else this.tell(`There is no command ${text.split(" ")[0]} here.`);
			return;
		}
		this.sending = true;
		try {
			await act("say", { as: this.player.name, channel: this.channel.id, text });
			this.input.value = "";
			this.typed();
			await this.player.refresh();
		} catch (error) {
			this.tell(error.message);
		} finally {
			this.sending = false;
		}
	}

	tell(text) {
		this.trouble.textContent = text;
		this.trouble.hidden = text === "";
	}
}
