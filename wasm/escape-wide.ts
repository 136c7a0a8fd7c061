// Characters beyond ASCII as escapes, in WebAssembly (AssemblyScript): JSON that is plain ASCII is decoded and parsed
// several times faster. All of it is for valid UTF-8 only.

const BACKSLASH: u8 = 92;
const LETTER_U: u8 = 117;
const ESCAPE: usize = 6;

/** How many of these bytes have these upper bits. */
function countOf(bytes: v128, mask: u8, bits: u8, among: i32): usize {
  const isOne = i8x16.eq(v128.and(bytes, i8x16.splat(mask)), i8x16.splat(bits));
  return <usize>popcnt(i8x16.bitmask(isOne) & among);
}

/** Bytes that a piece grows by when its characters beyond ASCII are escaped: six for each, or twelve for two halves. */
export function growthOf(start: usize, end: usize): usize {
  let growth: usize = 0;
  for (let place = start; place < end; place += 16) {
    const bytes = v128.load(place);
    if (i8x16.bitmask(bytes) === 0) continue;
    const among = place + 16 <= end ? 0xffff : (1 << (<i32>(end - place))) - 1;
    growth += countOf(bytes, 0xe0, 0xc0, among) * (ESCAPE - 2);
    growth += countOf(bytes, 0xf0, 0xe0, among) * (ESCAPE - 3);
    growth += countOf(bytes, 0xf8, 0xf0, among) * (2 * ESCAPE - 4);
  }
  return growth;
}

function digitOf(nibble: u32): u8 {
  return <u8>(nibble < 10 ? 48 + nibble : 87 + nibble);
}

/** Writes a unit of UTF-16 up to `end`; gives where it starts. */
function escapeUnit(unit: u32, end: usize): usize {
  const start = end - ESCAPE;
  store<u8>(start, BACKSLASH);
  store<u8>(start, LETTER_U, 1);
  store<u8>(start, digitOf(unit >> 12), 2);
  store<u8>(start, digitOf((unit >> 8) & 15), 3);
  store<u8>(start, digitOf((unit >> 4) & 15), 4);
  store<u8>(start, digitOf(unit & 15), 5);
  return start;
}

function escapeCode(code: u32, end: usize): usize {
  if (code < 0x10000) return escapeUnit(code, end);
  const second = escapeUnit(0xdc00 | ((code - 0x10000) & 0x3ff), end);
  return escapeUnit(0xd800 | ((code - 0x10000) >> 10), second);
}

/** Escapes a piece where it stands, from its end on: it then ends `growth` bytes later. */
export function escapeWide(start: usize, end: usize, growth: usize): void {
  let from = end;
  let to = end + growth;
  // What is before the first such character stays.
  while (from < to) {
    if (from >= start + 16 && i8x16.bitmask(v128.load(from - 16)) === 0) {
      from -= 16;
      to -= 16;
      v128.store(to, v128.load(from));
      continue;
    }
    let byte = <u32>load<u8>(--from);
    if (byte < 128) {
      store<u8>(--to, <u8>byte);
      continue;
    }
    let code: u32 = 0;
    let shift: u32 = 0;
    for (; (byte & 0xc0) === 0x80; byte = <u32>load<u8>(--from)) {
      code |= (byte & 0x3f) << shift;
      shift += 6;
    }
    // The first byte has one bit of its own less for each that follows it.
    to = escapeCode(code | ((byte & (0x3f >> (shift / 6))) << shift), to);
  }
}
