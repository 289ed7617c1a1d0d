/* SPDX-License-Identifier: MIT
 * charts.js - samples, pairs and time of one target, by Chart.js. */
'use strict';

/* An arm has its own colour, mark and line. */
function armStyles() {
	return [
		{ name: 'baseline', colour: style('--base'), mark: 'circle', dash: [5, 3] },
		{ name: 'optimized', colour: style('--mark'), mark: 'triangle', dash: [] },
		{ name: 'library', colour: style('--library'), mark: 'rect', dash: [2, 2] },
	];
}

/* The launches that count: not the pilot, those that ended well, and that nobody disturbed. */
function calmLaunches(arm) {
	return wholeLaunches(arm).filter((l) => !l.is_disturbed);
}

function wholeLaunches(arm) {
	return arm ? arm.launches.filter((l) => l.block >= 0 && l.status === 'ok' && l.median_ns > 0) : [];
}

/* Where others disturbed each of them, all, as in the arm's time. */
function launches(arm) {
	const calm = calmLaunches(arm);
	return calm.length ? calm : wholeLaunches(arm);
}

function samples(arm) {
	return launches(arm).flatMap((l) => l.samples_ns).filter((v) => typeof v === 'number');
}

/* Type 7 of Hyndman and Fan, as in src/base/stats.h. */
function quantile(sorted, q) {
	const at = (sorted.length - 1) * q, i = Math.floor(at);
	return i + 1 < sorted.length ? sorted[i] + (at - i) * (sorted[i + 1] - sorted[i]) : sorted[i];
}

function axis(text, extra) {
	return {
		title: { display: true, text, color: style('--soft') },
		ticks: { color: style('--soft'), maxRotation: 0, includeBounds: false, callback: (v) => figure(v).replace(/\.?0+$/, '') || '0' },
		grid: { color: style('--grid'), borderColor: style('--line') },
		...extra,
	};
}

/* A logarithmic axis with ticks that a reader can tell apart; room on both sides, so that no mark is cut. */
function logAxis(text, lo, hi, share = 0.06) {
	const factor = Math.max((hi / lo) ** share, 1.01), min = lo / factor, max = hi * factor;
	return axis(`${text} (logarithmic)`, { type: 'logarithmic', min, max,
		ticks: { color: style('--soft'), maxRotation: 0, autoSkip: true, callback: (v) => tickText(v) },
		afterBuildTicks: (a) => {
			a.ticks = logTicks(min, max).map((value) => ({ value }));
		} });
}

function chart(canvas, type, datasets, x, y, more = {}) {
	return new Chart(canvas, {
		type,
		data: { datasets },
		plugins: more.plugins || [],
		options: {
			animation: false, responsive: true, maintainAspectRatio: false, parsing: false, normalized: true,
			devicePixelRatio: Math.max(window.devicePixelRatio || 1, 2),
			scales: { x, y },
			plugins: {
				legend: { labels: { color: style('--ink'), usePointStyle: true, boxHeight: 7, filter: (i) => i.text !== '' } },
				tooltip: { callbacks: { label: more.label || (() => '') } },
			},
		},
	});
}

/*
 * The span of an axis: all samples, unless few lie farther from the quartiles than
 * three times their distance (Tukey's far outliers).  Those are shown at its end.
 */
function span(arms) {
	const spans = arms.map((arm) => samples(arm).sort((a, b) => a - b)).filter((s) => s.length).map((s) => {
		const low = quantile(s, 0.25), high = quantile(s, 0.75), room = 3 * (high - low) || 0.05 * high;
		return { lo: Math.max(s[0], low - room), hi: Math.min(s[s.length - 1], high + room),
			width: 2 * (high - low) / Math.cbrt(s.length) };
	});
	const lo = Math.min(...spans.map((s) => s.lo)), hi = Math.max(...spans.map((s) => s.hi));
	/* Freedman and Diaconis' width of a bin, the finer of the arms'. */
	const width = Math.min(...spans.map((s) => s.width).filter((w) => w > 0), hi - lo);
	const count = Math.min(Math.max(Math.ceil((hi - lo) / width) || 1, 8), 80);
	return { lo, hi, count, width: (hi - lo) / count || lo * 0.01 || 1 };
}

