/* SPDX-License-Identifier: MIT
 * common.js - what all pages share: elements, figures, verdicts, the theme. */
'use strict';

/* A name may come from anybody: what could turn the order of text or hide shows as '?'. */
function clean(text) {
	return String(text)
		.replace(/[\t\n\r]/g, ' ')
		.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '?');
}

/* An element; text becomes text, never markup.  Attributes null or false are left out. */
function el(tag, attributes, ...children) {
	const node = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes || {})) {
		if (typeof value === 'function')
			node.addEventListener(name, value);
		else if (value !== null && value !== undefined && value !== false)
			node.setAttribute(name, value === true ? '' : value);
	}
	append(node, children);
	return node;
}

function append(node, children) {
	for (const child of [children].flat(Infinity)) {
		if (child instanceof Node)
			node.append(child);
		else if (child !== null && child !== undefined && child !== false && child !== '')
			node.append(clean(child));
	}
	return node;
}

/* The same for SVG; its attributes are ours and hold figures. */
function svg(tag, attributes, ...children) {
	const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
	for (const [name, value] of Object.entries(attributes))
		node.setAttribute(name, value);
	return append(node, children);
}

/* Four significant digits, as in src/report/format.c; '' for null. */
function figure(v) {
	if (typeof v !== 'number' || Number.isNaN(v))
		return '';
	const a = Math.abs(v);
	if (a !== 0 && (a < 0.1 || a >= 1e6))
		return String(Number(v.toPrecision(4)));
	return v.toFixed(a < 0.9995 ? 4 : a < 9.9995 ? 3 : a < 99.995 ? 2 : a < 999.95 ? 1 : 0);
}

/* A tick of an axis: no zeros that say nothing. */
function tickText(v) {
	return v >= 1e6 || (v !== 0 && Math.abs(v) < 1e-3) ? v.toExponential(0).replace('e+', 'e') : String(Number(v.toPrecision(4)));
}

/* The values m * 10^k in [lo, hi], for each m. */
function decades(lo, hi, mantissas) {
	const values = [];
	for (let k = Math.floor(Math.log10(lo)); k <= Math.log10(hi); k++)
		values.push(...mantissas.map((m) => Number(`${m}e${k}`)));
	return values.filter((v) => v >= lo && v <= hi);
}

/* Ticks of a logarithmic axis: the coarsest that are at least three, else those that divide it evenly. */
function logTicks(lo, hi) {
	for (const mantissas of [[1], [1, 3], [1, 2, 5], [1, 1.5, 2, 3, 4, 5, 7]]) {
		const values = decades(lo, hi, mantissas);
		if (values.length >= 3)
			return values.length > 7 ? values.filter((_, i) => i % Math.ceil(values.length / 7) === 0) : values;
	}
	const step = (hi - lo) / 4, unit = 10 ** Math.floor(Math.log10(step)), even = [1, 2, 5, 10].find((m) => m * unit >= step) * unit;
	return Array.from({ length: 6 }, (_, i) => Number(((Math.ceil(lo / even) + i) * even).toPrecision(6))).filter((v) => v <= hi);
}

function duration(ns) {
	const units = ['ns', 'µs', 'ms', 's'];
	let i = 0;
	if (typeof ns !== 'number')
		return '';
	for (; i < 3 && Math.abs(ns) >= 999.95; i++)
		ns /= 1000;
	return `${figure(ns)} ${units[i]}`;
}

/* The unit that suits the largest of some times: [nanoseconds, name]. */
function timeUnit(ns) {
	return ns >= 999.95e6 ? [1e9, 's'] : ns >= 999.95e3 ? [1e6, 'ms'] : ns >= 999.95 ? [1e3, 'µs'] : [1, 'ns'];
}

function ratio(v, lo, hi) {
	if (typeof v !== 'number')
		return '';
	return typeof lo === 'number' && typeof hi === 'number'
		? `${figure(v)}× [${figure(lo)}, ${figure(hi)}]` : `${figure(v)}×`;
}

function percent(share, digits = 1) {
	return typeof share === 'number' ? `${(100 * share).toFixed(digits)} %` : '';
}

