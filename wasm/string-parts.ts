// Owns questions about parts of JSON strings in WebAssembly (AssemblyScript), which are known to be well-formed: how long
// they are as text, and whether a word stands in them.

import { BACKSLASH } from './skip-json';

export function isSame(one: usize, other: usize, length: usize): bool {
  let i: usize = 0;
  for (; i + 16 <= length; i += 16)
    if (i8x16.bitmask(i8x16.ne(v128.load(one + i), v128.load(other + i))) !== 0) return false;
  const differing = i8x16.bitmask(i8x16.ne(v128.load(one + i), v128.load(other + i)));
  return (differing & ((1 << (<i32>(length - i))) - 1)) === 0;
}

/** How many characters a part of a string has, in UTF-16; -1 when some of ASCII are spelled by number. */
export function countUnits(from: usize, end: usize): i32 {
  let units = <i32>(end - from);
  /** Escapes before this place are counted. */
  let next = from;
  for (let place = from; place < end; place += 16) {
    const bytes = v128.load(place);
    const own = end - place >= 16 ? 0xffff : (1 << (<i32>(end - place))) - 1;
    // Of a character of several bytes, all but the first begin with the bits 10; one of four bytes is two units.
    units -= popcnt(i8x16.bitmask(i8x16.lt_s(bytes, i8x16.splat(-64))) & own);
    units += popcnt(i8x16.bitmask(i8x16.ge_u(bytes, i8x16.splat(-16))) & own);
    let slashes = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(BACKSLASH))) & own;
    for (; slashes !== 0; slashes &= slashes - 1) {
      const slash = place + <usize>ctz(slashes);
      if (slash < next) continue;
      const isNumber = load<u8>(slash + 1) === 117;
      if (isNumber && isPrintable(slash + 2)) return -1;
      units -= isNumber ? 5 : 1;
      next = slash + (isNumber ? 6 : 2);
    }
  }
  return units;
}

/** Four digits of a character of ASCII that is no control character: such a number may be a letter of a word, or the mark. */
function isPrintable(digits: usize): bool {
  return load<u16>(digits) === 0x3030 && load<u8>(digits + 2) >= 50 && load<u8>(digits + 2) <= 55;
}

/** Whether one of the words stands in a part of a string. They stand one behind another: length, bytes; then 0. */
export function hasWord(words: usize, from: usize, end: usize): bool {
  for (let word = words; load<u8>(word) !== 0; word += <usize>load<u8>(word) + 1) {
    const length = <usize>load<u8>(word);
    const first = i8x16.splat(load<u8>(word + 1));
    const last = i8x16.splat(load<u8>(word + length));
    for (let place = from; place + length <= end; place += 16) {
      const firsts = i8x16.eq(v128.load(place), first);
      let hits = i8x16.bitmask(v128.and(firsts, i8x16.eq(v128.load(place + length - 1), last)));
      for (; hits !== 0; hits &= hits - 1) {
        const hit = place + <usize>ctz(hits);
        if (hit + length <= end && isSame(word + 1, hit, length)) return true;
      }
    }
  }
  return false;
}

/** Whether a string may end in a mark and digits, however they are spelled. */
export function mayEndInMark(from: usize, end: usize, mark: u8, digits: usize): bool {
  for (let place = max(from, end - 6 * (digits + 1)); place < end; place++) {
    const byte = load<u8>(place);
    if (byte === mark || (byte === BACKSLASH && load<u8>(place + 1) === 117 && isPrintable(place + 2))) return true;
  }
  return false;
}
