// An open finding: its witness in views that show the same step.

const Witness = {
  section: null, // the open one
  proof: null,
  selected: -1, // event
};

function openFinding(report, index) {
  const section = document.getElementById(report.id(index));
  if (Witness.section !== null) {
    Witness.section.classList.remove('open');
  }
  section.classList.add('open');
  Witness.section = section;
  const proofs = report.proofs(index);
  const witnesses = [...section.querySelectorAll(':scope > div')];
  if (!section.classList.contains('drawn') && proofs.length > 1) {
    section.insertBefore(witnessSwitch(report, proofs, witnesses), witnesses[0]);
  }
  section.classList.add('drawn');
  Witness.proof = null;
  Witness.selected = -1;
  if (proofs.length > 0) {
    showWitness(report, proofs, witnesses, 0);
  }
}

function witnessSwitch(report, proofs, witnesses) {
  const buttons = proofs.map((_, i) => {
    const button = html('button', {'aria-pressed': i === 0}, String(i + 1));
    button.addEventListener('click', () => showWitness(report, proofs, witnesses, i));
    return button;
  });
  return html('p', {class: 'switch', role: 'group', 'aria-label': 'Witness'}, 'Witness ', ...buttons);
}

function showWitness(report, proofs, witnesses, i) {
  witnesses.forEach((witness, k) => witness.classList.toggle('shown', k === i));
  const section = witnesses[i].parentNode;
  section.querySelectorAll('.switch button').forEach((b, k) => b.setAttribute('aria-pressed', k === i));
  Witness.proof = proofs[i];
  if (!witnesses[i].classList.contains('drawn')) {
    drawWitness(report, proofs[i], witnesses[i]);
  }
  selectEvent(-1);
}

/** Pictures on the left, words on the right. */
function drawWitness(report, proof, witness) {
  witness.classList.add('drawn');
  const list = witness.querySelector('ol');
  proof.edges.forEach(({from, to}, i) => {
    const item = make(list.children[i], {'data-edge': i, tabindex: 0, role: 'button'});
    item.querySelector('b').replaceWith(
        html('b', {'data-e': from}, from + 1), '\u2192', html('b', {'data-e': to}, to + 1));
  });
  const pictures = html('div', {class: 'pictures'});
  const words = html('div', {class: 'words'});
  witness.append(html('div', {class: proof.lanes.length > 3 ? 'views many' : 'views'}, pictures, words));
  const room = pictures.clientWidth;
  pictures.append(html('div', {class: 'wide'}, drawLanes(proof, room)), ...legend(proof));
  const source = drawSource(proof);
  if (source !== null) {
    pictures.append(html('h3', {}, 'Source'), source);
  }
  words.append(html('h3', {}, 'Proof'), list);
  const hints = witness.parentNode.querySelector(':scope > ul');
  if (hints !== null) {
    words.append(html('h3', {}, 'Hints'), hints.cloneNode(true));
  }
  const graph = drawGraph(proof);
  if (graph !== null) {
    words.append(html('h3', {}, 'Graph'), html('div', {class: 'wide'}, graph));
  }
  words.append(
      html('details', {}, html('summary', {}, 'Stacks'), drawStacks(proof)),
      html('details', {}, html('summary', {}, 'Reproduce'), drawReproduce(proof)));
}

function legend(proof) {
  const locks = [...new Set(proof.events.flatMap((event) => event.locks))];
  const names = locks.flatMap((lock, k) => [
    k === 0 ? '' : ', ', html('i', {class: lockClass(k)}), lock]);
  return locks.length === 0 ? [] : [html('p', {class: 'legend'}, 'Bars: holds ', ...names)];
}

function drawReproduce(proof) {
  return html('div', {},
      html('p', {}, 'The run:'), html('pre', {}, document.getElementById('command').textContent),
      html('p', {}, 'The witness alone, as a trace; save it and check it with ',
          html('code', {}, 'cosmodrome check witness.std'), ':'),
      html('pre', {class: 'slice'}, traceSlice(proof)));
}

// ---- selecting ----

/** The same step in every view; -1 for none. */
function selectEvent(index) {
  Witness.selected = index;
  mark((element) => Number(element.dataset.e) === index, (edge) => edge.from === index || edge.to === index);
}

function selectEdge(index) {
  const {from, to} = Witness.proof.edges[index];
  Witness.selected = to;
  mark((element) => [from, to].includes(Number(element.dataset.e)), (_, i) => i === index);
}

function mark(isEvent, isEdge) {
  const witness = Witness.section.querySelector(':scope > div.shown');
  for (const element of witness.querySelectorAll('[data-e]')) {
    element.classList.toggle('on', isEvent(element));
  }
  for (const element of witness.querySelectorAll('[data-edge]')) {
    const i = Number(element.dataset.edge);
    element.classList.toggle('on', isEdge(Witness.proof.edges[i], i));
  }
}

function stepBy(change) {
  if (Witness.proof !== null) {
    const count = Witness.proof.events.length;
    const from = Witness.selected < 0 && change < 0 ? 0 : Witness.selected;
    selectEvent((from + change + count) % count);
  }
}

/** Clicks, and Enter or blank on what has the focus. */
function pickStep(event) {
  const picked = event.target.closest('[data-e], [data-edge]');
  if (picked === null || Witness.proof === null || !Witness.section.contains(picked)) {
    return;
  }
  const again = picked.classList.contains('on') && picked.classList.contains('picked');
  Witness.section.querySelectorAll('.picked').forEach((element) => element.classList.remove('picked'));
  if (again) {
    selectEvent(-1);
    return;
  }
  picked.classList.add('picked');
  if (picked.dataset.e !== undefined) {
    selectEvent(Number(picked.dataset.e));
  } else {
    selectEdge(Number(picked.dataset.edge));
  }
}
