/* SPDX-License-Identifier: MIT
 * dashboard.js - the list of runs, and which view is shown. */
'use strict';

Object.assign(WORDS, {
	'fine': { sign: '✓', kind: 'good' },
	'damaged': { sign: '✕', kind: 'invalid' },
	'only in one': { sign: '–', kind: 'absent' },
	'no figures': { sign: '–', kind: 'absent' },
});

const VIEWS = ['runs', 'trends', 'compare'];

/* The worst that happened in a run. */
function wordOf(run) {
	const words = (run.rows || []).map((r) => r[ROW.word]);
	if (run.error)
		return 'damaged';
	return words.find((w) => w === 'INVALID' || w === 'failed') ? 'INVALID'
		: words.find((w) => w === 'INCONCLUSIVE' || w === 'not run') ? 'INCONCLUSIVE' : 'fine';
}

function counts(run) {
	return el('span', { class: 'chips' }, tally((run.rows || []).map((r) => r[ROW.word]))
		.map(([word, n]) => el('span', {}, el('b', {}, String(n)), ' ', chip(word))));
}

function showRun(run, td) {
	append(td, run.error ? el('p', { class: 'reason' }, run.error) : [
		el('p', {}, el('a', { href: `report/${encodeURIComponent(run.name)}` }, 'The full report')),
		el('pre', {}, listOf(run.command).join(' ')),
		table(['target', 'verdict', 'speedup', 'time', 'of the limit'], run.rows.map((r) => [experiment(r), chip(r[ROW.word]),
			ratio(r[ROW.speedup], r[ROW.lo], r[ROW.hi]), duration(r[ROW.time]), percent(r[ROW.limit])]), 'plain'),
	]);
	return () => {};
}

function runsView(data) {
	const rows = data.runs.map((run, id) => ({ ...run, id, word: wordOf(run), rows: run.rows,
		text: [run.name, run.host, run.error, ...listOf(run.command), ...(run.rows || []).map(experiment)].join(' ').toLowerCase() }));
	const list = new Table({
		prefix: 'r', rows, detail: showRun, shown: () => {},
		columns: [
			{ title: 'run', kind: 'text', value: (r) => r.name, cell: (r) => [r.name, r.is_partial && ' (stopped early)'] },
			{ title: 'state', kind: 'text', value: (r) => r.word, cell: (r) => chip(r.word) },
			{ title: 'machine', kind: 'text', value: (r) => r.host, cell: (r) => r.host },
			{ title: 'grade', kind: 'text', value: (r) => r.grade, cell: (r) => r.grade },
			{ title: 'targets', kind: 'number', value: (r) => r.rows?.length, cell: (r) => (r.rows ? String(r.rows.length) : '') },
			{ title: 'verdicts', kind: 'text', value: (r) => r.rows?.length, cell: counts },
			{ title: 'mean speedup', kind: 'number', value: (r) => r.speedup, cell: (r) => (r.error ? '' : ratio(r.speedup, ...r.ci)) },
		],
	});
	return [list, data.n_more ? el('p', { class: 'note' }, `and ${data.n_more} older runs`) : ''];
}

class Dashboard {
	constructor() {
		this.comparison = new Comparison();
		document.getElementById('compare').append(this.comparison.element);
		this.tables = [];
		themeSwitch(document.getElementById('theme'), () => [...this.tables, this.comparison.table].forEach((t) => t?.redraw()));
		addEventListener('hashchange', () => this.show());
		document.addEventListener('keydown', (e) => this.key(e));
		follow(document.getElementById('live'), () => this.load(), (text) => this.trouble(text));
		this.show();
		this.load();
	}

	trouble(text) {
		const box = document.getElementById('trouble');
		box.textContent = text;
		box.hidden = !text;
	}

	show() {
		const view = VIEWS.includes(location.hash.slice(1)) ? location.hash.slice(1) : 'runs';
		for (const name of VIEWS)
			document.getElementById(name).hidden = name !== view;
		for (const a of document.querySelectorAll('nav a')) {
			if (a.hash === `#${view}`)
				a.setAttribute('aria-current', 'page');
			else
				a.removeAttribute('aria-current');
		}
		this.view = view;
	}

	key(e) {
		if (e.key !== '/' || /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName))
			return;
		document.querySelector(`#${this.view} input`)?.focus();
		e.preventDefault();
	}

	async load() {
		try {
			const [runs, history] = await Promise.all(['runs.json', 'history.json'].map(async (name) => {
				const answer = await fetch(name);
				if (!answer.ok)
					throw new Error(`${name}: ${answer.status}`);
				return answer.json();
			}));
			const when = (run) => String(run.started || run.name).replace(/[-:]/g, '');
			runs.runs.sort((a, b) => when(b).localeCompare(when(a)));
			this.fill(runs, history);
		} catch (error) {
			this.trouble(`The runs could not be read: ${error.message}`);
		}
	}

	/* A table that is made anew keeps what it was asked for. */
	fill(data, history) {
		const isOfHistory = Boolean(history.series?.length), names = new Set(data.runs.map((r) => r.name));
		const [runs, more] = runsView(data), kept = this.tables.map((t) => t.input.value);
		const trends = trendsView(isOfHistory ? seriesOfHistory(history.series) : seriesOfRuns(data.runs), names);
		this.tables = [runs, trends];
		this.tables.forEach((t, i) => {
			t.input.value = kept[i] || '';
			t.apply();
		});
		const put = (id, ...children) => document.getElementById(id).replaceChildren(...append(document.createDocumentFragment(), children).childNodes);
		put('runs', data.runs.length ? runs.element : el('p', { class: 'note' }, 'No run yet: aisp bench run makes one.'), more);
		put('trends', history.error && el('p', { class: 'warning' }, `The history cannot be read: ${history.error}`),
			el('p', { class: 'note' }, isOfHistory
				? 'From the history: one line for each target and class of machines. A dashed line is a change that is significant.'
				: 'From the run folders, as there is no history: one line for each target and machine.'), trends.element);
		this.comparison.offer(data.runs);
	}
}

new Dashboard();
