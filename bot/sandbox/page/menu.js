// A menu of options that opens in its place. Taking one submits it, as on
// Discord; where several may be taken they are ticked and then confirmed. It
// is a listbox of its own because a native one would already submit while
// the arrow keys pass over its options.

import { button, el, freshID } from "./dom.js";

// menu makes the menu. options: {label, value, description?, default?, emoji?};
// submit is called with the values taken. It is closed until it is pressed.
export function menu({ customID, hint, options, min, max, disabled, busy, submit, label }) {
	return new Menu({ customID, hint, options, min, max, disabled, busy, submit, label }).node;
}

class Menu {
	constructor(given) {
		Object.assign(this, given);
		this.many = this.max > 1;
		this.taken = new Set(this.options.filter((o) => o.default).map((o) => o.value));
		this.at = 0;
		const id = freshID("menu");
		this.opener = button("", () => (this.list.hidden ? this.open() : this.close()), {
			class: "opener", data: { customId: this.customID }, disabled: this.disabled,
			"aria-haspopup": "listbox", "aria-expanded": "false", "aria-controls": id,
			"aria-busy": this.busy ? "true" : null, "aria-label": this.label ?? null,
		});
		this.opener.addEventListener("keydown", (e) => {
			if (e.key === "ArrowDown" && this.list.hidden) {
				e.preventDefault();
				this.open();
			}
		});
		this.items = this.options.map((o, i) => this.item(o, `${id}-${i}`, i));
		this.list = el("ul", {
			id, role: "listbox", tabindex: "0", hidden: true, "aria-label": this.label ?? this.hint,
			"aria-multiselectable": this.many ? "true" : null, onkeydown: (e) => this.key(e),
			onfocus: () => this.move(this.at),
		}, this.items);
		this.sure = button("", () => this.confirm(), { class: "press main", hidden: true });
		this.node = el("div", { class: "menu" }, this.opener, this.list, this.sure);
		this.mark();
	}

	item(o, id, i) {
		return el("li", { id, role: "option", onclick: () => this.take(i), onmousemove: () => this.at !== i && this.move(i) },
			el("span", { class: "tick", "aria-hidden": "true" }),
			el("span", {}, o.emoji?.name && !o.emoji.id ? `${o.emoji.name} ` : "", o.label,
				o.description && el("small", { text: o.description })));
	}

	open() {
		if (this.busy) return;
		this.list.hidden = false;
		this.sure.hidden = !this.many;
		this.opener.setAttribute("aria-expanded", "true");
		this.move(Math.max(0, this.options.findIndex((o) => this.taken.has(o.value))));
		this.list.focus({ preventScroll: true });
		this.node.scrollIntoView({ block: "nearest" });
	}

	close() {
		this.list.hidden = true;
		this.sure.hidden = true;
		this.opener.setAttribute("aria-expanded", "false");
		this.opener.focus({ preventScroll: true });
	}

	key(e) {
		const last = this.items.length - 1;
		switch (e.key) {
			case "ArrowDown": this.move(Math.min(last, this.at + 1)); break;
			case "ArrowUp": this.move(Math.max(0, this.at - 1)); break;
			case "Home": this.move(0); break;
			case "End": this.move(last); break;
			case "Escape": this.close(); break;
			case " ": this.take(this.at); break;
			case "Enter": if (this.many) this.confirm(); else this.take(this.at); break;
			default: if (!this.byLetter(e)) return;
		}
		e.preventDefault();
		e.stopPropagation();
	}

	// byLetter goes to the next option that begins with the letter typed.
	byLetter(e) {
		if (e.key.length !== 1 || e.ctrlKey || e.metaKey || e.altKey) return false;
		const order = this.options.map((_, i) => (this.at + 1 + i) % this.options.length);
		const found = order.find((i) => this.options[i].label.toLowerCase().startsWith(e.key.toLowerCase()));
		if (found === undefined) return false;
		this.move(found);
		return true;
	}

	move(i) {
		this.at = i;
		this.items.forEach((item, j) => item.classList.toggle("at", i === j));
		if (!this.items[i]) return;
		this.list.setAttribute("aria-activedescendant", this.items[i].id);
		this.items[i].scrollIntoView({ block: "nearest" });
	}

	take(i) {
		const { value } = this.options[i];
		if (!this.many) {
			this.taken = new Set([value]);
			this.mark();
			this.close();
			this.submit([value]);
			return;
		}
		if (this.taken.has(value)) this.taken.delete(value);
		else if (this.taken.size < this.max) this.taken.add(value);
		this.move(i);
		this.mark();
	}

	confirm() {
		if (this.taken.size < this.min) return;
		this.close();
		this.submit(this.options.map((o) => o.value).filter((v) => this.taken.has(v)));
	}

	// mark shows what is taken, on the options and on the closed menu.
	mark() {
		const chosen = this.options.filter((o) => this.taken.has(o.value));
		this.items.forEach((item, i) => item.setAttribute("aria-selected", String(this.taken.has(this.options[i].value))));
		this.opener.replaceChildren(el("span", { text: chosen.length > 0 ? chosen.map((o) => o.label).join(", ") : this.hint }), el("span", { "aria-hidden": "true", text: "▾" }));
		const span = this.min === this.max ? `${this.max}` : `${this.min} to ${this.max}`;
		this.sure.textContent = `Confirm ${chosen.length} (${span} may be taken)`;
		this.sure.disabled = chosen.length < this.min;
	}
}
