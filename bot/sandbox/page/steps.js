// The first steps, shown until a session stands at the table.

import { button, el } from "./dom.js";

// noSessionYet tells whether the bot has not yet posted for all in any channel.
export function noSessionYet(state) {
	return !state.channels.some((c) => !c.direct && (c.thread || c.messages.some((m) => m.author.bot && !(m.flags & 64))));
}

// firstSteps draws the hint for the person of this pane. compose puts a text
// into the composer; hide puts the hint away.
export function firstSteps(player, compose, hide) {
	const others = player.state.people.filter((p) => p.name !== player.name).map((p) => p.name);
	const friend = others.includes("bob") ? "bob" : others.includes("alice") ? "alice" : others[0];
	return el("aside", { class: "steps", "aria-label": "First steps" },
		el("div", { class: "line" }, el("h3", { text: "First steps" }), button("✕", hide, { class: "plainly", "aria-label": "Hide the first steps" })),
		el("ol", {},
			el("li", {}, "Type ", button("/session new", () => compose("/session new "), { class: "mention" }), " here, choose a game and send it."),
			el("li", {}, `Be ${friend} as well (the other half of the window, or the switch on top), and take the other side under the umpire's post.`),
			el("li", {}, "When both sides are ready the fight begins in its thread. What is secret comes to each player alone.")),
		el("p", { class: "small", text: `You are ${player.name}. Nobody outside this machine is here, and nothing can be broken: try everything.` }));
}
