// A Player is one person at this window: what they see, where they look, what
// they have read and what they are waiting for. It tells its pane by "change"
// events; the sandbox stays the only owner of the truth.

import { act, fetchState, watch } from "./control.js";
import { idLess } from "./dom.js";

// botChannel stands for the direct messages with the bot before there are any.
export const botChannel = "@Umpire";

export class Player extends EventTarget {
	constructor(name) {
		super();
		this.name = name;
		this.state = null;
		this.online = false;
		this.trouble = "";
		this.busy = new Set(); // "message/custom id" of presses under way
		this.notes = new Map(); // what went wrong with a press, by message
		this.kept = loadKept(name);
		this.closedModal = ""; // the interaction whose form was closed here
		this.unwatch = watch(name, () => this.refresh(), (on) => this.setOnline(on));
		this.refresh();
	}

	// leave ends the watching; the player is not used afterwards.
	leave() {
		this.unwatch();
	}

	changed() {
		this.dispatchEvent(new Event("change"));
	}

	setOnline(on) {
		if (this.online === on) return;
		this.online = on;
		this.changed();
	}

	// refresh reads the state anew; it ends when a reading that began after the
	// call has been drawn.
	refresh() {
		this.again = true;
		this.reading ??= (async () => {
			while (this.again) {
				this.again = false;
				await this.read();
			}
			this.reading = null;
		})();
		return this.reading;
	}

	async read() {
		try {
			this.state = arranged(await fetchState(this.name));
			this.trouble = "";
			this.forget();
		} catch (error) {
			this.trouble = error.message;
		}
		this.changed();
	}

	// here is the channel that is open: the last one looked at, else the first.
	get here() {
		const all = this.state?.channels ?? [];
		return all.find((c) => c.id === this.kept.here)
			?? all.find((c) => !c.direct && c.name === this.kept.hereName)
			?? all[0] ?? null;
	}

	// open looks at another channel.
	open(id) {
		const channel = this.state.channels.find((c) => c.id === id);
		if (!channel) return;
		this.kept.here = id;
		this.kept.hereName = channel.name;
		this.save();
		this.changed();
	}

	// setBelonging takes the bot out of a server, or brings it back.
	async setBelonging(server) {
		try {
			await act(server.bot ? "expel" : "invite", { as: this.name, server: server.id });
			await this.refresh();
		} catch (error) {
			this.trouble = error.message;
			this.changed();
		}
	}

	// unread counts the posts that came after the last one read; loud are
	// those that call this person.
	unread(channel) {
		const since = this.kept.read[channel.id] ?? "0";
		const fresh = channel.messages.filter((m) => idLess(since, m.id) && m.author.id !== this.state.me.id && !(m.flags & 64));
		const loud = channel.direct ? fresh : fresh.filter((m) => (m.mentions ?? []).some((u) => u.id === this.state.me.id));
		return { count: fresh.length, loud: loud.length };
	}

	// lastRead is the id of the last post read in a channel, "0" for none.
	lastRead(channel) {
		return this.kept.read[channel.id] ?? "0";
	}

	// markRead says that all posts of the channel have been seen.
	markRead(channel) {
		const last = channel.messages.at(-1)?.id;
		if (!last || this.lastRead(channel) === last) return false;
		this.kept.read[channel.id] = last;
		this.save();
		return true;
	}

	// dismiss takes a private reply off this person's screen.
	dismiss(id) {
		this.kept.dismissed.push(id);
		this.save();
		this.changed();
	}

	isDismissed(id) {
		return this.kept.dismissed.includes(id);
	}

	// modal is the form on this person's screen, null for none.
	get modal() {
		const modal = this.state?.modal ?? null;
		return modal && modal.interaction !== this.closedModal ? modal : null;
	}

	// closeModal takes the form off the screen, here at once.
	async closeModal() {
		if (this.state?.modal) this.closedModal = this.state.modal.interaction;
		this.changed();
		await act("dismiss", { as: this.name }).catch(() => {}); // it is gone from this screen anyway
	}

	// onMessage presses a button or chooses from a menu of a message; the
	// component stays busy until the answer, a failure is noted below it.
	async onMessage(deed, message, customID, more = {}) {
		const key = `${message.id}/${customID}`;
		if (this.busy.has(key)) return;
		this.busy.add(key);
		this.notes.delete(message.id);
		this.changed();
		try {
			await act(deed, { as: this.name, message: message.id, custom_id: customID, ...more });
		} catch (error) {
			this.notes.set(message.id, error.message);
		}
		await this.refresh();
		this.busy.delete(key);
		this.changed();
	}

	// forget drops what was kept about channels and posts that are no more.
	forget() {
		const { channels } = this.state;
		const known = new Set(channels.map((c) => c.id));
		const posts = new Set(channels.flatMap((c) => c.messages.map((m) => m.id)));
		for (const id of Object.keys(this.kept.read)) {
			if (!known.has(id)) delete this.kept.read[id];
		}
		this.kept.dismissed = this.kept.dismissed.filter((id) => posts.has(id));
	}

	save() {
		try {
			localStorage.setItem(`umpire/${this.name}`, JSON.stringify(this.kept));
		} catch {
			// a browser that keeps nothing only forgets what was read
		}
	}
}

function loadKept(name) {
	const empty = { here: "", hereName: "", read: {}, dismissed: [] };
	try {
		return { ...empty, ...JSON.parse(localStorage.getItem(`umpire/${name}`) ?? "{}") };
	} catch {
		return empty;
	}
}

// arranged puts the channels in reading order, threads under their channels
// and direct messages last, and adds the names of all who are seen.
function arranged(state) {
	const channels = [];
	const names = new Map((state.people ?? []).map((p) => [p.id, p.display || p.name]));
	if (state.bot) names.set(state.bot.id, state.bot.name);
	for (const server of state.servers ?? []) {
		const tops = server.channels.filter((c) => !c.parent);
		for (const top of tops) {
			channels.push({ ...top, server });
			for (const thread of server.channels.filter((c) => c.parent === top.id)) {
				channels.push({ ...thread, server, thread: true });
			}
		}
	}
	for (const dm of state.dms ?? []) {
		channels.push({ ...dm, name: dm.with, direct: true });
	}
	if (!channels.some((c) => c.direct)) {
		channels.push({ id: botChannel, name: "Umpire", direct: true, messages: [] });
	}
	for (const channel of channels) {
		channel.messages = [...(channel.messages ?? [])].sort((a, b) => (idLess(a.id, b.id) ? -1 : 1));
		for (const m of channel.messages) {
			for (const user of [m.author, ...(m.mentions ?? [])]) names.set(user.id, user.global_name ?? user.username);
		}
	}
	return { ...state, channels, names };
}
