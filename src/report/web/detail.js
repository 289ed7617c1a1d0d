/* SPDX-License-Identifier: MIT
 * detail.js - all that is known of one result, under its row. */
'use strict';

const ARM_NAMES = ['baseline', 'optimized', 'library'];

/* A share of the limit as a bar and as a figure. */
function limitBar(share, kind) {
	const fill = el('span', { class: `fill ${kind || ''}` });
	fill.style.width = `${Math.min(Math.max(share, 0), 1) * 100}%`;
	return el('span', { class: 'limit' }, el('span', { class: 'track', 'aria-hidden': 'true' }, fill), percent(share));
}

function quantileTable(arms) {
	const points = [['min', 0], ['5 %', 0.05], ['median', 0.5], ['95 %', 0.95], ['max', 1]];
	const rows = arms.map((arm, k) => {
		const sorted = samples(arm).sort((a, b) => a - b);
		return sorted.length && [ARM_NAMES[k], ...points.map(([, q]) => duration(quantile(sorted, q))),
			`${sorted.length} in ${launches(arm).length}`];
	}).filter(Boolean);
	return table(['samples', ...points.map((p) => p[0]), 'n, launches'], rows, 'plain figures');
}

function comparison(row) {
	const way = row.score?.more_is_better ? 'more' : 'less';
	const facts = [
		[row.score ? 'better' : 'speedup', ratio(row.speedup, ...row.ci)],
		['score', row.score && `${row.score.name}, ${way} is better: ${figure(row.score.baseline)} of the baseline, ${
			figure(row.score.optimized)} of this variant`],
		['bound', row.score && row.score.bound !== null && `nobody can have ${way} than ${figure(row.score.bound)}`],
		['confidence', row.confidence && `${percent(row.confidence)} at each look`],
		['pairs', row.n_pairs],
		['detectable', row.mde && `${percent(row.mde, 2)} with this many pairs`],
		['margin', row.margin && `${percent(row.margin, 2)} counts as the same${row.is_vague ? ', which is wide' : ''}`],
		['vs library', row.vs_library && `${ratio(row.vs_library)} ${row.library}`],
	];
	return table(null, facts.filter(([, v]) => v !== null && v !== undefined && v !== ''));
}

function limits(arms) {
	const known = arms.map((arm, k) => [arm, k]).filter(([arm]) => arm && arm.sol && arm.sol.fraction !== null);
	if (!known.length)
		return el('p', { class: 'note' }, 'No limit is known for this workload.');
	return [
		table(['', 'of the limit', 'time', 'GB/s', 'GFLOP/s'], known.map(([arm, k]) => [ARM_NAMES[k],
			limitBar(arm.sol.fraction, ARM_NAMES[k]), duration(arm.median_ns), figure(arm.gb_per_s || null), figure(arm.gflop_per_s || null)]),
		'plain figures'),
		el('p', { class: 'note' }, `Limit: ${duration(known[0][0].sol.roof_ns)}, by ${known[0][0].sol.roof}.`),
	];
}

/* A GPU's times by each clock, which agree or are explained; null for a processor. */
function gpu(arms) {
	const known = arms.map((arm, k) => [arm?.gpu, k]).filter(([g]) => g);
	const rows = [['from outside', 'end_to_end_ns', duration], ['events', 'event_ns', duration], ['launch', 'launch_overhead_ns', duration],
		['CUPTI', 'trace_ns', duration], ['cold', 'cold_ns', duration], ['hot', 'hot_ns', duration], ['kernels', 'n_kernels', String],
		['SM clock', 'sm_mhz', (v) => `${figure(v)} MHz`], ['power', 'power_w', (v) => `${figure(v)} W`],
		['temperature', 'celsius', (v) => `${figure(v)} °C`], ['clocks held by', 'clocks_held_by', String], ['no trace', 'no_trace', String]];
	const cell = (g, [, member, show]) => (g[member] === null || g[member] === undefined ? '' : show(g[member]));
	if (!known.length)
		return null;
	return section('Clocks of the GPU', table(['', ...known.map(([, k]) => ARM_NAMES[k])],
		rows.filter((r) => known.some(([g]) => cell(g, r))).map((r) => [r[0], ...known.map(([g]) => cell(g, r))])));
}

