/* SPDX-License-Identifier: MIT
 * search.js - behind INDEX, the sections of all pages: those that hold all words,
 * headings first; the keys / and Escape; light or dark. */
const query = document.getElementById('query');
const found = document.getElementById('found');

function score(entry, words) {
	const head = (entry.head + ' ' + entry.page).toLowerCase();
	const text = entry.text.toLowerCase();
	let sum = 0;
	for (const w of words) {
		if (!head.includes(w) && !text.includes(w))
			return 0;
		sum += head.includes(w) ? 10 : 1;
	}
	return sum;
}

function excerpt(text, word) {
	const at = Math.max(0, text.toLowerCase().indexOf(word) - 40);
	return (at ? '… ' : '') + text.slice(at, at + 140) + ' …';
}

function search() {
	const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
	found.replaceChildren();
	found.hidden = !words.length;
	if (!words.length)
		return;
	const hits = INDEX.map((e) => [score(e, words), e]).filter((h) => h[0]).sort((a, b) => b[0] - a[0]).slice(0, 12);
	for (const [, e] of hits) {
		const item = document.createElement('li'), link = document.createElement('a'), words_of = document.createElement('span');
		link.href = e.to;
		link.textContent = e.head === e.page ? e.page : e.page + ': ' + e.head;
		words_of.textContent = excerpt(e.text, words[0]);
		item.append(link, words_of);
		found.append(item);
	}
	if (!hits.length)
		found.append(Object.assign(document.createElement('li'), { textContent: 'nothing holds all of these words' }));
}

function toggle() {
	const root = document.documentElement;
	const is_dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
	root.dataset.theme = is_dark ? 'light' : 'dark';
	try { localStorage.theme = root.dataset.theme; } catch (e) { /* not kept */ }
}

query.addEventListener('input', search);
query.addEventListener('keydown', (e) => {
	const first = found.querySelector('a');
	if (e.key === 'Enter' && first)
		first.click();
});
document.getElementById('theme').addEventListener('click', toggle);
document.addEventListener('keydown', (e) => {
	if (e.key === '/' && document.activeElement !== query) {
		e.preventDefault();
		query.focus();
	} else if (e.key === 'Escape') {
		query.value = '';
		search();
		query.blur();
	}
});
document.getElementById('menu').open = matchMedia('(min-width: 900px)').matches;
