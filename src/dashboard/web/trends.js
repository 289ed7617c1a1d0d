/* SPDX-License-Identifier: MIT
 * trends.js - each target over all runs of one machine. */
'use strict';

const ROW = { target: 0, params: 1, distribution: 2, word: 3, speedup: 4, lo: 5, hi: 6, baseline: 7, time: 8, limit: 9 };

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

/* [{ label, host, points: [{ run, row }] }], the oldest run first. */
function seriesOf(runs) {
	const all = new Map(), name = namer(runs);
	for (const run of [...runs].reverse()) {
		for (const row of run.rows || []) {
			const key = `${run.host}\n${experiment(row)}`;
			if (!all.has(key))
				all.set(key, { label: name(row), host: run.host || '', points: [] });
			all.get(key).points.push({ run, row });
		}
	}
	return [...all.values()].sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }));
}

function sparkLine(points) {
	const values = points.map((p) => p.row[ROW.speedup]), known = values.filter((v) => v > 0);
	if (!known.length)
		return '';
	const lo = Math.log(Math.min(...known, 1)), hi = Math.log(Math.max(...known, 1)) + 1e-9;
	const x = (i) => (values.length > 1 ? 2 + 154 * i / (values.length - 1) : 156), y = (v) => 20 - 18 * (Math.log(v) - lo) / (hi - lo);
	let path = '', isDown = false, last = null;
	values.forEach((v, i) => {
		if (v > 0) {
			path += `${isDown ? 'L' : 'M'}${x(i).toFixed(1)} ${y(v).toFixed(1)}`;
			last = [x(i), y(v)];
		}
		isDown = v > 0;
	});
	return svg('svg', { class: 'spark', viewBox: '0 0 160 22', 'aria-hidden': 'true' },
		svg('path', { class: 'one', d: `M0 ${y(1)}H160` }), svg('path', { d: path }),
		svg('circle', { cx: last[0], cy: last[1], r: 2.5 }));
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

function drawTrend(canvas, points, title, value, interval, unit, colour, mark) {
	const data = points.map((p, i) => {
		const [lo, hi] = interval(p.row);
		return { x: i + 1, y: value(p.row), lo, hi, name: p.run.name };
	}).filter((p) => p.y !== null);
	const ends = data.flatMap((p) => [p.y, p.lo, p.hi]).filter((v) => v > 0);
	const lo = Math.min(...ends), hi = Math.max(...ends), room = 0.08 * (hi - lo) || 0.05 * hi;
	return chart(canvas, 'line', [{ label: title, data, borderColor: colour, backgroundColor: colour, pointStyle: mark, pointRadius: 4,
		borderWidth: 1.2, tension: 0 }],
	axis('run', { type: 'linear', min: 0.5, max: points.length + 0.5 }), axis(title, { min: lo - room, max: hi + room }),
	{ plugins: [whiskers], label: (i) => `${i.raw.name}: ${unit(i.raw.y)}` });
}

function showTrend(series, td) {
	const { points } = series, times = points.map((p) => p.row[ROW.time]).filter((v) => v > 0);
	const [unit, name] = timeUnit(Math.max(...times, 0)), drawn = [], panels = [];
	const [ratioCanvas, ratioBox] = canvasBox(`Speedup of ${series.label} in each run; the table below has the figures`);
	const [timeCanvas, timeBox] = canvasBox(`Time of ${series.label} in each run; the table below has the figures`);
	if (points.some((p) => p.row[ROW.speedup] !== null)) {
		panels.push(section('Speedup with its interval', ratioBox));
		drawn.push(() => drawTrend(ratioCanvas, points, 'speedup, ×', (r) => r[ROW.speedup], (r) => [r[ROW.lo], r[ROW.hi]],
			(v) => ratio(v), style('--mark'), 'triangle'));
	}
	if (times.length) {
		panels.push(section('Time of a call', timeBox));
		drawn.push(() => drawTrend(timeCanvas, points, `time, ${name}`, (r) => (r[ROW.time] === null ? null : r[ROW.time] / unit), () => [],
			(v) => `${figure(v)} ${name}`, style('--base'), 'circle'));
	}
	const row = points[0].row;
	append(td, [el('p', { class: 'head' }, `${row[ROW.params]} · ${row[ROW.distribution]} inputs · ${series.host}`),
		el('div', { class: 'panels' }, panels), table(['run', 'verdict', 'speedup', 'time', 'of the limit'],
		points.map(({ run, row }, i) => [el('a', { href: `report/${encodeURIComponent(run.name)}` }, `${i + 1} ${run.name}`), chip(row[ROW.word]),
			ratio(row[ROW.speedup], row[ROW.lo], row[ROW.hi]), duration(row[ROW.time]), percent(row[ROW.limit])]).reverse(), 'plain')]);
	const charts = drawn.map((draw) => draw());
	return () => charts.forEach((c) => c.destroy());
}

/* The last two runs that have a figure: by what the speedup changed. */
function lastChange(points) {
	const known = points.map((p) => p.row[ROW.speedup]).filter((v) => v !== null);
	return known.length > 1 ? known[known.length - 1] / known[known.length - 2] : null;
}

function trendsView(runs) {
	const series = seriesOf(runs), hosts = new Set(series.map((s) => s.host));
	const last = (s) => s.points[s.points.length - 1].row;
	const rows = series.map((s, id) => ({ ...s, id, word: last(s)[ROW.word], text: `${s.label} ${s.host}`.toLowerCase() }));
	const columns = [
		{ title: 'target', kind: 'text', value: (r) => r.label, cell: (r) => r.label },
		{ title: 'machine', kind: 'text', value: (r) => r.host, cell: (r) => r.host },
		{ title: 'runs', kind: 'number', value: (r) => r.points.length, cell: (r) => String(r.points.length) },
		{ title: 'last verdict', kind: 'text', value: (r) => r.word, cell: (r) => chip(r.word) },
		{ title: 'last speedup', kind: 'number', value: (r) => last(r)[ROW.speedup],
			cell: (r) => ratio(last(r)[ROW.speedup], last(r)[ROW.lo], last(r)[ROW.hi]) },
		{ title: 'speedup over the runs', kind: 'graph', value: (r) => last(r)[ROW.speedup], cell: (r) => sparkLine(r.points) },
		{ title: 'last change', kind: 'number', value: (r) => lastChange(r.points), cell: (r) => ratio(lastChange(r.points)) },
	].filter((c) => c.title !== 'machine' || hosts.size > 1);
	return new Table({ prefix: 't', columns, rows, detail: showTrend, shown: () => {} });
}
