// Slash commands as a person meets them: each subcommand is a command of its
// own with its words joined ("session new"), its options flat.

// flatten lists the commands that can be given in a channel.
export function flatten(commands, channel) {
	const out = [];
	for (const c of commands ?? []) {
		if ((c.type ?? 1) !== 1 || !fits(c, channel)) continue;
		walk(c, c.name, out);
	}
	return out.sort((a, b) => (a.name < b.name ? -1 : 1));
}

// fits tells whether a command may be used there; contexts 0 is a server,
// 1 the direct messages with the bot.
function fits(command, channel) {
	const where = channel.direct ? 1 : 0;
	if (Array.isArray(command.contexts)) return command.contexts.includes(where);
	return !(channel.direct && command.dm_permission === false);
}

function walk(node, name, out) {
	const inner = (node.options ?? []).filter((o) => o.type === 1 || o.type === 2);
	if (inner.length === 0) {
		out.push({ name, description: node.description, options: node.options ?? [] });
		return;
	}
	for (const child of inner) walk(child, `${name} ${child.name}`, out);
}

// matching finds the commands for what was typed after the slash: those that
// begin with it first, then those that contain it or tell of it.
export function matching(commands, typed) {
	const text = typed.toLowerCase().trim();
	const rank = (c) => {
		if (c.name.startsWith(text)) return 0;
		if (c.name.includes(text)) return 1;
		return c.description.toLowerCase().includes(text) ? 2 : 3;
	};
	return commands.filter((c) => rank(c) < 3).sort((a, b) => rank(a) - rank(b));
}

// parse reads "/name option:value option:value" typed in full; null when no
// command has this name.
export function parse(commands, typed) {
	const text = typed.trim().slice(1);
	const command = commands
		.filter((c) => text === c.name || text.startsWith(`${c.name} `))
		.sort((a, b) => b.name.length - a.name.length)[0];
	if (!command) return null;
	const rest = text.slice(command.name.length);
	const values = {};
	const names = command.options.map((o) => o.name).join("|");
	const parts = names ? rest.split(new RegExp(`(?:^|\\s)(${names}):`)) : [rest];
	for (let i = 1; i < parts.length; i += 2) values[parts[i]] = parts[i + 1].trim();
	return { command, values, loose: parts[0].trim() };
}

// isWhole tells whether a typed name followed by a blank can only be this
// one command, so that its options may be asked for.
export function isWhole(commands, typed) {
	const name = typed.slice(1, -1);
	return typed.endsWith(" ") && commands.some((c) => c.name === name) && !commands.some((c) => c.name.startsWith(`${name} `));
}
