// The tool `session_summary`: did it work? How a session ended, what it changed and checked, what failed, time and cost.

import { z } from 'zod';
import type { SessionInsights } from '../../api/wire/insights.ts';
import type { SessionDetail } from '../../api/wire/session.ts';
import { cleanLine, isoTime } from '../clean-text.ts';
import { findSession } from '../find-by-id.ts';
import { callId, callIdOf, place, placeText, sessionRow, sessionRowOf, time } from '../rows.ts';
import { defineTool } from '../tool.ts';

const MOST = 12;

type Verdict = SessionInsights['verdict'];
interface Named {
  readonly callId: string;
  readonly occurrence: number;
}

const failure = z.object({
  id: callId,
  at: time,
  tool: z.string(),
  failure: z.string(),
  blame: z.string(),
  untrusted: z.object({ summary: z.string(), message: z.string() }),
});

/** Makes rows of one session's insights: ids are whole, lines are named by their file. */
class Rows {
  readonly #session: SessionDetail;

  constructor(session: SessionDetail) {
    this.#session = session;
  }

  id({ callId: id, occurrence }: Named): string {
    return callIdOf({ agent: this.#session.agent, session: this.#session.id, callId: id, occurrence });
  }

  place({ source, line }: { readonly source: number; readonly line: number }): string {
    const file = this.#session.sources.find(({ number }) => number === source)?.path ?? '';
    return placeText({ file, line });
  }

  failures(list: Verdict['failures']): z.input<typeof failure>[] {
    return list.slice(0, MOST).map((one) => ({
      ...{ id: this.id(one), at: isoTime(one.at), tool: one.toolId, failure: one.code, blame: one.blame },
      untrusted: { summary: cleanLine(one.summary, 200), message: cleanLine(one.message, 300) },
    }));
  }
}

const output = z.object({
  session: sessionRow,
  ending: z.object({ how: z.string(), rule: z.string(), at: time, place: place.nullable() }),
  asked: z.array(z.object({ at: time, place, untrusted: z.object({ text: z.string() }) })),
  changed: z.object({
    files: z.number(),
    is_at_least: z.boolean().describe('Commands may have changed more.'),
    lines_added: z.number(),
    lines_removed: z.number(),
    test_files: z.number(),
    commits: z.number(),
    untrusted: z.object({ paths: z.array(z.string()), pull_request: z.string().nullable() }),
  }),
  checks: z
    .array(
      z.object({
        id: callId,
        kind: z.string().describe('tests, types, lint, build, checks or deployment'),
        result: z.string().describe('passed, failed, hidden-failure, unclear, not-run or open'),
        at: time,
        is_after_last_edit: z.boolean(),
        untrusted: z.object({ command: z.string() }),
      }),
    )
    .describe('The latest ones.'),
  open_failures: z.array(failure).describe('Not recovered from.'),
  open_failure_count: z.number(),
  hidden_failures: z
    .array(failure)
    .describe('Calls that succeeded although something in them failed, and that no later call made good.'),
  claims: z
    .array(
      z.object({
        about: z.string(),
        standing: z.string(),
        call: callId.nullable(),
        place,
        untrusted: z.object({ quote: z.string() }),
      }),
    )
    .describe('What the agent said passes, and what the log shows of it.'),
  loops: z.array(z.object({ tries: z.number(), failure: z.string(), first: callId, last: callId })),
  time: z.array(z.object({ class: z.string(), ms: z.number(), bound: z.string() })),
  wall_ms: z.number(),
  active_ms: z.number(),
  cost: z.object({ usd: z.number().nullable(), basis: z.string(), tokens: z.number() }),
  context: z.object({ peak_tokens: z.number(), window_tokens: z.number().nullable(), compactions: z.number() }),
  untrusted: z.object({ last_words: z.string().nullable() }),
});

function changedOf({ changed }: Verdict): z.input<typeof output>['changed'] {
  return {
    files: changed.files.length,
    is_at_least: changed.isAtLeast,
    lines_added: changed.linesAdded,
    lines_removed: changed.linesRemoved,
    test_files: changed.tests,
    commits: changed.commits.length,
    untrusted: {
      paths: changed.files.slice(0, 30).map(({ path }) => cleanLine(path, 300)),
      pull_request: changed.pullRequest === null ? null : cleanLine(changed.pullRequest, 300),
    },
  };
}

function summaryOf(session: SessionDetail, insights: SessionInsights): z.input<typeof output> {
  const { verdict, claims, cost, context } = insights;
  const { ended } = verdict;
  const rows = new Rows(session);
  return {
    session: sessionRowOf(session),
    ending: {
      ...{ how: ended.ending, rule: ended.rule, at: isoTime(ended.at) },
      place: ended.ref === null ? null : rows.place(ended.ref),
    },
    asked: verdict.asked.slice(0, 5).map(({ text, at, ref }) => ({
      ...{ at: isoTime(at), place: rows.place(ref) },
      untrusted: { text: cleanLine(text, 400) },
    })),
    changed: changedOf(verdict),
    checks: verdict.checks.slice(-MOST).map((check) => ({
      ...{ id: rows.id(check), kind: check.kind, result: check.result, at: isoTime(check.at) },
      is_after_last_edit: check.isAfterLastEdit,
      untrusted: { command: cleanLine(check.command, 200) },
    })),
    open_failures: rows.failures(verdict.failures),
    open_failure_count: verdict.failureCount,
    hidden_failures: rows.failures(verdict.hidden),
    claims: claims.slice(-MOST).map(({ about, standing, call, ref, quote }) => ({
      ...{ about, standing, call: call === null ? null : rows.id(call), place: rows.place(ref) },
      untrusted: { quote: cleanLine(quote, 300) },
    })),
    loops: verdict.loops.slice(0, MOST).map(({ tries, code, first, last }) => ({
      ...{ tries, failure: code, first: rows.id(first), last: rows.id(last) },
    })),
    time: insights.time.classes.map(({ class: of, ms, bound }) => ({ class: of, ms, bound })),
    wall_ms: insights.time.wallMs,
    active_ms: insights.time.activeMs,
    cost: {
      ...{ usd: cost.usd, basis: cost.basis },
      tokens: cost.tokens.input + cost.tokens.output + cost.tokens.cacheRead + cost.tokens.cacheWrite,
    },
    context: {
      peak_tokens: context.peakTokens,
      window_tokens: context.windowTokens,
      compactions: context.compactions.length,
    },
    untrusted: { last_words: ended.quote === null ? null : cleanLine(ended.quote, 600) },
  };
}

export const sessionSummary = defineTool({
  name: 'session_summary',
  title: 'Did a session work?',
  description:
    'Says how one session went: what was asked, how it ended, what it changed, which tests and checks ran and whether they passed after the last edit, failures left open, failures that a success hides, claims that the log does not bear out, where the time went and what it cost. "latest" names the newest session of the project.',
  input: z.strictObject({ id: z.string().min(1).max(1000).describe('Session id, its beginning, or "latest".') }),
  output,
  async answer({ id }, asked) {
    const { agent, id: session } = await findSession(id, asked);
    const { questions, signal } = asked;
    const parts = { agent, session };
    const detail = await questions.ask('session', parts, undefined, signal);
    return summaryOf(detail, await questions.ask('sessionInsights', parts, undefined, signal));
  },
});
