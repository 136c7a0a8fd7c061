// A session on the wire: its row in lists, with what it is doing now and when its log will be deleted.

import { homedir } from 'node:os';
import type { SessionRow, LiveState as WireState } from '../../api/wire/session.ts';
import { LiveStates } from '../../library/live-states.ts';
import { type Retention, retentions, vanishing } from '../../library/retention.ts';
import type { LiveState, LiveStateName } from '../../model/live-state.ts';
import type { SessionFile, SessionRow as StoredRow } from '../../store/questions/sessions.ts';
import type { Questions } from '../../store/questions.ts';
import type { SessionMarks } from '../../user/session-marks.ts';
import type { ServedLibrary } from '../served-library.ts';

export const WIRE_STATES: Readonly<Record<LiveStateName, WireState['state']>> = {
  working: 'working',
  'waiting-permission': 'waiting-for-permission',
  'waiting-answer': 'waiting-for-answer',
  idle: 'idle',
  ended: 'ended',
};

/** The rules of the live state as sentences. */
const BECAUSE: Readonly<Record<string, string>> = {
  silence: 'The log has been silent for a quarter of an hour.',
  'open-call': 'A call has no result yet.',
  'open-question': 'A question to the person has no answer yet.',
  'permission-asked': 'The person was asked for permission, and no answer is on record.',
  'quick-call-still-open': 'A call that takes no time has no result yet: it seems to be waiting for permission.',
  'just-spoke': 'The agent has just spoken, and a call may follow.',
  'last-word:answer': 'The last record of the log is an answer.',
  'last-word:interrupt': 'The last record of the log says that the person interrupted.',
  'last-word:api-error': 'The last record of the log is an error from the model API.',
  'last-word:prompt': 'The last record of the log is a prompt.',
  'last-word:thinking': 'The last record of the log is thinking.',
  'last-word:peer': 'The last record of the log is a message from another agent.',
  'last-word:notification': 'The last record of the log is a notification.',
  'last-word:result': 'The last record of the log is the result of a call.',
  'nothing-said': 'Nothing has been said yet.',
};

function sentence(rule: string): string {
  if (rule.startsWith('hook:')) return `The hook ${rule.slice('hook:'.length)} was the last to speak.`;
  return BECAUSE[rule] ?? `The rule ${rule} says so.`;
}

function stateOnWire({ state, via, rule, since }: LiveState): WireState {
  return { state: WIRE_STATES[state], via, because: sentence(rule), since };
}

/** Makes the rows of one answer. What all of them need is looked up once. */
export class SessionRows {
  readonly #sessions: Questions['sessions'];
  readonly #live: LiveStates;
  readonly #retentions: readonly Retention[];
  readonly #now: number;
  readonly #marks: SessionMarks;

  constructor(library: ServedLibrary, now: number) {
    const { questions } = library;
    this.#marks = library.marks();
    this.#sessions = questions.sessions;
    this.#live = new LiveStates(questions, now);
    this.#retentions = retentions({ env: process.env, home: homedir() });
    this.#now = now;
  }

  async rows(stored: readonly StoredRow[]): Promise<SessionRow[]> {
    const files = await this.#sessions.files(stored);
    return Promise.all(stored.map((session, i) => this.#row(session, files[i] ?? [])));
  }

  async row(stored: StoredRow): Promise<SessionRow> {
    const [files = []] = await this.#sessions.files([stored]);
    return this.#row(stored, files);
  }

  async #row({ isUnread, ...stored }: StoredRow, files: readonly SessionFile[]): Promise<SessionRow> {
    const { agent, id } = stored;
    const logs = files.filter(({ isLog }) => isLog);
    const present = logs.filter(({ isGone }) => !isGone);
    const kept = present.map(({ path, modifiedAt }) => ({ agent, session: id, path, modifiedAt }));
    const mark = this.#marks.of(agent, id);
    const [fate] = vanishing(kept, this.#retentions, this.#now);
    return {
      ...stored,
      tokens: { ...stored.tokens },
      state: stateOnWire(await this.#live.of(stored, files)),
      log: logs[0]?.path ?? null,
      vanishesAt: fate?.at ?? null,
      gone: present.length === 0,
      unread: isUnread,
      title: mark.name ?? stored.title,
      pinned: mark.isPinned,
      hidden: mark.isHidden,
      named: mark.name !== null,
      ownTitle: stored.title,
    };
  }
}
