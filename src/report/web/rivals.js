/* SPDX-License-Identifier: MIT
 * rivals.js - variants against each other: rankings, and sweeps over a parameter. */
'use strict';

const MOST_OPEN = 6; /* rankings; a sweep over many sizes has many */

/* Colours of Okabe and Ito, a mark and a line each; the baseline has its own ones. */
function rivalStyles(variants) {
	const rest = [['--mark', 'triangle', []], ['--violet', 'rectRot', [6, 2]], ['--library', 'rect', [2, 2]], ['--sky', 'rectRounded', [8, 3, 2, 3]],
		['--good', 'star', [1, 2]], ['--bad', 'cross', [4, 4]]];
	return variants.map((_, i) => {
		const [name, mark, dash] = i === 0 ? ['--base', 'circle', [5, 3]] : rest[(i - 1) % rest.length];
		return { colour: style(name), mark, dash };
	});
}

function rankingTable(ranking) {
	const { rivals } = ranking, edge = (e, self) => (e === null ? self : e[0] === null ? 'no pairs' : ratio(...e));
	const scale = forestScale(rivals.map((r) => ({ speedup: r.vs_best?.[0] ?? 1, ci: r.vs_best ? r.vs_best.slice(1) : [1, 1] })));
	const bar = (r) => (r.vs_best && r.vs_best[0] === null ? '' : forest({ word: 'measured', speedup: r.vs_best?.[0] ?? 1, ci: r.vs_best ? r.vs_best.slice(1) : [1, 1] }, scale));
	const name = (r) => [r.row < 0 ? breakable(r.variant) : el('a', { href: `#r${r.row}` }, breakable(r.variant)), ' ', el('small', {}, r.class)];
	const hasTies = rivals.some((r) => r.is_tied);
	return table(['place', 'variant', 'time', 'vs baseline', 'vs the best', forestAxis(scale), ...(hasTies ? ['not told apart from'] : [])], rivals.map((r) => [
		r.place ? `${r.place}${r.is_tied ? '=' : ''}` : '-', name(r), duration(r.ns), edge(r.vs_baseline, 'is the baseline'), edge(r.vs_best, r.no_place || 'is the best'),
		r.place ? bar(r) : '',
		...(hasTies ? [r.ties.flatMap((t, i) => [i ? ', ' : '', breakable(t)])] : [])]), 'plain ranking');
}

function rankingBox(ranking) {
	const title = [ranking.name, ranking.params, ranking.distribution].filter(Boolean).join(' ');
	return el('section', { class: 'rivals' }, el('h3', {}, title), rankingTable(ranking));
}

function rankingsView({ rankings }) {
	if (!rankings.length)
		return null;
	const margin = Math.max(...rankings.map((r) => r.margin)), confidence = rankings[0].confidence;
	return [
		el('p', { class: 'note' }, 'Variants of one workload, measured in the same blocks and compared by pairs of launches, each with each. The intervals ' +
			`of a ranking hold together at ${percent(confidence)} (Bonferroni). The place of a variant is 1 plus the number of variants that are ` +
			`faster by more than the margin (${percent(margin)}); = marks a variant that cannot be told apart from another one. A variant with fewer than 3 undisturbed launches or pairs has no place.`),
		rankings.slice(0, MOST_OPEN).map(rankingBox),
		rankings.length > MOST_OPEN && el('details', {}, el('summary', {}, `${rankings.length - MOST_OPEN} more`), rankings.slice(MOST_OPEN).map(rankingBox)),
	].filter(Boolean);
}

/* Dashed lines at the crossovers. */
function crossLines(sweep) {
	return {
		id: 'crosses',
		beforeDatasetsDraw({ ctx, chartArea: a, scales: { x } }) {
			ctx.save();
			ctx.strokeStyle = style('--soft');
			ctx.fillStyle = `${style('--soft')}18`;
			ctx.setLineDash([3, 3]);
			for (const c of sweep.crosses) {
				const from = x.getPixelForValue(c.from), to = x.getPixelForValue(c.to);
				ctx.fillRect(from, a.top, to - from, a.bottom - a.top);
				if (!(c.near > 0))
					continue;
				ctx.beginPath();
				ctx.moveTo(x.getPixelForValue(c.near), a.top);
				ctx.lineTo(x.getPixelForValue(c.near), a.bottom);
				ctx.stroke();
			}
			ctx.restore();
		},
	};
}

