/* SPDX-License-Identifier: MIT
 * dashboard.js - the list of runs, and which view is shown. */
'use strict';

Object.assign(WORDS, {
	'fine': { sign: '✓', kind: 'good' },
	'checks left out': { sign: '!', kind: 'unsure' },
	'stopped early': { sign: '…', kind: 'unsure' },
	'wide margin': { sign: '≈', kind: 'unsure' },
	'all skipped': { sign: '–', kind: 'absent' },
	'no result': { sign: '–', kind: 'absent' },
	'damaged': { sign: '✕', kind: 'invalid' },
	'only in one': { sign: '–', kind: 'absent' },
	'no figures': { sign: '–', kind: 'absent' },
});

const RUN_COMMAND = 'aisp bench run --targets ch01';
const VIEWS = ['runs', 'trends', 'compare'];

/* "ch01 batch_size, fusion and 6 more" */
function targetNames(run) {
	const names = [...new Set((run.rows || []).map((r) => r[ROW.target]))];
	const chapters = new Set(names.map((n) => n.split(':')[0])), isOne = chapters.size === 1 && names.length > 1;
	const short = names.map((n) => (isOne ? n.slice(n.indexOf(':') + 1) : n).replace(/@cpu$/, ''));
	const shown = short.length > 3 ? `${short.slice(0, 2).join(', ')} and ${short.length - 2} more` : short.join(', ');
	return isOne ? `${[...chapters][0]} ${shown}` : shown;
}

/* How long ago, in one unit. */
function age(started, now = Date.now()) {
	const seconds = (now - Date.parse(started)) / 1000;
	const [unit, name] = [[86400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']].find(([n]) => seconds >= n) || [1, 's'];
	return Number.isFinite(seconds) ? `${Math.max(0, Math.floor(seconds / unit))} ${name} ago` : '';
}

/* From the least to the greatest: no mean, as the targets of a run are not alike. */
function speedups(run) {
	const known = (run.rows || []).filter((r) => !r[ROW.of]).map((r) => r[ROW.speedup]).filter((v) => v > 0);
	if (known.length < 2)
		return known.length ? ratio(known[0]) : '';
	return `${ratio(Math.min(...known))} to ${ratio(Math.max(...known))}`;
}

function commitOf(run) {
	return textOf(run.commit) ? [el('code', {}, run.commit.slice(0, 10)), run.is_dirty ? el('small', {}, ' changed') : ''] : '';
}

function counts(run) {
	return el('span', { class: 'chips' }, tally((run.rows || []).map((r) => r[ROW.word]))
		.map(([word, n]) => el('span', {}, el('b', {}, String(n)), ' ', chip(word))));
}

function showRun(run, td) {
	append(td, run.error ? el('p', { class: 'reason' }, run.error) : [
		el('p', {}, el('a', { href: `report/${encodeURIComponent(run.name)}` }, 'The full report')),
		listOf(run.command).length ? commandBox(listOf(run.command).join(' ')) : '',
		table(['target', 'verdict', 'speedup', 'time', 'of the limit'], run.rows.map((r) => [experiment(r),
			[rowVerdict(r), r[ROW.word] === 'SAME' && r[ROW.margin] ? el('small', { class: r[ROW.isVague] && 'is-vague' }, ` within ${percent(r[ROW.margin])}`) : ''],
			rowRatio(r), duration(r[ROW.time]), percent(r[ROW.limit])]), 'plain'),
	]);
	return () => {};
}

function runsView(data) {
	const rows = data.runs.map((run, id) => ({ ...run, id, word: run.error ? 'damaged' : run.state,
		text: [run.name, run.host, run.error, run.commit, ...listOf(run.command), ...(run.rows || []).map(experiment)].join(' ').toLowerCase() }));
	const list = new Table({
		prefix: 'r', rows, detail: showRun, shown: () => {},
		columns: [
			{ title: 'run', kind: 'text', value: (r) => r.name, cell: (r) => [r.name, r.is_partial && ' (stopped early)'] },
			{ title: 'state', kind: 'text', value: (r) => r.word, cell: (r) => chip(r.word) },
			{ title: 'targets', kind: 'text', value: targetNames, cell: targetNames },
			{ title: 'verdicts', kind: 'text', value: (r) => r.rows?.length, cell: counts },
			{ title: 'speedups', kind: 'text', value: speedups, cell: speedups },
			{ title: 'machine', kind: 'text', value: (r) => r.host, cell: (r) => [r.host, r.grade ? el('small', {}, ` grade ${r.grade}`) : ''] },
			{ title: 'commit', kind: 'text', value: (r) => r.commit, cell: commitOf },
			{ title: 'age', kind: 'number', value: (r) => Date.now() - Date.parse(r.started) || null,
				cell: (r) => (age(r.started) ? el('span', { title: r.started }, age(r.started)) : '') },
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
		put('runs', data.runs.length ? runs.element : emptyState('No run yet',
			'Runs appear here by themselves, as they end. The command makes a first one, in a minute:', RUN_COMMAND), more);
		if (!data.runs.length && !isOfHistory) {
			put('trends', emptyState('No trend yet', 'Each target over all runs of a machine stands here. The command makes a run:', RUN_COMMAND));
			this.comparison.offer(data.runs);
			return;
		}
		put('trends', history.error && el('p', { class: 'warning' }, `The history cannot be read: ${history.error}`),
			el('p', { class: 'note' }, isOfHistory
				? 'From the history: one line for each target and class of machines. A dashed line is a change that is significant.'
				: 'From the run folders, as there is no history: one line for each target and machine.'), trends.element);
		this.comparison.offer(data.runs);
	}
}

new Dashboard();
