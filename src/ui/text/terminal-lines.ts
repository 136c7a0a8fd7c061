// Interprets terminal output: colours kept, overwritten text removed, every other control sequence made harmless.

import Anser from 'anser';
import { stripControls } from '../../base/terminal.ts';

export interface Run {
  readonly text: string;
  /** One of the 16 names ("red", "bright-red"), a custom "r, g, b", or null. */
  readonly fg: string | null;
  readonly bg: string | null;
  readonly decorations: readonly string[];
}

interface TerminalLine {
  readonly runs: readonly Run[];
}

/** Parsing colours runs at about 17 MB per second; after this the text is plain. */
const COLOURED_MAX = 400_000;
const SGR = /\x1b\[[0-9;:]*m/g;
const ERASE_LINE = /\x1b\[[0-2]?K/;

/** The upper text, followed by what it does not cover of the lower one. */
function overlay(lower: string, upper: string): string {
  if (upper.includes('\x1b') || lower.includes('\x1b')) {
    const colours = (lower.match(SGR) ?? []).join('');
    // Programs that colour a line while rewriting it also erase it first: only the last version is visible.
    return upper.replace(ERASE_LINE, '') === '' ? '' : colours + upper;
  }
  return upper.length >= lower.length ? upper : upper + lower.slice(upper.length);
}

/** One line after all its carriage returns: progress bars keep only their last state. */
export function afterReturns(line: string): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  if (!text.includes('\r')) return text;
  let seen = '';
  for (const part of text.split('\r')) if (part !== '') seen = overlay(seen, part);
  return seen;
}

/** The text without overwritten parts and without control sequences other than colours. */
function terminalText(text: string): string {
  const shown = text.includes('\r') ? text.split('\n').map(afterReturns).join('\n') : text;
  return stripControls(shown, { colours: true });
}

function colourOf(name: string | null, rgb: string | null): string | null {
  if (name === null) return null;
  if (name === 'ansi-truecolor') return rgb;
  const palette = name.startsWith('ansi-palette-') ? Number(name.slice('ansi-palette-'.length)) : null;
  return palette === null ? name.slice('ansi-'.length) : paletteColour(palette);
}

/** The 240 colours after the first 16: a cube of six steps, then greys. */
function paletteColour(index: number): string {
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return `${grey}, ${grey}, ${grey}`;
  }
  const step = (at: number) => (at === 0 ? 0 : 55 + at * 40);
  const cube = index - 16;
  return `${step(Math.floor(cube / 36))}, ${step(Math.floor(cube / 6) % 6)}, ${step(cube % 6)}`;
}

function plain(text: string): Run {
  return { text, fg: null, bg: null, decorations: [] };
}

/** The lines of an output, in runs of the same style. */
export function terminalLines(text: string): readonly TerminalLine[] {
  const clean = terminalText(text);
  const end = clean.length > COLOURED_MAX ? clean.lastIndexOf('\n', COLOURED_MAX) + 1 : clean.length;
  const lines: { runs: Run[] }[] = [{ runs: [] }];
  const add = (run: Run): void => {
    run.text.split('\n').forEach((part, index) => {
      if (index > 0) lines.push({ runs: [] });
      if (part !== '') lines.at(-1)?.runs.push({ ...run, text: part });
    });
  };
  const start = clean.slice(0, end);
  if (!start.includes('\x1b')) add(plain(start));
  else {
    for (const entry of Anser.ansiToJson(start, { json: true, use_classes: true, remove_empty: true })) {
      add({
        text: entry.content,
        fg: colourOf(entry.fg, entry.fg_truecolor),
        bg: colourOf(entry.bg, entry.bg_truecolor),
        decorations: entry.decorations,
      });
    }
  }
  if (end < clean.length) add(plain(stripControls(clean.slice(end))));
  if (lines.length > 1 && lines.at(-1)?.runs.length === 0) lines.pop();
  return lines;
}
