// Cuts the bodies of a call to what a shared file has room for, and notes every cut.

import type { CallDetail, Cut } from '../../api/wire/call.ts';

/** How much of a text or a list is kept: enough to see what it is. */
export interface Room {
  readonly lines: number;
  readonly characters: number;
}

const CHARACTERS_PER_LINE = 40;

/** Most of a shared file is the markup of lines: the fewer calls there are, the more is kept of each. */
export function roomFor(calls: number): Room {
  const lines = Math.min(40, Math.max(6, Math.floor(16_000 / Math.max(1, calls))));
  return { lines, characters: lines * CHARACTERS_PER_LINE };
}

type Body = Cut['body'];

/** JSON pointers name keys by these. */
function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function beginningOf(text: string, { lines, characters }: Room): string {
  let end = -1;
  for (let line = 0; line < lines; line++) {
    end = text.indexOf('\n', end + 1);
    if (end === -1) break;
  }
  return text.slice(0, Math.min(characters, end === -1 ? text.length : end));
}

function shorten(value: unknown, body: Body, pointer: string, room: Room, cuts: Cut[]): unknown {
  if (typeof value === 'string') {
    const short = beginningOf(value, room);
    if (short.length < value.length) cuts.push({ body, pointer, characters: value.length });
    return short;
  }
  if (Array.isArray(value)) {
    if (value.length > room.lines) cuts.push({ body, pointer, characters: JSON.stringify(value).length });
    return value.slice(0, room.lines).map((item, i) => shorten(item, body, `${pointer}/${i}`, room, cuts));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, shorten(item, body, `${pointer}/${escaped(key)}`, room, cuts)]),
  );
}

/** What no view draws is left out: the log's own spelling of what the typed input and result say. */
export function shortened(detail: CallDetail, room: Room): CallDetail {
  const { bodies } = detail;
  if (bodies === null) return detail;
  const cuts: Cut[] = [];
  const input = shorten(bodies.input, 'input', '', room, cuts);
  const result = shorten(bodies.result, 'result', '', room, cuts);
  const content = shorten(bodies.content, 'content', '', room, cuts);
  const known = bodies.cuts.filter(
    ({ body, pointer }) => !cuts.some((cut) => cut.body === body && cut.pointer === pointer),
  );
  const sizes = new Map(bodies.cuts.map((cut) => [`${cut.body} ${cut.pointer}`, cut.characters]));
  const whole = cuts.map((cut) => ({ ...cut, characters: sizes.get(`${cut.body} ${cut.pointer}`) ?? cut.characters }));
  return {
    ...detail,
    evidence: [],
    copies: [],
    bodies: {
      ...bodies,
      input,
      result,
      content,
      rawInput: null,
      structured: null,
      shown: null,
      cuts: [...known, ...whole],
    },
  };
}
