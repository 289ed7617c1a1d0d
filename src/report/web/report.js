/* SPDX-License-Identifier: MIT
 * report.js - the report of one run. */
'use strict';

const byId = (id) => document.getElementById(id);

/* All intervals on one logarithmic axis, which holds 1: { at(v), ticks }. */
function forestScale(rows) {
	const ends = rows.flatMap((r) => [...r.ci, r.speedup]).filter((v) => typeof v === 'number' && v > 0);
	const lo = Math.min(1 / 1.05, ...ends), hi = Math.max(1.05, ...ends);
	const at = (v) => 10 + 140 * Math.log(v / lo) / Math.log(hi / lo);
	/* 1 first; another one where its label, 5.5 pixels a character, does not touch those that are there. */
	const ticks = [1], room = (v) => 3 + 2.8 * (tickText(v).length + 1);
	for (const v of [...decades(lo, hi, [1]), ...decades(lo, hi, [2, 5])])
		if (ticks.every((t) => Math.abs(at(t) - at(v)) > room(t) + room(v)) && at(v) - room(v) >= -4 && at(v) + room(v) <= 164)
			ticks.push(v);
	return { at, ticks };
}

/* The axis of the intervals; it stands above them, or in each where there is no head. */
function forestTicks({ at, ticks }, y, below) {
	return ticks.map((v) => svg('g', { class: v === 1 ? 'tick is-one' : 'tick' }, svg('path', { d: `M${at(v)} ${y}V${y + 3}` }),
		svg('text', { x: at(v), y: y + below }, `${tickText(v)}×`)));
}

function forestAxis(scale) {
	return svg('svg', { class: 'forest axis', viewBox: '0 0 160 16', 'aria-hidden': 'true' }, forestTicks(scale, 12, -3));
}

function forest(row, scale) {
	if (row.speedup === null)
		return '';
	const { at } = scale, [lo, hi] = row.ci.map((v) => (v > 0 ? at(v) : at(row.speedup))), x = at(row.speedup), one = at(1);
	return svg('svg', { class: `forest ${WORDS[row.word].kind}`, viewBox: '0 0 160 16', 'aria-hidden': 'true' },
		svg('path', { class: 'one', d: `M${one} 0V16` }), svg('g', { class: 'own' }, forestTicks(scale, 15, 9)),
		svg('path', { class: 'whisker', d: `M${lo} 8H${hi}M${lo} 4.5V11.5M${hi} 4.5V11.5` }),
		svg('path', { class: 'dot', d: `M${x} 4.5L${x + 3.5} 8L${x} 11.5L${x - 3.5} 8z` }));
}

/* What was expected of a result, where something is recorded. */
function expected(row) {
	const state = row.expectation?.state;
	const isOpen = state === 'NOT-JUDGED' && row.expectation.expected; /* it could not be compared */
	return state && (isOpen || !['NO-EXPECTATION', 'NOT-JUDGED'].includes(state)) ? state : null;
}

/* What a ratio is of, where it is not time. */
function scoreName(row) {
	return row.score ? [el('br'), el('small', {}, `in ${row.score.name}`)] : '';
}

