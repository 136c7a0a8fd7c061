// Owns writing the compact text beside a call's columns, piece by piece: that takes a third of the time of making objects
// for JSON.stringify. Its shape is in call-detail.

import type { Facts } from '../../model/interpretation.ts';
import type { BodyRef } from '../../model/source.ts';
import type { ToolCall } from '../../model/tool-call.ts';
import { CUT, ROLES, TARGETS } from './call-detail.ts';

/** What the text needs to know of where it is written. */
export interface DetailHome {
  /** The session's logs by their numbers. */
  numberOf(path: string): number;
  /** The number of a frame. */
  frameNumber(frame: string): number;
}

type Evidence = ToolCall['evidence'][number];

/** One of the text's members; nothing when there is nothing to say. */
function member(name: string, json: string | undefined): string {
  return json === undefined ? '' : `,"${name}":${json}`;
}

function textOrNone(value: string | null | undefined): string | undefined {
  return value === null || value === undefined ? undefined : JSON.stringify(value);
}

function valueOrNone(value: object | null | undefined): string | undefined {
  return value === null || value === undefined ? undefined : JSON.stringify(value);
}

function countOrNone(count: number): string | undefined {
  return count === 0 ? undefined : `${count}`;
}

/** The number of the evidence line that a body stands in; -1 when it stands elsewhere. */
function lineOf(body: BodyRef, evidence: readonly Evidence[]): number {
  for (let i = 0; i < evidence.length; i++) {
    const line = evidence[i];
    if (line === undefined) continue;
    if (line.offset === body.offset && line.source === body.source && line.length === body.length) return i;
  }
  return -1;
}

/** A body by its line and pointer: in a line that others have too, or elsewhere. */
interface WrittenBody {
  readonly shared: string | undefined;
  readonly own: string | undefined;
}

const NO_BODY: WrittenBody = { shared: undefined, own: undefined };

function bodyText(body: BodyRef | null, evidence: readonly Evidence[]): WrittenBody {
  if (body === null) return NO_BODY;
  const at = lineOf(body, evidence);
  const pointer = JSON.stringify(body.pointer);
  if (at !== -1) return { shared: `[${at},${pointer}]`, own: undefined };
  return { shared: undefined, own: `[${placeText(body)},${pointer}]` };
}

function placeText({ source, line, offset, length }: Omit<BodyRef, 'pointer'>): string {
  return `[${source},${line},${offset},${length}]`;
}

function evidenceText(evidence: readonly Evidence[]): string {
  const [first] = evidence;
  let text = '';
  for (const ref of evidence) {
    const { source, line, offset, length } = ref;
    const role = ROLES.indexOf(ref.role);
    if (text !== '') text += ',';
    text +=
      first === undefined || ref === first || source !== first.source
        ? `[${role},${source},${line},${offset},${length}]`
        : `[${role},${line - first.line},${offset - first.offset},${length}]`;
  }
  return `[${text}]`;
}

/** How the command is told by the summary; undefined when it is not. */
function commandText(summary: string, command: string | undefined): string | undefined {
  if (command === undefined) return undefined;
  const isSame = command === summary;
  if (!isSame && !(summary.endsWith(CUT) && command.startsWith(summary.slice(0, -1)))) return undefined;
  // Half a character does not come out of a column as it went in.
  if (/[\0\p{Surrogate}]/u.test(summary)) return undefined;
  return isSame ? '1' : JSON.stringify(command.slice(summary.length - 1));
}

/** Facts that have a column of their own, or are told otherwise. */
const TOLD: ReadonlySet<string> = new Set([
  'path',
  'exitCode',
  'linesAdded',
  'linesRemoved',
  'bytes',
  'tokens',
  'command',
] satisfies (keyof Facts)[]);

function factsText(facts: Facts, isCommandTold: boolean): string | undefined {
  let text = isCommandTold ? '' : member('command', textOrNone(facts.command));
  for (const [key, value] of Object.entries(facts)) {
    if (value !== undefined && !TOLD.has(key)) text += member(key, JSON.stringify(value));
  }
  return text === '' ? undefined : `{${text.slice(1)}}`;
}

const COMMAND = TARGETS.indexOf('command');

function targetText(target: string | null, facts: Facts): string | undefined {
  if (target === null) return undefined;
  const same = TARGETS.findIndex((key) => facts[key] === target);
  if (same !== -1) return `${same}`;
  const { command } = facts;
  // A command is given with less text than the target has.
  if (command === undefined || !command.endsWith(CUT) || !target.startsWith(command.slice(0, -1))) {
    return JSON.stringify(target);
  }
  return `[${COMMAND},${JSON.stringify(target.slice(command.length - 1))}]`;
}

function copiesText({ copies }: ToolCall, numberOf: (path: string) => number): string | undefined {
  if (copies.length === 0) return undefined;
  return JSON.stringify(
    copies.map(({ file, line, offset, length }) => {
      const num = numberOf(file);
      return [num === -1 ? file : num, line, offset, length];
    }),
  );
}

function frameText({ statusRule, duration, result }: ToolCall, content: WrittenBody, structured: WrittenBody): string {
  const includes = duration === null || duration.includes.length === 0 ? null : duration.includes;
  return `{"r":${JSON.stringify(statusRule)}${member('in', valueOrNone(includes))}${
    result === null ? '' : `,"res":[${JSON.stringify(result.kind)},"${result.via}"]`
  }${member('bc', content.shared)}${member('bs', structured.shared)}}`;
}

function isSameLine(a: Omit<BodyRef, 'pointer'>, b: Omit<BodyRef, 'pointer'>): boolean {
  return a.offset === b.offset && a.line === b.line && a.source === b.source && a.length === b.length;
}

export function detailText(call: ToolCall, { numberOf, frameNumber }: DetailHome): string {
  const { evidence, bodies, facts } = call;
  const [request] = evidence;
  const content = bodyText(bodies.content, evidence);
  const structured = bodyText(bodies.structured, evidence);
  const command = commandText(call.summary, facts.command);
  const isInputAsked = request !== undefined && isSameLine(request, bodies.input);
  return `{"x":${frameNumber(frameText(call, content, structured))}${
    member('m', textOrNone(call.failure?.message)) +
    member('fb', textOrNone(call.feedback)) +
    member('c', command) +
    member('f', factsText(facts, command !== undefined)) +
    member('t', targetText(call.target, facts)) +
    member('pg', textOrNone(call.parallelGroup)) +
    member('pc', textOrNone(call.parentCall)) +
    member('ag', textOrNone(call.agentId)) +
    member('bg', valueOrNone(call.background)) +
    member('h', countOrNone(call.hooks.length)) +
    member('pr', countOrNone(call.progressCount)) +
    member('pm', valueOrNone(call.permission)) +
    member('he', valueOrNone(call.heard)) +
    member('cp', copiesText(call, numberOf)) +
    member('ev', evidenceText(evidence)) +
    member('pb', valueOrNone(call.problems.length === 0 ? null : call.problems)) +
    member('bi', isInputAsked ? undefined : placeText(bodies.input)) +
    member('bc', content.own) +
    member('bs', structured.own)
  }}`;
}
