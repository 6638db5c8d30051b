// A form that the bot opens on a person's screen. It lies over that person's
// half of the window only, so that the other half can go on.

import { act } from "./control.js";
import { button, el, freshID } from "./dom.js";
import { markdown } from "./markdown.js";
import { menu } from "./menu.js";

// modalDialog draws modal; close() is called when it is given up, sent() when
// it was taken.
export function modalDialog(modal, player, ctx, { close, sent }) {
	const title = freshID("title");
	const inputs = []; // {id, read()}
	const trouble = el("p", { class: "trouble", role: "alert", hidden: true });
	const submit = el("button", { type: "submit", class: "press main", text: "Submit" });
	const form = el("form", {
		class: "modal", role: "dialog", "aria-modal": "true", "aria-labelledby": title,
		onkeydown: (e) => {
			if (e.key !== "Escape") return;
			e.stopPropagation();
			close();
		},
	},
	el("h3", { id: title, text: modal.title }),
	(modal.components ?? []).map((c) => part(c, inputs, ctx)),
	trouble,
	el("div", { class: "line end" }, button("Cancel", close, { class: "press plain" }), submit));
	form.addEventListener("submit", async (e) => {
		e.preventDefault();
		if (submit.getAttribute("aria-busy") === "true") return;
		submit.setAttribute("aria-busy", "true");
		const fields = Object.fromEntries(inputs.map((input) => [input.id, input.read()]));
		try {
			await act("submit", { as: player.name, custom_id: modal.custom_id, fields });
			sent();
		} catch (error) {
			trouble.textContent = error.message;
			trouble.hidden = false;
		}
		submit.setAttribute("aria-busy", "false");
	});
	return form;
}

function part(c, inputs, ctx, about = {}) {
	switch (c.type) {
		case 1: return (c.components ?? []).map((child) => part(child, inputs, ctx));
		case 4: return textInput(c, inputs, about);
		case 3: return choice(c, inputs, about);
		case 10: return el("div", { class: "text" }, markdown(c.content, ctx));
		case 18: return part(c.component, inputs, ctx, { label: c.label, description: c.description });
		case 21: return ticks(c, inputs, about, "radio");
		case 22: return ticks(c, inputs, about, "checkbox");
		case 23: return single(c, inputs, about);
	}
	return el("p", { class: "trouble", text: `This page does not show form parts of type ${c.type}.` });
}

function textInput(c, inputs, about) {
	const id = freshID("field");
	const must = c.required !== false;
	const props = {
		id, placeholder: c.placeholder, minlength: c.min_length, maxlength: c.max_length ?? 4000, required: must,
		rows: c.style === 2 ? "5" : null, type: c.style === 2 ? null : "text",
	};
	const input = el(c.style === 2 ? "textarea" : "input", props);
	input.value = c.value ?? "";
	inputs.push({ id: c.custom_id, read: () => input.value });
	return labelled(about.label ?? c.label, about.description, must, id, input);
}

function labelled(label, description, must, id, input) {
	return el("div", { class: "field" },
		el("label", { for: id }, label, must && el("span", { class: "must", text: " *", title: "required" })),
		description && el("small", { text: description }), input);
}

function choice(c, inputs, about) {
	let values = (c.options ?? []).filter((o) => o.default).map((o) => o.value);
	const node = menu({
		customID: c.custom_id, hint: c.placeholder || "Choose", options: c.options, label: about.label,
		min: c.min_values ?? 1, max: c.max_values ?? 1, submit: (taken) => (values = taken),
	});
	inputs.push({ id: c.custom_id, read: () => values });
	return el("div", { class: "field" }, el("span", { class: "label", text: about.label ?? "" }), about.description && el("small", { text: about.description }), node);
}

function ticks(c, inputs, about, type) {
	const name = freshID("ticks");
	const boxes = (c.options ?? []).map((o) => {
		const box = el("input", { type, name, value: o.value });
		box.checked = o.default === true;
		return { box, node: el("label", {}, box, " ", o.label, o.description && el("small", { text: ` ${o.description}` })) };
	});
	inputs.push({
		id: c.custom_id,
		read: () => {
			const values = boxes.filter((b) => b.box.checked).map((b) => b.box.value);
			return type === "radio" ? values[0] ?? null : values;
		},
	});
	return el("fieldset", { class: "field" }, el("legend", { text: about.label ?? "" }), about.description && el("small", { text: about.description }), boxes.map((b) => b.node));
}

function single(c, inputs, about) {
	const box = el("input", { type: "checkbox" });
	box.checked = c.default === true;
	inputs.push({ id: c.custom_id, read: () => box.checked });
	return el("label", { class: "field" }, box, " ", about.label, about.description && el("small", { text: ` ${about.description}` }));
}