function columns(rows) {
	const scale = forestScale(rows);
	return [
		{ title: 'target', kind: 'text', value: (r) => r.label, cell: (r) => r.label },
		{ title: 'verdict', kind: 'text', value: (r) => r.word, cell: verdict },
		{ title: 'speedup', kind: 'number', value: (r) => r.speedup, cell: (r) => [ratio(r.speedup, ...r.ci), scoreName(r)].flat() },
		{ title: 'speedup, log axis', kind: 'graph', head: () => forestAxis(scale), value: (r) => r.speedup, cell: (r) => forest(r, scale) },
		{ title: 'baseline', kind: 'number', value: (r) => r.baseline_ns,
			cell: (r) => (r.baseline_ns === null ? '' : [duration(r.baseline_ns), ' ', el('small', {}, r.over)]) },
		{ title: 'time', kind: 'number', value: (r) => r.optimized_ns, cell: (r) => duration(r.optimized_ns) },
		{ title: 'of the limit', kind: 'number', value: (r) => r.sol_fraction,
			cell: (r) => (r.score && r.score.share !== null ? [limitBar(r.score.share, 'optimized'), ' ', el('small', {}, 'of the best')] :
				r.sol_fraction === null ? '' : [limitBar(r.sol_fraction, 'optimized'), ' ', el('small', { title: r.roof }, r.roof.split(',')[0])]) },
		{ title: 'expected', kind: 'text', value: (r) => expected(r), cell: (r) => (expected(r) ? chip(expected(r)) : '') },
		{ title: 'vs library', kind: 'number', value: (r) => r.vs_library,
			cell: (r) => (r.is_library ? `is ${r.library}` : r.vs_library === null ? '' : `${ratio(r.vs_library)} ${r.library}`) },
	].filter((c) => (c.title !== 'vs library' || rows.some((r) => r.vs_library !== null || r.is_library)) &&
		(c.title !== 'expected' || rows.some(expected)));
}

function facts(data) {
	const { manifest } = data, git = objectOf(manifest.git);
	return [
		textOf(objectOf(manifest.hardware).cpu_model), textOf(manifest.compiler),
		textOf(git.commit) && `commit ${git.commit.slice(0, 12)}${git.is_dirty ? ' with uncommitted changes' : ''}`,
	].filter(Boolean).join(' · ');
}

function overall({ n, n_open: nOpen, n_only: nOnly, n_naive: nNaive, speedup, ci }) {
	if (n < 2)
		return null;
	const without = [nOpen && `${nOpen} INCONCLUSIVE`, nOnly && `${nOnly} that count at their size alone`].filter(Boolean);
	return el('p', {}, `Geometric mean of ${n} decided comparisons: `, el('strong', {}, ratio(speedup, ...ci)),
		nNaive ? `, ${nNaive} of them over a naive baseline` : '', without.length ? `; without ${without.join(' and ')}.` : '.');
}

/* A margin belongs to SAME: within 1 % it says much, within 20 % hardly anything. */
function verdict(row) {
	const margin = row.word === 'SAME' && row.margin && el('small', { class: row.is_vague ? 'margin is-vague' : 'margin' },
		` within ${percent(row.margin)}`);
	return [chip(row.word), row.mark && el('small', { class: 'margin is-vague' }, row.mark), margin || '', row.is_vague ? el('small', { class: 'margin is-vague' }, ', a wide margin') : ''];
}

function expectations(rows) {
	const states = rows.map(expected).filter(Boolean), told = rows.filter((r) => expected(r) && expected(r) !== 'HOLDS');
	if (!states.length)
		return null;
	return [
		el('p', {}, 'Against what is expected: ', tally(states).map(([word, n]) => [String(n), ' ', chip(word), ' '])),
		told.length ? el('ul', { class: 'reasons' }, told.map((r) => el('li', {}, chip(expected(r)), ' ', el('a', { href: `#r${r.id}` }, r.label),
			` ${r.expectation.why || ''}`))) : null,
	];
}

/* What to read of some results: open, unless they are more than a screen holds. */
function remarks(rows, title, most) {
	return rows.length ? el('details', { open: rows.length <= most }, el('summary', {}, `${rows.length} ${title}`),
		el('ul', { class: 'reasons' }, rows.map((r) => el('li', {}, chip(r.word), ' ',
			el('a', { href: `#r${r.id}` }, r.label), ` ${r.reason}`, r.advice && el('span', { class: 'advice' }, ` ${r.advice}`))))) : null;
}

const isBroken = (row) => row.word === 'INVALID' || row.word === 'failed';

