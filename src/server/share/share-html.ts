// A shared session as one HTML file, in pieces. The renderer is a separate build: it contains the views of all tools.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SharedSession } from '../../api/shared-session.ts';
import { AppError } from '../../base/app-error.ts';
import { callsOf, shrunk } from './shrink.ts';

/** Next to the program, which is in one folder; when running from sources, the last build. */
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
 * Removes control characters, in case the file is printed on a terminal. One by one: an unfinished sequence in a text
 * would swallow the markup after it.
 */
export function* harmless(pieces: Iterable<string>): Generator<string> {
  for (const piece of pieces) yield piece.replace(CONTROLS, '');
}

/** File size limit, for up to a thousand calls and for each one more. */
const LARGEST = 3_000_000;
const PER_CALL = 3000;
/** Aims a little lower each time: markup does not shrink with its text. */
const AIM = 0.8;
const TRIES = 5;

/** Renders again with shorter texts as long as the file is too large. Yields to other work in between. */
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
  if (!isRenderer(renderer)) throw new AppError('internal', 'The build of the share renderer is not valid.');
  const styles = readFileSync(new URL('render.css', BUILT), 'utf8');
  const text = renderer.script;
  const allowed = { text, hash: createHash('sha256').update(text).digest('base64') };
  return fitting(shared, (given) => harmless(renderer.renderShare(given, styles, allowed)));
}
