// Show me: a fight that plays itself on the page. It finds what is to be
// pressed by what it says, presses it as a person would, and tells each step
// in a bar on top. It can be paused, hurried and stopped at any time.

import { demonstration } from "./demonstration.js";
import { button, el } from "./dom.js";

const beat = 50; // ms between two looks at the page
const aim = 700; // ms for which what is about to be pressed is pointed at
const longestWait = 20000; // ms for something that must come on the screen
const shortWait = 5000; // ms for something that may come

// Stopped ends a demonstration that its watcher has stopped.
class Stopped extends Error {}

export class Show {
	// seat(names) puts people into the window, pane(name) is somebody's half,
	// turn(name) brings it to the front where only one fits.
	constructor({ seat, pane, turn }) {
		Object.assign(this, { seat, pane, turn });
		this.starter = button("Show me", () => this.start(), { class: "starter", title: "Watch a short fight play itself" });
		this.caption = el("p", { class: "caption", role: "status" });
		this.hold = button("Pause", () => this.setPaused(!this.paused), { class: "press plain" });
		this.on = button("Next", () => this.hurryOn(), { class: "press plain" });
		this.end = button("Stop", () => this.stop(), { class: "press plain" });
		this.node = el("section", { class: "show", "aria-label": "Demonstration", hidden: true },
			this.caption, el("div", { class: "row" }, this.hold, this.on, this.end));
	}

	// start plays the demonstration from its beginning.
	async start() {
		if (!this.node.hidden) return;
		this.stopped = this.hurry = this.done = false;
		this.setPaused(false);
		this.setPlaying(true);
		this.hold.focus();
		this.seat(["alice", "bob"]);
		try {
			await demonstration(this);
			this.finish("");
		} catch (error) {
			if (error instanceof Stopped) this.stop();
			else this.finish(`It cannot go on by itself: ${error.message} Go on by hand, or begin anew.`);
		}
	}

	setPlaying(on) {
		this.node.hidden = !on;
		this.starter.hidden = on;
		this.hold.hidden = this.on.hidden = !on;
		this.end.textContent = "Stop";
	}

	// finish leaves the last words standing until they are put away.
	finish(words) {
		if (words) this.caption.textContent = words;
		this.done = true;
		this.hold.hidden = this.on.hidden = true;
		this.end.textContent = "Close";
		if (this.node.contains(document.activeElement) || document.activeElement === document.body) this.end.focus();
	}

	stop() {
		this.stopped = true;
		const focused = this.node.contains(document.activeElement);
		this.setPlaying(false);
		if (focused) this.starter.focus();
	}

	setPaused(on) {
		this.paused = on;
		this.hold.textContent = on ? "Go on" : "Pause";
	}

	// hurryOn cuts the wait before the next step short, also while paused.
	hurryOn() {
		this.hurry = true;
	}

	// tell says what happens next and leaves time to read it.
	async tell(text) {
		this.caption.textContent = text;
		this.hurry = false;
		await this.rest(1200 + text.length * 32);
	}

	// rest waits while there is time left, the demonstration is paused or
	// nobody looks at the window.
	async rest(ms) {
		for (let left = ms; left > 0 || this.paused || document.hidden;) {
			await this.tick();
			if (this.hurry) return;
			if (!this.paused && !document.hidden) left -= beat;
		}
	}

	async tick() {
		if (this.stopped) throw new Stopped();
		await new Promise((go) => setTimeout(go, beat));
		if (this.stopped) throw new Stopped();
	}

	// look turns somebody's half to a channel.
	async look(who, channel) {
		const find = () => this.pane(who)?.player.state?.channels.find((c) => c.name === channel || c.id === channel);
		this.turn(who);
		this.pane(who).look((await this.await(find, `${who} finds no channel ${channel}.`)).id);
		await this.tick();
	}

	// await gives what find finds, once it does; where nothing is to be said
	// otherwise, it may as well find nothing.
	async await(find, otherwise, limit = longestWait) {
		for (let left = limit; left > 0; left -= beat) {
			const found = find();
			if (found) return found;
			await this.tick();
		}
		if (otherwise) throw new Error(otherwise);
		return null;
	}

	// see waits until find, given somebody's half, finds something there.
	see(who, find, what) {
		return this.await(() => find(this.pane(who).node), `${what} does not come for ${who}.`);
	}

	// glimpse waits a moment for what find may find in somebody's half.
	glimpse(who, find) {
		return this.await(() => find(this.pane(who).node), "", shortWait);
	}

	// press points at what find finds in somebody's half, and presses it.
	async press(who, find, what) {
		this.turn(who);
		const target = await this.see(who, find, what);
		target.scrollIntoView({ block: "nearest" });
		target.classList.add("aimed");
		await this.rest(this.hurry ? 0 : aim);
		target.classList.remove("aimed");
		const watcher = this.node.contains(document.activeElement) ? document.activeElement : null;
		(find(this.pane(who).node) ?? target).click();
		watcher?.focus();
	}
}
