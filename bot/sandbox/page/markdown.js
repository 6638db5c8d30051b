// Discord's markdown as page elements. A text is cut into blocks (headings,
// quotes, lists, small print, code), each block's line into spans. Nothing is
// ever parsed as HTML.

import { el, innerLink } from "./dom.js";
import { stampNode } from "./time.js";

// markdown gives the nodes of a text. ctx has names (Map of user id to name),
// me (own id), channelName(id), goTo(channel, message) and compose(text).
export function markdown(text, ctx) {
	return blocks((text ?? "").split("\n"), ctx);
}

function blocks(lines, ctx) {
	const out = [];
	let plain = [];
	const flush = () => {
		if (plain.length > 0) out.push(el("p", {}, spans(plain.join("\n"), ctx)));
		plain = [];
	};
	for (let i = 0; i < lines.length; ) {
		const block = blockAt(lines, i, ctx);
		if (block) {
			flush();
			out.push(block.node);
			i = block.next;
		} else if (lines[i].trim() === "") {
			flush();
			i += 1;
		} else {
			plain.push(lines[i]);
			i += 1;
		}
	}
	flush();
	return out;
}

// blockAt gives the block that begins at line i with the line after it, or
// null where plain text begins.
function blockAt(lines, i, ctx) {
	const line = lines[i];
	if (line.startsWith("```")) return codeBlock(lines, i);
	let found = /^(#{1,3}) +(.+)$/.exec(line);
	if (found) return one(el(`h${found[1].length + 2}`, { class: `h${found[1].length}` }, spans(found[2], ctx)), i);
	found = /^-# +(.+)$/.exec(line);
	if (found) return one(el("p", { class: "small" }, spans(found[1], ctx)), i);
	if (line.startsWith(">>> ")) {
		const rest = [line.slice(4), ...lines.slice(i + 1)];
		return { node: el("blockquote", {}, blocks(rest, ctx)), next: lines.length };
	}
	if (isQuote(line)) return quote(lines, i, ctx);
	if (listItem(line)) return list(lines, i, ctx);
	return null;
}

function one(node, i) {
	return { node, next: i + 1 };
}

function isQuote(line) {
	return line.startsWith("> ") || line === ">";
}

function quote(lines, i, ctx) {
	const inner = [];
	for (; i < lines.length && isQuote(lines[i]); i += 1) inner.push(lines[i].slice(2));
	return { node: el("blockquote", {}, blocks(inner, ctx)), next: i };
}

function codeBlock(lines, i) {
	const rest = lines.slice(i).join("\n");
	const found = /^```(?:[a-z0-9+-]+\n)?\n?([\s\S]*?)\n?```/i.exec(rest);
	if (!found) return null;
	const next = i + found[0].split("\n").length;
	const after = lines[next - 1].slice(lines[next - 1].lastIndexOf("```") + 3);
	if (after !== "") lines[next - 1] = after;
	return { node: el("pre", {}, el("code", { text: found[1] })), next: after === "" ? next : next - 1 };
}

function listItem(line) {
	const found = /^( *)([-*]|\d{1,9}\.) +(.+)$/.exec(line);
	return found && { depth: found[1].length, mark: found[2], text: found[3] };
}

// list gathers items of one depth; deeper ones become a list in the last item.
function list(lines, i, ctx) {
	const first = listItem(lines[i]);
	const numbered = /\d/.test(first.mark);
	const node = numbered ? el("ol", { start: parseInt(first.mark, 10) }) : el("ul");
	while (i < lines.length) {
		const item = listItem(lines[i]);
		if (!item || item.depth < first.depth) break;
		if (item.depth > first.depth + 1 && node.lastChild) {
			const deeper = list(lines, i, ctx);
			node.lastChild.append(deeper.node);
			i = deeper.next;
			continue;
		}
		if (/\d/.test(item.mark) !== numbered) break;
		node.append(el("li", {}, spans(item.text, ctx)));
		i += 1;
	}
	return { node, next: i };
}

// paired are the marks that enclose text, longest first.
const paired = [
	["**", "strong"],
	["__", "u"],
	["~~", "s"],
	["||", "spoiler"],
	["*", "em"],
	["_", "em"],
];

function spans(text, ctx) {
	const out = [];
	let plain = "";
	const put = (node) => {
		if (plain !== "") out.push(plain);
		plain = "";
		out.push(node);
	};
	for (let i = 0; i < text.length; ) {
		if (text[i] === "\\" && /[^a-z0-9\s]/i.test(text[i + 1] ?? "")) {
			plain += text[i + 1];
			i += 2;
			continue;
		}
		const span = spanAt(text, i, ctx);
		if (span) {
			put(span.node);
			i = span.next;
		} else {
			plain += text[i];
			i += 1;
		}
	}
	if (plain !== "") out.push(plain);
	return out;
}

// spanAt gives the span that begins at i with what comes after it, or null.
function spanAt(text, i, ctx) {
	switch (text[i]) {
		case "`": return code(text, i);
		case "<": return angled(text, i, ctx);
		case "[": return masked(text, i, ctx);
		case "h": return bareLink(text, i, ctx);
	}
	for (const [mark, tag] of paired) {
		if (!text.startsWith(mark, i)) continue;
		const end = closing(text, i + mark.length, mark);
		if (end < 0 || (mark === "_" && /\w/.test(text[i - 1] ?? ""))) continue;
		const inner = spans(text.slice(i + mark.length, end), ctx);
		return { node: tag === "spoiler" ? spoiler(inner) : el(tag, {}, inner), next: end + mark.length };
	}
	return null;
}

// closing finds where a mark ends what it opened, skipping escapes and code.
function closing(text, from, mark) {
	if (mark === "*" && /\s/.test(text[from] ?? " ")) return -1;
	for (let i = from; i < text.length; i += 1) {
		if (text[i] === "\\") {
			i += 1;
			continue;
		}
		if (text[i] === "`") {
			const skip = code(text, i);
			if (skip) i = skip.next - 1;
			continue;
		}
		if (mark.length === 1 && text.startsWith(mark + mark, i)) {
			const inner = closing(text, i + 2, mark + mark);
			if (inner > 0) i = inner + 1;
			continue;
		}
		if (!text.startsWith(mark, i) || i === from) continue;
		if (mark.length === 2 && text[i + 2] === mark[0]) continue; // the last of ***
		if (mark === "_" && /\w/.test(text[i + 1] ?? "")) continue;
		return i;
	}
	return -1;
}

function code(text, i) {
	const found = /^(`+)([\s\S]*?[^`])\1(?!`)/.exec(text.slice(i));
	return found && { node: el("code", { text: found[2] }), next: i + found[0].length };
}

function spoiler(inner) {
	const node = el("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": "Hidden text, press to show" }, inner);
	const show = () => {
		node.classList.add("shown");
		node.removeAttribute("aria-label");
	};
	node.addEventListener("click", show);
	node.addEventListener("keydown", (e) => e.key === "Enter" && show());
	return node;
}

// angled reads what stands in angle brackets: people, channels, times,
// commands, emoji and addresses.
function angled(text, i, ctx) {
	const found = /^<(@[!&]?\d+|#\d+|t:-?\d+(?::[tTdDfFR])?|\/[^:>]+:\d+|a?:\w+:\d+|https?:\/\/[^\s>]+)>/.exec(text.slice(i));
	if (!found) return null;
	const [whole, inner] = found;
	return { node: angledNode(inner, ctx), next: i + whole.length };
}

function angledNode(inner, ctx) {
	const id = inner.replace(/^\D+/, "");
	if (inner.startsWith("@&")) return el("span", { class: "mention", text: "@role" });
	if (inner.startsWith("@")) {
		return el("span", { class: id === ctx.me ? "mention me" : "mention", text: `@${ctx.names.get(id) ?? "unknown"}` });
	}
	if (inner.startsWith("#")) return channelLink(id, "", ctx);
	if (inner.startsWith("/")) {
		const name = inner.slice(1, inner.lastIndexOf(":"));
		return el("button", { type: "button", class: "mention", text: `/${name}`, onclick: () => ctx.compose(`/${name} `) });
	}
	if (inner.startsWith("t:")) {
		const [, seconds, style] = inner.split(":");
		return stampNode(Number(seconds), style ?? "f");
	}
	if (inner.startsWith("http")) return link(inner, inner, ctx);
	return `:${inner.split(":")[1]}:`;
}

function masked(text, i, ctx) {
	const found = /^\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: "[^"]*")?\)/.exec(text.slice(i));
	return found && { node: link(found[2], spans(found[1], ctx), ctx), next: i + found[0].length };
}

function bareLink(text, i, ctx) {
	if (/\w/.test(text[i - 1] ?? "")) return null;
	const found = /^https?:\/\/(?:\([^\s<>()]*\)|[^\s<>()])*(?:\([^\s<>()]*\)|[^\s<>().,:;"'\]*_~|])/.exec(text.slice(i));
	return found && { node: link(found[0], null, ctx), next: i + found[0].length };
}

// link leads out in a new tab, or, when it names a message of this sandbox,
// to that message.
function link(address, label, ctx) {
	const inside = /\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/.exec(address);
	if (inside && ctx.channelName(inside[1])) return channelLink(inside[1], inside[2], ctx, label);
	return el("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, label ?? address);
}

function channelLink(channel, message, ctx, label) {
	const name = ctx.channelName(channel);
	if (!name) return el("span", { class: "mention", text: "#unknown" });
	const shown = label ?? `${name.startsWith("@") ? "" : "#"}${name}${message ? " › post" : ""}`;
	return innerLink(shown, () => ctx.goTo(channel, message), { class: "mention" });
}
