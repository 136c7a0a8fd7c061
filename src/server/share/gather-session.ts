// Gathers a session for sharing: its verdict, messages and every call with its bodies, cut to size and redacted. What
// cannot be checked for secrets is left out.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { countTurns, type SharedEntry, type SharedSession, type SharedTurn } from '../../api/shared-session.ts';
import type { CallDetail } from '../../api/wire/call.ts';
import type { SessionInsights } from '../../api/wire/insights.ts';
import type { SessionDetail } from '../../api/wire/session.ts';
import { AppError } from '../../base/app-error.ts';
import type { Message } from '../../model/session.ts';
import { compareRefs, type LineRef } from '../../model/source.ts';
import type { ToolCall } from '../../model/tool-call.ts';
import { messageText } from '../../reading/message-text.ts';
import { dropCutEnds, LONGEST_SECRET } from '../../redaction/drop-cut-ends.ts';
import { redactRecord } from '../../redaction/redact-record.ts';
import type { Redactor } from '../../redaction/redactor.ts';
import { reportText } from '../../redaction/report.ts';
import { BodyReader } from '../../sources/body-reader.ts';
import { answer, type Question } from '../answer.ts';
import { findSession } from '../find-session.ts';
import type { Bytes } from '../handler.ts';
import type { ServedLibrary } from '../served-library.ts';
import { version } from '../version.ts';
import { type ShareRequest, sessionRedactor } from './session-redactor.ts';
import { type ImageFetcher, SharedImages } from './shared-images.ts';
import { charactersPerMessage, type Room, roomFor, shortened, widened } from './shorten.ts';

/** No rule recognises half a key: this much more than will be shown is checked before a text is cut. */
const SPARE = LONGEST_SECRET;

interface Placed {
  readonly ref: LineRef;
  readonly at: number | null;
  readonly isPrompt: boolean;
  /** Null for messages. */
  readonly callId: string | null;
  readonly entry: () => Promise<SharedEntry>;
}

/** By time, so that subagents' entries are where they happened; entries without a time keep their place in the file. */
function inOrder(placed: readonly Placed[]): Placed[] {
  const byPlace = placed.toSorted((a, b) => compareRefs(a.ref, b.ref));
  let last = Number.NEGATIVE_INFINITY;
  const timed = byPlace.map((one) => {
    last = one.at ?? last;
    return { one, at: last };
  });
  return timed.sort((a, b) => a.at - b.at || compareRefs(a.one.ref, b.one.ref)).map(({ one }) => one);
}

/** The entries after each prompt; there may be some before the first. */
function turnsOf(placed: readonly Placed[]): { readonly number: number; readonly placed: readonly Placed[] }[] {
  const turns: { number: number; placed: Placed[] }[] = [{ number: 0, placed: [] }];
  for (const one of placed) {
    if (one.isPrompt) turns.push({ number: turns.length, placed: [] });
    turns.at(-1)?.placed.push(one);
  }
  return turns.filter((turn) => turn.placed.length > 0);
}

class Gathering {
  readonly #library: ServedLibrary;
  readonly #request: ShareRequest;
  readonly #redactor: Redactor | undefined;
  readonly #signal: AbortSignal;

  constructor(library: ServedLibrary, request: ShareRequest, redactor: Redactor | undefined, signal: AbortSignal) {
    this.#library = library;
    this.#request = request;
    this.#redactor = redactor;
    this.#signal = signal;
  }

  async gather(): Promise<SharedSession> {
    const session = await this.#ask<SessionDetail>('session');
    const insights = await this.#ask<SessionInsights>('sessionInsights');
    const { turns, allTurns, images } = await this.#turns();
    // Paths and problems of logs say more about the machine than about the session.
    const described = { ...session, sources: [], problems: [] };
    return {
      session: this.#mustRedact(described, 'The description of the session'),
      insights: this.#mustRedact(insights, 'The verdict'),
      turns,
      allTurns,
      images,
      redaction: this.#redactor === undefined ? null : reportText(this.#redactor.report),
      version: version(),
    };
  }

