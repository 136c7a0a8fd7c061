// The answers about one call: everything known about it, and the records it was read from.

import type { CallDetail, OpenedBodies } from '../../api/wire/call.ts';
import type { PlacedSegment } from '../../model/display-segment.ts';
import { aftermathIn, recoveriesIn } from '../../model/recoveries.ts';
import type { LineRef } from '../../model/source.ts';
import type { CallKey, ToolCall } from '../../model/tool-call.ts';
import { stagesOf } from '../../reading/call-stages.ts';
import { displayParts } from '../../reading/display-parts.ts';
import { type OpenedCall, openCallWith } from '../../reading/open-call.ts';
import { BodyReader } from '../../sources/body-reader.ts';
import { backgroundThread } from '../background-thread.ts';
import { findCall, type LocatedCall } from '../find-session.ts';
import type { HandlerOf } from '../handler.ts';
import { sessionQuestion } from '../question.ts';
import type { ServedLibrary } from '../served-library.ts';
import { ValueCutter } from '../shape/cut-value.ts';
import { fileOnWire } from '../shape/file-diff.ts';
import { placeOf } from '../shape/place.ts';
import { wireCall } from '../shape/wire-call.ts';

/** Limits on one body, and on all records together, in characters: an answer stays below four megabytes. */
const BODY_BUDGET = 700_000;
const RAW_BUDGET = 3_500_000;
const LONGEST_RECORD = 1_000_000;

function isShort({ type, content }: PlacedSegment): boolean {
  return type === 'image' || (type === 'text' ? content : content.patch).length <= BODY_BUDGET;
}

/** What the tool wants people to see: the first part that is not too long for an answer. */
function shownOnWire(call: ToolCall, opened: OpenedCall): OpenedBodies['shown'] {
  const display = opened.display.filter(isShort);
  const [part] = display.length === 0 ? [] : displayParts(call, { ...opened, display });
  switch (part?.kind) {
    case 'image':
      return part;
    case 'prose':
      return { kind: 'text', text: part.text };
    case 'diff':
      return { ...part, files: part.files.map(fileOnWire) };
    default:
      return null;
  }
}

function bodiesOnWire(call: ToolCall, opened: OpenedCall): OpenedBodies {
  const { typed, rawInput, content, structured, spilled } = opened;
  const cuts: OpenedBodies['cuts'] = [];
  const cut = (body: OpenedBodies['cuts'][number]['body'], value: unknown): unknown => {
    const cutter = new ValueCutter(body, BODY_BUDGET);
    const kept = cutter.cut(value ?? null);
    cuts.push(...cutter.cuts);
    return kept;
  };
  return {
    input: cut('input', typed.input),
    result: cut('result', typed.result),
    rawInput: cut('rawInput', rawInput),
    content: cut('content', content),
    structured: cut('structured', structured),
    shown: shownOnWire(call, opened),
    spilled:
      spilled === null
        ? null
        : {
            recordedPath: spilled.recordedPath,
            found: spilled.path !== null || spilled.archivedPath !== undefined,
            bytes: spilled.bytes,
          },
    cuts,
  };
}

type Aftermath = Pick<CallDetail, 'recovery' | 'loop'>;
type Around = Aftermath & Pick<CallDetail, 'work'>;

/** What followed a failure depends on all calls of the session; without a failure they need not be read. */
async function aftermathOf({ questions }: ServedLibrary, call: ToolCall): Promise<Aftermath> {
  const { agent, session, failure, masked } = call;
  if (failure === null && masked === null) return { recovery: null, loop: null };
  const attempts = await questions.sessions.attempts({ agent, id: session });
  const { recovery, loop } = aftermathIn(recoveriesIn(attempts))(call);
  const keyOf = ({ callId, occurrence }: Pick<CallKey, 'callId' | 'occurrence'>): CallKey => ({
    agent,
    session,
    callId,
    occurrence,
  });
  return {
    recovery:
      recovery === undefined
        ? null
        : {
            by: recovery.by === null ? null : keyOf(recovery.by),
            rule: recovery.rule,
            calls: recovery.calls,
            ms: recovery.ms,
          },
    loop: loop === undefined ? null : loop.tries.map(keyOf),
  };
}

function detailOf(
  { call, pathOf }: LocatedCall,
  around: Around,
  opened: OpenedCall | undefined,
  from: CallDetail['from'],
  reader: BodyReader,
): CallDetail {
  const { permission } = call;
  return {
    ...wireCall(call, pathOf),
    stages: stagesOf(call).map(({ ref, ...stage }) => ({
      ...stage,
      place: ref === null ? null : placeOf(ref, pathOf),
    })),
    permission:
      permission === null
        ? null
        : {
            decision: permission.decision,
            by: permission.by,
            at: permission.at,
            place: placeOf(permission.ref, pathOf),
          },
    hooks: call.hooks.map(({ ref, ...hook }) => ({ ...hook, place: placeOf(ref, pathOf) })),
    evidence: call.evidence.map((line) => ({ ...placeOf(line, pathOf), role: line.role, where: reader.whereIs(line) })),
    copies: [...call.copies],
    ...around,
    bodies: opened === undefined ? null : bodiesOnWire(call, opened),
    from,
  };
}

export const call: HandlerOf<'call'> = async (asked) => {
  const { library, parts } = asked;
  const found = await findCall(library, parts);
  const reader = new BodyReader(found.paths, library.openLog);
  try {
    const opened = openCallWith(reader, found.call);
    const from = opened === undefined ? 'gone' : reader.hasReadCopies ? 'archive' : 'log';
    const thread = { library, question: sessionQuestion(parts, asked) };
    const work = await backgroundThread(thread, found.call, opened === undefined || opened.typed.light.task !== null);
    return detailOf(found, { ...(await aftermathOf(library, found.call)), work }, opened, from, reader);
  } finally {
    reader.close();
  }
};

export const callRaw: HandlerOf<'callRaw'> = async ({ library, parts }) => {
  const { call: found, paths, pathOf } = await findCall(library, parts);
  const lines = new Map<string, { readonly ref: LineRef; readonly role: string | null }>();
  for (const { role, ...ref } of found.evidence) lines.set(`${ref.source} ${ref.offset}`, { ref, role });
  const { input } = found.bodies;
  if (!lines.has(`${input.source} ${input.offset}`)) lines.set('', { ref: input, role: 'request' });
  const reader = new BodyReader(paths, library.openLog);
  let left = RAW_BUDGET;
  try {
    const records = [...lines.values()].map(({ ref, role }) => {
      const text = reader.text(ref);
      const shown = text?.slice(0, Math.min(LONGEST_RECORD, left));
      left -= shown?.length ?? 0;
      return {
        place: placeOf(ref, pathOf),
        role,
        where: reader.whereIs(ref),
        text: shown ?? null,
        cut: (text?.length ?? 0) - (shown?.length ?? 0),
      };
    });
    return { records };
  } finally {
    reader.close();
  }
};
