// Everything about one call as sections of lines: its stages, who allowed it, how long it took and how that is known, who
// is to blame for a failure, and every log line that is evidence.

import { boundedMs } from '../api/insight-text.ts';
import { placeInWords } from '../base/place-in-words.ts';
import { formatInstant } from '../base/time.ts';
import { formatCount, formatMs, plural } from '../base/units.ts';
import type { Duration } from '../model/duration.ts';
import type { Recoveries, Recovery } from '../model/recoveries.ts';
import type { LineRef } from '../model/source.ts';
import type { HookRun, ToolCall } from '../model/tool-call.ts';
import { stagesOf } from '../reading/call-stages.ts';
import { statusStyle, statusWord } from './call-table.ts';
import type { Output } from './output.ts';
import { type Column, layOut, type Row, renderRow } from './table.ts';

export interface CallStory {
  readonly call: ToolCall;
  readonly paths: ReadonlyMap<number, string>;
  readonly recovery: Recovery | undefined;
  /** The loop of failing attempts it belongs to. */
  readonly loop: Recoveries['loops'][number] | undefined;
  /** The position of an evidence line, as text. */
  whereIs(line: LineRef): string;
}

export interface Section {
  readonly title: string;
  readonly lines: readonly string[];
}

const BASES: Record<Duration['basis'], string> = {
  reported: 'as the tool reported it',
  hook: 'as a hook measured it',
  'between-records': 'from the request record to the result record',
  notification: 'until the notice that it had ended',
};

const PARTS: Record<Duration['includes'][number], string> = {
  approval: 'any wait for approval',
  hooks: 'hooks',
  queue: 'time in the queue',
};

const BLAMED: Record<NonNullable<ToolCall['failure']>['blame'], string> = {
  expected: "no one's: it was expected",
  agent: "the agent's: it asked for the wrong thing",
  code: 'the code under work: its tests, its types or the program itself',
  environment: "the environment's: the machine or the network",
  tool: "the tool's own",
  policy: 'a rule or policy said no',
  user: 'a person said no',
  unknown: 'not known',
};

/** Local time with milliseconds. */
function timeText(at: number | null): string {
  if (at === null || formatInstant(at) === null) return '';
  const date = new Date(at);
  const ms = String(date.getMilliseconds()).padStart(3, '0');
  return `${date.toLocaleString('sv-SE')}.${ms}`;
}

/** The file's name is enough: the evidence at the end has full paths. */
function placeText(ref: LineRef | null, paths: ReadonlyMap<number, string>, out: Output): string {
  if (ref === null) return '';
  const name = paths.get(ref.source)?.split(/[/\\]/).at(-1) ?? 'unknown file';
  return `${out.safe(name)}:${ref.line} (byte ${formatCount(ref.offset)})`;
}

/** Plain columns. The last one is never cut, so that positions can be copied. */
function columnLines(rows: readonly (readonly string[])[], out: Output): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const columns: Column[] = Array.from({ length: count }, () => ({ title: '' }));
  const cells = rows.map((row): Row => ({ cells: row }));
  const widths = layOut(columns, cells, Number.POSITIVE_INFINITY);
  return cells
    .map((row) => renderRow(columns, widths, row))
    .map((line) => (line === '' ? out.paint('dim', '–') : line));
}

function lifeSection({ call, paths }: CallStory, out: Output): Section {
  const rows = stagesOf(call).map(({ name, state, at, ms, note, ref }) => [
    name,
    state === 'none' ? '–' : state.replace('-', ' '),
    timeText(at),
    ms === null ? '' : boundedMs(ms, name === 'running' ? (call.duration?.bound ?? null) : null),
    out.safe(note ?? ''),
    placeText(ref, paths, out),
  ]);
  return { title: 'Life', lines: columnLines(rows, out) };
}

/** Logs that date the run itself do not include hooks. */
function basisText({ basis, includes }: Duration): string {
  const isRun = basis === 'between-records' && !includes.includes('hooks');
  return isRun ? 'between the records of its start and its end' : BASES[basis];
}

function timingSection({ duration, requestedAt, endedAt, progressCount }: ToolCall): Section {
  const lines = [
    `requested ${timeText(requestedAt) || 'at an unknown time'}, ended ${timeText(endedAt) || 'at an unknown time'}`,
  ];
  if (duration === null) lines.push('Its duration is not measurable.');
  else {
    const { ms, bound, includes } = duration;
    const held = includes.map((part) => PARTS[part]).join(', ');
    lines.push(
      `${bound === 'at-most' ? 'at most ' : ''}${formatMs(ms)}, ${basisText(duration)}${held === '' ? '' : `; includes ${held}`}`,
    );
  }
  if (progressCount > 0) lines.push(plural(progressCount, 'progress record'));
  return { title: 'Timing', lines };
}

function permissionSection({ call, paths }: CallStory, out: Output): Section {
  const { permission, feedback } = call;
  const lines =
    permission === null
      ? ['No decision on record: the log does not say whether a rule or a person allowed it.']
      : [
          `${permission.decision} by ${permission.by}${permission.isInferred === true ? ' (it ran after the question)' : ''}  ${timeText(permission.at)}  ${placeText(permission.ref, paths, out)}`,
        ];
  if (permission?.askedAt !== undefined) {
    const waited = permission.waitMs === undefined ? '' : `; the answer took ${formatMs(permission.waitMs)}`;
    lines.push(`a person was asked at ${timeText(permission.askedAt)}${waited}`);
  }
  if (feedback !== null) lines.push(`the person said: ${out.safe(feedback)}`);
  return { title: 'Permission', lines };
}

