// The lanes: a column for each thread, time downward, an event a row, conflicts as arrows.

const LANES = {
  letter: 7.25, row: 26, title: 26, head: 28, fold: 18, pad: 6, lock: 9,
  narrowest: 168, widest: 400, chip: 9, tooth: 7,
};

/** Rows in time. A lane's block opens before its first event; what is left out is folded. */
function laneRows(proof) {
  const rows = [];
  const opened = new Set();
  let y = LANES.head + LANES.pad;
  let last = null;
  const add = (row, height) => {
    rows.push({...row, y, height});
    y += height;
  };
  proof.events.forEach((event, index) => {
    const folded = last === null ? 0 : event.position - last - 1;
    if (folded > 0) {
      add({fold: folded}, LANES.fold);
    }
    if (!opened.has(event.lane)) {
      opened.add(event.lane);
      if (hasBlock(proof, event.lane)) {
        add({opens: event.lane}, LANES.title);
      }
    }
    add({event, index, lane: event.lane}, LANES.row);
    last = event.position;
  });
  return {rows, height: y + LANES.pad};
}

/** The one to blame is a block even if nobody gave it a label. */
function hasBlock(proof, lane) {
  return proof.lanes[lane].title !== '' || (proof.blames && lane === 0);
}

/** Where each event was, without the file if that is the same for all. */
function shortPlaces(proof) {
  const places = proof.events.map(place);
  const files = new Set(places.filter((text) => text !== '').map((text) => (splitPlace(text) || {file: ''}).file));
  const file = files.size === 1 ? [...files][0] : '';
  return places.map((text) => (file !== '' && text !== '' ? text.slice(file.length) : text));
}

function laneColumns(proof, room) {
  const locks = [...new Set(proof.events.flatMap((event) => event.locks))];
  const labels = proof.edges.map((edge) => edge.kind.split(' of ')[0].length);
  const gutter = Math.min(150, Math.max(84, Math.max(...labels) * 6.4 + 26));
  const count = proof.lanes.length;
  const bars = locks.length * LANES.lock;
  const places = shortPlaces(proof);
  const texts = proof.events.map((event, i) => describe(event).length + places[i].length + 2);
  const titles = proof.lanes.map((lane) => Math.max(lane.thread.length, lane.title.length));
  const natural = Math.max(...texts, ...titles) * LANES.letter + 46 + bars;
  const fair = (room - gutter * (count - 1)) / count - 2;
  const most = Math.max(LANES.narrowest + bars, Math.min(LANES.widest + bars, fair));
  const width = Math.round(Math.max(LANES.narrowest + bars, Math.min(natural, most)));
  const columns = proof.lanes.map((_, i) => 1 + Math.round(i * (width + gutter)));
  return {locks, bars, width, gutter, columns, places, total: columns[count - 1] + width + 1};
}

function drawLanes(proof, room) {
  const {rows, height} = laneRows(proof);
  const grid = laneColumns(proof, room);
  const events = rows.filter((row) => row.event);
  const image = picture(grid.total, height, 'Lanes: one column a thread, time downward', 'lanes');
  image.append(arrowHeads('lane-arrow'));
  proof.lanes.forEach((lane, i) => image.append(...drawLane(proof, rows, grid, lane, i)));
  for (const row of rows.filter((r) => r.fold)) {
    image.append(svg('text', {x: grid.total - grid.width / 2, y: row.y + 12, class: 'fold', 'text-anchor': 'middle'},
        `\u22ef ${plural(row.fold, 'other event')} \u22ef`));
  }
  proof.edges.forEach((edge, i) => image.append(drawEdge(edge, i, events, grid)));
  return image;
}

function drawLane(proof, rows, grid, lane, i) {
  const x = grid.columns[i];
  const own = rows.filter((row) => row.lane === i);
  const parts = [];
  const head = svg('text', {x: x + 4, y: 18, class: 'thread'}, fit(lane.thread, grid.width / 7.6));
  head.append(svg('title', {}, 'thread ' + lane.thread));
  parts.push(head, svg('line', {
    x1: x + grid.width / 2, x2: x + grid.width / 2, y1: LANES.head, y2: rows[rows.length - 1].y + LANES.row,
    class: 'time',
  }));
  if (hasBlock(proof, i)) {
    parts.push(...drawBlock(proof, rows, grid, lane, i, own));
  }
  own.forEach((row) => parts.push(drawEvent(row, grid)));
  parts.push(...drawLocks(grid, own, i));
  return parts;
}

