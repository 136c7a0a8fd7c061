// Small non-cryptographic hashes, used to recognise equal things, never to protect anything.

/** 53-bit hash of a string (cyrb53's mixing), stable across runs and machines. */
export function hashText(text: string, seed = 0): number {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ seed;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

const SAMPLE = 96;
const DEPTH_MAX = 6;
const NODES_MAX = 64;
const MEMBERS_MAX = 16;

function mix(hash: number, value: number): number {
  const mixed = Math.imul(hash ^ value, 2654435761);
  return mixed ^ (mixed >>> 15);
}

function mixUnits(hash: number, text: string, from: number, to: number): number {
  let mixed = hash;
  for (let i = from; i < to; i++) mixed = Math.imul(mixed ^ text.charCodeAt(i), 1597334677);
  return mixed ^ (mixed >>> 16);
}

/** A text's length and ends. */
function mixText(hash: number, text: string): number {
  const { length } = text;
  if (length <= SAMPLE * 2) return mixUnits(mix(hash, length), text, 0, length);
  return mixUnits(mixUnits(mix(hash, length), text, 0, SAMPLE), text, length - SAMPLE, length);
}

const TEXT = 3;
const SCALAR = 5;
const LIST = 7;
const OBJECT = 11;

/** Nodes left in the running walk. A walk calls nothing else. */
let budget = 0;

function hashMembers(list: readonly unknown[], depth: number): number {
  let hash = mix(LIST, list.length);
  for (let i = 0; i < list.length && i < MEMBERS_MAX; i++) hash = mix(hash, hashNode(list[i], depth + 1));
  return hash;
}

function hashNode(node: unknown, depth: number): number {
  if (budget-- <= 0 || depth > DEPTH_MAX) return 1;
  if (typeof node === 'string') return mixText(TEXT, node);
  if (typeof node !== 'object' || node === null) return mixText(SCALAR, String(node));
  if (Array.isArray(node)) return hashMembers(node, depth);
  let hash = OBJECT;
  // A sum: objects are equal whatever the order of their keys.
  for (const key in node) {
    if (budget <= 0) break;
    hash = (hash + mix(mixText(OBJECT, key), hashNode(node[key as keyof typeof node], depth + 1))) | 0;
  }
  return hash;
}

/** A cheap fingerprint of a JSON value: shape, lengths, and the ends of its strings. Bounded work for any input. */
export function fingerprint(value: unknown): number {
  budget = NODES_MAX;
  return hashNode(value, 0);
}