function charts(row, arms, drawn) {
	const [spread, spreadBox] = canvasBox(`Histogram of the samples of ${row.label}; the table beside it has the quantiles`);
	const [paired, pairedBox] = canvasBox(`Speedup of each pair of launches: ${ratio(row.speedup, ...row.ci)}`);
	const [time, timeBox] = canvasBox('Samples in the order in which they were taken');
	const note = beyond(arms, span(arms)), outside = note && el('p', { class: 'note' }, note);
	drawn.push(() => drawDistribution(spread, arms), () => drawTimeline(time, arms));
	if (row.speedup !== null && !row.score)
		drawn.push(() => drawPairs(paired, row, arms[0], arms[1]));
	return [
		section('Distribution of samples', spreadBox, outside, quantileTable(arms)),
		row.speedup !== null && (row.score ? section('Score', comparison(row)) : section('Paired ratios', pairedBox, comparison(row))),
		section('Timeline', timeBox, outside && el('p', { class: 'note' }, 'A cross at the edge is such a sample.')),
		section('Speed of light', limits(arms)),
		gpu(arms),
	].filter(Boolean);
}

function ledger(row, data) {
	const finding = (i) => {
		if (i < 0)
			return '';
		const [verdict, why] = data.findings[i];
		return [chip(verdict), why && ' ', why && el('span', { class: 'why' }, why)];
	};
	const gravity = (i) => i < 0 ? 9 : { FAIL: 0, PARTIAL: 1, UNKNOWN: 2 }[data.findings[i][0]] ?? 5;
	const rows = [...row.ledger].sort((a, b) => Math.min(gravity(a[1]), gravity(a[2])) - Math.min(gravity(b[1]), gravity(b[2])));
	if (!rows.length)
		return section('Ledger', el('p', { class: 'note' }, 'Nothing was checked.'));
	const isFine = ([, b, o]) => Math.min(gravity(b), gravity(o)) >= 5, fine = rows.filter(isFine), other = rows.filter((r) => !isFine(r));
	/* A line for both arms where they agree, as they mostly do. */
	const lines = ([check, b, o]) => (b === o ? [[check, 'both', b]] : [[check, 'baseline', b], [check, 'optimized', o]].filter((l) => l[2] >= 0));
	const list = (some) => table(['check', 'arm', 'finding'],
		some.flatMap(lines).map(([check, arm, i]) => [data.checks[check], arm, finding(i)]), 'plain ledger');
	return section('Ledger', other.length ? list(other) : null, fine.length ? el('details', { open: rows.length <= 16 },
		el('summary', {}, `${fine.length} of ${rows.length} checks passed, were prevented or do not apply`), list(fine)) : null);
}

function badLaunches(arms) {
	const rows = arms.flatMap((arm, k) => (arm ? arm.launches : []).filter((l) => l.status !== 'ok').map((l) =>
		[ARM_NAMES[k], l.block < 0 ? 'pilot' : l.block + 1, l.status, l.cause || l.wrong || '']));
	return rows.length ? section('Launches that did not end well', table(['arm', 'block', 'status', 'cause'], rows)) : null;
}

function build(arms) {
	return section('Build', arms.map((arm, k) => arm && el('div', { class: 'build' },
		el('h4', {}, `${ARM_NAMES[k]}: ${arm.variant}`, el('small', {}, ` ${arm.class}${arm.library ? `, ${arm.library}` : ''}`)),
		arm.summary && el('p', {}, arm.summary),
		el('p', { class: 'note' }, arm.source, arm.hash && ` · SHA-256 ${arm.hash}`),
		arm.build ? [el('pre', {}, arm.build), copyButton(arm.build)] : el('p', { class: 'note' }, 'The build line is not known.'))));
}

function expectation(row) {
	const e = row.expectation;
	if (!e || e.state === 'NO-EXPECTATION')
		return null;
	const states = Object.entries(objectOf(e.metrics)).map(([name, state]) => [name.replaceAll('_', ' '), chip(state)]);
	return section('Expectation', el('p', {}, chip(e.state), ` ${[e.class, e.why].filter(Boolean).join(': ')}`), states.length ? table(null, states) : null);
}

/* Fills td; the function that ends the charts. */
function showDetail(row, td, data) {
	const arms = row.arms.map((i) => data.arms[i]), drawn = [];
	append(td, [
		el('p', { class: 'head' }, [row.title, row.params, row.distribution && `${row.distribution} inputs`].filter(Boolean).join(' · ')),
		row.reason && el('p', { class: 'reason' }, chip(row.word), row.mark, ' ', row.reason),
		row.advice && el('p', { class: 'advice' }, row.advice),
		!row.is_valid && el('p', { class: 'note' }, 'Not a valid result: its figures are in results.json only.'),
		el('div', { class: 'panels' }, row.is_valid ? charts(row, arms, drawn) : []),
		el('div', { class: 'panels' }, [expectation(row), badLaunches(arms), ledger(row, data), build(arms)].filter(Boolean)),
	].filter(Boolean));
	const running = drawn.map((draw) => draw());
	return () => running.forEach((c) => c.destroy());
}
