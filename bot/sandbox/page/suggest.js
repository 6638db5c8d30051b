// Suggestions for a text field: a list above the composer that follows what
// is typed. Arrows move in it, Enter or Tab takes, Escape closes.

import { el, freshID } from "./dom.js";

export class Suggest {
	// find(text) gives, or promises, items {label, detail, value}; take(item)
	// is called with the one taken. host holds the list; wait is how long (ms)
	// typing must pause before find is asked.
	constructor(input, host, { find, take, wait = 0, name }) {
		Object.assign(this, { input, host, find, take, wait });
		this.items = [];
		this.at = -1;
		this.asked = 0;
		const id = freshID("suggest");
		this.list = el("ul", { id, role: "listbox", class: "suggest", "aria-label": name, hidden: true });
		this.list.addEventListener("mousedown", (e) => e.preventDefault()); // the field keeps the focus
		for (const [key, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-expanded", "false"], ["aria-controls", id], ["autocomplete", "off"]]) {
			input.setAttribute(key, value);
		}
		input.addEventListener("input", () => this.later());
		input.addEventListener("focus", () => this.look());
		input.addEventListener("blur", () => this.close());
		input.addEventListener("keydown", (e) => this.key(e));
		host.append(this.list);
	}

	// gone takes the list off the page.
	gone() {
		clearTimeout(this.timer);
		this.asked += 1;
		this.list.remove();
	}

	get isOpen() {
		return !this.list.hidden;
	}

	later() {
		clearTimeout(this.timer);
		if (this.wait === 0) this.look();
		else this.timer = setTimeout(() => this.look(), this.wait);
	}

	// look asks for items; an answer that a later question overtook is dropped.
	async look() {
		clearTimeout(this.timer);
		this.asked += 1;
		const mine = this.asked;
		let items = [];
		try {
			items = await this.find(this.input.value);
		} catch (error) {
			items = [{ label: error.message, detail: "", none: true }];
		}
		if (mine !== this.asked || document.activeElement !== this.input) return;
		this.show(items);
	}

	show(items) {
		this.items = items;
		this.list.replaceChildren(...items.map((item, i) =>
			el("li", {
				id: `${this.list.id}-${i}`, role: "option", "aria-selected": "false", class: item.none ? "none" : null,
				onclick: () => !item.none && this.pick(i),
			}, el("span", { text: item.label }), item.detail && el("small", { text: item.detail }))));
		this.list.hidden = items.length === 0;
		this.input.setAttribute("aria-expanded", String(items.length > 0));
		this.move(this.input.value.trim() !== "" && items.length > 0 && !items[0].none ? 0 : -1);
	}

	close() {
		clearTimeout(this.timer);
		this.asked += 1;
		this.list.hidden = true;
		this.input.setAttribute("aria-expanded", "false");
		this.input.removeAttribute("aria-activedescendant");
	}

	move(i) {
		this.at = i;
		[...this.list.children].forEach((node, j) => {
			node.classList.toggle("at", i === j);
			node.setAttribute("aria-selected", String(i === j));
		});
		const node = this.list.children[i];
		if (!node) {
			this.input.removeAttribute("aria-activedescendant");
			return;
		}
		this.input.setAttribute("aria-activedescendant", node.id);
		node.scrollIntoView({ block: "nearest" });
	}

	key(e) {
		if (e.isComposing) return;
		if (!this.isOpen) {
			if (e.key === "ArrowDown" && this.input.tagName === "INPUT") this.look();
			return;
		}
		const count = this.items.length;
		const taking = e.key === "Enter" || (e.key === "Tab" && !e.shiftKey && this.input.value !== "");
		if (e.key === "ArrowDown") this.move((this.at + 1) % count);
		else if (e.key === "ArrowUp") this.move((Math.max(this.at, 0) + count - 1) % count);
		else if (e.key === "Escape") this.close();
		else if (taking && this.at >= 0 && !this.items[this.at].none) this.pick(this.at);
		else return;
		e.preventDefault();
		e.stopImmediatePropagation();
	}

	pick(i) {
		const item = this.items[i];
		this.close();
		this.take(item);
	}
}
