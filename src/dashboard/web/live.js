/* SPDX-License-Identifier: MIT
 * live.js - what runs now, told by the server as it happens. */
'use strict';

function runningNow(note) {
	const isMeasuring = note.next_look > 0;
	const share = note.n_groups ? (note.group - 1 + (isMeasuring ? note.block / note.next_look : 0)) / note.n_groups : 0;
	const where = !note.target ? 'preparing' : isMeasuring ? `block ${note.block + 1} of ${note.next_look}` : 'preparing';
	const left = note.left_s >= 0 ? `about ${Math.round(note.left_s)} s left` : '';
	return el('div', { class: 'running' },
		el('strong', {}, note.target ? `[${note.group}/${note.n_groups}] ${note.target}` : 'Run started'),
		el('progress', { max: 1, value: share.toFixed(3), 'aria-label': 'share of the run that is done' }),
		el('span', {}, [where, left].filter(Boolean).join(', ')),
		el('small', {}, `${note.command} · since ${note.started}`));
}

/* Calls changed() when runs came or went, and trouble(text or '') about the connection. */
function follow(box, changed, trouble) {
	const source = new EventSource('events');
	let state;
	source.addEventListener('message', (e) => {
		const event = JSON.parse(e.data);
		box.replaceChildren(...event.running.map(runningNow));
		if (state !== undefined && state !== event.state)
			changed();
		state = event.state;
		trouble('');
	});
	source.addEventListener('error', () => {
		box.replaceChildren();
		trouble('The dashboard has ended, or does not answer: this page shows what it knew.');
	});
}