/* The sizes that were run are the ticks; those that would touch are left out. */
function sizeAxis(sweep) {
	const { sizes } = sweep, lo = sizes[0], hi = sizes[sizes.length - 1];
	const ticks = { color: style('--soft'), maxRotation: 0, autoSkip: true, autoSkipPadding: 8, callback: (v) => tickText(v) };
	const build = { ticks, afterBuildTicks: (a) => {
		a.ticks = sizes.map((value) => ({ value }));
	} };
	if (!(lo > 0) || hi / lo < 3)
		return axis(sweep.param, { type: 'linear', min: lo - 0.03 * (hi - lo), max: hi + 0.03 * (hi - lo), ...build });
	const room = (hi / lo) ** 0.03;
	return axis(`${sweep.param} (logarithmic)`, { type: 'logarithmic', min: lo / room, max: hi * room, ...build });
}

function drawSweep(canvas, sweep, what, yAxis, show) {
	const styles = rivalStyles(sweep.variants);
	const datasets = sweep.variants.map((v, k) => ({
		label: v.variant, borderColor: styles[k].colour, backgroundColor: styles[k].colour, pointStyle: styles[k].mark, borderDash: styles[k].dash,
		borderWidth: 1.8, pointRadius: 4, tension: 0, clip: 8, data: sweep.sizes.map((x, i) => ({ x, y: what(v)[i] })).filter((p) => p.y !== null),
	}));
	return chart(canvas, 'line', datasets, sizeAxis(sweep), yAxis,
		{ plugins: [crossLines(sweep)], label: (i) => `${i.dataset.label}: ${show(i.parsed.y)}` });
}

function sweepTable(sweep) {
	const cell = (v, i) => (v.ns[i] === null ? 'not measured' : [duration(v.ns[i]), v.fraction[i] === null ? '' : el('small', {}, ` ${percent(v.fraction[i])}`)]);
	return el('details', { open: sweep.sizes.length <= 8 }, el('summary', {}, 'Times and shares of the limit'),
		table([sweep.param, ...sweep.variants.map((v) => breakable(v.variant))], sweep.sizes.map((s, i) => [String(s), ...sweep.variants.map((v) => cell(v, i))]), 'plain figures'));
}

/* One sweep; `drawn` gets what draws its charts once they are in the page. */
function sweepBox(sweep, drawn) {
	const title = `${[sweep.name, sweep.others, sweep.distribution].filter(Boolean).join(' ')}, over ${sweep.param}`;
	const [time, timeBox] = canvasBox(`Time against ${sweep.param} of ${sweep.name}; the table below has the figures`);
	const ns = sweep.variants.flatMap((v) => v.ns).filter((v) => v > 0), [unit, name] = timeUnit(Math.min(...ns));
	const shares = sweep.variants.flatMap((v) => v.fraction).filter((v) => v > 0), panels = [section('Time', timeBox)];
	drawn.push(() => drawSweep(time, sweep, (v) => v.ns.map((n) => (n > 0 ? n / unit : null)),
		logAxis(`time of a call, ${name}`, Math.min(...ns) / unit, Math.max(...ns) / unit), (v) => duration(v * unit)));
	if (shares.length) {
		const [share, shareBox] = canvasBox(`Share of the limit against ${sweep.param} of ${sweep.name}`);
		panels.push(section('Share of the limit', shareBox));
		drawn.push(() => drawSweep(share, sweep, (v) => v.fraction.map((f) => (f === null ? null : 100 * f)),
			axis('% of the limit', { min: 0, suggestedMax: 100 * Math.max(...shares) * 1.05 }), (v) => percent(v / 100)));
	}
	return el('section', { class: 'rivals' }, el('h3', {}, title), el('div', { class: 'panels' }, panels),
		sweep.crosses.length ? el('ul', { class: 'reasons crosses' }, sweep.crosses.map((c) => el('li', {}, el('b', {}, 'Crossover: '), c.text)))
			: el('p', { class: 'note' }, 'No crossover: no two variants change places.'),
		sweepTable(sweep));
}

/* Fills the sections; the function that draws the charts again, with other colours. */
function showRivals(rivals, rankingsAt, sweepsAt) {
	let running = [];
	const fill = () => {
		const drawn = [];
		running.forEach((c) => c.destroy());
		sweepsAt.replaceChildren();
		append(sweepsAt, rivals.sweeps.map((s) => sweepBox(s, drawn)));
		running = drawn.map((draw) => draw());
	};
	append(rankingsAt, rankingsView(rivals) || []);
	fill();
	return fill;
}
