// Made-up searches: pieces of the library's own texts, as a person would remember them. The same for the same library.

import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { Rng } from '../../generate/rng.ts';

const PIECE_BYTES = 256 * 1024;
const TEXTS = 3000;

function logsIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(folder, name));
}

/** Whole lines from somewhere in a log. */
function linesFrom(path: string, rng: Rng): string[] {
  const fd = openSync(path, 'r');
  try {
    const { size } = fstatSync(fd);
    const piece = Buffer.alloc(Math.min(size, PIECE_BYTES));
    readSync(fd, piece, 0, piece.length, Math.floor(rng.float() * (size - piece.length)));
    return piece.toString('utf8').split('\n').slice(1, -1);
  } finally {
    closeSync(fd);
  }
}

/** Prose and code, not ids and data. */
function collect(value: unknown, into: string[]): void {
  if (typeof value === 'string') {
    if (value.length < 20_000 && (value.match(/\s/g) ?? []).length > 5) into.push(value.replace(/\S{60,}/g, ' '));
  } else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) collect(item, into);
}

function sampleTexts(folder: string, rng: Rng): string[] {
  const logs = logsIn(folder);
  const texts: string[] = [];
  for (let tries = 0; texts.length < TEXTS && tries < TEXTS; tries++) {
    for (const line of linesFrom(rng.pick(logs), rng).filter(() => rng.chance(0.2))) collect(JSON.parse(line), texts);
  }
  return texts;
}

function piecesOf(texts: readonly string[], pattern: RegExp): string[] {
  return texts.flatMap((text) => text.slice(0, 2000).match(pattern) ?? []);
}

export interface QueryKind {
  readonly id: string;
  readonly title: string;
  readonly queries: readonly string[];
}

export function searchQueries(folder: string, count: number, seed = 'search'): QueryKind[] {
  const rng = new Rng(seed);
  const texts = sampleTexts(folder, rng);
  const words = piecesOf(texts, /[A-Za-z]{4,}/g);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const ranked = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
  const mid = ranked.slice(Math.min(200, ranked.length >> 2), 2000);
  const names = piecesOf(texts, /\w+_\w+|[a-z]+(?:[A-Z][a-z]+)+|(?:[\w.-]+\/){2,}[\w.-]+/g).filter(
    (name) => name.length > 9,
  );
  const phrases = piecesOf(texts, /[A-Za-z]+ [A-Za-z]+ [A-Za-z]+/g);
  const piece = (text: string): string => {
    const start = Math.floor(rng.float() * (text.length - 8));
    return text.slice(start, start + 8);
  };
  const kind = (id: string, title: string, make: () => string): QueryKind => ({
    id,
    title,
    queries: Array.from({ length: count }, make),
  });
  return [
    kind('word', 'words of all frequencies', () => `"${rng.pick(ranked)}"`),
    kind('phrase', 'phrases of three words', () => `"${rng.pick(phrases)}"`),
    kind('prefix', 'prefixes of five letters', () => `${rng.pick(mid).slice(0, 5)}*`),
    kind('substring', 'pieces of names and paths', () => `"${piece(rng.pick(names))}"`),
    kind('regex', 'regular expressions', () => `/${rng.pick(mid)}\\w*\\(/`),
    kind('nowhere', 'words that are nowhere', () => `"${rng.pick(mid)}q${rng.int(1e6)}"`),
  ];
}
