// The small graph: a node for each thread's block, an arrow for each conflict.

const MOST_NODES = 12; // more would lie on each other

/** Null if there are too many. */
function drawGraph(proof) {
  const count = proof.lanes.length;
  if (count > MOST_NODES) {
    return null;
  }
  const node = {width: 138, height: 38};
  const width = count <= 4 ? 380 : 560;
  const height = count === 2 ? 132 : Math.max(250, 54 * count);
  const centre = {x: width / 2, y: height / 2};
  const spots = proof.lanes.map((_, i) => {
    const angle = Math.PI + (2 * Math.PI * i) / count;
    return {
      x: centre.x + Math.cos(angle) * (width - node.width - 4) / 2,
      y: centre.y + Math.sin(angle) * (height - node.height - 4) / 2,
    };
  });
  const image = picture(width, height, 'Graph: who has to come before whom', 'graph');
  image.append(arrowHeads('graph-arrow'));
  proof.edges.forEach((edge, i) => image.append(graphEdge(proof, edge, i, spots, node)));
  proof.lanes.forEach((lane, i) => image.append(graphNode(proof, lane, i, spots[i], node)));
  return image;
}

function graphNode(proof, lane, i, spot, node) {
  const blamed = proof.blames && i === 0;
  const letters = (node.width - 10) / 6.6;
  const texts = lane.title ? [lane.title, lane.thread] : [lane.thread];
  const group = svg('g', {class: blamed ? 'node blamed' : 'node'},
      svg('title', {}, `${lane.label || lane.thread} on ${lane.thread}`),
      svg('rect', {
        x: spot.x - node.width / 2, y: spot.y - node.height / 2, width: node.width, height: node.height, rx: 4,
      }));
  texts.forEach((text, line) => group.append(svg('text', {
    x: spot.x, y: spot.y + (texts.length === 1 ? 4 : line * 14 - 3), 'text-anchor': 'middle',
    class: line === 0 ? 'name' : 'thread',
  }, fit(text, letters))));
  return group;
}

function graphEdge(proof, edge, i, spots, node) {
  const from = spots[proof.events[edge.from].lane];
  const to = spots[proof.events[edge.to].lane];
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy) || 1;
  const bend = spots.length === 2 ? 46 : 16;
  const via = {
    x: (from.x + to.x) / 2 + (dy / length) * bend,
    y: (from.y + to.y) / 2 - (dx / length) * bend,
  };
  const start = border(from, via, node, 0);
  const end = border(to, via, node, 2);
  const words = `${edge.from + 1}\u2192${edge.to + 1} ${edge.kind.split(' of ')[0]}`;
  const middle = {x: (start.x + 2 * via.x + end.x) / 4, y: (start.y + 2 * via.y + end.y) / 4};
  const room = words.length * 6.8 + 4;
  const back = svg('rect', {x: middle.x - room / 2, y: middle.y - 8, width: room, height: 16, class: 'back'});
  const label = svg('text', {x: middle.x, y: middle.y + 4, 'text-anchor': 'middle'}, words);
  const d = `M${start.x} ${start.y} Q${via.x} ${via.y} ${end.x} ${end.y}`;
  return svg('g', {class: 'edge', 'data-edge': i},
      svg('title', {}, edge.kind), svg('path', {d, class: 'halo'}), svg('path', {d, class: 'line'}), back, label);
}

/** Where the line from a node's centre towards a point leaves the node. */
function border(spot, towards, node, gap) {
  const dx = towards.x - spot.x;
  const dy = towards.y - spot.y;
  const scale = Math.min(
      (node.width / 2 + gap) / Math.max(1e-6, Math.abs(dx)), (node.height / 2 + gap) / Math.max(1e-6, Math.abs(dy)));
  return {x: spot.x + dx * scale, y: spot.y + dy * scale};
}