function summary(data) {
	const { run } = data, rows = data.order.map((i) => data.rows[i]), notFine = rows.filter((r) => r.reason || r.advice);
	const counts = tally(rows.map((r) => r.word)).map(([word, n]) => el('li', {}, el('b', {}, String(n)), ' ', chip(word)));
	return [
		run.is_partial && el('p', { class: 'warning' }, 'Stopped early: these are not all results.'),
		listOf(run.left_out).length > 0 && el('p', { class: 'warning' },
			`Measured without ${run.left_out.join(' ')} (--without-check): no verdict of this run is a proof.`),
		el('ul', { class: 'tiles' }, counts),
		overall(data.overall),
		expectations(rows),
		run.grade && el('p', {}, el('span', { class: 'grade' }, `Environment grade ${run.grade}`), ` ${listOf(run.grade_why).join('; ')}`),
		remarks(notFine.filter(isBroken), 'broken', 20),
		remarks(notFine.filter((r) => !isBroken(r)), 'with a remark', 8),
	].filter(Boolean);
}

/* "yes", "1, 2", "a key 3" */
function words(value) {
	if (Array.isArray(value))
		return value.map(words).join(', ');
	if (value !== null && typeof value === 'object')
		return Object.entries(value).filter(([, v]) => v !== null).map(([k, v]) => `${k.replaceAll('_', ' ')} ${words(v)}`).join(', ');
	return value === true ? 'yes' : value === false ? 'no' : Number.isInteger(value) ? String(value)
		: typeof value === 'number' ? figure(value) : String(value);
}

function factTable(object, names) {
	return table(null, names.filter((n) => object?.[n] !== undefined && object[n] !== null)
		.map((n) => [n.replaceAll('_', ' '), words(object[n])]));
}

const layerWords = {
	namespaces: 'namespaces', no_capabilities: 'no capabilities', landlock: 'Landlock', limits: 'resource limits',
	seccomp_loading: 'system calls filtered while loading', seccomp_timed: 'system calls filtered in timed calls',
	readonly_inputs: 'inputs only readable', sealed_plan: 'sealed plan',
};

function layersOf(sandbox, isHeld) {
	return Object.entries(objectOf(sandbox)).filter(([, held]) => held === isHeld).map(([k]) => layerWords[k] ?? k.replaceAll('_', ' ')).join(', ');
}

/* A row of each fact that was observed, in words and with its unit. */
function runTable(run) {
	const noise = objectOf(run.noise), plan = objectOf(run.plan), resumed = objectOf(run.resumed), bell = objectOf(run.doorbell);
	const ns = (v) => Number.isFinite(v) && `${figure(v)} ns`, s = (v) => Number.isFinite(v) && `${figure(v)} s`;
	const waits = { spin: 'spinning', futex: 'asleep' }, launches = resumed.launches_dropped;
	return table(null, [
		['started', run.started], ['ended', run.ended], ['sizes (--preset)', run.preset], ['seed', run.seed],
		['noise floor', Number.isFinite(run.noise_floor) && percent(Math.expm1(run.noise_floor), 2)],
		['noise floor measured', noise.measured && `${noise.measured}, by ${words(noise.n_comparisons)} comparisons, at grade ${noise.grade}`],
		['pairs (--pairs)', plan.pairs && words(plan.pairs)],
		['calls timed before the first look (--min-time)', s(plan.min_time_s)],
		['most time of a comparison (--until-decided)', s(plan.until_decided_s)],
		['resumed', resumed.started && `the run that began at ${resumed.started}: ${words(resumed.results ?? 0)} results kept${
			launches ? `, ${words(launches)} launches dropped` : ''}`],
		['a variant waits for its calls', bell.mode && (waits[bell.mode] ?? bell.mode)],
		['subtracted from each sample', ns(bell.bias_ns)], ['and for each call in it', ns(bell.bias_per_call_ns)],
		['what an empty variant still takes', ns(bell.residual_ns)],
		['subtracted from the time between two GPU events', ns(bell.event_floor_ns)],
		['sandbox', layersOf(run.sandbox, true)], ['missing in the sandbox', layersOf(run.sandbox, false)],
	].filter(([, v]) => v).map(([k, v]) => [k, textOf(v)]));
}