function hookLine(hook: HookRun, paths: ReadonlyMap<number, string>, out: Output): string[] {
  const said = [hook.decision, hook.message].filter((part) => part !== null && part !== '').join(': ');
  return [
    out.safe(hook.event),
    out.safe(hook.name),
    hook.exitCode === null ? hook.outcome : `${hook.outcome}, exit ${hook.exitCode}`,
    hook.durationMs === null ? '' : formatMs(hook.durationMs),
    out.safe(hook.command ?? ''),
    out.safe(said),
    placeText(hook.ref, paths, out),
  ];
}

function failureSection({ call, paths, recovery, loop }: CallStory, out: Output): Section | undefined {
  const { masked } = call;
  const failure = call.failure ?? masked;
  if (failure === null) return undefined;
  const lines = [
    `${call.failure === null ? 'ok, but it hides a failure: ' : ''}${failure.code}: ${out.safe(failure.message)}`,
    `Whose problem: ${failure.blame} (${BLAMED[failure.blame]})`,
  ];
  if (recovery?.by != null) {
    const after = recovery.calls === null ? '' : ` after ${plural(recovery.calls, 'call')}`;
    const took = recovery.ms === null ? '' : `, ${formatMs(recovery.ms)} later`;
    const how = recovery.rule === 'same-program' ? ', where the same program worked on something else' : '';
    lines.push(`Fixed by ${out.safe(recovery.by.callId)}${after}${took}${how}.`);
  } else if (recovery !== undefined) lines.push('No later call did the same thing.');
  if (loop !== undefined)
    lines.push(
      `One of ${plural(loop.tries.length, 'identical attempt', 'identical attempts')} that failed the same way in a row.`,
    );
  if (call.failure === null && masked !== null) lines.push(`It is told in ${placeText(masked.ref, paths, out)}.`);
  return { title: call.failure === null ? 'Masked failure' : 'Failure', lines };
}

function backgroundSection({ background }: ToolCall, out: Output): Section | undefined {
  if (background === null) return undefined;
  const { kind, taskId, endedVia, exitCode, pollCalls } = background;
  if (kind === 'subscription') {
    const state = endedVia === null ? 'is active, and goes on sending events' : 'has ended';
    return { title: 'Subscription', lines: [`the call is finished; its subscription ${state}`] };
  }
  const lines = [
    `${kind}${taskId === null ? '' : ` ${out.safe(taskId)}`}: ${endedVia === null ? 'its end is not on record' : `its end was learned by ${endedVia}`}${exitCode === null ? '' : `, exit ${exitCode}`}`,
  ];
  if (pollCalls.length > 0) lines.push(`polled by ${pollCalls.map((id) => out.safe(id)).join(', ')}`);
  return { title: 'Background', lines };
}

export function headLines({ call }: CallStory, out: Output): string[] {
  const place = [
    call.agent,
    `session ${out.safe(call.session)}`,
    `thread ${out.safe(call.thread)}`,
    `turn ${call.turn}`,
    call.model === null ? '' : out.safe(call.model),
  ];
  const links = [
    call.parentCall === null ? '' : `inside ${out.safe(call.parentCall)}`,
    call.agentId === null ? '' : `started subagent ${out.safe(call.agentId)}`,
    call.parallelGroup === null ? '' : 'made in parallel with others',
    ...call.flags,
  ];
  const id = call.occurrence === 1 ? call.callId : `${call.callId}, occurrence ${call.occurrence}`;
  const join = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');
  return [
    `${out.paint('bold', out.safe(call.tool))}  ${out.safe(call.summary)}`.trimEnd(),
    `${out.paint(statusStyle(call), statusWord(call))} ${out.paint('dim', `(by the rule ${out.safe(call.statusRule)})`)}`,
    out.paint('dim', `${out.safe(id)} · ${join(place)}`),
    ...(join(links) === '' ? [] : [out.paint('dim', join(links))]),
  ];
}

/** Everything except the bodies: the sections before and after them. */
export function storySections(
  story: CallStory,
  out: Output,
): { readonly before: Section[]; readonly after: Section[] } {
  const { call, paths } = story;
  const before: (Section | undefined)[] = [
    failureSection(story, out),
    lifeSection(story, out),
    timingSection(call),
    permissionSection(story, out),
    call.hooks.length === 0
      ? undefined
      : {
          title: 'Hooks',
          lines: columnLines(
            call.hooks.map((hook) => hookLine(hook, paths, out)),
            out,
          ),
        },
    backgroundSection(call, out),
  ];
  const after: Section[] = [];
  if (call.copies.length > 0) {
    const lines = call.copies.map(
      ({ session, file, line, offset }) =>
        `${out.safe(file)}:${line} (byte ${formatCount(offset)}), session ${out.safe(session)}`,
    );
    after.push({ title: 'Copies', lines });
  }
  if (call.problems.length > 0) {
    after.push({ title: 'Problems', lines: call.problems.map(({ code, message }) => `${code}: ${out.safe(message)}`) });
  }
  const evidence = call.evidence.map((line) => [
    line.role,
    `${formatCount(line.length)} bytes`,
    out.safe(placeInWords({ ...line, file: paths.get(line.source) ?? 'unknown file', where: story.whereIs(line) })),
  ]);
  after.push({ title: 'Evidence', lines: columnLines(evidence, out) });
  return { before: before.filter((section) => section !== undefined), after };
}
