// Looks for folded bytes in the bytes of a log in WebAssembly (AssemblyScript), sixteen places at a time: two
// telling bytes of the needle are compared first, the rest only where both stand.

/**
 * The first place in [from, end) where the needle stands, else `end`. The needle: `length` bytes, and behind them as
 * many that are joined to a byte of the log before it is compared: 32 where the needle has a letter, which makes capitals
 * small. `one` and `two` are the telling bytes' places in it. Up to 32 bytes behind `end` are looked at.
 */
export function find(from: usize, end: usize, needle: usize, length: usize, one: usize, two: usize): usize {
  if (from + length > end) return end;
  const last = end - length;
  const firstByte = i8x16.splat(load<i8>(needle + one));
  const firstCase = i8x16.splat(load<i8>(needle + length + one));
  const otherByte = i8x16.splat(load<i8>(needle + two));
  const otherCase = i8x16.splat(load<i8>(needle + length + two));
  for (let at = from; at <= last; at += 32) {
    const near = v128.and(
      i8x16.eq(v128.or(v128.load(at + one), firstCase), firstByte),
      i8x16.eq(v128.or(v128.load(at + two), otherCase), otherByte),
    );
    const far = v128.and(
      i8x16.eq(v128.or(v128.load(at + one, 16), firstCase), firstByte),
      i8x16.eq(v128.or(v128.load(at + two, 16), otherCase), otherByte),
    );
    if (!v128.any_true(v128.or(near, far))) continue;
    let places = <u32>i8x16.bitmask(near) | ((<u32>i8x16.bitmask(far)) << 16);
    while (places !== 0) {
      const place = at + <usize>ctz(places);
      if (place > last) return end;
      if (standsAt(place, needle, length)) return place;
      places &= places - 1;
    }
  }
  return end;
}

function standsAt(place: usize, needle: usize, length: usize): bool {
  for (let i: usize = 0; i < length; i++) {
    if ((load<u8>(place + i) | load<u8>(needle + length + i)) !== load<u8>(needle + i)) return false;
  }
  return true;
}
