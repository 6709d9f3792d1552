// The source, a column for each thread, and the stacks.

const AROUND = 3; // lines before and after an event

function splitPlace(text) {
  const colon = text.lastIndexOf(':');
  const line = colon < 0 ? NaN : Number(text.slice(colon + 1));
  return Number.isInteger(line) ? {file: text.slice(0, colon), line} : null;
}

/** Lines of each lane's events with the numbers of these, or null if none are there. */
function drawSource(proof) {
  const columns = proof.lanes.map((lane, i) => sourceColumn(proof, lane, i)).filter((c) => c !== null);
  return columns.length === 0 ? null : html('div', {class: 'source'}, ...columns);
}

function sourceColumn(proof, lane, i) {
  const files = new Map(); // by path, then by line: what it says, and the events there
  proof.events.forEach((event, index) => {
    if (event.lane === i && event.source !== null) {
      const {path, firstLine, lines} = event.source;
      const at = splitPlace(place(event)).line;
      const file = files.get(path) || new Map();
      files.set(path, file);
      const end = Math.min(at + AROUND, firstLine + lines.length - 1);
      for (let line = Math.max(at - AROUND, firstLine); line <= end; line++) {
        const entry = file.get(line) || {text: lines[line - firstLine], events: []};
        file.set(line, entry);
        if (line === at) {
          entry.events.push(index);
        }
      }
    }
  });
  if (files.size === 0) {
    return null;
  }
  const column = html('div', {class: 'column'});
  for (const [path, entries] of files) {
    column.append(html('h4', {title: path}, `${path.split('/').pop()} \u00b7 ${lane.title || lane.thread}`), sourceLines(entries));
  }
  return column;
}

function sourceLines(entries) {
  const body = html('tbody');
  let last = 0;
  for (const [line, entry] of [...entries].sort((a, b) => a[0] - b[0])) {
    if (last > 0 && line > last + 1) {
      body.append(html('tr', {class: 'skip'}, html('td', {colspan: 3}, '\u22ef')));
    }
    const steps = entry.events.map((index) => html('button', {class: 'step', 'data-e': index}, index + 1));
    body.append(html('tr', entry.events.length > 0 ? {class: 'hit'} : {},
        html('td', {class: 'gutter'}, ...steps), html('td', {class: 'line'}, line),
        html('td', {class: 'code'}, entry.text)));
    last = line;
  }
  return html('table', {}, body);
}

function drawStacks(proof) {
  const items = proof.events.map((event, index) => {
    const lane = proof.lanes[event.lane];
    const frames = event.frames.map((frame) => html('li', {}, frame));
    const where = event.method ? ` in ${event.method}` : '';
    return html('div', {class: 'stack', 'data-e': index},
        html('p', {}, html('button', {class: 'step', 'data-e': index}, index + 1),
            ` ${lane.thread}: ${describe(event)}${where}`),
        frames.length > 0 ? html('ol', {class: 'frames'}, ...frames) : html('p', {class: 'none'}, 'place unknown'));
  });
  return html('div', {class: 'stacks'}, ...items);
}
