// Tests the reader on real Codex rollouts next to the checkout, against the corpus's own profile and an independent count, and
// on a folder with files of several agents. Skipped without a corpus.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isObject } from '../../src/base/json.ts';
import { codex } from '../../src/formats/codex/format.ts';
import { formats } from '../../src/formats/registry.ts';
import { addsUp, ignoredLines, problemLines } from '../../src/model/ledger.ts';
import { STATUSES } from '../../src/model/outcome.ts';
import { pathOfSource, type Session } from '../../src/model/session.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { type Discovered, discover } from '../../src/sources/discover.ts';
import { readUnclaimed } from '../../src/sources/read-unclaimed.ts';

const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus');
const FOLDER = join(CORPUS, 'codex');

function isFixture(path: string): boolean {
  return path.includes('/fixtures/');
}

function logsUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith('.jsonl'));
}

interface Truth {
  lines: number;
  /** Call id to name, and to the text of its output. */
  readonly calls: Map<string, string>;
  readonly outputs: Map<string, string>;
  searches: number;
  /** Ends of calls that ran inside a script. */
  readonly nested: Set<string>;
}

interface Payload {
  type?: string;
  call_id?: string;
  name?: string;
  namespace?: string;
  output?: string | { text?: string }[];
}

/** The simplest thing that could count: every call and output item, by id. */
function countIndependently(): Truth {
  const truth: Truth = { lines: 0, calls: new Map(), outputs: new Map(), searches: 0, nested: new Set() };
  for (const path of logsUnder(FOLDER).filter((name) => !isFixture(name))) {
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      if (line === '') continue;
      truth.lines++;
      countPayload((JSON.parse(line) as { payload: Payload }).payload, truth);
    }
  }
  return truth;
}

function countPayload({ type = '', call_id: id = '', name, namespace, output }: Payload, truth: Truth): void {
  if (type === 'function_call' || type === 'custom_tool_call')
    truth.calls.set(id, namespace === undefined ? `${name}` : `${namespace}/${name}`);
  if (type === 'function_call_output' || type === 'custom_tool_call_output')
    truth.outputs.set(id, typeof output === 'string' ? output : (output?.[0]?.text ?? ''));
  if (type === 'web_search_call') truth.searches++;
  if (type.endsWith('_end') && id.startsWith('exec-')) truth.nested.add(id);
}

