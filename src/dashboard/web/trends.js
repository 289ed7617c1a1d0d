/* SPDX-License-Identifier: MIT
 * trends.js - each target over all runs of one machine. */
'use strict';

const ROW = { target: 0, params: 1, distribution: 2, word: 3, speedup: 4, lo: 5, hi: 6, baseline: 7, time: 8, limit: 9, margin: 10, isVague: 11, of: 12, mark: 13 };

/* A ratio of times, or of what it names. */
function rowRatio(r) {
	const text = ratio(r[ROW.speedup], r[ROW.lo], r[ROW.hi]);
	return text && r[ROW.of] ? `${text} in ${r[ROW.of]}` : text;
}

/* What is not proven says so. */
function rowVerdict(r) {
	return [chip(r[ROW.word]), r[ROW.mark] && el('small', { class: 'is-vague' }, r[ROW.mark])];
}

function experiment(row) {
	return [row[ROW.target], row[ROW.params], row[ROW.distribution]].filter(Boolean).join(' ');
}

/* The name of an experiment: its target, and what tells it from others of that target. */
function namer(runs) {
	const known = new Map();
	for (const row of runs.flatMap((run) => run?.rows || [])) {
		if (!known.has(row[ROW.target]))
			known.set(row[ROW.target], new Set());
		known.get(row[ROW.target]).add(experiment(row));
	}
	return (row) => (known.get(row[ROW.target]).size > 1 ? experiment(row) : row[ROW.target]);
}

/*
 * A series is { label, host, about, points, speedupChanges, timeChanges }, a point
 * { name (of a run), started, commit, word, speedup, lo, hi, time, timeLo, timeHi },
 * the oldest first.
 */
function seriesOfRuns(runs) {
	const all = new Map(), name = namer(runs);
	for (const run of [...runs].reverse()) {
		for (const row of (run.rows || []).filter((r) => !r[ROW.mark])) { /* as the history */
			const key = `${run.host}\n${experiment(row)}`;
			if (!all.has(key))
				all.set(key, { label: name(row), host: run.host || '', points: [], speedupChanges: [], timeChanges: [],
					about: `${row[ROW.params]} · ${row[ROW.distribution]} inputs` });
			all.get(key).points.push({ name: run.name, started: run.started, word: row[ROW.word], speedup: row[ROW.speedup],
				lo: row[ROW.lo], hi: row[ROW.hi], time: row[ROW.time] });
		}
	}
	return [...all.values()];
}

function seriesOfHistory(list) {
	const count = new Map();
	for (const s of list)
		count.set(`${s.target}\n${s.class}`, (count.get(`${s.target}\n${s.class}`) || 0) + 1);
	return list.map((s) => ({
		label: count.get(`${s.target}\n${s.class}`) > 1 ? `${s.target} ${s.params} ${s.distribution}` : s.target,
		host: s.class || s.host, about: `${s.params} · ${s.distribution} inputs · last on ${s.host}`,
		speedupChanges: s.speedup_changes || [], timeChanges: s.time_changes || [],
		points: s.points.map(([name, started, commit, word, speedup, lo, hi, time, timeLo, timeHi]) =>
			({ name, started, commit, word, speedup, lo, hi, time, timeLo, timeHi })),
	}));
}

function sparkLine(points) {
	const values = points.map((p) => p.speedup), known = values.filter((v) => v > 0);
	if (!known.length)
		return '';
	const lo = Math.log(Math.min(...known, 1)), hi = Math.log(Math.max(...known, 1)) + 1e-9;
	const x = (i) => (values.length > 1 ? 3 + 150 * i / (values.length - 1) : 78), y = (v) => 27 - 22 * (Math.log(v) - lo) / (hi - lo);
	let path = '', isDown = false, last = null;
	values.forEach((v, i) => {
		if (v > 0) {
			path += `${isDown ? 'L' : 'M'}${x(i).toFixed(1)} ${y(v).toFixed(1)}`;
			last = [x(i), y(v)];
		}
		isDown = v > 0;
	});
	/* The ends of its logarithmic scale; 1 is one of them, or lies between. */
	const ends = [...new Set([Math.min(...known, 1), Math.max(...known, 1)])];
	return svg('svg', { class: 'spark', viewBox: '0 0 210 32', 'aria-hidden': 'true' },
		svg('path', { class: 'one', d: `M0 ${y(1)}H158` }), svg('path', { d: path }),
		ends.map((v) => svg('text', { x: 163, y: y(v) + 3.5 }, `${tickText(Number(v.toPrecision(3)))}×`)),
		svg('circle', { cx: last[0], cy: last[1], r: 2.5 }));
}

/* A dashed line before the first point after each change, with its size. */
function changeLines(changes) {
	return {
		id: 'changes',
		beforeDatasetsDraw({ ctx, chartArea: a, scales: { x } }) {
			ctx.save();
			ctx.strokeStyle = ctx.fillStyle = style('--ink');
			ctx.setLineDash([4, 3]);
			ctx.font = '11px system-ui, sans-serif';
			for (const c of changes) {
				const at = x.getPixelForValue(c.at + 0.5);
				ctx.beginPath();
				ctx.moveTo(at, a.top);
				ctx.lineTo(at, a.bottom);
				ctx.stroke();
				ctx.fillText(ratio(c.after / c.before), at + 4, a.top + 10);
			}
			ctx.restore();
		},
	};
}