/* Each word has a sign of its own, so that nothing is said by colour alone. */
const WORDS = {
	'INVALID': { sign: '✕', kind: 'invalid' },
	'failed': { sign: '!', kind: 'failed' },
	'FASTER': { sign: '▲', kind: 'good' },
	'BETTER': { sign: '▲', kind: 'good' },
	'WORSE': { sign: '▼', kind: 'bad' },
	'SLOWER': { sign: '▼', kind: 'bad' },
	'SAME': { sign: '=', kind: 'even' },
	'INCONCLUSIVE': { sign: '?', kind: 'unsure' },
	'measured': { sign: '•', kind: 'even' },
	'skipped': { sign: '–', kind: 'absent' },
	'not run': { sign: '…', kind: 'absent' },
	'HOLDS': { sign: '✓', kind: 'good' },
	'IMPROVED': { sign: '▲', kind: 'good' },
	'UNCLEAR': { sign: '?', kind: 'unsure' },
	'REGRESSED': { sign: '▼', kind: 'invalid' },
	'NO-EXPECTATION': { sign: '–', kind: 'absent' },
	'NOT-JUDGED': { sign: '–', kind: 'absent' },
	'PASS': { sign: '✓', kind: 'good' },
	'PREVENTED': { sign: '✓', kind: 'good' },
	'FAIL': { sign: '✕', kind: 'invalid' },
	'PARTIAL': { sign: '◐', kind: 'unsure' },
	'ATTESTED': { sign: '◔', kind: 'even' },
	'UNKNOWN': { sign: '?', kind: 'absent' },
	'N/A': { sign: '–', kind: 'absent' },
};

function chip(word) {
	const { sign, kind } = WORDS[word] || { sign: '·', kind: 'even' };
	return el('span', { class: `chip ${kind}` }, el('span', { class: 'sign', 'aria-hidden': 'true' }, sign), word);
}

/* [[word, count]] in the order of WORDS. */
function tally(words) {
	const order = Object.keys(WORDS), counts = new Map();
	for (const word of words)
		counts.set(word, (counts.get(word) || 0) + 1);
	return [...counts].sort((a, b) => (order.indexOf(a[0]) + 99) % 99 - (order.indexOf(b[0]) + 99) % 99);
}

function section(title, ...children) {
	return el('section', {}, el('h3', {}, title), children);
}

function table(head, rows, className) {
	return el('div', { class: 'wide' }, el('table', { class: className || 'plain' },
		head && el('thead', {}, el('tr', {}, head.map((h) => el('th', { scope: 'col' }, h)))),
		el('tbody', {}, rows.map((r) => el('tr', {}, r.map((c, i) =>
			el(i === 0 ? 'th' : 'td', { scope: i === 0 ? 'row' : null }, c)))))));
}

function copyButton(text) {
	const button = el('button', { type: 'button', class: 'copy' }, 'copy');
	button.addEventListener('click', () => {
		navigator.clipboard?.writeText(text).then(() => {
			button.textContent = 'copied';
		}, () => {
			button.textContent = 'select it by hand';
		});
	});
	return button;
}

/* A name may break before @ and after : and _, rather than anywhere. */
function breakable(name) {
	return typeof name !== 'string' ? name : name.split(/(?<=[:_])|(?=@)/).flatMap((part, i) => (i ? [el('wbr'), part] : [part]));
}

/* A command for a terminal, to copy. */
function commandBox(text) {
	return el('div', { class: 'build command' }, el('pre', {}, text), copyButton(text));
}

/* What a view shows that has nothing to show: what is missing, and the command that makes it. */
function emptyState(title, text, command) {
	return el('div', { class: 'empty' }, el('h2', {}, title), el('p', {}, text), commandBox(command));
}

function canvasBox(label) {
	const canvas = el('canvas', { role: 'img', 'aria-label': label });
	return [canvas, el('div', { class: 'chart' }, canvas)];
}

/* A value of the style sheet, for what draws on a canvas. */
function style(name) {
	return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/* Automatic, light, dark.  `changed` is called when colours did. */
function themeSwitch(button, changed) {
	const names = ['auto', 'light', 'dark'], root = document.documentElement;
	let now = 'auto';

	function set(name) {
		now = names.includes(name) ? name : 'auto';
		root.dataset.theme = now;
		button.textContent = `Theme: ${now}`;
	}
	try {
		set(localStorage.getItem('aisp-theme'));
	} catch {
		set('auto'); /* a file's page may have no storage */
	}
	button.addEventListener('click', () => {
		set(names[(names.indexOf(now) + 1) % 3]);
		try {
			localStorage.setItem('aisp-theme', now);
		} catch { /* then it holds for this page */ }
		changed();
	});
	matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed);
	matchMedia('print').addEventListener('change', changed);
}

/* A saved document may hold anything where its schema asks for nothing. */
function listOf(v) {
	return Array.isArray(v) ? v : [];
}

function textOf(v) {
	return typeof v === 'string' ? v : '';
}

function objectOf(v) {
	return v !== null && typeof v === 'object' && !Array.isArray(v) ? v : {};
}

function readData() {
	return JSON.parse(document.getElementById('data').textContent);
}
