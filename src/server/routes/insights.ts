// Summaries of calls: tools, errors, the timeline, hooks and permissions.

import type { ErrorClass, Timeline } from '../../api/wire/library.ts';
import { knownTools, serverAndTool, toolTitle } from '../../library/catalogue.ts';
import { errorsOverTime } from '../../library/error-classes.ts';
import type { Timeline as StoredTimeline } from '../../store/questions/stats.ts';
import { hookWord } from '../../store/questions/stats.ts';
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

export const timeline: HandlerOf<'timeline'> = async (asked) => {
  const { library, query } = asked;
  const most = pageSize(query.buckets, USUAL_BUCKETS, MOST_BUCKETS);
  return timelineOnWire(await library.questions.stats.timeline(questionOf(query.filter, asked), most));
};

export const tools: HandlerOf<'tools'> = async (asked) => {
  const { library, query } = asked;
  const { tools: found, timeline: time } = await library.questions.stats.toolsOverTime(
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

export const stats: HandlerOf<'stats'> = async (asked) => {
  const { library, query } = asked;
  const { stats: sums } = library.questions;
  const question = questionOf(query.filter, asked);
  if (query.by === 'day') {
    const days = await sums.days(question);
    return {
      groups: days.map(({ day, ...counts }) => ({
        ...counts,
        agent: null,
        key: day,
        durations: null,
        waits: null,
        waitMs: null,
        mcp: null,
      })),
    };
  }
  const groups = await sums.groups(question, query.by);
  return {
    groups: groups.map(({ failureRate, bytes, tokens, durations, ...group }) => {
      const { known, bound, p50Ms, p95Ms, totalMs } = durations;
      const mcp = query.by === 'name' ? serverAndTool(group.key ?? '') : null;
      return { ...group, durations: { known, bound, p50Ms, p95Ms, totalMs }, mcp };
    }),
  };
};

export const errors: HandlerOf<'errors'> = async (asked) => {
  const { library, query } = asked;
  const { questions } = library;
  const question = questionOf(query.filter, asked);
  const found = await errorsOverTime(questions, question, {
    withExpected: query.expected === '1',
    withMasked: query.masked === '1',
    buckets: USUAL_BUCKETS,
  });
  const time = timelineOnWire(found.timeline);
  const first = time.buckets[0]?.from ?? 0;
  const examples = await questions.calls.several(found.classes.map(({ example }) => example));
  const classes: ErrorClass[] = [];
  for (const [i, { example, times, ...rest }] of found.classes.entries()) {
    const trend = time.buckets.map(() => 0);
    for (const at of times) {
      const bucket = Math.floor((at - first) / time.bucketMs);
      if (trend[bucket] !== undefined) trend[bucket]++;
    }
    const known = examples[i];
    classes.push({
      ...rest,
      title: toolTitle(rest.toolId),
      example: {
        ...example,
        summary: known?.summary ?? '',
        message: (known?.failure ?? known?.masked)?.message ?? '',
      },
      trend,
    });
  }
  return { classes, timeline: time };
};

export const control: HandlerOf<'control'> = async (asked) => {
  const { questions } = asked.library;
  const question = questionOf(asked.query.filter, asked);
  const ofTurns = await questions.stats.turnHooks();
  const hooks = await questions.stats.hooks(question);
  const permissions = await questions.stats.permissions(question);
  return {
    hooks: hooks.map((hook) => ({ ...hook, ofCalls: !ofTurns.has(hookWord(hook.event, hook.name, hook.command)) })),
    permissions: permissions.map((stats) => ({ ...stats, title: toolTitle(stats.toolId) })),
  };
};
