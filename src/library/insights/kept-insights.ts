// Insights of a session that is being indexed or is in the index: the view they are computed from, and what is stored.

import { SharedTexts } from '../../base/shared-texts.ts';
import { type Comparison, compareSessions } from '../../insights/compare-sessions.ts';
import { insightRow } from '../../insights/insight-row.ts';
import { type Insights, insightsOf } from '../../insights/insights.ts';
import type { InsightOptions, SeenCall, SeenHook, SeenMessage, SessionView } from '../../insights/session-view.ts';
import type { InsightRow, StampedInsights } from '../../model/insight-row.ts';
import { MAIN_THREAD } from '../../model/observation.ts';
import type { Message, Session } from '../../model/session.ts';
import type { LineRef } from '../../model/source.ts';
import type { HookRun, ToolCall } from '../../model/tool-call.ts';
import { messageText } from '../../reading/message-text.ts';
import { BodyReader } from '../../sources/body-reader.ts';
import type { LogOpener } from '../../sources/files/open-log.ts';
import { openLog } from '../../sources/kinds/open-source.ts';
import type { WholeSession } from '../../store/questions/session-content.ts';
import { insightOptions, insightStamp } from './insight-options.ts';

const NO_HOOKS: readonly SeenHook[] = [];

type ViewParts = Omit<SessionView, 'lastWords' | 'messages' | 'textOf'> & { readonly messages: readonly Message[] };

/** Texts are read on demand: previews have no line breaks. */
function viewOf(parts: ViewParts, textOf: (message: Message) => string | null): SessionView {
  const { messages } = parts;
  const last = messages.findLast(({ what, thread }) => what === 'answer' && thread === MAIN_THREAD);
  const known = new Map<SeenMessage, Message>();
  for (const message of messages) if (message.what === 'answer') known.set(message, message);
  return {
    ...parts,
    lastWords: last === undefined ? null : textOf(last),
    textOf(message) {
      const found = known.get(message);
      return found === undefined ? null : textOf(found);
    },
  };
}

export function keptInsights(parts: ViewParts, textOf: (message: Message) => string | null): StampedInsights {
  const row = insightRow(viewOf(parts, textOf), insightOptions());
  return { stamp: insightStamp(), row };
}

/**
 * All that is concluded about a session that was read whole, each answer with its evidence.
 *
 * @example
 * const { verdict, time, cost } = insightsOfSession(await readSession('logs/4f1c….jsonl'));
 */
export function insightsOfSession(session: Session): Insights {
  const bodies = new BodyReader(
    session.sources.map(({ path }) => path),
    openLog,
  );
  try {
    return insightsOf(
      viewOf(session, (message) => wholeText(bodies, message)),
      insightOptions(),
    );
  } finally {
    bodies.close();
  }
}

function wholeText(bodies: BodyReader, message: Message): string | null {
  const { text, isWhole } = messageText(bodies, message);
  return isWhole ? text : null;
}

/** Texts that recur from call to call: each row of an index brings its own copy. */
class SeenTexts {
  readonly threads = new SharedTexts();
  readonly tools = new SharedTexts();
  readonly paths = new SharedTexts();
  readonly targets = new SharedTexts();
  readonly #flags = new Map<string, ToolCall['flags']>();

  flags(flags: ToolCall['flags']): ToolCall['flags'] {
    const name = flags.join();
    const known = this.#flags.get(name) ?? flags;
    this.#flags.set(name, known);
    return known;
  }
}

function seenHook({ event, name, command, at, durationMs }: HookRun): SeenHook {
  return { event, name, command, at, durationMs };
}

function lineOf({ source, line, offset, length }: LineRef): LineRef {
  return { source, line, offset, length };
}

/**
 * Only what insights look at, without summaries where none is told. One literal, so that all calls share one layout: put together
 * from spreads they took a third more memory.
 */
function seen(call: ToolCall, texts: SeenTexts, withSummary: boolean): SeenCall {
  const { facts, target, duration, hooks, bodies } = call;
  if (facts.path !== undefined) facts.path = texts.paths.of(facts.path);
  return {
    callId: call.callId,
    occurrence: call.occurrence,
    thread: texts.threads.of(call.thread),
    tool: texts.tools.of(call.tool),
    toolId: texts.tools.of(call.toolId),
    status: call.status,
    failure: call.failure,
    masked: call.masked,
    requestedAt: call.requestedAt,
    endedAt: call.endedAt,
    duration: duration === null ? null : { ms: duration.ms, bound: duration.bound },
    summary: withSummary ? call.summary : '',
    facts,
    target: target === null ? null : target === facts.path ? facts.path : texts.targets.of(target),
    aim: call.aim,
    agentId: call.agentId,
    background: call.background,
    hooks: hooks.length === 0 ? NO_HOOKS : hooks.map(seenHook),
    permission: call.permission,
    heard: call.heard,
    flags: texts.flags(call.flags),
    bodies: { input: lineOf(bodies.input), content: bodies.content === null ? null : lineOf(bodies.content) },
  };
}

/** For a session in the index. */
async function concluded<Answer>(
  session: WholeSession,
  open: LogOpener,
  conclude: (view: SessionView, options: InsightOptions) => Answer | Promise<Answer>,
  withSummaries = true,
): Promise<Answer> {
  const { fields, startedAt, lastAt, live, threads, compactions } = session;
  const paths: string[] = [];
  const messages: Message[] = [];
  for await (const batch of session.messages()) messages.push(...batch);
  for (const { ref } of messages) paths[ref.source] ??= session.pathOf(ref.source);
  const calls: SeenCall[] = [];
  const texts = new SeenTexts();
  for await (const batch of session.calls()) {
    for (const { call } of batch) calls.push(seen(call, texts, withSummaries));
  }
  const requests = await session.requests();
  const hooks = await session.hooks();
  const bodies = new BodyReader(paths, open);
  try {
    const parts: ViewParts = {
      fields,
      startedAt,
      lastAt,
      live,
      threads,
      compactions,
      calls,
      messages,
      requests,
      hooks,
    };
    const view = viewOf(parts, (message) => wholeText(bodies, message));
    return await conclude(view, insightOptions());
  } finally {
    bodies.close();
  }
}

export function sessionInsights(session: WholeSession, open: LogOpener): Promise<Insights> {
  return concluded(session, open, insightsOf);
}

export function comparedSessions(a: WholeSession, b: WholeSession, open: LogOpener): Promise<Comparison> {
  return concluded(a, open, (viewA) => concluded(b, open, (viewB, options) => compareSessions(viewA, viewB, options)));
}

/** The row that is stored: no summary is in it. */
export function concludedAgain(session: WholeSession, open: LogOpener): Promise<InsightRow> {
  return concluded(session, open, insightRow, false);
}
