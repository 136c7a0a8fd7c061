// Scheduled jobs: CronCreate, CronDelete and CronList of Claude Code.

import { clip } from '../../base/text.ts';
import { plural } from '../../base/units.ts';
import { defineDialect, defineTool } from '../define.ts';
import type { Shape } from '../shape.ts';
import * as shape from '../shape.ts';
import { idText, listOf, looseFlag, looseId, looseNumber, looseText, text } from '../shapes.ts';

export interface CronInput {
  readonly action: 'create' | 'delete' | 'list';
  readonly id: string | null;
  readonly schedule: string | null;
  readonly prompt: string | null;
  readonly recurring: boolean | null;
  readonly durable: boolean | null;
}

export interface CronJob {
  readonly id: string;
  readonly schedule: string | null;
  /** The schedule in words: "Every 2 minutes". */
  readonly words: string | null;
  readonly prompt: string | null;
  readonly recurring: boolean;
  /** Survives the session. */
  readonly durable: boolean;
  /** Epoch milliseconds. */
  readonly nextAt: number | null;
}

export interface CronCreated {
  readonly kind: 'created';
  readonly job: CronJob;
}

export interface CronDeleted {
  readonly kind: 'deleted';
  readonly id: string;
  readonly endedLoop: boolean;
}

export interface CronJobs {
  readonly kind: 'jobs';
  readonly jobs: readonly CronJob[];
}

export type CronResult = CronCreated | CronDeleted | CronJobs;

const job = shape
  .object({
    id: idText,
    cron: looseText,
    humanSchedule: looseText,
    prompt: looseText,
    recurring: looseFlag,
    durable: looseFlag,
    nextFireAt: looseNumber,
  })
  .transform(
    (raw): CronJob => ({
      id: raw.id,
      schedule: raw.cron ?? null,
      words: raw.humanSchedule ?? null,
      prompt: raw.prompt ?? null,
      recurring: raw.recurring ?? false,
      durable: raw.durable ?? false,
      nextAt: raw.nextFireAt ?? null,
    }),
  );

const CREATED = /^Scheduled (recurring|one-shot|one-time)? ?(?:job|task) ([\w-]{1,80}) \(([^\n]{1,200}?)\)\./;

function readCreated(content: string): CronCreated | undefined {
  const match = CREATED.exec(content);
  const id = match?.[2];
  if (match === null || id === undefined) return undefined;
  return {
    kind: 'created',
    job: {
      id,
      schedule: null,
      words: match[3] ?? null,
      prompt: null,
      recurring: match[1] === 'recurring',
      durable: !content.slice(0, 1000).includes('Session-only'),
      nextAt: null,
    },
  };
}

function readDeleted(content: string): CronDeleted | undefined {
  const id = /^(?:Cancelled|Deleted) job ([\w-]{1,80})/.exec(content)?.[1];
  return id === undefined ? undefined : { kind: 'deleted', id, endedLoop: /\bloop\b/i.test(content.slice(0, 400)) };
}

const JOB_LINE = /^([\w-]{1,80}) — (.{1,200}?) \((recurring|one-shot|one-time)\)(?: \[([\w -]{1,40})\])?: (.*)$/;

/** One job per line; a prompt may span several lines, and is shortened by the tool. */
function readJobs(content: string): CronJobs | undefined {
  if (/^No (?:scheduled|cron|active) ?(?:jobs|tasks)?/i.test(content)) return { kind: 'jobs', jobs: [] };
  const jobs: CronJob[] = [];
  for (const line of content.slice(0, 100_000).split('\n')) {
    const match = JOB_LINE.exec(line);
    if (match === null) continue;
    jobs.push({
      id: match[1] ?? '',
      schedule: null,
      words: match[2] ?? null,
      prompt: match[5] ?? null,
      recurring: match[3] === 'recurring',
      durable: match[4] !== 'session-only',
      nextAt: null,
    });
  }
  return jobs.length === 0 ? undefined : { kind: 'jobs', jobs };
}

const ACTIONS: Readonly<Record<string, CronInput['action']>> = {
  CronCreate: 'create',
  CronDelete: 'delete',
  CronList: 'list',
};

function inputFor(action: CronInput['action']): Shape<CronInput> {
  return shape
    .object({ id: looseId, cron: looseText, prompt: looseText, recurring: looseFlag, durable: looseFlag })
    .refine((raw) => (action === 'create' ? raw.cron !== undefined : action === 'list' || raw.id !== undefined))
    .transform(
      (raw): CronInput => ({
        action,
        id: raw.id ?? null,
        schedule: raw.cron ?? null,
        prompt: raw.prompt ?? null,
        recurring: raw.recurring ?? null,
        durable: raw.durable ?? null,
      }),
    );
}

const INPUTS = { create: inputFor('create'), delete: inputFor('delete'), list: inputFor('list') };

const claudeCode = defineDialect<CronInput, CronResult>({
  agent: 'claude-code',
  names: ['CronCreate', 'CronDelete', 'CronList'],
  input: (name) => INPUTS[ACTIONS[name] ?? 'list'],
  structured: [
    {
      kind: 'jobs',
      schema: shape.object({ jobs: listOf(job) }).transform((raw): CronJobs => ({ kind: 'jobs', jobs: raw.jobs })),
    },
    {
      kind: 'created',
      schema: job
        .refine((made) => made.words !== null)
        .transform((made): CronCreated => ({ kind: 'created', job: made })),
    },
    {
      kind: 'deleted',
      schema: shape
        .object({ id: text, endedLoopWakeup: looseFlag })
        .transform((raw): CronDeleted => ({ kind: 'deleted', id: raw.id, endedLoop: raw.endedLoopWakeup ?? false })),
    },
  ],
  text: [
    { kind: 'created', read: readCreated },
    { kind: 'deleted', read: readDeleted },
    { kind: 'jobs', read: readJobs },
  ],
});

export const cron = defineTool<CronInput, CronResult>({
  id: 'cron',
  title: 'Scheduled jobs',
  family: 'tasks',
  dialects: [claudeCode],
  failures: [
    {
      code: 'job-not-found',
      blame: 'agent',
      pattern: /^(?:No (?:scheduled )?job\b|(?:Job|Task) [^\n]{0,100} not found)/,
    },
    { code: 'schedule-invalid', blame: 'agent', pattern: /^Invalid cron expression/ },
  ],
  facts: ({ result }) => (result?.kind === 'jobs' ? { matches: result.jobs.length } : {}),
  summary: ({ input, result }) => {
    if (result?.kind === 'jobs') return plural(result.jobs.length, 'job');
    if (input?.action === 'create') {
      const words = (result?.kind === 'created' ? result.job.words : null) ?? input.schedule ?? '';
      return `${words}: ${clip(input.prompt ?? '', 100)}`;
    }
    return input?.action === 'delete' ? `delete job ${input.id}` : 'list jobs';
  },
  target: (input) => (input.action === 'create' ? clip(`${input.schedule} ${input.prompt ?? ''}`, 200) : input.id),
});
