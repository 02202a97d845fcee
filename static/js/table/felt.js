// The lines on the felt: from each amount (.pill), which lies where its payer's stick would, to whom it is paid; where
// one payer pays several, the amounts lie before those, and the lines begin at the payer. Drawn from where the seats are.
const SVG = "http://www.w3.org/2000/svg";
const APART = 34; // px between two heads at one card
const HEAD = 22;
const SIDES = /left|right/;

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function put(svg, name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  svg.append(element);
  return element;
}

// A box of the page in the felt's own pixels.
function boxIn(board, element) {
  const [outer, inner] = [board.getBoundingClientRect(), element.getBoundingClientRect()];
  const [left, top] = [inner.left - outer.left - board.clientLeft, inner.top - outer.top - board.clientTop];
  const [width, height] = [inner.width, inner.height];
  return { left, top, right: left + width, bottom: top + height, x: left + width / 2, y: top + height / 2 };
}

// Where a line leaves a box towards the middle of the felt, or arrives there: a point, and the way outwards.
function edge(box, side, along = 0) {
  if (SIDES.test(side)) {
    const left = /left/.test(side);
    return { x: left ? box.right : box.left, y: box.y + along, dx: left ? 1 : -1, dy: 0 };
  }
  const top = side === "top-seat";
  return { x: box.x + along, y: top ? box.bottom : box.top, dx: 0, dy: top ? 1 : -1 };
}

function line(from, to) {
  const end = { x: to.x + to.dx * (HEAD - 4), y: to.y + to.dy * (HEAD - 4) };
  const [wide, high] = [Math.abs(end.x - from.x), Math.abs(end.y - from.y)];
  // it bends before it comes to what lies in its way
  const reach = ({ dx }, part) => Math.max(16, (dx ? wide : high) * part);
  const across = from.dx && !to.dx; // round the corner of the payer's card
  const [leaves, arrives] = [reach(from, across ? 1 : from.dx ? 0.5 : 0.7), reach(to, across ? 0.75 : 0.55)];
  const bend = [from.x + from.dx * leaves, from.y + from.dy * leaves, end.x + to.dx * arrives, end.y + to.dy * arrives];
  return `M${from.x} ${from.y}C${bend[0]} ${bend[1]} ${bend[2]} ${bend[3]} ${end.x} ${end.y}`;
}

function head({ x, y, dx, dy }) {
  const [tip, back] = [`${x + dx * 3} ${y + dy * 3}`, { x: x + dx * (HEAD + 3), y: y + dy * (HEAD + 3) }];
  return `M${tip}L${back.x + dy * 11} ${back.y + dx * 11}L${back.x - dy * 11} ${back.y - dx * 11}Z`;
}

export function draw() {
  const board = document.querySelector("#table.paid .board");
  const svg = board?.querySelector(".arrows");
  if (!svg) return;
  svg.replaceChildren();
  const pills = [...board.querySelectorAll(".pill")];
  const card = (side) => boxIn(board, board.querySelector(`.seat.${side} > .place`));
  const moves = pills.map((pill) => ({ pill: boxIn(board, pill), ...pill.dataset }));
  // of two that lie at one height, the one nearer to the winner arrives below
  const abreast = (list, move, side) => {
    const [key, start] = SIDES.test(side) ? ["y", "top"] : ["x", "left"];
    const box = card(side);
    const nearer = (side, { x }) => (/right/.test(side) ? x : -x);
    const sorted = [...list].sort((one, other) =>
      Math.round(one.pill[key] - other.pill[key]) || nearer(move.to, one.pill) - nearer(move.to, other.pill)
    );
    const gaps = list.length - 1; // the heads stay before the card
    const room = 2 * (box[key] - box[start]) - APART;
    return (sorted.indexOf(move) - gaps / 2) * Math.min(APART, room / (gaps || 1));
  };
  for (const move of moves) {
    const several = "atTaker" in move;
    const alike = moves.filter(({ to }) => to === move.to);
    const paidBySame = moves.filter(({ from }) => from === move.from);
    const takerSide = SIDES.test(move.to);
    const stick = !takerSide && board.querySelector(`.seat.${move.to} .stick`);
    const goal = several && !takerSide ? move.pill : stick ? boxIn(board, stick) : card(move.to);
    const to = edge(goal, move.to, several ? 0 : abreast(alike, move, move.to));
    const from = several
      ? edge(card(move.from), move.from, abreast(paidBySame, move, move.from) * 0.82)
      : edge(move.pill, move.from);
    const path = line(from, to);
    put(svg, "path", { class: "under", d: path });
    const drawn = put(svg, "path", { d: path });
    put(svg, "path", { class: "head", d: head(to) });
    move.drawn = drawn;
  }
}

// Each line draws itself, once.
export function drawSlowly() {
  draw();
  if (still() || document.querySelector("#table.step-confirm")) return;
  for (const path of document.querySelectorAll(".arrows path:not(.head, .under)")) {
    const length = path.getTotalLength();
    path.animate([{ strokeDasharray: `0 ${length}` }, { strokeDasharray: `${length} 0` }], {
      duration: 700,
      easing: "ease-in-out",
    });
  }
}

addEventListener("resize", draw);