function peakTable(peaks) {
	const name = (p) => [p.dtype, p.level, p.stream, p.what, p.type, p.engine].filter(Boolean).join(' ');
	const rows = [['gflop_per_s', 'GFLOP/s'], ['gb_per_s', 'GB/s'], ['latency_ns', 'ns']].flatMap(([key, unit]) =>
		listOf(peaks[key]).map(objectOf).map((p) => [name(p), p.threads ?? '', figure(p.best), figure(p.median), unit, p.how || '']));
	return el('details', {}, el('summary', {}, ['Measured peaks', textOf(objectOf(peaks.gpu).name), textOf(peaks.measured)].filter(Boolean).join(', ')),
		table(['what', 'threads', 'best', 'median', 'unit', 'how'], rows, 'plain figures'));
}

/* As a shell reads it back; the first word is the command's name, which has blanks. */
function shellWord(word, i) {
	return i === 0 || /^[\w@%+=:,./-]+$/.test(word) ? word : `'${String(word).replaceAll("'", "'\\''")}'`;
}

function machine(data) {
	const { run, manifest } = data;
	const command = listOf(run.command).map(shellWord).join(' ');
	return [
		command && [el('h4', {}, 'Command'), commandBox(command)],
		el('div', { class: 'panels' },
			section('Run', runTable(run)),
			section('Machine', factTable({ ...objectOf(manifest.hardware), host: manifest.host, compiler: manifest.compiler },
				['host', 'cpu_model', 'cores', 'threads', 'numa_nodes', 'hypervisor', 'kernel', 'microcode', 'thp', 'compiler']))),
		[manifest.peaks, manifest.gpu_peaks].flat().filter(Boolean).map((p) => peakTable(objectOf(p))),
		el('details', {}, el('summary', {}, 'The whole manifest'), el('pre', {}, JSON.stringify(manifest, null, 1))),
	].filter(Boolean);
}

function dim(shown) {
	for (const a of document.querySelectorAll('.rl-point'))
		a.classList.toggle('is-dim', !shown.has(Number(a.dataset.row)));
}

function followHash(rows) {
	const match = /^#r(\d+)$/.exec(location.hash);
	if (match)
		rows.reveal(Number(match[1]));
}

function keys(rows) {
	document.addEventListener('keydown', (e) => {
		if (e.key === '/' && !/^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName)) {
			rows.input.focus();
			e.preventDefault();
		}
	});
}

/* What the scripts rely on and the schema does not. */
function normalize(data) {
	data.run = objectOf(data.run);
	data.manifest = objectOf(data.manifest);
	for (const arm of data.arms) {
		arm.launches = listOf(arm.launches).filter((l) => l !== null && typeof l === 'object');
		for (const launch of arm.launches)
			launch.samples_ns = listOf(launch.samples_ns);
		arm.gpu = arm.gpu && objectOf(arm.gpu);
	}
	data.rows.forEach((row) => {
		row.expectation = row.expectation && objectOf(row.expectation);
	});
	return data;
}

function main() {
	const data = normalize(readData());
	data.rows.forEach((row, id) => {
		row.id = id;
		row.text = [row.label, row.params, row.distribution, row.reason, row.title, row.library, row.advice, expected(row)].join(' ').toLowerCase();
	});
	byId('facts').textContent = clean(facts(data));
	append(byId('summary'), summary(data));
	append(byId('machine'), machine(data));
	for (const id of ['top', 'main'])
		byId(id).hidden = false;
	const rows = new Table({
		columns: columns(data.rows), rows: data.order.map((i) => data.rows[i]), detail: (row, td) => showDetail(row, td, data), shown: dim,
	});
	byId('results').append(el('p', { class: 'note hint' }, 'Keys: / filters, ↑ ↓ move, Enter opens a row, Esc closes it.'), rows.element);
	for (const [id, list] of [['ranking', data.rivals.rankings], ['sweeps', data.rivals.sweeps]])
		for (const node of [byId(id), document.querySelector(`nav a[href="#${id}"]`)])
			node.hidden = !list.length;
	const redrawRivals = showRivals(data.rivals, byId('rankings'), byId('sweep-list'));
	themeSwitch(byId('theme'), () => {
		rows.redraw();
		redrawRivals();
	});
	keys(rows);
	addEventListener('hashchange', () => followHash(rows));
	followHash(rows);
}

main();
