// Owns small non-cryptographic hashes, used to recognise equal things, never to protect anything.

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

function sampleText(text: string): string {
  if (text.length <= SAMPLE * 2) return text;
  return `${text.slice(0, SAMPLE)}${text.length}${text.slice(-SAMPLE)}`;
}

/** A cheap fingerprint of a JSON value: shape, lengths, and the ends of its strings. Bounded work for any input. */
export function fingerprint(value: unknown): number {
  let budget = 64;
  const walk = (node: unknown, depth: number): string => {
    if (budget-- <= 0 || depth > 6) return '…';
    if (typeof node === 'string') return `s${sampleText(node)}`;
    if (typeof node !== 'object' || node === null) return String(node);
    if (Array.isArray(node)) return `[${node.length}${node.slice(0, 16).map((item) => walk(item, depth + 1))}]`;
    const parts: string[] = [];
    for (const [key, item] of Object.entries(node)) {
      if (budget <= 0) break;
      parts.push(`${key}:${walk(item, depth + 1)}`);
    }
    return `{${parts.sort().join(',')}}`;
  };
  return hashText(walk(value, 0));
}
