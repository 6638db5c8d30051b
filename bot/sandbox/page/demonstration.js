// What Show me plays: alice and bob set a fight up, and one attack goes from
// its declaration to its account and the board. The cards are dealt as they
// come, so each showing is a fight of its own.

import { idLess } from "./dom.js";

const host = "alice";
const guest = "bob";
const system = "lasthope";

// demonstration plays on a Show from the lobby to the board.
export async function demonstration(show) {
	const lobby = await setUp(show);
	const thread = await enter(show, lobby);
	const first = await declare(show, thread);
	await choose(show, thread, first);
	await account(show, first);
}

async function setUp(show) {
	await show.look(host, "table");
	await show.look(guest, "table");
	await show.look(host, "table");
	if (!show.pane(host).player.state.bot.connected) throw new Error("Umpire is not here.");
	const before = newestID(show.pane(host).node);
	await show.tell(`This is ${host}'s screen. She types /session new, names the rules and her opponent, and sends it.`);
	show.pane(host).ctx.compose(`/session new system:${system} opponent:${guest}`);
	await show.press(host, (view) => view.querySelector(".command [type=submit]"), "The command's form");
	const card = await show.see(host, withButton("Ready", before), "The lobby");
	await show.tell("The umpire lays out the terms: the sides, the house rules, how long a decision may take. Nothing begins before both agree.");
	const { message } = card.dataset;
	await show.press(host, pressable("Ready", message), "Ready");
	await show.tell(`Now ${guest} agrees, on a screen of his own.`);
	await show.press(guest, pressable("Ready", message), "Ready");
	return message;
}

async function enter(show, lobby) {
	const into = (view) => article(view, lobby)?.querySelector(".thread-link");
	await show.see(host, into, "The fight's thread");
	await show.tell("The fight has a thread of its own. The umpire has dealt the cards; each player sees only their own.");
	await show.press(host, into, "The fight's thread");
	await show.press(guest, into, "The fight's thread");
	await show.see(host, withButton("Attack"), "The first turn");
	return show.pane(host).player.here.id;
}

// declare lets whoever is awaited attack, and gives the post of the turn.
async function declare(show, thread) {
	const turn = await show.see(host, withButton("Attack"), "The first turn");
	const { message } = turn.dataset;
	const own = (name) => article(show.pane(name).node, message)?.querySelector(".mention.me");
	const attacker = [host, guest].find(own) ?? host;
	await show.tell(`The board stands in the thread. It is ${attacker}'s turn: Attack asks for a model and its target, for ${attacker} alone.`);
	await show.press(attacker, pressable("Attack", message), "Attack");
	let asked = "";
	for (let n = 0; n < 6; n += 1) {
		const form = await show.see(attacker, (view) => fresh(view, message, asked), "The question");
		const give = form.querySelector(".row > .press.main");
		if (give) break;
		asked = form.querySelector(".menu .opener").dataset.customId;
		await take(show, attacker, form.dataset.message, (options) => options.at(n === 0 ? 0 : -1));
	}
	await show.tell("Nothing has happened yet. The last press declares the attack to all.");
	const form = newestAlone(show.pane(attacker).node, message).dataset.message;
	await show.press(attacker, (view) => article(view, form)?.querySelector(".row > .press.main"), "Attack");
	const declared = await show.see(attacker, withButton("Choose in secret", message), "The declaration");
	return { thread, attacker, rival: attacker === host ? guest : host, post: declared.dataset.message };
}

// take takes the option of a message's menu that which gives, of all.
async function take(show, who, message, which) {
	const list = (view) => article(view, message)?.querySelector(".menu ul:not([hidden])");
	if (!list(show.pane(who).node)) {
		await show.press(who, (view) => article(view, message)?.querySelector(".menu .opener:not([aria-busy])"), "A menu");
	}
	await show.press(who, (view) => which([...(list(view)?.children ?? [])]), "An option");
}

async function choose(show, thread, { attacker, rival, post }) {
	await show.tell(`Both choose a card in secret. ${attacker} follows the umpire's direct message…`);
	await show.look(attacker, "Umpire");
	const asked = await show.glimpse(attacker, (view) => newest(view, (a) => a.querySelector(".menu .opener:not(:disabled)")));
	if (!asked) await show.look(attacker, thread);
	const prompt = asked ?? await reply(show, attacker, post);
	await pick(show, attacker, prompt.dataset.message, highest, "Choosing is not locking: the umpire first says what the card would give.");
	await show.tell(`…and ${rival} uses the public button, which opens the same choice for ${rival} alone.`);
	await show.look(attacker, thread);
	const own = await reply(show, rival, post);
	await pick(show, rival, own.dataset.message, lowest, `One card is locked. ${rival}'s lock is the second, and so turns both.`);
}

// reply opens the choice under the public post.
async function reply(show, who, post) {
	await show.press(who, pressable("Choose in secret", post), "Choose in secret");
	return show.see(who, (view) => fresh(view, post, ""), "The private reply");
}

// pick takes a card and locks it, with words in between.
async function pick(show, who, message, which, words) {
	await take(show, who, message, which);
	const lock = pressable("Lock it in", message);
	await show.see(who, lock, "Lock it in");
	await show.tell(words);
	await show.press(who, lock, "Lock it in");
}

async function account(show, { attacker, rival, post }) {
	const told = await show.see(rival, (view) => newest(view, (a) => idLess(post, a.dataset.message) && !a.matches(".alone") && button(a, "Board")), "The account");
	show.turn(rival);
	told.scrollIntoView({ block: "nearest" });
	await show.tell("Both cards are turned at once. Every number comes with its reason, and the seals show that neither card was changed.");
	await show.press(attacker, pressable("Board", told.dataset.message), "Board");
	await show.see(attacker, (view) => newest(view, (a) => a.matches(".alone") && idLess(told.dataset.message, a.dataset.message)), "The board");
	await show.tell("The board is there at any time, for whoever asks for it.");
	show.caption.textContent = "That was one attack. The fight is still open: go on as either of them, by buttons or by commands.";
}

// highest and lowest go by the sum that each card's line begins with.
const sum = (option) => parseInt(option.querySelector("small")?.textContent, 10) || 0;
const highest = (options) => options.toSorted((x, y) => sum(y) - sum(x))[0];
const lowest = (options) => options.toSorted((x, y) => sum(x) - sum(y))[0];

const articles = (view) => [...view.querySelectorAll("article[data-message]")];
const article = (view, id) => articles(view).find((a) => a.dataset.message === id);
const newest = (view, test) => articles(view).filter(test).at(-1);
const newestID = (view) => articles(view).at(-1)?.dataset.message ?? "0";
const newestAlone = (view, after) => newest(view, (a) => a.matches(".alone") && idLess(after, a.dataset.message));

// button finds an enabled button by its label.
function button(node, label) {
	return [...(node?.querySelectorAll("button.press") ?? [])].find((b) => b.textContent.trim() === label && !b.disabled);
}

// pressable finds a button of a message, withButton the newest message that
// has one and came after another.
function pressable(label, message) {
	return (view) => button(article(view, message), label);
}

function withButton(label, after = "0") {
	return (view) => newest(view, (a) => idLess(after, a.dataset.message) && button(a, label));
}

// fresh is the newest private reply, once it asks something else than before.
function fresh(view, after, asked) {
	const form = newestAlone(view, after);
	if (!form || form.querySelector("[aria-busy=true]")) return null;
	const menu = form.querySelector(".menu .opener");
	return (menu && menu.dataset.customId !== asked) || form.querySelector(".row > .press.main") ? form : null;
}
