// A shared session as one HTML file, piece by piece. The renderer is a build of its own: it holds the views of all tools.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SharedSession } from '../../api/shared-session.ts';
import { AppError } from '../../base/app-error.ts';
import { callsOf, shrunk } from './shrink.ts';

/** Next to the program, which is all in one folder; sources that run as they are use what was built last. */
const BUILT = new URL(import.meta.url.endsWith('.js') ? '../share/' : '../../../dist/share/', import.meta.url);

interface Renderer {
  readonly script: string;
  renderShare(shared: SharedSession, styles: string, allowed: { text: string; hash: string }): Iterable<string>;
}

function isRenderer(value: unknown): value is Renderer {
  return typeof value === 'object' && value !== null && 'renderShare' in value && 'script' in value;
}

const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f]/g;

/**
 * Nothing in it speaks to a terminal, should it be printed on one. Character by character: a sequence that a text leaves open
 * would go on through the markup behind it.
 */
export function* harmless(pieces: Iterable<string>): Generator<string> {
  for (const piece of pieces) yield piece.replace(CONTROLS, '');
}

/** What a file may take, for up to a thousand calls and for each of more. */
const LARGEST = 3_000_000;
const PER_CALL = 3000;
/** Each time aimed a little lower: markup does not become less with its text. */
const AIM = 0.8;
const TRIES = 5;

/** Drawn, and drawn again with less of every text as long as it is too large. Others get their turn on the way. */
async function fitting(shared: SharedSession, draw: (shared: SharedSession) => Iterable<string>): Promise<string[]> {
  const most = Math.max(LARGEST, callsOf(shared) * PER_CALL);
  let pieces: string[] = [];
  let part = 1;
  for (let tries = 0; tries < TRIES; tries++) {
    pieces = [];
    let size = 0;
    for (const piece of draw(part === 1 ? shared : shrunk(shared, part))) {
      pieces.push(piece);
      size += Buffer.byteLength(piece);
      await nextTurn();
    }
    if (size <= most) break;
    part *= AIM * (most / size);
  }
  return pieces;
}

export async function shareHtml(shared: SharedSession): Promise<Iterable<string>> {
  const renderer: unknown = await import(new URL('render.js', BUILT).href);
  if (!isRenderer(renderer))
    throw new AppError('internal', 'The renderer of shared sessions is not what it should be.');
  const styles = readFileSync(new URL('render.css', BUILT), 'utf8');
  const text = renderer.script;
  const allowed = { text, hash: createHash('sha256').update(text).digest('base64') };
  return fitting(shared, (given) => harmless(renderer.renderShare(given, styles, allowed)));
}