/* What the axis leaves out, in words; '' if nothing. */
function beyond(arms, { lo, hi }) {
	const out = arms.flatMap(samples).filter((v) => v < lo || v > hi);
	if (!out.length)
		return '';
	const ends = [Math.min(...out), Math.max(...out)].map(duration);
	return `${out.length} beyond the axis: ${ends[0] === ends[1] ? ends[0] : ends.join(' to ')}`;
}

/* The outline of a histogram, as shares of the arm's samples. */
function outline(values, { lo, hi, count, width }, unit) {
	const counts = new Array(count).fill(0);
	for (const v of values.filter((s) => s >= lo && s <= hi))
		counts[Math.min(Math.floor((v - lo) / width), count - 1)]++;
	const at = (i) => (lo + i * width) / unit;
	const points = [{ x: at(0), y: 0 }];
	counts.forEach((c, i) => {
		const y = 100 * c / values.length;
		points.push({ x: at(i), y }, { x: at(i + 1), y });
	});
	points.push({ x: at(count), y: 0 });
	return points;
}

function drawDistribution(canvas, arms) {
	const where = span(arms), [unit, name] = timeUnit(where.hi), styles = armStyles();
	const datasets = arms.map((arm, k) => arm && samples(arm).length && {
		label: styles[k].name, data: outline(samples(arm), where, unit), borderColor: styles[k].colour,
		backgroundColor: `${styles[k].colour}30`, borderDash: styles[k].dash, borderWidth: 1.5,
		pointRadius: 0, pointHitRadius: 4, pointBackgroundColor: styles[k].colour, pointStyle: styles[k].mark, fill: true, tension: 0,
	}).filter(Boolean);
	const pad = where.width / unit;
	return chart(canvas, 'line', datasets,
		axis(`time of a call, ${name}`, { type: 'linear', min: where.lo / unit - pad, max: where.hi / unit + pad }),
		axis('% of samples', { beginAtZero: true }),
		{ label: (i) => `${i.dataset.label}: ${figure(i.parsed.y)} % at ${figure(i.parsed.x)} ${name}` });
}

/* [{ block, ratio }]: launches of both arms in one block. */
function pairs(baseline, optimized) {
	const other = new Map(calmLaunches(baseline).map((l) => [l.block, l.median_ns]));
	return calmLaunches(optimized).filter((l) => other.has(l.block))
		.map((l) => ({ block: l.block, ratio: other.get(l.block) / l.median_ns }));
}

/* Behind the points: the interval as a band, the estimate and 1 as lines. */
function bandPlugin(row) {
	return {
		id: 'band',
		beforeDatasetsDraw({ ctx, chartArea: a, scales: { y } }) {
			const line = (v, colour, dash) => {
				ctx.beginPath();
				ctx.strokeStyle = colour;
				ctx.setLineDash(dash);
				ctx.moveTo(a.left, y.getPixelForValue(v));
				ctx.lineTo(a.right, y.getPixelForValue(v));
				ctx.stroke();
			};
			ctx.save();
			ctx.fillStyle = `${style('--mark')}28`;
			const top = y.getPixelForValue(row.ci[1]), bottom = y.getPixelForValue(row.ci[0]);
			ctx.fillRect(a.left, top, a.right - a.left, bottom - top);
			line(row.speedup, style('--mark'), []);
			line(1, style('--soft'), [4, 4]);
			ctx.restore();
		},
	};
}

/* Pairs and runs are counted: no half ones on an axis. */
function wholeTicks() {
	return { color: style('--soft'), maxRotation: 0, includeBounds: false, precision: 0, callback: (v) => (Number.isInteger(v) ? String(v) : '') };
}

