// A column of numbers in as few bytes as they need: as distances from the smallest, in whole bytes, or as a short list if most
// slots are empty. Lossless, to the last bit.

/** Slots in a column. */
export const SLOTS = 256;

const EMPTY = 0;
const DENSE = 1;
/** As dense, with its own code for empty slots. */
const HOLED = 2;
const SPARSE = 3;
const DOUBLES = 4;

/** Numbers with up to three decimals are whole thousandths. */
const SCALES: readonly number[] = [1, 1000];
const WIDEST = 6;
/** Kind, width, scale, smallest value. */
const HEAD_BYTES = 11;

interface Shape {
  readonly kind: number;
  readonly present: number;
  readonly base: number;
  readonly scale: number;
  /** Bytes of a distance. */
  readonly width: number;
}

/** Undefined for distances too wide. */
function widthOf(distance: number): number | undefined {
  let width = 0;
  while (width <= WIDEST && distance >= 256 ** width) width++;
  return width > WIDEST ? undefined : width;
}

function fitsScale(values: Float64Array, length: number, scale: number): boolean {
  for (let i = 0; i < length; i++) {
    const value = values[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const scaled = Math.round(value * scale);
    if (!Number.isSafeInteger(scaled) || !Object.is(scaled / scale, value)) return false;
  }
  return true;
}

function shapeOf(values: Float64Array, length: number): Shape {
  let present = 0;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < length; i++) {
    const value = values[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    present++;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const none = { present, base: 0, scale: 1, width: 0 };
  if (present === 0) return { ...none, kind: EMPTY };
  const scale = SCALES.find((candidate) => fitsScale(values, length, candidate)) ?? 0;
  const base = Math.round(least * scale);
  const span = Math.round(most * scale) - base;
  const isFull = present === length;
  // An empty slot needs a code too.
  const width = widthOf(isFull ? span : span + 1);
  const listed = widthOf(span);
  if (scale === 0 || width === undefined || listed === undefined) return { ...none, kind: DOUBLES };
  const isSparse = !isFull && present * (listed + 1) + 1 < length * width;
  if (isSparse) return { kind: SPARSE, present, base, scale, width: listed };
  return { kind: isFull ? DENSE : HOLED, present, base, scale, width };
}

/** Bytes that grow as they are written. */
export class ByteWriter {
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  length = 0;

  byte(value: number): void {
    this.#room(1);
    this.#bytes[this.length++] = value;
  }

  /** Least significant byte first. */
  whole(value: number, width: number): void {
    this.#room(width);
    let rest = value;
    for (let i = 0; i < width; i++) {
      this.#bytes[this.length++] = rest % 256;
      rest = Math.floor(rest / 256);
    }
  }

  double(value: number): void {
    this.#room(8);
    this.#view.setFloat64(this.length, value, true);
    this.length += 8;
  }

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.length);
  }

  #room(wanted: number): void {
    if (this.length + wanted <= this.#bytes.length) return;
    const larger = new Uint8Array(2 * (this.length + wanted));
    larger.set(this.#bytes);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

function writeHead(writer: ByteWriter, { kind, width, scale, base }: Shape): void {
  writer.byte(kind);
  writer.byte(width);
  writer.byte(SCALES.indexOf(scale));
  writer.double(base);
}

/** `values` hold NaN for empty slots; only the first `length` count. */
export function packColumn(values: Float64Array, length: number, writer: ByteWriter): void {
  const shape = shapeOf(values, length);
  const { kind, present, base, scale, width } = shape;
  if (kind === EMPTY || kind === DOUBLES) {
    writer.byte(kind);
    if (kind === DOUBLES) for (let i = 0; i < length; i++) writer.double(values[i] ?? Number.NaN);
    return;
  }
  writeHead(writer, shape);
  if (kind === SPARSE) {
    writer.byte(present);
    for (let i = 0; i < length; i++) if (!Number.isNaN(values[i])) writer.byte(i);
  }
  const first = kind === HOLED ? 1 : 0;
  for (let i = 0; i < length; i++) {
    const value = values[i] ?? Number.NaN;
    if (!Number.isNaN(value)) writer.whole(Math.round(value * scale) - base + first, width);
    else if (kind === HOLED) writer.whole(0, width);
  }
}

function wholeAt(bytes: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let i = width - 1; i >= 0; i--) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}

/** Unpacks the column that begins at `at` into the first `length` slots of `into`. */
export function unpackColumn(bytes: Uint8Array, at: number, length: number, into: Float64Array): void {
  const kind = bytes[at];
  if (kind === EMPTY || kind === undefined) {
    into.fill(Number.NaN, 0, length);
    return;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (kind === DOUBLES) {
    for (let i = 0; i < length; i++) into[i] = view.getFloat64(at + 1 + 8 * i, true);
    return;
  }
  const width = bytes[at + 1] ?? 0;
  const scale = SCALES[bytes[at + 2] ?? 0] ?? 1;
  const base = view.getFloat64(at + 3, true);
  const body = at + HEAD_BYTES;
  if (kind === SPARSE) {
    into.fill(Number.NaN, 0, length);
    const count = bytes[body] ?? 0;
    for (let i = 0; i < count; i++) {
      into[bytes[body + 1 + i] ?? 0] = (base + wholeAt(bytes, body + 1 + count + i * width, width)) / scale;
    }
    return;
  }
  const first = kind === HOLED ? base - 1 : base;
  readCodes(bytes, body, width, length, first, into);
  if (kind === HOLED) for (let i = 0; i < length; i++) if (into[i] === first) into[i] = Number.NaN;
  if (scale !== 1) for (let i = 0; i < length; i++) into[i] = (into[i] ?? 0) / scale;
}

/**
 * Distances from `first` of this many bytes each, one after the other, as numbers: one loop per width, because these are read by
 * the million.
 */
function readCodes(
  bytes: Uint8Array,
  from: number,
  width: number,
  length: number,
  first: number,
  into: Float64Array,
): void {
  switch (width) {
    case 0:
      into.fill(first, 0, length);
      return;
    case 1:
      for (let i = 0; i < length; i++) into[i] = first + (bytes[from + i] ?? 0);
      return;
    case 2:
      for (let i = 0, at = from; i < length; i++, at += 2) {
        into[i] = first + ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8));
      }
      return;
    case 3:
      for (let i = 0, at = from; i < length; i++, at += 3) into[i] = first + lowAt(bytes, at);
      return;
    case 4:
      for (let i = 0, at = from; i < length; i++, at += 4) {
        into[i] = first + (lowAt(bytes, at) + 0x1000000 * (bytes[at + 3] ?? 0));
      }
      return;
    default:
      for (let i = 0; i < length; i++) into[i] = first + wholeAt(bytes, from + i * width, width);
  }
}

function lowAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
}
