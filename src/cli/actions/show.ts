// `toolscope show`: one session, as a conversation.

import { terminalJson } from '../../base/terminal.ts';
import { formatInstant } from '../../base/time.ts';
import { formatMs, plural } from '../../base/units.ts';
import { callRecord } from '../../model/call-record.ts';
import type { Message } from '../../model/session.ts';
import { displayParts } from '../../reading/display-parts.ts';
import { messageText } from '../../reading/message-text.ts';
import { openCallWith } from '../../reading/open-call.ts';
import { listOfPaths } from '../../server/find-session.ts';
import { BodyReader } from '../../sources/body-reader.ts';
import type { LogOpener } from '../../sources/files/open-log.ts';
import type { SessionCall } from '../../store/questions/session-content.ts';
import type { OneSession } from '../../store/questions/sessions.ts';
import type { Questions } from '../../store/questions.ts';
import type { Invocation } from '../command.ts';
import { Conversation, type Entry } from '../conversation.ts';
import { ConversationView } from '../conversation-view.ts';
import { findSession } from '../find-by-prefix.ts';
import { withLibrary } from '../open-library.ts';
import { oneSession } from '../option-values.ts';
import type { Output } from '../output.ts';
import { prose } from '../prose.ts';
import { fitCells } from '../table.ts';
import { minuteText } from '../when-text.ts';

async function heading(session: OneSession, out: Output): Promise<void> {
  const { agent, id, title, project, startedAt, lastAt, model, live, calls, failures, masked } = session;
  await out.line(out.paint('bold', fitCells(out.safe(title ?? id), Math.max(40, out.width))));
  const span = startedAt === null || lastAt === null || lastAt <= startedAt ? '' : formatMs(lastAt - startedAt);
  const facts = [
    agent,
    id,
    model ?? '',
    project ?? '',
    minuteText(startedAt),
    span,
    plural(calls, 'call'),
    failures === 0 ? '' : plural(failures, 'unexpected failure'),
    masked === 0 ? '' : plural(masked, 'masked failure'),
    live ? 'may still go on' : '',
  ];
  const shown = facts.filter((fact) => fact !== '').map((fact) => out.safe(fact));
  for (const line of prose(shown.join(' · '), out)) await out.line(out.paint('dim', line));
  await out.line('');
}

/** Walks through a session and prints its entries. */
class Showing {
  readonly #invocation: Invocation;
  readonly #session: OneSession;
  readonly #content: Questions['content'];
  readonly #bodies: BodyReader;
  readonly #view: ConversationView;
  readonly #isFull: boolean;
  readonly #isCallsOnly: boolean;
  #leftOut = 0;
  #gone = 0;

  constructor(invocation: Invocation, session: OneSession, content: Questions['content'], open: LogOpener) {
    const { options, out } = invocation;
    this.#invocation = invocation;
    this.#session = session;
    this.#content = content;
    this.#bodies = new BodyReader(listOfPaths(session.paths), open);
    this.#isFull = options['full'] === true;
    this.#isCallsOnly = options['calls'] === true;
    const thinking = options['thinking'] === true;
    this.#view = new ConversationView(out, { full: this.#isFull, thinking, callsOnly: this.#isCallsOnly });
  }

  async run(): Promise<void> {
    const conversation = new Conversation(this.#session, await this.#content.places(this.#session));
    const isJson = this.#invocation.options['json'] === true;
    try {
      for await (const entry of conversation.entries()) await (isJson ? this.#json(entry) : this.#show(entry));
    } finally {
      this.#bodies.close();
    }
    this.#tellRest();
  }

  async #show(entry: Entry): Promise<void> {
    switch (entry.kind) {
      case 'message': {
        const message = await this.#message(entry);
        if (message === undefined || this.#isHidden(message)) return;
        return this.#view.message(message, this.#textOf(message), entry.depth);
      }
      case 'call': {
        const found = await this.#content.call(this.#session, entry.id, entry.occurrence);
        if (found === undefined) return;
        const { call, copyOf } = found;
        const opened = this.#isCallsOnly ? undefined : openCallWith(this.#bodies, call);
        if (opened === undefined && !this.#isCallsOnly) this.#gone++;
        const parts = opened === undefined ? [] : displayParts(call, opened);
        return this.#view.call(call, parts, entry.depth, copyOf);
      }
      case 'compaction':
        return this.#isCallsOnly ? undefined : this.#view.compaction(entry.compaction, entry.depth);
      case 'thread':
        return this.#view.thread(entry.thread, entry.isAdrift, entry.depth);
    }
  }

  async #json(entry: Entry): Promise<void> {
    const value = await this.#jsonOf(entry);
    if (value !== undefined) await this.#invocation.out.line(terminalJson(value));
  }

  async #jsonOf(entry: Entry): Promise<unknown> {
    if (entry.kind === 'call') {
      const found = await this.#content.call(this.#session, entry.id, entry.occurrence);
      return found === undefined ? undefined : { type: 'call', ...this.#callJson(found) };
    }
    if (this.#isCallsOnly || entry.kind === 'thread') return undefined;
    if (entry.kind === 'compaction') {
      const { ref, at, ...rest } = entry.compaction;
      return { type: 'compaction', at: formatInstant(at), ...rest, ...this.#placeOf(ref) };
    }
    const message = await this.#message(entry);
    if (message === undefined) return undefined;
    const { what, thread, at, model, callId, size, ref } = message;
    const { text, isWhole } = messageText(this.#bodies, message);
    const said = { what, thread, at: formatInstant(at), model, callId, text, size, isWhole };
    return { type: 'message', ...said, ...this.#placeOf(ref) };
  }

  #callJson({ call, copyOf }: SessionCall): object {
    return { ...callRecord(call, (source) => this.#session.paths.get(source) ?? ''), copyOf };
  }

  #placeOf({ source, line, offset, length }: Message['ref']): object {
    return { file: this.#session.paths.get(source) ?? '', line, offset, length };
  }

  #message({ place }: Extract<Entry, { kind: 'message' }>): Promise<Message | undefined> {
    return this.#content.message(this.#session, place);
  }

  #textOf(message: Message): string {
    const { text, isWhole } = messageText(this.#bodies, message);
    if (!isWhole) this.#gone++;
    return text;
  }

  /** Text added for the model is not part of the conversation: it is counted, and shown on request. */
  #isHidden({ what }: Message): boolean {
    if (this.#isCallsOnly) return true;
    if (what !== 'injected' || this.#isFull) return false;
    this.#leftOut++;
    return true;
  }

  #tellRest(): void {
    const { out, options } = this.#invocation;
    for (const trouble of this.#bodies.troubles) out.note(`toolscope: ${trouble}`);
    if (options['json'] === true) return;
    if (this.#leftOut > 0) {
      const texts = plural(this.#leftOut, 'text that was added for the model', 'texts that were added for the model');
      out.note(`toolscope: ${texts} not shown; --full shows everything.`);
    }
    if (this.#gone > 0) {
      out.note(`toolscope: ${plural(this.#gone, 'text')} could no longer be read from the log in full.`);
    }
  }
}

export async function showSession(invocation: Invocation): Promise<number> {
  const { options, out } = invocation;
  const prefix = oneSession(invocation, 'show');
  return withLibrary(invocation, async (library) => {
    const { sessions, content } = library.index.questions;
    const session = await sessions.summary(await findSession(library, prefix, out));
    if (options['json'] !== true) await heading(session, out);
    await new Showing(invocation, session, content, library.index.open).run();
    return 0;
  });
}