function drawPairs(canvas, row, baseline, optimized) {
	const data = pairs(baseline, optimized).map((p) => ({ x: p.block + 1, y: p.ratio }));
	const hasBand = typeof row.ci[0] === 'number' && typeof row.ci[1] === 'number';
	const values = [1, ...data.map((d) => d.y), ...(hasBand ? row.ci : [])];
	const lo = Math.min(...values), hi = Math.max(...values), room = 0.08 * (hi - lo) + 0.002;
	const dataset = {
		label: 'baseline / optimized, each pair', data, backgroundColor: style('--mark'), borderColor: style('--mark'),
		pointStyle: 'triangle', pointRadius: 4, clip: 8,
	};
	return chart(canvas, 'scatter', [dataset], axis('pair', { min: 0.5, max: data.length ? data[data.length - 1].x + 0.5 : 1.5, ticks: wholeTicks() }),
		hi / lo > 3 ? logAxis('speedup, ×', lo, hi) : axis('speedup, ×', { min: Math.max(lo - room, lo / 2), max: hi + room }),
		{ plugins: hasBand ? [bandPlugin(row)] : [], label: (i) => `pair ${i.parsed.x}: ${figure(i.parsed.y)}×` });
}

/*
 * Where sample i of a launch stands: in seconds since the first launch, or in blocks
 * where the run did not record when they began.
 */
function timeOf(arms) {
	const all = arms.flatMap(launches), share = (l, i) => i / Math.max(l.samples_ns.length, 1);
	const first = Math.min(...all.map((l) => l.start_ns ?? NaN));
	const n = 1 + all.reduce((most, l) => Math.max(most, l.position), 0);
	if (first >= 0)
		return ['since the first launch, s', (l, i) => (l.start_ns - first + (l.wall_ns || 0) * share(l, i)) / 1e9];
	return ['block', (l, i) => l.block + 1 + 0.9 * (l.position + share(l, i)) / n];
}

/* Every sample in the order of the run. */
function drawTimeline(canvas, arms) {
	const where = span(arms), [unit, name] = timeUnit(where.hi), styles = armStyles(), [title, at] = timeOf(arms);
	const point = (l, i, v) => ({
		x: at(l, i), y: Math.min(Math.max(v, where.lo), where.hi) / unit, ns: v, block: l.block + 1, isOut: v < where.lo || v > where.hi,
	});
	const datasets = arms.flatMap((arm, k) => {
		if (!arm)
			return [];
		const colour = styles[k].colour, all = launches(arm);
		return [{
			label: `${styles[k].name}, launch median`, pointRadius: 5, pointStyle: styles[k].mark, backgroundColor: colour,
			borderColor: style('--panel'), data: all.map((l) => point(l, l.samples_ns.length / 2, l.median_ns)),
		}, {
			label: '', pointRadius: (i) => (i.raw?.isOut ? 4 : 1.5), pointStyle: (i) => (i.raw?.isOut ? 'crossRot' : 'circle'),
			backgroundColor: `${colour}90`, borderColor: colour, borderWidth: (i) => (i.raw?.isOut ? 1.5 : 0),
			data: all.flatMap((l) => l.samples_ns.map((v, i) => point(l, i, v))),
		}];
	});
	const xs = datasets.flatMap((d) => d.data.map((p) => p.x)), lo = Math.min(...xs), hi = Math.max(...xs);
	const side = 0.02 * (hi - lo) || 1, pad = 0.06 * (where.hi - where.lo || where.hi) / unit;
	return chart(canvas, 'scatter', datasets, axis(title, { min: lo - side, max: hi + side }),
		axis(`time of a call, ${name}`, { min: where.lo / unit - pad, max: where.hi / unit + pad }),
		{ label: (i) => `block ${i.raw.block}: ${duration(i.raw.ns)}` });
}
