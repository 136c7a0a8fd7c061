// The answers that sum calls up: tools, errors, the timeline, hooks and permissions.

import type { Timeline } from '../../api/wire/library.ts';
import { knownTools, toolTitle } from '../../library/catalogue.ts';
import { errorsOverTime } from '../../library/error-classes.ts';
import { hookWord } from '../../store/sqlite/index/stored-hook.ts';
import { ExactCall } from '../../store/sqlite/queries/exact-call.ts';
import { hookStats } from '../../store/sqlite/queries/hook-stats.ts';
import { permissionStats } from '../../store/sqlite/queries/permission-stats.ts';
import { SessionFacts } from '../../store/sqlite/queries/session-facts.ts';
import { type Timeline as StoredTimeline, timeline as timelineOf } from '../../store/sqlite/queries/timeline.ts';
import { toolStatsOverTime } from '../../store/sqlite/queries/tool-stats.ts';
import { turnHooks } from '../../store/sqlite/queries/turn-hooks.ts';
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
