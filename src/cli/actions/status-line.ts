// `toolscope status-line`: one line about the session that an agent names on standard input. It never fails: the agent
// then shows no status line.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { asNumber, asObject, asString, parseJson } from '../../base/json.ts';
import { formatCount, plural } from '../../base/units.ts';
import { LiveStates } from '../../library/live-states.ts';
import { isAtOrBelow } from '../../sources/files/at-or-below.ts';
import type { Invocation } from '../command.ts';
import { scopeOf, withLibrary } from '../open-library.ts';
import type { Output } from '../output.ts';

/** What the agent sends: which session, where its log is, and the cost so far. */
interface Shown {
  readonly session: string;
  readonly log: string | undefined;
  readonly costUsd: number | undefined;
}

async function readShown({ positionals }: Invocation): Promise<Shown | undefined> {
  const [named] = positionals;
  if (named !== undefined) return { session: named, log: undefined, costUsd: undefined };
  if (process.stdin.isTTY === true) return undefined;
  const parsed = parseJson(await text(process.stdin));
  const said = parsed.ok ? asObject(parsed.value) : undefined;
  const session = asString(said?.['session_id']);
  if (session === undefined) return undefined;
  const costUsd = asNumber(asObject(said?.['cost'])?.['total_cost_usd']);
  return { session, log: asString(said?.['transcript_path']), costUsd };
}

const WAITING: Readonly<Record<string, string>> = {
  'waiting-permission': 'waiting for permission',
  'waiting-answer': 'waiting for an answer',
};

/** Updates only the log of this session, if it is in a place where logs are looked for. */
function narrowed(invocation: Invocation, { log: named }: Shown): Invocation {
  const log = named === undefined ? undefined : resolve(named);
  const isOurs =
    log !== undefined && existsSync(log) && scopeOf(invocation).places.some((place) => isAtOrBelow(log, place));
  const root = isOurs ? { root: [log] } : {};
  return { ...invocation, out: quiet(invocation.out), options: { ...invocation.options, ...root, 'no-archive': true } };
}

function quiet(out: Output): Output {
  return { ...out, note: () => {} };
}

function costText(usd: number): string {
  return `$${usd < 10 ? usd.toFixed(2) : usd.toFixed(0)}`;
}

async function lineOf(invocation: Invocation, shown: Shown): Promise<string> {
  const { out } = invocation;
  return withLibrary(
    narrowed(invocation, shown),
    async ({ index: { questions }, places }) => {
      const candidates = await questions.sessions.find(shown.session, places);
      const found = candidates.find(({ id }) => id === shown.session);
      const row = found === undefined ? undefined : await questions.sessions.get(found);
      if (row === undefined || row.isUnread) return '';
      const { state: doing } = await new LiveStates(questions, Date.now()).of(row);
      const state = WAITING[doing];
      const cost = shown.costUsd ?? row.insights?.costUsd ?? null;
      const parts = [
        plural(row.calls, 'call'),
        ...(row.failures === 0 ? [] : [out.paint('red', `${formatCount(row.failures)} failed`)]),
        ...(row.masked === 0 ? [] : [out.paint('yellow', `${formatCount(row.masked)} hidden`)]),
        ...(state === undefined ? [] : [out.paint('yellow', state)]),
        ...(cost === null ? [] : [costText(cost)]),
      ];
      return parts.join(' · ');
    },
    { isForgiving: true },
  );
}

export async function showStatusLine(invocation: Invocation): Promise<number> {
  try {
    const shown = await readShown(invocation);
    const line = shown === undefined ? '' : await lineOf(invocation, shown);
    if (line !== '') await invocation.out.line(line);
  } catch {
    // No output is better than an error message in a status line.
  }
  return 0;
}