/** How an output says the command went, in the words of the profile; undefined when it says nothing. */
function exitWord(output: string): string | undefined {
  const script = /^Script (completed|failed|running)/.exec(output)?.[1];
  if (script === 'running') return 'code-mode still running';
  if (script !== undefined) return `code-mode Script ${script}`;
  const text = /^Exit code: (-?\d+)\n/.exec(output)?.[1];
  if (text !== undefined) return `text Exit code ${text}`;
  const head = output.split('\nOutput:\n')[0] ?? '';
  if (/^(?:Chunk ID: .*\n)?Wall time: /.test(head)) {
    const code = /^Process exited with code (-?\d+)$/m.exec(head)?.[1];
    if (code !== undefined) return `unified_exec ${code}`;
    if (/^Process running with session ID/m.test(head)) return 'unified_exec still running';
  }
  const metadata = /^\{.*"metadata":\{.*"exit_code":(-?\d+)/s.exec(output)?.[1];
  return metadata === undefined ? undefined : `metadata.exit_code ${metadata}`;
}

function tally(words: Iterable<string | undefined>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) if (word !== undefined) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

/** `` `a` 1, `b` 2 `` as the profile writes its counts. Words that it cut off keep their first line. */
function countsIn(text: string): Record<string, number> {
  const pairs = [...text.matchAll(/`([^`]+)` ([\d,]+)/g)];
  return Object.fromEntries(pairs.map(([, word, n]) => [word?.split('\n')[0], number(n)]));
}

function number(text: string | undefined): number {
  return Number((text ?? '').replaceAll(',', ''));
}

/** What the reader found, in the words of the profile. */
function readWord({ statusRule, status, facts }: ToolCall): string {
  const code = status === 'ok' ? 0 : facts['exitCode'];
  // Failures in a sandbox say so after the rule.
  switch (statusRule.replace(/\+sandbox.*/, '')) {
    case 'exit-code:exit-code':
      return `text Exit code ${code}`;
    case 'metadata:exit-code':
      return `metadata.exit_code ${code}`;
    case 'unified:exit-code':
      return `unified_exec ${code}`;
    default:
      return statusRule;
  }
}

async function readAll(found: Discovered): Promise<Session[]> {
  const sessions: Session[] = [];
  for await (const session of readSessions(found, { messages: false })) sessions.push(session);
  return sessions;
}

function realCalls(sessions: readonly Session[]): ToolCall[] {
  return sessions.flatMap((session) =>
    session.calls.filter(({ bodies }) => !isFixture(pathOfSource(session, bodies.input.source))),
  );
}

/** Read once, for both groups of tests. */
let alone: Promise<Session[]> | undefined;

function readAlone(): Promise<Session[]> {
  alone ??= discover([FOLDER]).then(readAll);
  return alone;
}

describe.skipIf(!existsSync(FOLDER))('the Codex corpus', () => {
  let sessions: Session[] = [];
  let calls: ToolCall[] = [];
  /** Calls that the model made itself: not those inside its scripts, not hosted searches. */
  let asked: ToolCall[] = [];
  let profile = '';
  let truth: Truth;

  beforeAll(async () => {
    sessions = await readAlone();
    calls = realCalls(sessions);
    asked = calls.filter(({ tool, flags }) => tool !== 'web_search' && !flags.includes('implied'));
    const text = readFileSync(join(CORPUS, 'PROFILE.md'), 'utf8');
    profile = text.slice(text.indexOf('## Codex CLI'), text.indexOf('## Other agents'));
    truth = countIndependently();
  }, 300_000);

  it('adds up in every file', () => {
    const sources = sessions.flatMap((session) => session.sources);
    expect(sources.filter(({ ledger }) => !addsUp(ledger)).map(({ path }) => path)).toEqual([]);
    const real = sources.filter(({ path }) => !isFixture(path));
    expect(real.reduce((lines, { ledger }) => lines + ledger.lines, 0)).toBe(truth.lines);
    expect(real.reduce((n, source) => n + source.calls, 0)).toBe(calls.length);
    expect(real.filter(({ ledger }) => problemLines(ledger) > 0 || ledger.unknown.size > 0)).toEqual([]);
  });

  it('agrees with the profile', () => {
    const head = /Files (\d+) .*?lines ([\d,]+);.*?calls ([\d,]+); invalid JSON lines (\d+)/s.exec(profile);
    const real = sessions.flatMap(({ sources }) => sources).filter(({ path }) => !isFixture(path));
    const lines = real.reduce((total, { ledger }) => total + ledger.lines, 0);
    expect([real.length, lines, asked.length, 0]).toEqual(head?.slice(1).map(number));
    const items = countsIn(/response_item payload types: (.*)/.exec(profile)?.[1] ?? '');
    const searches = calls.filter(({ tool, flags }) => tool === 'web_search' && !flags.includes('implied'));
    expect(searches.length).toBe(items['web_search_call']);
    const events = countsIn(/event_msg payload types: (.*)/.exec(profile)?.[1] ?? '');
    const types = countsIn(/\ntypes: (.*)/.exec(profile)?.[1] ?? '');
    const compactions = sessions.flatMap((session) =>
      session.compactions.filter(({ ref }) => !isFixture(pathOfSource(session, ref.source))),
    );
    // Told by two kinds of record each, counted once.
    expect([types['compacted'], events['context_compacted']]).toEqual([compactions.length, compactions.length]);
  });

  it('agrees with the profile project by project', () => {
    const rows = [...profile.matchAll(/^\| (\w[\w-]*__[\w-]+) \| (\d+) \| \d+ \| (\d+) \| [\d.]+ \| (\d+) \|/gm)];
    expect(rows.length).toBe(5);
    const counted = rows.map(([, project = '']) => {
      const home = `${join(FOLDER, project)}${sep}`;
      const files = sessions.flatMap(({ sources }) => sources).filter(({ path }) => path.startsWith(home));
      const own = asked.filter(({ session: id }) =>
        sessions.some((session) => session.id === id && session.sources[0]?.path.startsWith(home)),
      );
      return [project, files.length, files.reduce((n, { ledger }) => n + ledger.lines, 0), own.length];
    });
    expect(counted).toEqual(rows.map(([, project, ...counts]) => [project, ...counts.map(Number)]));
  });

  it('agrees with the profile function by function', () => {
    const rows = [...profile.matchAll(/^\| ([\w/]+) \| (\d+) \| (?:function|custom) \| (\d+) \|/gm)];
    expect(rows.length).toBeGreaterThan(10);
    const counted = rows.map(([, tool]) => {
      const own = asked.filter((call) => call.tool === tool);
      return [tool, own.length, own.filter(({ status }) => status === 'lost').length];
    });
    expect(counted).toEqual(rows.map(([, tool, n, unanswered]) => [tool, Number(n), Number(unanswered)]));
    expect(new Set(asked.map(({ tool }) => tool))).toEqual(new Set(rows.map(([, tool]) => tool)));
  });

  it('agrees with the profile exit by exit', () => {
    const table = countsIn(/exit codes: (.*?)\n\n/s.exec(profile)?.[1] ?? '');
    expect(tally([...truth.outputs.values()].map(exitWord))).toEqual(table);
    const read = tally(asked.map(readWord));
    const running = (table['code-mode still running'] ?? 0) + (table['unified_exec still running'] ?? 0);
    const rules = ['background-end:poll', 'process-running', 'script-running', 'poll:running'];
    expect(rules.reduce((n, rule) => n + (read[rule] ?? 0), 0)).toBe(running);
    expect(read['script-completed']).toBe(table['code-mode Script completed']);
    expect(read['script-failed']).toBe(table['code-mode Script failed']);
    // A failed exit that a poll saw is counted at the command it is about: those are the only ones missing.
    const polled = asked.filter(({ statusRule }) => statusRule === 'poll:ended');
    for (const call of polled) {
      const word = exitWord(truth.outputs.get(call.callId) ?? '') ?? '';
      read[word] = (read[word] ?? 0) + 1;
    }
    const codes = Object.entries(table).filter(([word]) => /\d$/.test(word));
    expect(Object.fromEntries(codes.map(([word]) => [word, read[word]]))).toEqual(Object.fromEntries(codes));
  });

  it('agrees with the profile on what failed without an exit code', () => {
    const errors = Object.entries(countsIn(/error-like outputs: (.*)/.exec(profile)?.[1] ?? ''));
    const said = (start: string): number =>
      errors.reduce((total, [text, n]) => (text.startsWith(start) ? total + n : total), 0);
    const read = tally(asked.map(({ statusRule }) => statusRule));
    expect(read).toMatchObject({
      'suspected-sandbox': said('failed in sandbox LinuxSeccomp'),
      'timed-out': said('failed in sandbox None with execution error: command timed out'),
      // This one holds quotation marks of its own.
      'approval-review': number(/`exec_command failed for .*?risk\.[^`]*` (\d+)/.exec(profile)?.[1]),
    });
  });

  it('agrees with an independent count, call by call', () => {
    expect(new Map(asked.map(({ callId, tool }) => [callId, tool]))).toEqual(truth.calls);
    expect(calls.length).toBe(truth.calls.size + truth.searches + truth.nested.size);
    const wrong = asked.filter(({ callId, status, statusRule }) => {
      const output = truth.outputs.get(callId);
      if (output === undefined) return status !== 'lost';
      const word = exitWord(output);
      if (word === undefined) return status === 'lost' || status === 'running' || status === 'background';
      // A command that went on has its end from elsewhere, or none.
      if (word.endsWith('still running'))
        return !(statusRule.startsWith('background-end:') || statusRule === 'poll:running' || status === 'background');
      if (/ 0$|completed$/.test(word)) return status !== 'ok' && statusRule !== 'aborted-by-user';
      return status !== 'error' && statusRule !== 'poll:ended' && statusRule !== 'aborted-by-user';
    });
    expect(wrong.map(({ callId, tool, status, statusRule }) => [callId, tool, status, statusRule])).toEqual([]);
  });

  it('joins every poll to the command it goes on with', () => {
    const background = calls.filter((call) => call.background !== null && call.background.kind === 'shell');
    const ended = background.filter(({ status }) => status !== 'background');
    expect(ended.filter((call) => call.background?.endedVia !== 'poll' || call.duration === null)).toEqual([]);
    expect(ended.filter((call) => call.background?.pollCalls.length === 0)).toEqual([]);
    const known = new Set(asked.map(({ callId }) => callId));
    const polls = background.flatMap((call) => call.background?.pollCalls ?? []);
    expect(polls.filter((id) => !known.has(id))).toEqual([]);
    expect(new Set(polls).size).toBe(polls.length);
  });

  it('gives every call a status, and every nested call its script', () => {
    expect(calls.filter(({ status }) => !STATUSES.includes(status) || status === 'running')).toEqual([]);
    const nested = calls.filter(({ flags }) => flags.includes('nested'));
    expect(new Set(nested.map(({ callId }) => callId))).toEqual(truth.nested);
    const scripts = new Map(asked.filter(({ tool }) => tool === 'exec').map((call) => [call.callId, call]));
    const astray = nested.filter(({ parentCall, endedAt, session }) => {
      const script = scripts.get(parentCall ?? '');
      const begun = script?.requestedAt ?? Number.NaN;
      return script?.session !== session || endedAt === null || !(begun <= endedAt);
    });
    expect(astray.map(({ callId }) => callId)).toEqual([]);
  });

  it('never measures a negative time, nor one that only the writing of the log took', () => {
    const odd = calls.filter(({ duration }) => duration !== null && !(duration.ms >= 0));
    expect(odd.map(({ callId }) => callId)).toEqual([]);
    const instant = calls.filter(({ duration }) => duration?.basis === 'between-records' && duration.ms <= 2);
    expect(instant.map(({ callId }) => callId)).toEqual([]);
    const impossible = calls.filter(
      ({ tool, duration }) => tool === 'exec_command' && duration?.basis === 'reported' && duration.ms < 1,
    );
    expect(impossible.map(({ callId }) => callId)).toEqual([]);
    const unmeasured = calls.filter(
      ({ duration, status, flags, requestedAt, endedAt }) =>
        duration === null &&
        status !== 'lost' &&
        status !== 'background' &&
        !flags.includes('implied') &&
        !(requestedAt !== null && endedAt !== null && endedAt - requestedAt <= 2),
    );
    expect(unmeasured.map(({ callId }) => callId)).toEqual([]);
  });

  it('goes on from a saved state as if it had never stopped', () => {
    for (const path of logsUnder(FOLDER)) {
      const records = readFileSync(path, 'utf8').split('\n').map(parsed).filter(isObject);
      const file = { path, source: 0, session: 's', thread: 'main' };
      const steady = codex.open(file);
      let broken = codex.open(file);
      const torn = records.findIndex((record, index) => {
        const ref = { source: 0, line: index + 1, offset: index, length: 1 };
        if (index % 7 === 3) broken = codex.open(file, JSON.parse(JSON.stringify(broken.state())));
        return JSON.stringify(broken.read(record, ref)) !== JSON.stringify(steady.read(record, ref));
      });
      expect([path, torn]).toEqual([path, -1]);
    }
  }, 120_000);

  it('traces every call to the bytes it came from', () => {
    for (const session of sessions) {
      for (const call of session.calls.filter(({ callId }) => !callId.startsWith('at:')).slice(0, 3)) {
        const { source, offset, length } = call.bodies.input;
        const bytes = readFileSync(pathOfSource(session, source)).subarray(offset, offset + length);
        expect(isObject(JSON.parse(bytes.toString('utf8')))).toBe(true);
        if (call.tool !== 'web_search') expect(bytes.toString('utf8')).toContain(call.callId);
      }
    }
  });
});

