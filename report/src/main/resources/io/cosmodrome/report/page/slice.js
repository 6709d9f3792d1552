// A trace of nothing but the witness, in the format `std`: it proves the same alone.

const OPERATIONS = {
  read: 'r', write: 'w', acquire: 'acq', release: 'rel', start: 'fork', join: 'join', barrier: 'barrier',
};

/** As docs/format.md wants names to be written. What cannot be seen came as `\u202e`, which it reads. */
function traceName(text, isThread) {
  const escape = (c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0');
  const plain = text.replace(/[|\n\r]/g, escape);
  return plain === '' ? '\\e' : isThread ? plain.replace(/^#/, escape) : plain;
}

/**
 * Blocks are as short as the witness allows. A lock is taken just before it is given back, and given back
 * just after it is taken: what the thread did while it held it is not part of the proof.
 */
function traceSlice(proof) {
  const lines = [];
  const last = proof.lanes.map((_, i) => proof.events.map((event) => event.lane).lastIndexOf(i));
  const opened = new Set();
  proof.events.forEach((event, index) => {
    const lane = proof.lanes[event.lane];
    const thread = traceName(lane.thread, true);
    const target = traceName(event.target, event.what === 'start' || event.what === 'join');
    const label = lane.label === '' ? '' : `(${traceName(lane.label, false)})`;
    const where = place(event) === '' ? '' : '|' + traceName(place(event), false);
    const add = (operation) => lines.push(`${thread}|${operation}${where}`);
    if (needsBlock(proof, event.lane) && !opened.has(event.lane)) {
      opened.add(event.lane);
      lines.push(`${thread}|begin${label}`);
    }
    if (event.what === 'release') {
      add(`acq(${target})`);
    }
    add(`${OPERATIONS[event.what]}(${target})`);
    if (event.what === 'acquire') {
      add(`rel(${target})`);
    }
    if (index === last[event.lane] && opened.has(event.lane)) {
      lines.push(`${thread}|end${label}`);
    }
  });
  return lines.join('\n') + '\n';
}

/** Events outside of blocks stand alone, unless the proof leaves a thread before it came to it. */
function needsBlock(proof, lane) {
  const entries = proof.edges.map((edge) => edge.to).filter((i) => proof.events[i].lane === lane);
  const exits = proof.edges.map((edge) => edge.from).filter((i) => proof.events[i].lane === lane);
  return hasBlock(proof, lane) || Math.min(...exits) < Math.max(...entries);
}
