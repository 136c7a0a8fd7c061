// `toolscope call`: everything known about one call, down to its raw records.

import { AppError } from '../../base/app-error.ts';
import { asObject } from '../../base/json.ts';
import { stripControls, terminalJson, terminalJsonText } from '../../base/terminal.ts';
import { formatInstant } from '../../base/time.ts';
import { formatBytes } from '../../base/units.ts';
import { callRecord } from '../../model/call-record.ts';
import { aftermathIn, recoveriesIn } from '../../model/recoveries.ts';
import type { LineRef } from '../../model/source.ts';
import type { ToolCall } from '../../model/tool-call.ts';
import { stagesOf } from '../../reading/call-stages.ts';
import { displayParts } from '../../reading/display-parts.ts';
import { type OpenedCall, openCallWith } from '../../reading/open-call.ts';
import type { SpilledOutput } from '../../reading/spilled-output.ts';
import { listOfPaths } from '../../server/find-session.ts';
import { BodyReader } from '../../sources/body-reader.ts';
import { bundlePlace, isBundled, openBundledOutput } from '../../sources/kinds/bundles.ts';
import type { NamedCall } from '../../store/questions/calls.ts';
import { partLines } from '../call-parts.ts';
import { type CallStory, headLines, type Section, storySections } from '../call-story.ts';
import type { Invocation } from '../command.ts';
import { cutLines, safeLines } from '../conversation-text.ts';
import { candidateLines } from '../find-by-prefix.ts';
import { type Library, withLibrary } from '../open-library.ts';
import type { Output } from '../output.ts';
import { prose } from '../prose.ts';
import { dayText } from '../when-text.ts';

/** Lines of a body shown, unless --full is given. */
const BODY_CUT = { first: 40, last: 10 };

function wantedFrom({ positionals, options }: Invocation): { prefix: string; session?: string; occurrence?: number } {
  const [prefix, ...others] = positionals;
  if (prefix === undefined || prefix === '' || others.length > 0) {
    throw new AppError('bad-usage', 'call takes one call id, or the beginning of one.', {
      hint: 'toolscope show <session> --calls lists ids.',
    });
  }
  const session = options['session'];
  const given = options['occurrence'];
  const occurrence = given === undefined ? undefined : Number(given);
  if (occurrence !== undefined && !(Number.isInteger(occurrence) && occurrence > 0)) {
    throw new AppError('bad-usage', '--occurrence takes a whole number, starting at 1.');
  }
  return {
    prefix,
    ...(typeof session === 'string' ? { session } : {}),
    ...(occurrence === undefined ? {} : { occurrence }),
  };
}

async function findCall({ index, places }: Library, invocation: Invocation): Promise<NamedCall> {
  const { out } = invocation;
  const wanted = wantedFrom(invocation);
  const found = await index.questions.calls.find({ ...wanted, places });
  const [first] = found;
  const prefix = out.safe(wanted.prefix);
  if (first === undefined) {
    throw new AppError('not-found', `No call has an id that begins with ${prefix}.`, {
      hint: 'toolscope show <session> --calls lists ids.',
    });
  }
  if (found.length === 1) return first;
  const ids = new Set(found.map(({ call }) => call.callId));
  const lines = found.map(({ call }) => {
    const where = `session ${out.safe(call.session)}${call.occurrence === 1 ? '' : `, occurrence ${call.occurrence}`}`;
    const what = `${out.safe(call.tool)} ${out.safe(call.summary)}`.slice(0, 60);
    return [out.safe(call.callId), dayText(call.requestedAt), where, what].join('  ');
  });
  const message =
    ids.size === 1
      ? `Several calls have the id ${out.safe(first.call.callId)}; choose one with --session or --occurrence:`
      : `Several calls have an id that begins with ${prefix}; give more of it:`;
  throw new AppError('ambiguous', `${message}${candidateLines(lines)}`);
}

async function storyOf({ index }: Library, { call, paths }: NamedCall, reader: BodyReader): Promise<CallStory> {
  const whereIs = (line: LineRef): string => reader.whereIs(line);
  // What followed a failure depends on all calls of the session; without a failure they need not be read.
  if (call.failure === null && call.masked === null) {
    return { call, paths, whereIs, recovery: undefined, loop: undefined };
  }
  const attempts = await index.questions.sessions.attempts({ agent: call.agent, id: call.session });
  return { call, paths, whereIs, ...aftermathIn(recoveriesIn(attempts))(call) };
}

