// The first steps, shown until a session stands at the table.

import { button, el } from "./dom.js";

// noSessionYet tells whether the bot has not yet posted for all in any channel.
export function noSessionYet(state) {
	return !state.channels.some((c) => !c.direct && (c.thread || c.messages.some((m) => m.author.bot && !(m.flags & 64))));
}

// firstSteps draws the hint for the person of this pane. other is the person
// in the other half, "" for none; host tells which of the two opens the fight.
// compose puts a text into the composer, show plays a fight by itself, hide
// puts the hint away.
export function firstSteps(player, { other, host, compose, show, hide }) {
	const friend = other || (player.name === "bob" ? "alice" : "bob");
	const open = (text, start) => button(text, () => compose(start), { class: "mention" });
	const first = host
		? el("li", {}, "Open a fight: type ", open("/session new", `/session new opponent:${friend}`), ` here, choose a system, name ${friend} as the opponent and send.`)
		: el("li", {}, `${friend} opens a fight, in the other half or behind the switch on top. Or open one yourself: `, open("/session new", `/session new opponent:${friend}`), ".");
	const both = other ? "Both press Ready under the umpire's post." : `Press Ready under the umpire's post, then do the same as ${friend} (+ above adds that half).`;
	return el("aside", { class: "steps", "aria-label": "First steps" },
		el("div", { class: "line" }, el("h3", { text: "First steps" }), button("✕", hide, { class: "plainly", "aria-label": "Hide the first steps" })),
		el("ol", {}, first, el("li", { text: both }),
			el("li", {}, "The fight goes on in its own thread, in the list under # table. What is hidden comes to each player as a direct message, and behind the button Choose in secret.")),
		host && el("div", { class: "row" }, button("Open a fight", () => compose(`/session new opponent:${friend}`), { class: "press main" }), button("Show me", show, { class: "press plain" })),
		el("p", { class: "small", text: `You are ${player.name}. Nobody outside this machine is here, and nothing can be broken: try everything.` }));
}
