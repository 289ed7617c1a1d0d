/* SPDX-License-Identifier: MIT
 * compare.js - two runs side by side. */
'use strict';

/* Half the width of an interval of a ratio, as a logarithm; null if there is none. */
function halfWidth(row) {
	return row[ROW.lo] > 0 && row[ROW.hi] > 0 ? Math.log(row[ROW.hi] / row[ROW.lo]) / 2 : null;
}

/*
 * How many times the speedup of a is that of b: [ratio, low, high].  The runs share
 * no launch, so their errors are independent and add as squares.
 */
function speedupRatio(a, b) {
	if (!(a?.[ROW.speedup] > 0) || !(b?.[ROW.speedup] > 0))
		return null;
	const r = a[ROW.speedup] / b[ROW.speedup], [x, y] = [halfWidth(a), halfWidth(b)];
	if (x === null || y === null)
		return [r, null, null];
	const width = Math.exp(Math.hypot(x, y));
	return [r, r / width, r * width];
}

function timeRatio(a, b) {
	return a?.[ROW.time] > 0 && b?.[ROW.time] > 0 ? b[ROW.time] / a[ROW.time] : null;
}

function isApart(r) {
	return r && r[1] > 0 && (r[1] > 1 || r[2] < 1);
}

function pairRows(a, b) {
	const rows = new Map(), name = namer([a, b]);
	[a, b].forEach((run, k) => (run?.rows || []).forEach((row) => {
		const label = name(row);
		if (!rows.has(label))
			rows.set(label, [null, null]);
		rows.get(label)[k] = row;
	}));
	return [...rows].map(([label, [x, y]], id) => {
		const r = speedupRatio(y, x);
		const word = !x || !y ? 'only in one' : !r ? 'no figures' : !isApart(r) ? 'not apart' : r[0] > 1 ? 'faster in B' : 'slower in B';
		return { id, label, a: x, b: y, r, word, text: `${label} ${word}`.toLowerCase() };
	});
}

function showPair(row, td) {
	const names = ['A', 'B'], rows = [row.a, row.b];
	append(td, table(['', 'verdict', 'speedup', 'baseline', 'optimized', 'of the limit'], rows.map((r, k) => [names[k], ...(r
		? [chip(r[ROW.word]), ratio(r[ROW.speedup], r[ROW.lo], r[ROW.hi]), duration(r[ROW.baseline]), duration(r[ROW.time]), percent(r[ROW.limit])]
		: ['not in this run', '', '', '', ''])])));
	return () => {};
}

function pairTable(a, b) {
	const side = (k) => ({ kind: 'number', title: `speedup ${k}`, value: (r) => r[k.toLowerCase()]?.[ROW.speedup],
		cell: (r) => { const x = r[k.toLowerCase()]; return x ? ratio(x[ROW.speedup], x[ROW.lo], x[ROW.hi]) || x[ROW.word] : ''; } });
	const columns = [
		{ title: 'target', kind: 'text', value: (r) => r.label, cell: (r) => r.label },
		{ title: 'speedups', kind: 'text', value: (r) => r.word, cell: (r) => chip(r.word) },
		side('A'), side('B'),
		{ title: 'speedup B / A', kind: 'number', value: (r) => r.r?.[0], cell: (r) => (r.r ? ratio(...r.r) : '') },
		{ title: 'time A', kind: 'number', value: (r) => r.a?.[ROW.time], cell: (r) => duration(r.a?.[ROW.time]) },
		{ title: 'time B', kind: 'number', value: (r) => r.b?.[ROW.time], cell: (r) => duration(r.b?.[ROW.time]) },
		{ title: 'time A / B', kind: 'number', value: (r) => timeRatio(r.b, r.a), cell: (r) => ratio(timeRatio(r.b, r.a)) },
	];
	return new Table({ prefix: 'c', columns, rows: pairRows(a, b), detail: showPair, shown: () => {} });
}

/* The picker; it keeps its choice when the list of runs is read again. */
function compareView(runs, chosen) {
	const usable = runs.filter((r) => !r.error), box = el('div', {});
	const pick = (name, at) => el('select', { 'aria-label': `Run ${name}`, change: () => show() }, usable.map((r, i) =>
		el('option', { value: r.name, selected: chosen[name] === r.name || (!usable.some((u) => u.name === chosen[name]) && i === at) },
			`${r.name}  ${r.host || ''}`)));
	const a = pick('A', Math.min(1, usable.length - 1)), b = pick('B', 0);

	function show() {
		const [x, y] = [a, b].map((s) => usable.find((r) => r.name === s.value));
		Object.assign(chosen, { A: a.value, B: b.value });
		box.replaceChildren(...(x?.host !== y?.host ? [el('p', { class: 'warning' }, 'These runs are of different machines.')] : []),
			pairTable(x, y).element);
	}
	if (!usable.length)
		return el('p', { class: 'note' }, 'No run to compare.');
	show();
	return el('div', {}, el('div', { class: 'pickers' }, el('label', {}, 'A', a), el('label', {}, 'B', b)),
		el('p', { class: 'note' }, 'Runs share no launches. What the machine did in between moves the times of both variants, so compare ' +
			'speedups first; “not apart” means that the interval of their ratio holds 1. That is no verdict: ',
		el('code', {}, 'aisp bench compare'), ' gives one.'), box);
}
