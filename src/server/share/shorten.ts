// Cuts the bodies of a call to what fits in a shared file, and notes every cut.

import type { CallDetail, Cut } from '../../api/wire/call.ts';

/** How much of a text or a list is kept: enough to see what it is. */
export interface Room {
  readonly lines: number;
  readonly characters: number;
  /** Of each text, when others have used up the space: enough for kinds, names and states that views depend on. */
  readonly word: number;
}

const WORD = 80;
const CHARACTERS_PER_LINE = 40;

/** Most of a shared file is the markup of lines: the fewer calls, the more is kept of each. */
export function roomFor(calls: number): Room {
  const lines = Math.min(40, Math.max(6, Math.floor(12_000 / Math.max(1, calls))));
  return { lines, characters: lines * CHARACTERS_PER_LINE, word: WORD };
}

const SPARE_LINES = 8;

/** The same with this many more characters for every text. */
export function widened({ lines, characters, word }: Room, spare: number): Room {
  return { lines: lines + SPARE_LINES, characters: characters + spare, word: word + spare };
}

/** Of messages: nearly everything in a short session, the beginnings in a long one. */
export function charactersPerMessage(messages: number): number {
  return Math.min(8000, Math.max(600, Math.floor(800_000 / Math.max(1, messages))));
}

type Body = Cut['body'];

/** Escaped as in a JSON pointer. */
function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function beginningOf(text: string, lines: number, characters: number): string {
  let end = -1;
  for (let line = 0; line < lines; line++) {
    end = text.indexOf('\n', end + 1);
    if (end === -1) break;
  }
  return text.slice(0, Math.min(characters, end === -1 ? text.length : end));
}

/** Limit for nested lists and many texts: a body may take this many times the space of one text. */
const TIMES = 3;

/** Shortens one body: counts what was kept, and notes what was left out. */
class Shortening {
  readonly #body: Body;
  readonly #room: Room;
  readonly #cuts: Cut[];
  #items: number;
  #characters: number;

  constructor(body: Body, room: Room, cuts: Cut[]) {
    this.#body = body;
    this.#room = room;
    this.#cuts = cuts;
    this.#items = TIMES * room.lines;
    this.#characters = TIMES * room.characters;
  }

  of(value: unknown, pointer = ''): unknown {
    if (typeof value === 'string') return this.#text(value, pointer);
    if (Array.isArray(value)) return this.#list(value, pointer);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, this.of(item, `${pointer}/${escaped(key)}`)]),
    );
  }

  #text(text: string, pointer: string): string {
    const { lines, characters, word } = this.#room;
    const short = beginningOf(text, lines, Math.min(characters, Math.max(word, this.#characters)));
    this.#characters -= short.length;
    if (short.length < text.length) this.#note(pointer, text.length);
    return short;
  }

  #list(list: readonly unknown[], pointer: string): unknown[] {
    const kept = list.slice(0, Math.max(1, Math.min(this.#room.lines, this.#items)));
    this.#items -= kept.length;
    if (kept.length < list.length) this.#note(pointer, JSON.stringify(list).length);
    return kept.map((item, i) => this.of(item, `${pointer}/${i}`));
  }

  #note(pointer: string, characters: number): void {
    this.#cuts.push({ body: this.#body, pointer, characters });
  }
}

/** Leaves out what no view draws: the raw form of the typed input and result. */
export function shortened(detail: CallDetail, room: Room): CallDetail {
  const { bodies } = detail;
  if (bodies === null) return detail;
  const cuts: Cut[] = [];
  const input = new Shortening('input', room, cuts).of(bodies.input);
  const result = new Shortening('result', room, cuts).of(bodies.result);
  const content = new Shortening('content', room, cuts).of(bodies.content);
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