/** The raw records, each line once, as the log has them. */
async function printRaw({ call }: NamedCall, reader: BodyReader, out: Output): Promise<number> {
  const seen = new Set<string>();
  const lines: LineRef[] = [call.bodies.input, ...call.evidence];
  let missing = 0;
  for (const ref of lines) {
    const key = `${ref.source} ${ref.offset}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const text = reader.text(ref);
    if (text === undefined) missing++;
    else await out.line(stripControls(terminalJsonText(text)));
  }
  if (missing > 0)
    out.note(`toolscope: ${missing} of ${seen.size} records are no longer in the logs, and not in the archive either.`);
  return missing === seen.size ? 1 : 0;
}

async function printJson(
  { call, paths, recovery, loop, whereIs }: CallStory,
  opened: OpenedCall | undefined,
  out: Output,
): Promise<void> {
  const place = ({ source, line, offset, length }: LineRef): object => ({
    file: paths.get(source) ?? '',
    line,
    offset,
    length,
  });
  const record = callRecord(call, (source) => paths.get(source) ?? '');
  await out.line(
    terminalJson({
      ...record,
      evidence: record.evidence.map((line, i) => ({ ...line, where: whereIs(call.evidence[i] ?? call.bodies.input) })),
      target: call.target,
      aim: call.aim,
      progressCount: call.progressCount,
      stages: stagesOf(call).map(({ ref, at, ...stage }) => ({
        ...stage,
        at: formatInstant(at),
        place: ref === null ? null : place(ref),
      })),
      permission:
        call.permission === null
          ? null
          : {
              ...call.permission,
              at: formatInstant(call.permission.at),
              ref: undefined,
              place: place(call.permission.ref),
            },
      hooks: call.hooks.map(({ ref, at, ...hook }) => ({ ...hook, at: formatInstant(at), place: place(ref) })),
      recovery:
        recovery === undefined
          ? null
          : { by: recovery.by?.callId ?? null, rule: recovery.rule, calls: recovery.calls, ms: recovery.ms },
      loop: loop === undefined ? null : loop.tries.map(({ callId }) => callId),
      bodies:
        opened === undefined
          ? null
          : {
              input: opened.rawInput,
              content: opened.content,
              structured: opened.structured ?? null,
              spilled: opened.spilled,
            },
    }),
  );
}

/** Texts as they are, everything else as JSON; --json and --raw print it unchanged. */
function valueLines(value: unknown): string[] {
  if (typeof value === 'string') return safeLines(value);
  const object = asObject(value);
  if (object === undefined) return safeLines(JSON.stringify(value, null, 2) ?? '');
  return Object.entries(object).flatMap(([key, inner]) => {
    const lines = safeLines(typeof inner === 'string' ? inner : (JSON.stringify(inner, null, 2) ?? ''));
    const [name = ''] = safeLines(key);
    if (lines.length === 0) return [`${name}: ""`];
    if (lines.length === 1) return [`${name}: ${lines[0]}`];
    return [`${name}:`, ...lines.map((line) => `  ${line}`)];
  });
}

/** Where an output that was too large for the log is kept. */
function spilledLine({ recordedPath, path, bytes, archivedPath }: SpilledOutput, out: Output): string {
  const size = bytes === null ? '' : ` (${formatBytes(bytes)})`;
  if (archivedPath !== undefined)
    return `${out.safe(archivedPath)}${size} is gone; --full shows the archive's copy of it.`;
  if (path === null) return `The log names ${out.safe(recordedPath)}; it is not in the session's folder any more.`;
  return `${out.safe(path)}${size}${isBundled(path) ? ', which --full shows' : ''}`;
}

/** Outputs that no other program can open: the archive's copy, or one inside a bundle. */
function keptOutput({ path, archivedPath }: SpilledOutput, reader: BodyReader): Section[] {
  if (archivedPath !== undefined) {
    const copy = reader.copyBytes(archivedPath);
    return copy === undefined ? [] : [{ title: "Whole output, the archive's copy", lines: safeLines(copy.toString()) }];
  }
  const place = path === null ? undefined : bundlePlace(path);
  const file = place === undefined ? undefined : openBundledOutput(place);
  if (file === undefined) return [];
  try {
    const bytes = Buffer.alloc(file.size);
    const text = bytes.toString('utf8', 0, file.read(bytes, 0));
    return [{ title: 'Whole output, in the bundle', lines: safeLines(text) }];
  } finally {
    file.close();
  }
}

function bodySections(call: ToolCall, opened: OpenedCall, full: boolean, out: Output): Section[] {
  const cut = full ? null : BODY_CUT;
  const sections: Section[] = [{ title: 'Input', lines: cutLines(valueLines(opened.rawInput), cut, out) }];
  const parts = displayParts(call, opened).filter(({ kind }) => kind === 'diff' || kind === 'list');
  const drawn = parts.flatMap((part) => partLines(part, { width: out.width - 2, full, named: true }, out));
  if (drawn.length > 0) sections.push({ title: parts[0]?.kind === 'diff' ? 'Change' : 'List', lines: drawn });
  const shown = opened.display.length === 0 || drawn.length > 0 ? [] : displayParts(call, opened);
  const shownLines = shown.flatMap((part) => partLines(part, { width: out.width - 2, full }, out));
  if (shownLines.length > 0) sections.push({ title: 'Shown to people', lines: shownLines });
  const { content, structured, typed } = opened;
  const understood = call.result === null ? '' : ` (${call.result.kind}, understood from its ${call.result.via} form)`;
  if (content === null) sections.push({ title: 'Result', lines: ['There is none.'] });
  else {
    const text =
      typeof content === 'string' ? content : opened.text === '' || opened.text === null ? content : opened.text;
    sections.push({ title: `Result${understood}`, lines: cutLines(valueLines(text), cut, out) });
  }
  if (structured !== undefined && structured !== null) {
    sections.push({ title: 'Structured result', lines: cutLines(valueLines(structured), cut, out) });
  }
  if (opened.spilled !== null) sections.push({ title: 'Whole output', lines: [spilledLine(opened.spilled, out)] });
  const facts = Object.entries(typed.light.facts).map(([name, value]) => `${name}: ${out.safe(String(value))}`);
  if (facts.length > 0) sections.push({ title: 'Facts', lines: facts });
  return sections;
}

async function printStory(
  story: CallStory,
  opened: OpenedCall | undefined,
  reader: BodyReader,
  { out, options }: Invocation,
): Promise<void> {
  const say = async (text: string): Promise<void> => {
    for (const line of prose(text, out)) await out.line(line.trimEnd());
  };
  for (const line of headLines(story, out)) await say(line);
  const { before, after } = storySections(story, out);
  const gone: Section = {
    title: 'Input',
    lines: ['The log is gone, and with it the input and the result: the archive has no copy.'],
  };
  const bodies = opened === undefined ? [gone] : bodySections(story.call, opened, options['full'] === true, out);
  const spilled = options['full'] === true ? (opened?.spilled ?? null) : null;
  if (spilled !== null) bodies.push(...keptOutput(spilled, reader));
  for (const section of [...before, ...bodies, ...after]) {
    await out.line('');
    await out.line(out.paint('bold', section.title));
    // Bodies stay as they are; our own text is wrapped to the width.
    const isBody = bodies.includes(section);
    for (const line of section.lines) await (isBody ? out.line(`  ${line}`.trimEnd()) : say(`  ${line}`));
  }
}

export async function showCall(invocation: Invocation): Promise<number> {
  const { out, options } = invocation;
  wantedFrom(invocation);
  return withLibrary(invocation, async (library) => {
    const found = await findCall(library, invocation);
    const reader = new BodyReader(listOfPaths(found.paths), library.index.open);
    try {
      if (options['raw'] === true) return await printRaw(found, reader, out);
      const opened = openCallWith(reader, found.call);
      const story = await storyOf(library, found, reader);
      if (options['json'] === true) await printJson(story, opened, out);
      else await printStory(story, opened, reader, invocation);
      return 0;
    } finally {
      for (const trouble of reader.troubles) out.note(`toolscope: ${trouble}`);
      reader.close();
    }
  });
}
