/* SPDX-License-Identifier: MIT
 * table.js - a table that sorts, filters and opens its rows, by mouse and by keys. */
'use strict';

/*
 * columns: [{ title, head() below it, value(row) for sorting, cell(row), kind: 'number' | 'text' | 'graph' }]
 * rows: [{ id, word, text: what the filter looks at, ... }]
 * detail(row): the element under an open row and a function that ends it
 * shown(set of ids): called when the filter changed
 * prefix: of the ids of rows, where a page has several tables
 */
class Table {
	constructor({ columns, rows, detail, shown, prefix = 'r' }) {
		Object.assign(this, { columns, rows, detail, shown, prefix });
		this.open = new Map();
		this.words = new Set();
		this.sorted = { column: null, isDown: false };
		this.element = el('div', { class: 'results' }, this.toolbar(), this.table());
		this.apply();
	}

	toolbar() {
		this.input = el('input', {
			type: 'search', placeholder: 'Filter by name', 'aria-label': 'Filter by name, parameters or reason',
			input: () => this.apply(), keydown: (e) => this.inputKey(e),
		});
		this.chips = tally(this.rows.map((r) => r.word)).map(([word, n]) => el('button', {
			type: 'button', class: 'pick', 'aria-pressed': 'false', 'data-word': word,
			click: (e) => this.pick(e.currentTarget, word),
		}, chip(word), ` ${n}`));
		this.order = el('select', { class: 'order', 'aria-label': 'Sort by', change: () => this.sort(Number(this.order.value)) },
			this.columns.map((c, i) => el('option', { value: i }, `sort: ${c.title}`)));
		this.status = el('span', { class: 'count', role: 'status' });
		return el('div', { class: 'toolbar' }, this.input, el('div', { class: 'picks', role: 'group', 'aria-label': 'Show only' },
			this.chips), this.order, this.status);
	}

	table() {
		this.heads = this.columns.map((c, i) => el('th', { scope: 'col', class: c.kind },
			el('button', { type: 'button', click: () => this.sort(i) }, c.title, c.head ? c.head() : '')));
		this.body = el('tbody', { keydown: (e) => this.rowKey(e) });
		for (const row of this.rows)
			this.build(row);
		return el('table', { class: 'rows' }, el('thead', {}, el('tr', {}, this.heads)), this.body);
	}

	build(row) {
		const id = `${this.prefix}${row.id}`;
		row.button = el('button', {
			type: 'button', class: 'open', 'aria-expanded': 'false', 'aria-controls': `${id}-detail`,
			click: () => this.toggle(row),
		});
		row.tr = el('tr', { id, class: `row ${(WORDS[row.word] || { kind: 'even' }).kind}` }, this.columns.map((c, i) => {
			const cell = [c.cell(row)].flat();
			if (i === 0)
				append(row.button, el('span', {}, cell.map(breakable)));
			return el(i === 0 ? 'th' : 'td', { class: c.kind, scope: i === 0 ? 'row' : null, 'data-title': c.title },
				i === 0 ? row.button : cell);
		}));
	}

	pick(button, word) {
		if (!this.words.delete(word))
			this.words.add(word);
		button.setAttribute('aria-pressed', String(this.words.has(word)));
		this.apply();
	}

	isShown(row) {
		const needles = this.input.value.toLowerCase().split(/\s+/);
		return (!this.words.size || this.words.has(row.word)) && needles.every((s) => row.text.includes(s));
	}

	/* The first click sorts text upwards and figures downwards; what is absent is last. */
	sort(i) {
		const isSame = this.sorted.column === i;
		this.sorted = { column: i, isDown: isSame ? !this.sorted.isDown : this.columns[i].kind === 'number' };
		this.heads.forEach((th, k) => {
			if (k === i)
				th.setAttribute('aria-sort', this.sorted.isDown ? 'descending' : 'ascending');
			else
				th.removeAttribute('aria-sort');
		});
		this.order.value = i;
		this.apply();
	}

	compare(a, b) {
		const { column, isDown } = this.sorted;
		const x = this.columns[column].value(a), y = this.columns[column].value(b);
		const isAbsent = (v) => v === null || v === undefined || v === '';
		if (isAbsent(x) || isAbsent(y))
			return isAbsent(x) - isAbsent(y) || a.id - b.id;
		const order = typeof x === 'number' ? x - y : String(x).localeCompare(String(y), 'en', { numeric: true });
		return (isDown ? -order : order) || a.id - b.id;
	}

	apply() {
		const rows = this.rows.filter((r) => this.isShown(r));
		if (this.sorted.column !== null)
			rows.sort((a, b) => this.compare(a, b));
		const nodes = [];
		for (const row of rows)
			nodes.push(row.tr, ...(this.open.has(row) ? [this.open.get(row).tr] : []));
		this.body.replaceChildren(...nodes);
		this.status.textContent = `${rows.length} of ${this.rows.length}`;
		this.visible = rows;
		this.shown(new Set(rows.map((r) => r.id)));
	}

	toggle(row) {
		const isOpen = this.open.has(row);
		row.button.setAttribute('aria-expanded', String(!isOpen));
		row.tr.classList.toggle('is-open', !isOpen);
		if (isOpen) {
			const { tr, end } = this.open.get(row);
			this.open.delete(row);
			end();
			tr.remove();
			return;
		}
		const td = el('td', { colspan: this.columns.length });
		const tr = el('tr', { class: 'detail', id: `${this.prefix}${row.id}-detail` }, td);
		this.open.set(row, { tr, end: () => {} });
		row.tr.after(tr);
		/* In the document before it is drawn, so that charts know their size. */
		this.open.get(row).end = this.detail(row, td);
	}

	/* Open a row and show it, whatever the filter says. */
	reveal(id) {
		const row = this.rows.find((r) => r.id === id);
		if (!row)
			return;
		if (!this.isShown(row)) {
			this.input.value = '';
			this.words.clear();
			this.chips.forEach((c) => c.setAttribute('aria-pressed', 'false'));
			this.apply();
		}
		if (!this.open.has(row))
			this.toggle(row);
		row.tr.scrollIntoView({ block: 'start' });
		row.button.focus({ preventScroll: true });
	}

	redraw() {
		for (const [row, { tr, end }] of this.open) {
			end();
			tr.firstChild.replaceChildren();
			this.open.get(row).end = this.detail(row, tr.firstChild);
		}
	}

	inputKey(e) {
		if (e.key === 'Escape') {
			this.input.value = '';
			this.apply();
		} else if (e.key === 'ArrowDown' || e.key === 'Enter') {
			this.visible[0]?.button.focus();
		} else {
			return;
		}
		e.preventDefault();
	}

	rowKey(e) {
		const at = this.visible.findIndex((r) => r.button === e.target);
		const to = { ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1, Home: 0, End: this.visible.length - 1 }[e.key];
		if (at < 0 || e.ctrlKey || e.altKey || e.metaKey)
			return;
		if (e.key === 'Escape' && this.open.has(this.visible[at]))
			this.toggle(this.visible[at]);
		else if (to === -1)
			this.input.focus();
		else if (to !== undefined)
			this.visible[Math.min(to, this.visible.length - 1)].button.focus();
		else
			return;
		e.preventDefault();
	}
}