  #ask<Answer>(
    name: Question['name'],
    parts: Readonly<Record<string, string>> = {},
    query: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const { agent, session } = this.#request;
    const question: Question = { name, parts: { agent, session, ...parts }, query, now: Date.now() };
    // The contract defines the answer of this route.
    return Promise.resolve(answer(question, this.#library, this.#signal) as Answer | Promise<Answer>);
  }

  async #turns(): Promise<Pick<SharedSession, 'turns' | 'allTurns' | 'images'>> {
    const key = await findSession(this.#library, this.#request);
    const whole = await this.#library.questions.content.whole(key);
    const calls: ToolCall[] = [];
    for await (const batch of whole.calls()) for (const { call } of batch) calls.push(call);
    const room = roomFor(calls.length);
    const images = new SharedImages(calls.length);
    const messages: Message[] = [];
    for await (const batch of whole.messages()) messages.push(...batch.filter(({ what }) => what !== 'injected'));
    const files = 1 + Math.max(-1, ...messages.map(({ ref }) => ref.source));
    const paths = Array.from({ length: files }, (_, number) => whole.pathOf(number));
    const bodies = new BodyReader(paths, this.#library.openLog);
    try {
      const most = charactersPerMessage(messages.length);
      const said = messages.map((message) => this.#message(message, bodies, most));
      const all = turnsOf(inOrder([...calls.map((call) => this.#call(call, room, images)), ...said]));
      const turns: SharedTurn[] = [];
      for (const { number, placed } of all.filter((turn) => this.#isWanted(turn.number))) {
        const entries: SharedEntry[] = [];
        for (const { entry } of placed.filter((one) => this.#isWantedCall(one))) {
          this.#signal.throwIfAborted();
          // Yields to other work.
          await nextTurn();
          entries.push(await entry());
        }
        if (entries.length > 0) turns.push({ number, entries });
      }
      return { turns, allTurns: countTurns(all), images: images.counts };
    } finally {
      bodies.close();
    }
  }

  #isWanted(turn: number): boolean {
    const { turns } = this.#request;
    return turns === undefined || (turn >= turns.from && turn <= turns.to);
  }

  #isWantedCall(placed: Placed): boolean {
    const { callId } = this.#request;
    return callId === undefined || placed.callId === callId;
  }

  #call(call: ToolCall, room: Room, images: SharedImages): Placed {
    const { callId, occurrence, bodies, requestedAt } = call;
    const entry = async (): Promise<SharedEntry> => {
      const detail = await this.#ask<CallDetail>('call', { callId, occurrence: String(occurrence) });
      const wide = shortened(detail, widened(room, SPARE));
      const redacted = this.#redact(wide);
      if (redacted === undefined) return { kind: 'left-out', what: this.#redactText(`A call of ${call.tool}`) };
      const isWanted = this.#request.images !== false;
      return {
        kind: 'call',
        detail: shortened(this.#withoutCutEnds(redacted, detail), room),
        images: isWanted ? await images.of(detail, this.#imagesOf(call)) : [],
      };
    };
    return { ref: bodies.input, at: requestedAt, isPrompt: false, callId, entry };
  }

  /** Texts that were already cut may end in half a key. */
  #withoutCutEnds(redacted: CallDetail, { bodies: asked }: CallDetail): CallDetail {
    const { bodies } = redacted;
    if (bodies === null || asked === null || this.#redactor === undefined) return redacted;
    return { ...redacted, bodies: { ...dropCutEnds({ ...bodies, cuts: asked.cuts }), cuts: bodies.cuts } };
  }

  #imagesOf({ callId, occurrence }: ToolCall): ImageFetcher {
    const parts = { callId, occurrence: String(occurrence) };
    return async (from, pointer) => {
      try {
        const { body } = await this.#ask<Bytes>('callBody', parts, { from, pointer });
        return body instanceof Uint8Array ? body : undefined;
      } catch (error) {
        if (error instanceof AppError) return undefined;
        throw error;
      }
    };
  }

  #message(message: Message, bodies: BodyReader, most: number): Placed {
    const { what, thread, at, ref } = message;
    const entry = async (): Promise<SharedEntry> => {
      const { text } = messageText(bodies, message);
      const wide = this.#redactText(text.slice(0, most + SPARE));
      return {
        kind: 'message',
        what,
        thread: this.#redactText(thread),
        at,
        text: wide.slice(0, most),
        cut: Math.max(0, text.length - most),
      };
    };
    return { ref, at, isPrompt: what === 'prompt' && thread === 'main', callId: null, entry };
  }

  #redactText(text: string): string {
    return this.#redactor?.redactText(text) ?? text;
  }

  /** Undefined where it cannot be checked. */
  #redact<Value>(value: Value): Value | undefined {
    if (this.#redactor === undefined) return value;
    try {
      // Only characters of its texts were masked.
      return redactRecord(value, this.#redactor) as Value;
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  #mustRedact<Value>(value: Value, what: string): Value {
    const redacted = this.#redact(value);
    if (redacted !== undefined) return redacted;
    throw new AppError('refused', `${what} cannot be redacted for certain, so nothing is written.`);
  }
}

/** Aborted by the signal when the client has gone. */
export async function gatherSession(
  library: ServedLibrary,
  request: ShareRequest,
  signal: AbortSignal,
): Promise<SharedSession> {
  return gatherWith(library, request, await sessionRedactor(library, request), signal);
}

/** The same with an existing redactor; undefined masks nothing. */
export function gatherWith(
  library: ServedLibrary,
  request: ShareRequest,
  redactor: Redactor | undefined,
  signal: AbortSignal,
): Promise<SharedSession> {
  return new Gathering(library, request, redactor, signal).gather();
}
