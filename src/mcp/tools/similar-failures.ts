// The tool `similar_failures`: has this failed before, what was tried then, and what worked?

import { z } from 'zod';
import type { BriefCall, FailureCase, FailureGroup } from '../../api/wire/similar.ts';
import { AppError } from '../../base/app-error.ts';
import { headAndTail } from '../../base/head-and-tail.ts';
import { cleanLine, isoTime } from '../clean-text.ts';
import { briefCall, callIdOf, pathText, placeText, time, titleText } from '../rows.ts';
import { filterIn } from '../scope.ts';
import { cursorInput, defineTool, filterInput, limitInput, nextOutput } from '../tool.ts';

const USUAL = 3;

function briefOf(call: BriefCall): z.input<typeof briefCall> {
  return {
    id: callIdOf(call),
    at: isoTime(call.at),
    tool: call.toolId,
    status: call.status,
    failure: call.failure?.code ?? null,
    place: placeText(call.place),
    untrusted: {
      summary: cleanLine(call.summary, 300),
      message: call.failure === null || call.failure.message === '' ? null : cleanLine(call.failure.message, 400),
    },
  };
}

const failureCase = z.object({
  failed: briefCall,
  tried_after: z
    .array(briefCall)
    .describe('The last calls before the one that worked, or the next ones when none did.'),
  tried_before_these: z.number(),
  worked: briefCall.nullable().describe('The call that did the same thing and succeeded; null when none did.'),
  took_calls: z.number().nullable(),
  took_ms: z.number().nullable(),
  untrusted: z.object({ session_title: z.string().nullable(), project: z.string().nullable() }),
});

function caseOf(found: FailureCase): z.input<typeof failureCase> {
  return {
    failed: briefOf(found.failed),
    tried_after: found.after.map(briefOf),
    tried_before_these: found.leftOut,
    worked: found.worked === null ? null : briefOf(found.worked),
    took_calls: found.calls,
    took_ms: found.ms,
    untrusted: { session_title: titleText(found.sessionTitle), project: pathText(found.project) },
  };
}

const failureGroup = z.object({
  likeness: z
    .string()
    .describe(
      'same-text, same-failure (but for paths, numbers, names in quotes), similar-text, same-command or same-program',
    ),
  failure: z.string().describe('Class of the failure.'),
  blame: z.string(),
  tool: z.string(),
  is_hidden: z.boolean().describe('The calls succeeded, and something in them failed.'),
  count: z.number(),
  sessions: z.number(),
  recovered: z.number(),
  examined: z.number().describe('Of how many it is known whether they were recovered from.'),
  calls_to_recover: z.number().nullable().describe('At the median.'),
  last_at: time,
  cases: z.array(failureCase),
  untrusted: z.object({ text: z.string().describe('What the failures have in common.') }),
});

function groupOf(found: FailureGroup): z.input<typeof failureGroup> {
  return {
    ...{
      likeness: found.likeness,
      failure: found.code,
      blame: found.blame,
      tool: found.toolId,
      is_hidden: found.masked,
    },
    ...{ count: found.count, sessions: found.sessions, recovered: found.recovered, examined: found.examined },
    calls_to_recover: found.callsToRecover,
    last_at: isoTime(found.lastAt),
    cases: found.cases.map(caseOf),
    untrusted: { text: cleanLine(found.text, 300) },
  };
}

export const similarFailures = defineTool({
  name: 'similar_failures',
  title: 'Has this failed before?',
  description:
    'Ask this first when a command or tool call fails. Give the error text as it was printed (several lines are fine), or the command, or both: it finds the same failure in earlier sessions, paths, numbers and ids aside, and tells what was tried after it, which call worked in the end, and how long that took.',
  input: z.strictObject({
    error: z.string().max(200_000).optional().describe('The error as it was printed.'),
    command: z.string().max(20_000).optional().describe('The command that failed.'),
    filter: filterInput,
    cursor: cursorInput,
    limit: limitInput(USUAL, 10),
  }),
  output: z.object({
    class: z.string().nullable().describe('Class of the error, where its words name one.'),
    blame: z.string().nullable(),
    groups: z.array(failureGroup).describe('The most alike first.'),
    compared: z.number().describe('Failures that were compared.'),
    is_complete: z.boolean().describe('False: there were more failures than are compared at once; narrow the filter.'),
    next: nextOutput,
  }),
  async answer({ error, command, filter, cursor, limit = USUAL }, { questions, scope, cursors, signal }) {
    if ((error ?? '').trim() === '' && (command ?? '').trim() === '') {
      throw new AppError('bad-usage', 'Give "error", "command", or both.');
    }
    const query = {
      ...(error === undefined ? {} : { error: headAndTail(error) }),
      ...(command === undefined ? {} : { command: command.slice(0, 10_000) }),
      ...(scope.project === null ? {} : { project: scope.project }),
      ...cursors.find(cursor),
      filter: filterIn(scope, filter),
      limit: String(limit),
    };
    const found = await questions.ask('similarFailures', {}, query, signal);
    return {
      class: found.class?.code ?? null,
      blame: found.class?.blame ?? null,
      groups: found.groups.map(groupOf),
      compared: found.compared,
      is_complete: found.isComplete,
      next: cursors.name(found.next),
    };
  },
});
