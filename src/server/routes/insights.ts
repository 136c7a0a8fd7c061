// The answers that sum calls up: tools, errors, the timeline, hooks and permissions.

import type { Timeline } from '../../api/wire/library.ts';
import { knownTools, toolTitle } from '../../library/catalogue.ts';
import { errorsOverTime } from '../../library/error-classes.ts';
import { hookWord } from '../../store/index/stored-hook.ts';
import { callStats } from '../../store/queries/call-stats.ts';
import { dailyStats } from '../../store/queries/daily-stats.ts';
import { ExactCall } from '../../store/queries/exact-call.ts';
import { hookStats } from '../../store/queries/hook-stats.ts';
import { permissionStats } from '../../store/queries/permission-stats.ts';
import { SessionFacts } from '../../store/queries/session-facts.ts';
import { type Timeline as StoredTimeline, timeline as timelineOf } from '../../store/queries/timeline.ts';
import { toolStatsOverTime } from '../../store/queries/tool-stats.ts';
import { turnHooks } from '../../store/queries/turn-hooks.ts';
import type { HandlerOf } from '../handler.ts';
import { pageSize, questionOf } from '../question.ts';

const USUAL_BUCKETS = 120;
const MOST_BUCKETS = 2000;

function familyOf(toolId: string): string {
  return knownTools().find(({ id }) => id === toolId)?.family ?? 'other';
}

function timelineOnWire({ bucketMs, buckets, undated }: StoredTimeline): Timeline {
  return {
    bucketMs,
    undated,
    buckets: buckets.map(({ fromMs, calls, failures }) => ({ from: fromMs, calls, failures })),
  };
}

export const timeline: HandlerOf<'timeline'> = (asked) => {
  const { library, query } = asked;
  const most = pageSize(query.buckets, USUAL_BUCKETS, MOST_BUCKETS);
  return timelineOnWire(timelineOf(library.database, questionOf(query.filter, asked), most));
};

export const tools: HandlerOf<'tools'> = (asked) => {
  const { library, query } = asked;
  const { tools: found, timeline: time } = toolStatsOverTime(
    library.database,
    questionOf(query.filter, asked),
    USUAL_BUCKETS,
  );
  return {
    tools: found.map((stats) => ({
      ...stats,
      title: toolTitle(stats.toolId),
      family: familyOf(stats.toolId),
      durations: { ...stats.durations, basis: { ...stats.durations.basis } },
    })),
    timeline: timelineOnWire(time),
  };
};

export const stats: HandlerOf<'stats'> = (asked) => {
  const { library, query } = asked;
  const question = questionOf(query.filter, asked);
  if (query.by === 'day') {
    const days = dailyStats(library.database, question);
    return { groups: days.map(({ day, ...counts }) => ({ ...counts, agent: null, key: day, durations: null })) };
  }
  const groups = callStats(library.database, question, query.by);
  return {
    groups: groups.map(({ agent, key, calls, failures, expectedFailures, masked, refused, durations }) => {
      const { known, bound, p50Ms, p95Ms } = durations;
      const spans = { known, bound, p50Ms, p95Ms };
      return { agent, key, calls, failures, expectedFailures, masked, refused, durations: spans };
    }),
  };
};

export const errors: HandlerOf<'errors'> = (asked) => {
  const { library, query } = asked;
  const { database, places } = library;
  const question = questionOf(query.filter, asked);
  const found = errorsOverTime(database, question, {
    withExpected: query.expected === '1',
    withMasked: query.masked === '1',
    buckets: USUAL_BUCKETS,
  });
  const time = timelineOnWire(found.timeline);
  const first = time.buckets[0]?.from ?? 0;
  const call = new ExactCall(database);
  const facts = new SessionFacts(database, places);
  return {
    classes: found.classes.map(({ example, times, ...rest }) => {
      const trend = time.buckets.map(() => 0);
      for (const at of times) {
        const bucket = Math.floor((at - first) / time.bucketMs);
        if (trend[bucket] !== undefined) trend[bucket]++;
      }
      const session = facts.key(example.agent, example.session);
      const known = session === undefined ? undefined : call.find(session, example.callId, example.occurrence)?.call;
      return {
        ...rest,
        title: toolTitle(rest.toolId),
        example: {
          ...example,
          summary: known?.summary ?? '',
          message: (known?.failure ?? known?.masked)?.message ?? '',
        },
        trend,
      };
    }),
    timeline: time,
  };
};

export const control: HandlerOf<'control'> = ({ library: { database, places } }) => {
  const ofTurns = turnHooks(database);
  return {
    hooks: hookStats(database, places).map((hook) => ({
      ...hook,
      ofCalls: !ofTurns.has(hookWord(hook.event, hook.name, hook.command)),
    })),
    permissions: permissionStats(database, places).map((stats) => ({ ...stats, title: toolTitle(stats.toolId) })),
  };
};
