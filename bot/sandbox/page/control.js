// The sandbox's control interface: what a person does goes out as a request,
// and each answer comes back as {outcome, …} or as an error fit to be read.

// ControlError is a refusal whose message is meant for the person.
export class ControlError extends Error {}

// fetchState reads all that this person sees.
export async function fetchState(as) {
	const answer = await reach(`state?as=${encodeURIComponent(as)}`, { cache: "no-store" });
	if (!answer.ok) throw new ControlError(sentence(told(await body(answer), answer.status)));
	return answer.json();
}

async function reach(path, request) {
	try {
		return await fetch(`/sandbox/${path}`, request);
	} catch {
		throw new ControlError("The sandbox cannot be reached. Is it still running?");
	}
}

// act sends one deed (command, press, choose, submit, dismiss,
// say, autocomplete) and
// gives the bot's first answer; it throws a ControlError when there is none.
export async function act(deed, request) {
	const answer = await reach(deed, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(request),
	});
	const result = await body(answer);
	if (!answer.ok) throw new ControlError(sentence(told(result, answer.status)));
	if (result.outcome === "no answer") {
		const why = result.error ? ` Its answer was refused: ${told(result, answer.status)}` : "";
		throw new ControlError(`The application did not respond.${why}`);
	}
	return result;
}

// sentence makes a terse refusal read like one.
function sentence(text) {
	const begun = text.slice(0, 1).toUpperCase() + text.slice(1);
	return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

async function body(answer) {
	try {
		return (await answer.json()) ?? {};
	} catch {
		return {};
	}
}

// told finds the sentence in an error, whatever its shape: a text, Discord's
// {code, message, errors}, or either one under "error".
function told(result, status) {
	const error = result.error ?? result;
	if (typeof error === "string") return error;
	const inner = firstLeaf(error.errors);
	if (inner && error.message) return `${error.message}: ${inner}`;
	return inner || error.message || `The sandbox refused this (${status}).`;
}

// firstLeaf is the first sentence in Discord's tree of form errors.
function firstLeaf(tree) {
	if (!tree || typeof tree !== "object") return "";
	if (Array.isArray(tree._errors) && tree._errors.length > 0) return tree._errors[0].message ?? "";
	for (const branch of Object.values(tree)) {
		const leaf = firstLeaf(branch);
		if (leaf) return leaf;
	}
	return "";
}

// watch follows a person's events: onNews at each change and each time the
// line is back, onLine(true or false) as it comes and goes. A page that is
// not looked at lets go of its line, because a browser has few to one host.
export function watch(as, onNews, onLine) {
	let source = null;
	let timer = 0;
	let pause = 1000;
	function close() {
		clearTimeout(timer);
		source?.close();
		source = null;
	}
	function open() {
		close();
		source = new EventSource(`/sandbox/events?as=${encodeURIComponent(as)}`);
		source.onopen = () => {
			pause = 1000;
			onLine(true);
			onNews();
		};
		source.onmessage = onNews;
		source.onerror = () => {
			onLine(false);
			close();
			timer = setTimeout(open, pause);
			pause = Math.min(pause * 1.6, 8000);
		};
	}
	const look = () => (document.hidden ? close() : open());
	document.addEventListener("visibilitychange", look);
	look();
	return () => {
		document.removeEventListener("visibilitychange", look);
		close();
	};
}
