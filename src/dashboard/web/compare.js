/* SPDX-License-Identifier: MIT
 * compare.js - two runs side by side, by the rule of `aisp bench compare`. */
'use strict';

/* The rows of the comparison, and experiments that only one run has. */
function pairRows(answer, a, b) {
	const name = namer([a, b]), key = (target, params, distribution) => [target, params, distribution].join('\n');
	const rows = new Map();
	[a, b].forEach((run, k) => (run.rows || []).forEach((row) => {
		const at = key(row[ROW.target], row[ROW.params], row[ROW.distribution]);
		if (!rows.has(at))
			rows.set(at, { label: name(row), sides: [null, null], word: 'only in one', c: null });
		rows.get(at).sides[k] = row;
	}));
	for (const c of answer.rows) {
		const row = rows.get(key(c.target, c.params, c.distribution));
		if (row)
			Object.assign(row, { c, word: c.verdict || 'no figures' });
	}
	return [...rows.values()].map((r, id) => ({ ...r, id, ratio: r.c?.ratio ?? null, text: `${r.label} ${r.word}`.toLowerCase() }));
}

function showPair(row, td) {
	const { c } = row;
	append(td, [
		c?.why && el('p', { class: 'reason' }, c.why),
		c?.ratio > 0 && el('p', {}, `B is ${ratio(c.ratio, ...(c.ratio_ci || []))} as fast by its ${c.metric} (${c.unit === 'run' ? 'runs' : 'launches'}: ` +
			`${c.n.join(' and ')}; confidence ${percent(c.confidence)}; margin ${percent(c.margin)}${c.is_same_object ? '; the same object' : ''}).`),
		table(['', 'verdict', 'speedup', 'baseline', 'optimized', 'of the limit'], row.sides.map((r, k) => ['AB'[k], ...(r
			? [rowVerdict(r), rowRatio(r), duration(r[ROW.baseline]), duration(r[ROW.time]), percent(r[ROW.limit])]
			: ['not in this run', '', '', '', ''])])),
	]);
	return () => {};
}

function pairTable(rows) {
	const side = (k, member) => (r) => r.sides[k]?.[member] ?? null;
	const columns = [
		{ title: 'target', kind: 'text', value: (r) => r.label, cell: (r) => r.label },
		{ title: 'B is', kind: 'text', value: (r) => r.word, cell: (r) => chip(r.word) },
		{ title: 'ratio', kind: 'number', value: (r) => r.ratio, cell: (r) => ratio(r.ratio, ...(r.c?.ratio_ci || [])) },
		{ title: 'of', kind: 'text', value: (r) => r.c?.metric, cell: (r) => (r.ratio === null ? '' : r.c.metric) },
		...[0, 1].map((k) => ({ title: `speedup ${'AB'[k]}`, kind: 'number', value: side(k, ROW.speedup),
			cell: (r) => (r.sides[k] && rowRatio(r.sides[k])) || r.sides[k]?.[ROW.word] || '' })),
		...[0, 1].map((k) => ({ title: `time ${'AB'[k]}`, kind: 'number', value: side(k, ROW.time), cell: (r) => duration(side(k, ROW.time)(r)) })),
	];
	return new Table({ prefix: 'c', columns, rows, detail: showPair, shown: () => {} });
}

function differences(list) {
	if (!list.length)
		return el('p', { class: 'note' }, 'Their manifests do not differ.');
	const show = (v) => (v === null || v === undefined ? 'none' : typeof v === 'object' ? JSON.stringify(v) : String(v));
	return el('details', {}, el('summary', {}, `${list.length} difference${list.length > 1 ? 's' : ''} between their manifests`),
		table(['what', 'A', 'B'], list.map((d) => [d.what, show(d.a), show(d.b)])));
}

/* The picker; it keeps its choice when the list of runs is read again. */
class Comparison {
	constructor() {
		this.chosen = [null, null];
		this.pickers = [0, 1].map((k) => el('select', { 'aria-label': `Run ${'AB'[k]}`, change: () => this.ask() }));
		this.box = el('div', {});
		this.head = el('div', {}, el('div', { class: 'pickers' }, this.pickers.map((p, k) => el('label', {}, 'AB'[k], p))),
			el('p', { class: 'note' }, 'As ', el('code', {}, 'aisp bench compare'), ' does: runs of one machine are compared by their speedups, each over its own ' +
				'baseline, which cancels what changed in between; runs of two machines by their times. B is faster where the ratio is above 1.'));
		this.element = el('div', {}, this.head, this.box);
	}

	/* The newest run that shares a target with an older one, and that one, if there is on its own machine. */
	lastPair() {
		const targets = this.runs.map((r) => new Set((r.rows || []).map(experiment)));
		for (let b = 0; b < this.runs.length; b++) {
			const like = this.runs.map((_, a) => a).filter((a) => a > b && [...targets[a]].some((t) => targets[b].has(t)));
			if (like.length)
				return [like.find((a) => this.runs[a].host === this.runs[b].host) ?? like[0], b];
		}
		return [Math.min(1, this.runs.length - 1), 0];
	}

	/* runs: the newest first. */
	offer(runs) {
		this.runs = runs.filter((r) => !r.error);
		const last = this.lastPair();
		this.pickers.forEach((picker, k) => {
			picker.replaceChildren(...this.runs.map((r) => el('option', { value: r.name }, [r.name, targetNames(r)].filter(Boolean).join('  '))));
			const fallback = this.runs[last[k]];
			picker.value = this.runs.some((r) => r.name === this.chosen[k]) ? this.chosen[k] : fallback?.name;
		});
		this.ask();
	}

	async ask() {
		const names = this.pickers.map((p) => p.value), isAsked = names.join('\n');
		this.head.hidden = this.runs.length < 2;
		if (this.runs.length < 2) {
			this.box.replaceChildren(emptyState(this.runs.length ? 'One run alone' : 'No run to compare',
				'Two runs that share a target stand here side by side. The command makes one:', RUN_COMMAND));
			return;
		}
		this.chosen = names;
		this.box.setAttribute('aria-busy', 'true');
		const answer = await fetch(`compare.json?a=${encodeURIComponent(names[0])}&b=${encodeURIComponent(names[1])}`);
		const text = await answer.text();
		if (isAsked !== this.chosen.join('\n'))
			return; /* another choice was made meanwhile */
		this.box.setAttribute('aria-busy', 'false');
		if (!answer.ok) {
			this.box.replaceChildren(el('p', { class: 'warning' }, text));
			return;
		}
		const [a, b] = names.map((name) => this.runs.find((r) => r.name === name)), json = JSON.parse(text);
		this.table = pairTable(pairRows(json, a, b));
		this.box.replaceChildren(...(a.host !== b.host ? [el('p', { class: 'warning' }, 'These runs are of different machines.')] : []),
			...(json.rows.length ? [] : [el('p', { class: 'warning' }, 'These runs share no target.')]),
			differences(json.differs), this.table.element);
	}
}
