// Builds page elements. Text always goes in as text, never as markup, so
// nothing that somebody writes can become part of the page.

// el makes an element: class, text and data as they say, `onX` a listener,
// true and false attributes that are there or not, all else an attribute.
export function el(tag, props = {}, ...children) {
	const node = document.createElement(tag);
	for (const [key, value] of Object.entries(props)) {
		if (value === undefined || value === null || value === false) continue;
		if (key === "class") node.className = value;
		else if (key === "text") node.textContent = value;
		else if (key === "data") Object.assign(node.dataset, value);
		else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
		else node.setAttribute(key, value === true ? "" : value);
	}
	node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
	return node;
}

// button makes a push button that never submits a form by accident.
export function button(label, onclick, props = {}) {
	return el("button", { type: "button", onclick, ...props }, label);
}

// innerLink makes a link to somewhere within the page; unlike a button it breaks
// over lines like the text around it.
export function innerLink(label, onclick, props = {}) {
	const follow = (e) => {
		e.preventDefault();
		onclick();
	};
	return el("a", { href: "#", onclick: follow, ...props }, label);
}

// freshID gives an id that no other element of the page has.
let given = 0;
export function freshID(stem) {
	given += 1;
	return `${stem}-${given}`;
}

// idLess orders Discord ids, which are numbers too long for JavaScript's.
export function idLess(a, b) {
	return a.length === b.length ? a < b : a.length < b.length;
}