/* Whiskers of each point, from `lo` to `hi` of its raw value. */
const whiskers = {
	id: 'whiskers',
	beforeDatasetsDraw({ ctx, data, scales: { x, y } }) {
		ctx.save();
		for (const set of data.datasets) {
			ctx.strokeStyle = set.borderColor;
			for (const p of set.data.filter((d) => d.lo > 0 && d.hi > 0)) {
				const at = x.getPixelForValue(p.x);
				ctx.beginPath();
				ctx.moveTo(at, y.getPixelForValue(p.lo));
				ctx.lineTo(at, y.getPixelForValue(p.hi));
				ctx.stroke();
			}
		}
		ctx.restore();
	},
};

/* what: { title, unit, show(value), colour, mark }; data: [{ x, y, lo, hi, name }]. */
function drawTrend(canvas, data, n, changes, what) {
	const ends = data.flatMap((p) => [p.y, p.lo, p.hi]).filter((v) => v > 0);
	const lo = Math.min(...ends), hi = Math.max(...ends), room = 0.08 * (hi - lo) || 0.05 * hi;
	return chart(canvas, 'line', [{ label: what.title, data, borderColor: what.colour, backgroundColor: what.colour, pointStyle: what.mark,
		pointRadius: n > 60 ? 2 : 4, borderWidth: 1.2, tension: 0 }],
	axis('run', { type: 'linear', min: 0.5, max: n + 0.5, ticks: wholeTicks() }), axis(what.title, { min: lo - room, max: hi + room }),
	{ plugins: [whiskers, changeLines(changes)], label: (i) => `${i.raw.name}: ${what.show(i.raw.y)}` });
}

function changeNotes(changes, what) {
	return changes.map((c) => el('p', { class: 'note' }, `The ${what} changed by ${ratio(c.after / c.before)} at run ${c.at + 1} (p ${figure(c.p)}).`));
}

function showTrend(series, td, isHere) {
	const { points, label } = series, times = points.map((p) => p.time).filter((v) => v > 0);
	const [unit, name] = timeUnit(Math.max(...times, 0)), drawn = [], panels = [];
	const panel = (title, changes, what, values) => {
		const [canvas, box] = canvasBox(`${title} of ${label} in each run; the table below has the figures`);
		const data = points.map((p, i) => ({ x: i + 1, name: p.name, ...values(p) })).filter((p) => p.y > 0);
		panels.push(section(title, box, changeNotes(changes, title.toLowerCase())));
		drawn.push(() => drawTrend(canvas, data, points.length, changes, what));
	};
	const scaled = (v) => (v > 0 ? v / unit : null);
	if (points.some((p) => p.speedup > 0))
		panel('Speedup', series.speedupChanges, { title: 'speedup, ×', show: (v) => ratio(v), colour: style('--mark'), mark: 'triangle' },
			(p) => ({ y: p.speedup, lo: p.lo, hi: p.hi }));
	if (times.length)
		panel('Time of a call', series.timeChanges, { title: `time, ${name}`, show: (v) => `${figure(v)} ${name}`, colour: style('--base'), mark: 'circle' },
			(p) => ({ y: scaled(p.time), lo: scaled(p.timeLo), hi: scaled(p.timeHi) }));
	append(td, [el('p', { class: 'head' }, series.about), el('div', { class: 'panels' }, panels),
		el('details', { open: points.length <= 12 }, el('summary', {}, points.length > 1 ? `${points.length} runs` : '1 run'),
			table(['run', 'verdict', 'speedup', 'time', 'commit'], points.map((p, i) => [
			isHere(p.name) ? el('a', { href: `report/${encodeURIComponent(p.name)}` }, `${i + 1} ${p.name}`) : `${i + 1} ${p.name}`,
			chip(p.word), ratio(p.speedup, p.lo, p.hi), duration(p.time), (p.commit || '').slice(0, 12)]).reverse(), 'plain'))]);
	const charts = drawn.map((draw) => draw());
	return () => charts.forEach((c) => c.destroy());
}

/* The last two runs that have a figure: by what the speedup changed. */
function lastChange(points) {
	const known = points.map((p) => p.speedup).filter((v) => v > 0);
	return known.length > 1 ? known[known.length - 1] / known[known.length - 2] : null;
}

function trendsView(all, names) {
	const series = [...all].sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }));
	const hosts = new Set(series.map((s) => s.host)), last = (s) => s.points[s.points.length - 1];
	const rows = series.map((s, id) => ({ ...s, id, word: last(s).word, text: `${s.label} ${s.host}`.toLowerCase() }));
	const changes = (r) => r.speedupChanges.length;
	const columns = [
		{ title: 'target', kind: 'text', value: (r) => r.label, cell: (r) => r.label },
		{ title: 'machine', kind: 'text', value: (r) => r.host, cell: (r) => r.host },
		{ title: 'runs', kind: 'number', value: (r) => r.points.length, cell: (r) => String(r.points.length) },
		{ title: 'last verdict', kind: 'text', value: (r) => r.word, cell: (r) => chip(r.word) },
		{ title: 'last speedup', kind: 'number', value: (r) => last(r).speedup, cell: (r) => ratio(last(r).speedup, last(r).lo, last(r).hi) },
		{ title: 'speedup over the runs, log', kind: 'graph', value: (r) => last(r).speedup, cell: (r) => sparkLine(r.points) },
		{ title: 'vs run before', kind: 'number', value: (r) => lastChange(r.points), cell: (r) => ratio(lastChange(r.points)) },
		{ title: 'changes', kind: 'number', value: changes, cell: (r) => (changes(r) ? String(changes(r)) : '') },
	].filter((c) => (c.title !== 'machine' || hosts.size > 1) && (c.title !== 'changes' || rows.some(changes)));
	return new Table({ prefix: 't', columns, rows, detail: (s, td) => showTrend(s, td, (name) => names.has(name)), shown: () => {} });
}
