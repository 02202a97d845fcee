// A text of plain characters as a QR code, drawn by the phone itself: `qrPicture`, an SVG, null where the text is too long
// for a screen. ISO/IEC 18004: bytes, the least correction (L) and always mask 0, which every reader takes; versions to 20.
const [LONGEST, MASK] = [20, 0];
const CHECKS = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28]; // bytes of a block
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8];
const QUIET = 4; // modules of white around it

// Without the finders, their formats, the timing lines and the alignment patterns.
function codewords(version) {
  let modules = (16 * version + 128) * version + 64;
  if (version > 1) {
    const along = Math.floor(version / 7) + 2;
    modules -= (25 * along - 10) * along - 55;
    if (version > 6) modules -= 36;
  }
  return modules >> 3;
}
const room = (version) => codewords(version) - CHECKS[version - 1] * BLOCKS[version - 1]; // bytes of data
const header = (version) => (version < 10 ? 12 : 20); // bits: the kind, and how many bytes follow

/** @type {number[][]} */
const [EXP, LOG] = [[], []];
for (let power = 0, value = 1; power < 255; power++) {
  [EXP[power], LOG[value]] = [value, power];
  value = (value << 1) ^ (value > 127 ? 0x11d : 0);
}
const times = (one, other) => (one && other ? EXP[(LOG[one] + LOG[other]) % 255] : 0);

function checksOf(data, count) {
  let divisor = [1];
  for (let root = 0; root < count; root++) {
    divisor = [...divisor, 0].map((factor, at) => factor ^ (at ? times(divisor[at - 1], EXP[root]) : 0));
  }
  const rest = [...data, ...Array(count).fill(0)];
  data.forEach((_byte, at) => {
    const lead = rest[at];
    divisor.forEach((factor, next) => {
      rest[at + next] ^= times(factor, lead);
    });
  });
  return rest.slice(data.length);
}

function bytesOf(text, version) {
  const bits = [];
  const put = (value, count) => {
    for (let at = count - 1; at >= 0; at--) bits.push((value >> at) & 1);
  };
  put(4, 4);
  put(text.length, header(version) - 4);
  for (const sign of text) put(sign.charCodeAt(0), 8);
  const whole = 8 * room(version);
  put(0, Math.min(4, whole - bits.length));
  put(0, -bits.length & 7);
  for (let pad = 0xec; bits.length < whole; pad ^= 0xfd) put(pad, 8);
  const bytes = [];
  for (let at = 0; at < whole; at += 8) bytes.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  return bytes;
}

// The blocks byte by byte, their checks behind them; the later blocks may be a byte longer.
function interleaved(bytes, version) {
  const count = BLOCKS[version - 1];
  const short = Math.floor(bytes.length / count);
  const firstLong = count - bytes.length % count;
  const data = Array.from({ length: count }, (_none, at) => {
    const start = at * short + Math.max(0, at - firstLong);
    return bytes.slice(start, start + short + (at >= firstLong ? 1 : 0));
  });
  const checks = data.map((block) => checksOf(block, CHECKS[version - 1]));
  const across = (blocks) =>
    Array.from(
      { length: Math.max(...blocks.map(({ length }) => length)) },
      (_none, at) => blocks.filter((block) => at < block.length).map((block) => block[at]),
    ).flat();
  return [...across(data), ...across(checks)];
}

const withRest = (value, divisor, count) => {
  let rest = value;
  const size = divisor.toString(2).length - 1;
  for (let at = 0; at < size; at++) rest = (rest << 1) ^ ((rest >> (size - 1)) * divisor);
  return ((value << size) | rest) & ((1 << count) - 1);
};

function alignments(version, size) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = 2 * Math.ceil((size - 13) / (2 * count - 2));
  return [6, ...Array.from({ length: count - 1 }, (_none, at) => size - 7 - step * (count - 2 - at))];
}

// Rows of 0 and 1; null where the text is too long.
export function qrModules(text) {
  let version = 1;
  while (version <= LONGEST && header(version) + 8 * text.length > 8 * room(version)) version++;
  if (version > LONGEST) return null;
  const size = 17 + 4 * version;
  const rows = Array.from({ length: size }, () => Array(size).fill(null));
  const set = (x, y, dark) => {
    if (rows[y]?.[x] !== undefined) rows[y][x] = Number(dark);
  };
  for (let at = 0; at < size; at++) [set(6, at, at % 2 === 0), set(at, 6, at % 2 === 0)];
  const rings = (x, y, radius, light) => {
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++) {
        set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  };
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) rings(x, y, 4, [2, 4]);
  const places = alignments(version, size);
  const last = size - 7;
  for (const x of places) {
    for (const y of places) {
      if (!(x === 6 && y === 6 || x === 6 && y === last || x === last && y === 6)) rings(x, y, 2, [1]);
    }
  }
  const format = withRest(1 << 3 | MASK, 0x537, 15) ^ 0x5412;
  for (let at = 0; at < 15; at++) {
    const dark = (format >> at) & 1;
    const near = at < 6 ? at : at < 8 ? at + 1 : at < 9 ? 7 : 14 - at;
    if (at < 8) [set(8, near, dark), set(size - 1 - at, 8, dark)];
    else [set(near, 8, dark), set(8, size - 15 + at, dark)];
  }
  set(8, size - 8, true);
  if (version > 6) {
    const told = withRest(version, 0x1f25, 18);
    for (let at = 0; at < 18; at++) {
      const [far, near] = [size - 11 + at % 3, Math.floor(at / 3)];
      [set(far, near, (told >> at) & 1), set(near, far, (told >> at) & 1)];
    }
  }
  const bytes = interleaved(bytesOf(text, version), version);
  let next = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    const up = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (rows[y][x] !== null) continue;
        const dark = (bytes[next >> 3] >> (7 - (next & 7))) & 1; // behind the last byte nothing is dark
        rows[y][x] = dark ^ Number((x + y) % 2 === 0);
        next++;
      }
    }
  }
  return rows;
}

export function qrPicture(text, label) {
  const rows = qrModules(text);
  if (!rows) return null;
  const draw = (name, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const side = rows.length + 2 * QUIET;
  const picture = draw("svg", { viewBox: `0 0 ${side} ${side}`, width: "288", role: "img", "aria-label": label });
  picture.style.maxWidth = "100%";
  picture.append(draw("rect", { width: side, height: side, fill: "#fff" }));
  const dark = rows.flatMap((row, y) => row.map((one, x) => (one ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : ""))).join(
    "",
  );
  picture.append(draw("path", { d: dark, fill: "#000", "shape-rendering": "crispEdges" }));
  return picture;
}
