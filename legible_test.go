package main

// inspection lists what is wrong with the look of the page: what sticks out of
// the screen, and text whose contrast is less than WCAG 2.2 (1.4.3) asks for.
// What cannot be used and what a screen reader passes over is left out.
const inspection = `
	const faults = [];
	const tell = (n, what) => faults.push(what + ": " + n.tagName + "." + n.className + " " + n.textContent.slice(0, 60));
	const numbers = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
	const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
		.map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
		.reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	const ground = (n) => {
		for (; n; n = n.parentElement) {
			const [r, g, b, a = 1] = numbers(getComputedStyle(n).backgroundColor);
			if (a > 0.9) return [r, g, b];
		}
		return [255, 255, 255];
	};
	const opacity = (n) => { let o = 1; for (; n; n = n.parentElement) o *= getComputedStyle(n).opacity; return o; };
	const contrast = (n) => {
		const under = ground(n);
		const o = opacity(n);
		const over = numbers(getComputedStyle(n).color).slice(0, 3).map((v, i) => v * o + under[i] * (1 - o));
		const [high, low] = [light(over), light(under)].sort((a, b) => b - a);
		return (high + 0.05) / (low + 0.05);
	};
	for (const n of document.querySelectorAll("body *")) {
		if (!n.checkVisibility({opacityProperty: true, visibilityProperty: true}) || n.closest(".unseen, [aria-hidden=true], :disabled, [inert], option")) continue;
		const r = n.getBoundingClientRect();
		if (r.right > innerWidth + 1 || r.left < -1) tell(n, "sticks out of the screen");
		if (![...n.childNodes].some((c) => c.nodeType === 3 && c.data.trim())) continue;
		const style = getComputedStyle(n);
		const size = parseFloat(style.fontSize);
		const least = size >= 24 || (size >= 18.6 && style.fontWeight >= 700) ? 3 : 4.5;
		const has = contrast(n);
		if (has < least) tell(n, "contrast " + has.toFixed(2));
	}
	return faults;
`