describe.skipIf(!existsSync(FOLDER))('a folder with files of several agents', () => {
  let found: Discovered;
  let sessions: Session[] = [];

  beforeAll(async () => {
    found = await discover([CORPUS]);
    sessions = await readAll(found);
  }, 300_000);

  it('claims each file once, or not at all', () => {
    const claimed = [...found.logs, ...found.unclaimed, ...found.skipped]
      .map(({ path }) => path)
      // Sessions in databases are no files, and documents no lines.
      .filter((path) => !/\.db[/\\]|\.json$/.test(path));
    expect(claimed.toSorted()).toEqual(logsUnder(CORPUS).toSorted());
    expect(found.unreadable).toEqual([]);
    const read = sessions.flatMap(({ sources }) => sources.map(({ path }) => path));
    expect(read.toSorted()).toEqual(found.logs.map(({ path }) => path).toSorted());
  });

  it('gives every real file to the agent that wrote it', () => {
    const owners = found.logs
      .filter(({ path }) => !isFixture(path) && !path.startsWith(join(CORPUS, 'other')))
      .map(({ path, format }) => [path, format.agent]);
    const expected = logsUnder(CORPUS)
      .filter((path) => !isFixture(path) && !path.startsWith(join(CORPUS, 'other')))
      .map((path) => [path, path.startsWith(FOLDER) ? 'codex' : 'claude-code']);
    expect(owners.toSorted()).toEqual(expected.toSorted());
  });

  it('has no record that two formats are sure of', () => {
    const torn = logsUnder(join(CORPUS, 'other'))
      .concat(logsUnder(FOLDER))
      .filter((path) =>
        readFileSync(path, 'utf8')
          .split('\n')
          .map(parsed)
          .some((record) => isObject(record) && formats.filter((format) => format.recognise(record) >= 1).length > 1),
      );
    expect(torn).toEqual([]);
  });

  it('leaves other agents’ files unclaimed, with every line counted as a problem', async () => {
    // Among the others' fixtures is one of Codex, by its folder's name.
    // Kimi keeps an index under the name of Codex's own, which is passed over by that name.
    // Most of the other agents have readers, and tests, of their own by now.
    const read = new Set([
      ...found.logs.filter(({ format }) => !/^(?:claude-code|codex)$/.test(format.agent)).map(({ path }) => path),
      ...found.skipped.map(({ path }) => path),
    ]);
    const others = logsUnder(join(CORPUS, 'other')).filter(
      (path) => !path.includes('/agents/codex/') && !path.endsWith('/session_index.jsonl') && !read.has(path),
    );
    const unclaimed = new Set(found.unclaimed.map(({ path }) => path));
    expect(others.filter((path) => !unclaimed.has(path))).toEqual([]);
    for (const path of others) {
      const ledger = await readUnclaimed(path);
      const text = readFileSync(path, 'utf8');
      expect(ledger.lines).toBe(text.split('\n').length - (text.endsWith('\n') ? 1 : 0));
      expect(addsUp(ledger)).toBe(true);
      // Read over are only empty lines and a last line without its end.
      expect(
        [...ledger.ignored.keys()].filter((why) => why !== 'blank line' && why !== 'half-written last line'),
      ).toEqual([]);
      expect(problemLines(ledger)).toBe(ledger.lines - ignoredLines(ledger));
    }
  });

  it('reads Codex there as it does alone', async () => {
    const mixed = realCalls(sessions.filter(({ agent }) => agent === 'codex'));
    expect(mixed).toEqual(realCalls(await readAlone()));
  }, 120_000);
});

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
