// Notifies a user at a terminal that a session needs them: a line, and where the terminal can, a bell and a notification
// (OSC 9, which iTerm2, kitty, WezTerm, Windows Terminal, Ghostty and others show; the rest ignore it).

import { ATTENTION_WORDS, type Attention, attentionFor, type StateName, type Watched } from '../api/attention.ts';
import { sessionKey } from '../base/session-key.ts';
import { stripControls } from '../base/terminal.ts';
import { sessionInsights } from '../library/insights/kept-insights.ts';
import { LiveStates } from '../library/live-states.ts';
import { WIRE_STATES } from '../server/shape/session-row.ts';
import { openLog } from '../sources/kinds/open-source.ts';
import type { SessionRow } from '../store/questions/sessions.ts';
import type { Questions } from '../store/questions.ts';
import { TOOL_FAMILIES } from '../tools/traits.ts';
import type { SessionMarks } from '../user/session-marks.ts';

/** Sessions that may need attention are among those last written to. */
const LOOKED_AT = 50;
export const LOOK_EVERY_MS = 2000;
const LONGEST_NAME = 100;

function oneLine(text: string): string {
  return stripControls(text.replace(/\s+/g, ' '));
}

interface Seen extends Watched {
  readonly failures: number;
}

export interface Told {
  readonly session: Pick<SessionRow, 'agent' | 'id' | 'title'>;
  readonly what: Attention;
}

/** Checks sessions periodically, and reports what began since the last check. */
export class AttentionWatch {
  readonly #questions: Questions;
  readonly #places: readonly string[];
  readonly #marks: () => SessionMarks;
  #seen: ReadonlyMap<string, Seen> = new Map();

  constructor(questions: Questions, places: readonly string[], marks: () => SessionMarks) {
    this.#questions = questions;
    this.#places = places;
    this.#marks = marks;
  }

  async look(now: number): Promise<Told[]> {
    const question = { filter: { type: 'all' } as const, places: this.#places, families: TOOL_FAMILIES };
    const { sessions } = await this.#questions.sessions.page(question, { limit: LOOKED_AT });
    const states = new LiveStates(this.#questions, now);
    const marks = this.#marks();
    const seen = new Map<string, Seen>();
    const told: Told[] = [];
    for (const session of sessions) {
      const key = sessionKey(session.agent, session.id);
      const before = this.#seen.get(key);
      const state = WIRE_STATES[(await states.of(session)).state];
      const current = { state, loops: await this.#loops(session, state, before), failures: session.failures };
      seen.set(key, current);
      const what = marks.of(session.agent, session.id).isHidden ? null : attentionFor(before, current);
      if (what !== null) told.push({ session, what });
    }
    this.#seen = seen;
    return told;
  }

  /** Loops are looked for only after new failures. */
  async #loops({ agent, id, failures }: SessionRow, state: StateName, before: Seen | undefined): Promise<number> {
    if (before === undefined || state !== 'working' || failures === before.failures) return before?.loops ?? 0;
    const session = await this.#questions.content.whole({ agent, id });
    return (await sessionInsights(session, openLog)).verdict.loops.length;
  }
}

/** One line without control characters: its parts come from a log, or were typed by the user. */
export function noticeText({ session: { agent, id, title }, what }: Told, marks: SessionMarks): string {
  const name = oneLine(marks.titleOf(agent, id, title) ?? id);
  return `${name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name} ${ATTENTION_WORDS[what]}`;
}

/** A notification and the bell, for terminals. The text has no control character that could end it early. */
export function terminalNotice(text: string): string {
  return `\u001b]9;${oneLine(text)}\u0007\u0007`;
}
