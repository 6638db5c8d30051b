// One option of a slash command as a field: text, number, yes or no, a
// choice, a person, a channel, a file. Each gives its value as the control
// interface wants it, undefined while it is empty.

import { act } from "./control.js";
import { button, el, freshID } from "./dom.js";
import { Suggest } from "./suggest.js";

const kinds = { text: 3, whole: 4, yesno: 5, user: 6, channel: 7, role: 8, anyone: 9, number: 10, file: 11 };

// mostInFile is how big a file may be, in bytes.
const mostInFile = 10 << 20;

// Field is made for an option; form gives player, channel(), others() (the
// options already filled in), host (for lists), filled(field) and turnTo(name).
export class Field {
	constructor(option, command, form) {
		Object.assign(this, { option, command, form });
		this.id = freshID("option");
		this.control = this.make();
		this.warning = el("span", { class: "trouble", hidden: true });
		this.node = el("div", { class: "option" },
			el("label", { for: this.id, title: option.description }, option.name, option.required && el("span", { class: "must", title: "required", text: "*" })),
			this.control, this.warning);
	}

	make() {
		switch (this.option.type) {
			case kinds.yesno: return this.yesNo();
			case kinds.file: return this.file();
		}
		return this.line();
	}

	line() {
		const { option } = this;
		const number = option.type === kinds.whole || option.type === kinds.number;
		this.input = el("input", {
			id: this.id, type: "text", inputmode: number ? "numeric" : "text", maxlength: option.max_length ?? null,
			"aria-required": option.required ? "true" : null, "aria-label": `${option.name}: ${option.description}`,
			spellcheck: "false", autocapitalize: "off", placeholder: this.hint(),
		});
		this.input.addEventListener("input", () => {
			this.taken = undefined;
			this.warn("");
			this.turnAway();
		});
		const find = this.finder();
		if (find) {
			this.suggest = new Suggest(this.input, this.form.host, {
				find, take: (item) => this.takeItem(item), wait: option.autocomplete ? 160 : 0, name: `${option.name}: what fits`,
			});
		}
		return this.input;
	}

	// turnAway lets somebody who types "target:" go on in the field of that name.
	turnAway() {
		const found = /^(.*?)(?:^|\s)([\w-]+):$/.exec(this.input.value);
		if (found && this.form.turnTo(found[2])) this.input.value = found[1];
	}

	hint() {
		const { option } = this;
		const { min_value: low, max_value: high } = option;
		if (low !== undefined && high !== undefined) return `${low} to ${high}`;
		if (option.choices || option.autocomplete) return "choose";
		if (option.type === kinds.user || option.type === kinds.anyone) return "who";
		return option.required ? "" : "optional";
	}

	// finder gives the source of suggestions, null for free text.
	finder() {
		const { option, form } = this;
		if (option.choices?.length > 0) {
			return (text) => fitting(option.choices.map((c) => ({ label: c.name, value: c.value })), this.taken === undefined ? text : "");
		}
		if (option.autocomplete) return (text) => this.ask(text);
		if (option.type === kinds.user || option.type === kinds.anyone) {
			const people = () => [...form.player.state.people.map((p) => p.name), "Umpire"];
			return (text) => fitting(people().map((name) => ({ label: name, value: name })), this.taken === undefined ? text : "");
		}
		if (option.type === kinds.channel) {
			return (text) => fitting(form.player.state.channels.filter((c) => !c.direct).map((c) => ({ label: `#${c.name}`, value: c.id })), this.taken === undefined ? text : "");
		}
		return null;
	}

	// ask lets the bot complete what was typed so far.
	async ask(text) {
		const answer = await act("autocomplete", {
			as: this.form.player.name, channel: this.form.channel(), name: this.command.name,
			options: this.form.others(this), focused: this.option.name, value: this.taken === undefined ? text : "",
		});
		const choices = answer.choices ?? [];
		if (choices.length === 0) return text === "" ? [] : [{ label: "Nothing here fits that.", detail: "", none: true }];
		return choices.map((c) => ({ label: c.name, value: c.value }));
	}

	takeItem(item) {
		this.input.value = item.label;
		this.taken = item.value;
		this.warn("");
		this.form.filled(this);
	}

	yesNo() {
		const set = (value) => {
			this.taken = this.taken === value && !this.option.required ? undefined : value;
			yes.setAttribute("aria-pressed", String(this.taken === true));
			no.setAttribute("aria-pressed", String(this.taken === false));
			this.warn("");
		};
		const yes = button("Yes", () => set(true), { id: this.id, "aria-pressed": "false" });
		const no = button("No", () => set(false), { "aria-pressed": "false" });
		this.input = yes;
		this.set = (text) => set(/^(true|yes|on|1)$/i.test(text));
		return el("span", { class: "yesno", role: "group", "aria-label": `${this.option.name}: ${this.option.description}` }, yes, no);
	}

	file() {
		this.input = el("input", {
			id: this.id, type: "file", "aria-label": `${this.option.name}: ${this.option.description}`,
			"aria-required": this.option.required ? "true" : null,
		});
		this.input.addEventListener("change", () => {
			const tooBig = this.input.files[0]?.size > mostInFile;
			this.warn(tooBig ? "Discord takes files of up to 10 MiB." : "");
			if (tooBig) this.input.value = "";
			else this.form.filled(this);
		});
		this.set = () => {}; // a page may not choose a file
		return this.input;
	}

	// set fills in what was typed in full.
	set(text) {
		const known = this.option.choices?.find((c) => c.name === text || String(c.value) === text);
		this.input.value = known?.name ?? text;
		this.taken = known?.value;
	}

	// value gives the option's value; a number that is none stays as typed,
	// for the sandbox to refuse as Discord would.
	async value() {
		if (this.option.type === kinds.file) return this.fileValue();
		if (this.taken !== undefined) return this.taken;
		if (this.option.type === kinds.yesno) return undefined;
		const text = this.input.value.trim();
		if (text === "") return undefined;
		const number = this.option.type === kinds.whole || this.option.type === kinds.number;
		if (this.option.type === kinds.user || this.option.type === kinds.channel) return text.replace(/^[@#]/, "");
		return number && !Number.isNaN(Number(text)) ? Number(text) : text;
	}

	async fileValue() {
		const [file] = this.input.files;
		if (!file) return undefined;
		const bytes = new Uint8Array(await file.arrayBuffer());
		let raw = "";
		for (let i = 0; i < bytes.length; i += 8192) raw += String.fromCharCode(...bytes.subarray(i, i + 8192));
		return { filename: file.name, base64: btoa(raw) };
	}

	warn(text) {
		this.warning.textContent = text;
		this.warning.hidden = text === "";
		this.input.setAttribute("aria-invalid", String(text !== ""));
	}

	gone() {
		this.suggest?.gone();
	}
}

function fitting(items, text) {
	const typed = text.replace(/^[@#/]/, "").trim().toLowerCase();
	return items.filter((item) => item.label.toLowerCase().includes(typed)).slice(0, 25);
}
