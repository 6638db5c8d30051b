// Embeds, pictures and files of a message. A picture opens large at a press,
// with its description in words below it.

import { button, el } from "./dom.js";
import { markdown } from "./markdown.js";

// embeds draws the cards below a text.
export function embeds(list, ctx) {
	return list.map((e) => embed(e, ctx));
}

function embed(e, ctx) {
	const node = el("section", { class: "embed" },
		e.author?.name && el("p", { class: "small", text: e.author.name }),
		e.title && el("h4", {}, e.url ? el("a", { href: e.url, target: "_blank", rel: "noopener noreferrer", text: e.title }) : markdown(e.title, ctx).flatMap((n) => [...n.childNodes])),
		e.thumbnail && pictures([{ ...e.thumbnail, description: e.thumbnail.description ?? "" }]),
		e.description && el("div", { class: "text" }, markdown(e.description, ctx)),
		(e.fields ?? []).length > 0 && el("dl", {}, e.fields.map((f) =>
			el("div", { class: f.inline ? "inline" : null }, el("dt", { text: f.name }), el("dd", {}, markdown(f.value, ctx))))),
		e.image && pictures([{ ...e.image, description: e.image.description ?? e.title ?? "" }]),
		e.footer?.text && el("p", { class: "small", text: e.footer.text }),
	);
	if (Number.isInteger(e.color) && e.color > 0) node.style.borderInlineStartColor = `#${e.color.toString(16).padStart(6, "0")}`;
	return node;
}

// attachments draws pictures as pictures and all else as a link to save.
export function attachments(list) {
	const isPicture = (a) => (a.content_type ?? "").startsWith("image/") || /\.(png|jpe?g|gif|webp|svg)$/i.test(a.filename ?? "");
	return [
		list.some(isPicture) && pictures(list.filter(isPicture)),
		list.filter((a) => !isPicture(a)).map((a) =>
			el("a", { class: "file", href: a.url, download: a.filename, target: "_blank", rel: "noopener" }, a.filename, el("small", { text: ` ${sizeText(a.size)}` }))),
	];
}

// pictures draws images of {url, description, width, height, filename}.
export function pictures(list) {
	return el("div", { class: "pictures" }, list.map((p) => {
		const alt = p.description ?? "";
		const img = el("img", { src: p.url, alt: alt || "Picture without a description", loading: "lazy", width: p.width ?? null, height: p.height ?? null });
		return el("figure", {},
			el("button", { type: "button", class: "picture", "aria-label": `Enlarge: ${alt || p.filename || "picture"}`, onclick: () => enlarge(p.url, alt) }, img),
			alt.length > 60 && el("details", {}, el("summary", { text: "The picture in words" }), el("p", { text: alt })));
	}));
}

function enlarge(url, alt) {
	const dialog = el("dialog", { class: "large", "aria-label": "Picture", onclose: () => dialog.remove(), onclick: (e) => e.target === dialog && dialog.close() },
		el("img", { src: url, alt }),
		alt && el("p", { text: alt }),
		button("Close", () => dialog.close(), { class: "press plain" }));
	document.body.append(dialog);
	dialog.showModal();
}

function sizeText(bytes) {
	if (!Number.isFinite(bytes)) return "";
	return bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} KiB`;
}