/** A box around the lane's events; the one to blame is torn where others came in. */
function drawBlock(proof, rows, grid, lane, i, own) {
  const blamed = proof.blames && i === 0;
  const opening = rows.find((row) => row.opens === i);
  const pieces = [];
  let top = opening.y;
  const gaps = [];
  for (let k = 1; blamed && k < own.length; k++) {
    const between = rows.slice(rows.indexOf(own[k - 1]) + 1, rows.indexOf(own[k]));
    if (between.some((row) => row.event)) {
      const gap = {from: own[k - 1].y + LANES.row + 4, to: own[k].y - 4};
      pieces.push([top, gap.from]);
      gaps.push(gap);
      top = gap.to;
    }
  }
  pieces.push([top, own[own.length - 1].y + LANES.row]);
  const x = grid.columns[i];
  const parts = pieces.map(([from, to], k) => svg('path', {
    d: piece(x, from, grid.width, to, k > 0, k < pieces.length - 1), class: blamed ? 'block blamed' : 'block',
  }));
  const title = svg('text', {x: x + 9, y: opening.y + 17, class: 'title'},
      fit(lane.title || 'a block without a label', (grid.width - 18) / 7.6));
  title.append(svg('title', {}, lane.label));
  parts.push(title);
  for (const gap of gaps) {
    parts.push(svg('text', {
      x: x + grid.width / 2, y: (gap.from + gap.to) / 2 + 4, class: 'torn', 'text-anchor': 'middle',
    }, '~ interrupted ~'));
  }
  return parts;
}

/** A box that may be torn at the top or at the bottom. */
function piece(x, top, width, bottom, tornTop, tornBottom) {
  const right = x + width;
  const teeth = Math.max(2, 2 * Math.round(width / (4 * LANES.tooth)));
  const edge = (y, from, to, torn) => {
    let path = '';
    for (let k = 1; torn && k < teeth; k++) {
      path += ` L${from + ((to - from) * k) / teeth} ${y + (k % 2 ? 5 : 0)}`;
    }
    return `${path} L${to} ${y}`;
  };
  return `M${x} ${top}${edge(top, x, right, tornTop)} L${right} ${bottom}${edge(bottom, right, x, tornBottom)} z`;
}

/** Locks have colours by turns. */
function lockClass(k) {
  return 'lock lock-' + k % 4;
}

function drawLocks(grid, own, i) {
  const bars = [];
  grid.locks.forEach((lock, k) => {
    const x = grid.columns[i] + 5 + k * LANES.lock;
    let run = [];
    const flush = () => {
      if (run.length > 0) {
        const y = run[0].y + 2;
        const bar = svg('g', {class: lockClass(k)},
            svg('rect', {x, y, width: 5, height: run[run.length - 1].y + LANES.row - 2 - y, rx: 2}));
        bar.append(svg('title', {}, 'holds ' + lock));
        bars.push(bar);
        run = [];
      }
    };
    for (const row of own) {
      if (row.event.locks.includes(lock)) {
        run.push(row);
      } else {
        flush();
      }
    }
    flush();
  });
  return bars;
}

function drawEvent(row, grid) {
  const {event, index} = row;
  const x = grid.columns[event.lane];
  const middle = row.y + LANES.row / 2;
  const start = x + grid.bars + 30;
  const room = Math.floor((grid.width - grid.bars - 40) / LANES.letter) - event.what.length - 1;
  const full = grid.places[index];
  // what happened matters more than where
  const where = Math.min(event.target.length, 8) + 1 + full.length <= room ? full : '';
  const letters = where === '' ? room : room - where.length - 1;
  const what = svg('text', {x: start, y: middle + 4, class: 'what'},
      svg('tspan', {class: 'op'}, event.what), ' ' + fit(event.target, letters));
  const holding = event.locks.length > 0 ? `, holding ${event.locks.join(', ')}` : '';
  const label = `step ${index + 1}: ${describe(event)} ${place(event)}${holding}`;
  return svg('g', {class: 'event', 'data-e': index, tabindex: 0, role: 'button', 'aria-label': label},
      svg('title', {}, label),
      svg('rect', {x: x + 1, y: row.y + 1, width: grid.width - 2, height: LANES.row - 2, rx: 3, class: 'row'}),
      svg('circle', {cx: x + grid.bars + 16, cy: middle, r: LANES.chip, class: 'chip'}),
      svg('text', {x: x + grid.bars + 16, y: middle + 4, class: 'number', 'text-anchor': 'middle'}, index + 1),
      what,
      svg('text', {x: x + grid.width - 8, y: middle + 4, class: 'where', 'text-anchor': 'end'}, where));
}

/** From the side of the earlier event's row to the side of the later one's. */
function drawEdge(edge, i, events, grid) {
  const from = events[edge.from];
  const to = events[edge.to];
  const right = to.lane >= from.lane;
  const x1 = grid.columns[from.lane] + (right ? grid.width : 0);
  const x2 = grid.columns[to.lane] + (right ? 0 : grid.width);
  const y1 = from.y + LANES.row / 2;
  const y2 = to.y + LANES.row / 2;
  const bend = (right ? 1 : -1) * Math.max(30, Math.min(grid.gutter, Math.abs(x2 - x1)) * 0.5);
  const d = `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
  const label = edge.kind.split(' of ')[0];
  // next to the later event: arrows that cross in the middle keep their words apart
  const side = right ? x2 - grid.gutter / 2 : x2 + grid.gutter / 2;
  const adjacent = Math.abs(to.lane - from.lane) === 1;
  const y = adjacent ? (y1 + y2) / 2 : y2;
  return svg('g', {class: 'edge', 'data-edge': i},
      svg('title', {}, `${edge.from + 1} before ${edge.to + 1}: ${edge.kind}`),
      svg('path', {d, class: 'halo'}),
      svg('path', {d, class: 'line'}),
      svg('text', {x: side, y: y - 5, 'text-anchor': 'middle'}, label));
}
