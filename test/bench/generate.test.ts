// Tests the library generator: the same bytes again, valid lines, and a truth that an independent count confirms.

import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stillSpeaking } from '../../bench/generate/claude-code/notices.ts';
import { parseOptions, parseSize } from '../../bench/generate/command-line.ts';
import { generateLibrary, type LibraryOptions, writeLibrary } from '../../bench/generate/library.ts';
import { type LineSink, MemoryOutlet, type Outlet } from '../../bench/generate/outlet.ts';
import { Rng } from '../../bench/generate/rng.ts';
import type { CallTruth, LibraryTruth, SessionTruth } from '../../bench/generate/truth.ts';
import { TRUTH_STATUSES } from '../../bench/generate/truth.ts';

interface Block {
  readonly type?: string;
  readonly id?: string;
  readonly tool_use_id?: string;
  readonly is_error?: boolean;
}

interface Line {
  readonly type: string;
  readonly uuid?: string;
  readonly parentUuid?: string | null;
  readonly sessionId?: string;
  readonly timestamp?: string;
  readonly version?: string;
  readonly message?: { readonly content: string | readonly Block[] };
  readonly data?: {
    readonly type: string;
    readonly message?: { readonly type: string; readonly message: { readonly content: readonly Block[] } };
  };
  readonly payload?: { readonly type?: string; readonly call_id?: string; readonly id?: string };
}

function makeLibrary(options: Omit<LibraryOptions, 'dir'>): { truth: LibraryTruth; outlet: MemoryOutlet } {
  const outlet = new MemoryOutlet();
  return { truth: writeLibrary(options, outlet), outlet };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Short digests of whole files: a difference should name a file, not print it. */
function digests(outlet: MemoryOutlet): string[][] {
  const files = [...outlet.lines].map(([path, lines]) => [path, digest(lines.join('\n'))]);
  return [...files, ...[...outlet.texts].map(([path, text]) => [path, digest(text)])];
}

/** Counts, and keeps nothing. */
function forgetful(): Outlet {
  const open = (path: string): LineSink => {
    let lines = 0;
    let bytes = 0;
    return {
      line: (json) => {
        lines++;
        bytes += json.length + 1;
        outlet.bytes += json.length + 1;
      },
      close: () => ({ path, lines, bytes }),
    };
  };
  const text = (): void => {
    outlet.side.files++;
  };
  const outlet = { bytes: 0, side: { files: 0, bytes: 0 }, open, text };
  return outlet;
}

function linesOf(outlet: MemoryOutlet, path: string): Line[] {
  return (outlet.lines.get(path) ?? []).map((line) => JSON.parse(line) as Line);
}

function blocksOf(line: Line): readonly Block[] {
  const content = line.message?.content;
  return typeof content === 'string' || content === undefined ? [] : content;
}

interface Count {
  calls: number;
  results: number;
  selfContained: number;
  echoes: number;
  /** Call ids, in order. */
  readonly callIds: string[];
  /** Result by call id: whether it is marked as an error. */
  readonly resultOf: Map<string, boolean>;
}

/** Counts a session's calls without using anything the generator says about them. */
function countSession(outlet: MemoryOutlet, session: SessionTruth): Count {
  const count: Count = { calls: 0, results: 0, selfContained: 0, echoes: 0, callIds: [], resultOf: new Map() };
  for (const file of session.files) for (const line of linesOf(outlet, file.path)) countLine(count, line);
  return count;
}

function countLine(count: Count, line: Line): void {
  for (const block of blocksOf(line)) {
    if (line.type === 'assistant' && block.type === 'tool_use') {
      count.calls++;
      count.callIds.push(block.id ?? '');
    }
    if (line.type === 'user' && block.type === 'tool_result') {
      count.results++;
      count.resultOf.set(block.tool_use_id ?? '', block.is_error === true);
    }
  }
  const inner = line.data?.message;
  if (inner?.type === 'assistant')
    count.echoes += inner.message.content.filter((block) => block.type === 'tool_use').length;
  const { payload } = line;
  if (line.type !== 'response_item' || payload === undefined) return;
  if (payload.type === 'function_call' || payload.type === 'custom_tool_call' || payload.type === 'web_search_call') {
    count.calls++;
    count.callIds.push(payload.call_id ?? payload.id ?? '');
    if (payload.type === 'web_search_call') count.selfContained++;
  }
  if (payload.type === 'function_call_output' || payload.type === 'custom_tool_call_output') {
    count.results++;
    count.resultOf.set(payload.call_id ?? '', false);
  }
}

describe('same seed, same bytes', () => {
  const options = { bytes: 1_500_000, seed: 'again' } as const;

  it('writes the same lines again, and others for another seed', () => {
    const first = makeLibrary(options);
    const second = makeLibrary(options);
    const other = makeLibrary({ ...options, seed: 'other' });
    expect(digests(second.outlet)).toEqual(digests(first.outlet));
    expect(second.truth).toEqual(first.truth);
    expect([...other.outlet.lines.keys()]).not.toEqual([...first.outlet.lines.keys()]);
  });

  it('moves in time with the epoch and changes nothing else', () => {
    const fixed = makeLibrary({ ...options, agents: ['claude-code'] });
    const moved = makeLibrary({ ...options, agents: ['claude-code'], epochMs: Date.UTC(2030, 0, 1) });
    expect(moved.truth.totals).toEqual(fixed.truth.totals);
    expect(moved.truth.sessions[0]?.startedAt).not.toBe(fixed.truth.sessions[0]?.startedAt);
  });

  it('forks generators that do not disturb each other', () => {
    const root = new Rng(7);
    const before = root.fork('a').uuid();
    root.u32();
    expect(root.fork('a').uuid()).toBe(before);
    expect(root.fork('b').uuid()).not.toBe(before);
  });
});

describe('on disk', () => {
  const dir = mkdtempSync(join(tmpdir(), 'generate-'));
  let truth: LibraryTruth;
  beforeAll(() => {
    truth = generateLibrary({ dir, bytes: 3_000_000, seed: 3 });
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  it('has the layout of both agents and the bytes it says', () => {
    const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.jsonl'));
    expect(new Set(files)).toEqual(
      new Set(truth.sessions.flatMap((session) => session.files.map((file) => file.path))),
    );
    expect(files.reduce((sum, path) => sum + statSync(join(dir, path)).size, 0)).toBe(truth.totals.bytes);
    for (const path of files) {
      expect(path).toMatch(
        /^projects\/[A-Za-z0-9-]+\/([0-9a-f-]{36}(\/subagents\/agent-[0-9a-f]+)?|agent-[0-9a-f]{8})\.jsonl$|^sessions\/\d{4}\/\d\d\/\d\d\/rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-[0-9a-f-]{36}\.jsonl$/,
      );
    }
  });

  it('holds the same lines as memory, and the truth beside them', () => {
    const { outlet } = makeLibrary({ bytes: 3_000_000, seed: 3 });
    const onDisk = [...outlet.lines.keys()].map((path) => [path, digest(readFileSync(join(dir, path), 'utf8'))]);
    const inMemory = [...outlet.lines].map(([path, lines]) => [path, digest(`${lines.join('\n')}\n`)]);
    expect(onDisk).toEqual(inMemory);
    expect(JSON.parse(readFileSync(join(dir, 'truth.json'), 'utf8'))).toEqual(truth);
  });
});

describe('the truth', () => {
  const { truth, outlet } = makeLibrary({ bytes: 24_000_000, seed: 11, detail: true });
  const counts = new Map(truth.sessions.map((session) => [session, countSession(outlet, session)]));

  it('comes as close to the wanted size as one step', () => {
    expect(Math.abs(truth.totals.bytes - 24_000_000) / 24_000_000).toBeLessThan(0.02);
    expect(truth.totals.bytes).toBe(outlet.bytes);
  });

  it('counts calls, results and lines as an independent reader does', () => {
    for (const [session, count] of counts) {
      expect({
        calls: session.calls,
        results: session.results,
        selfContained: session.selfContained,
        echoes: session.echoes,
        lines: session.lines,
      }).toEqual({
        calls: count.calls,
        results: count.results,
        selfContained: count.selfContained,
        echoes: count.echoes,
        lines: session.files.reduce((sum, file) => sum + (outlet.lines.get(file.path)?.length ?? 0), 0),
      });
    }
  });

  it('adds up', () => {
    for (const session of truth.sessions) {
      const own = TRUTH_STATUSES.reduce((sum, status) => sum + session.statuses[status], 0);
      expect(own).toBe(session.calls - session.copies);
      expect(Object.values(session.tools).reduce((sum, count) => sum + count, 0)).toBe(own);
      expect(session.callList?.length).toBe(own);
    }
    const { totals } = truth;
    expect(totals.calls - totals.copies).toBe(TRUTH_STATUSES.reduce((sum, status) => sum + totals.statuses[status], 0));
  });

  it('knows which calls are copies: a fork repeats the ids of the session it names', () => {
    const idsOf = new Map(truth.sessions.map((session) => [session.id, new Set(counts.get(session)?.callIds)]));
    const forks = truth.sessions.filter((session) => session.forkedFrom !== null);
    expect(forks.length).toBeGreaterThan(0);
    for (const fork of forks) {
      const origin = idsOf.get(fork.forkedFrom ?? '');
      const repeated = (counts.get(fork)?.callIds ?? []).filter((id) => origin?.has(id) === true);
      expect(repeated.length).toBe(fork.copies);
    }
    const all = truth.sessions.flatMap((session) => counts.get(session)?.callIds.filter((id) => id !== '') ?? []);
    expect(all.length - new Set(all).size).toBe(truth.totals.copies);
  });

  it('agrees with the records about each call', () => {
    const wrong: CallTruth[] = [];
    for (const [session, count] of counts) {
      for (const call of session.callList ?? []) {
        const result = count.resultOf.get(call.id);
        const selfContained = call.tool === 'web_search';
        if ((call.status === 'lost') !== (result === undefined) && !selfContained) wrong.push(call);
        const stopped = call.status === 'rejected' || call.status === 'denied' || call.status === 'cancelled';
        if (session.agent === 'claude-code' && stopped && result !== true) wrong.push(call);
        if (session.agent === 'claude-code' && call.status === 'background' && result !== false) wrong.push(call);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('a bigger library', () => {
  it('has every status, subagents, copies, echoes, nested work and side files', () => {
    const { totals } = writeLibrary({ bytes: 80_000_000, seed: 1 }, forgetful());
    const rare = [
      totals.subagents,
      totals.copies,
      totals.echoes,
      totals.nested,
      totals.selfContained,
      totals.sideFiles,
    ];
    // The agents of a usual library write down how every call came out.
    const { unknown, ...statuses } = totals.statuses;
    expect(unknown).toBe(0);
    for (const count of [...Object.values(statuses), ...rare]) expect(count).toBeGreaterThan(0);
  });
});

describe('lines', () => {
  const { truth, outlet } = makeLibrary({ bytes: 24_000_000, seed: 5, agents: ['claude-code'] });
  const paths = [...outlet.lines.keys()];
  const all = paths.flatMap((path) => linesOf(outlet, path));
  const share = (test: (line: Line) => boolean): number => all.filter(test).length / all.length;

  it('are single lines of JSON objects with a type', () => {
    for (const lines of outlet.lines.values()) for (const line of lines) expect(line.includes('\n')).toBe(false);
    expect(all.every((line) => typeof line.type === 'string')).toBe(true);
  });

  it('form a tree: every parent is an earlier record of the same file, no uuid comes twice', () => {
    for (const path of paths) {
      const seen = new Set<string>();
      for (const line of linesOf(outlet, path)) {
        if (line.uuid === undefined) continue;
        expect({
          path,
          line: line.uuid,
          dangling: typeof line.parentUuid === 'string' && !seen.has(line.parentUuid),
        }).toMatchObject({ dangling: false });
        expect(seen.has(line.uuid)).toBe(false);
        seen.add(line.uuid);
      }
    }
  });

  it('never date a result before its call', () => {
    const asked = new Map<string, string>();
    for (const line of all)
      for (const block of blocksOf(line))
        if (block.type === 'tool_use') asked.set(block.id ?? '', line.timestamp ?? '');
    for (const line of all) {
      for (const block of blocksOf(line)) {
        if (block.type === 'tool_result')
          expect((line.timestamp ?? '') >= (asked.get(block.tool_use_id ?? '') ?? '')).toBe(true);
      }
    }
  });

  it('have the mix of real logs', () => {
    expect(share((line) => line.type === 'assistant')).toBeGreaterThan(0.33);
    expect(share((line) => line.type === 'assistant')).toBeLessThan(0.5);
    expect(share((line) => line.type === 'user')).toBeGreaterThan(0.17);
    expect(share((line) => line.type === 'user')).toBeLessThan(0.28);
    expect(share((line) => line.type === 'progress')).toBeGreaterThan(0.06);
    expect(share((line) => line.type === 'progress')).toBeLessThan(0.28);
    expect(share((line) => line.type === 'attachment')).toBeGreaterThan(0.05);
    expect(share((line) => line.type === 'attachment')).toBeLessThan(0.25);
    for (const type of [
      'system',
      'file-history-snapshot',
      'queue-operation',
      'mode',
      'ai-title',
      'last-prompt',
      'permission-mode',
    ]) {
      expect({ type, seen: all.some((line) => line.type === type) }).toEqual({ type, seen: true });
    }
    const sizes = [...outlet.lines.values()]
      .flat()
      .map((line) => line.length)
      .sort((a, b) => a - b);
    const quantile = (part: number): number => sizes[Math.floor(part * (sizes.length - 1))] ?? 0;
    expect(quantile(0.5)).toBeGreaterThan(800);
    expect(quantile(0.5)).toBeLessThan(1300);
    expect(quantile(0.99)).toBeGreaterThan(20_000);
    expect(new Set(all.map((line) => line.version)).size).toBeGreaterThan(15);
  });

  it('fail as often as real calls do', () => {
    const { calls, copies, statuses } = truth.totals;
    const failed = statuses.error + statuses.rejected + statuses.denied + statuses.cancelled + statuses.interrupted;
    expect(failed / (calls - copies)).toBeGreaterThan(0.03);
    expect(failed / (calls - copies)).toBeLessThan(0.08);
  });

  it('hold parallel calls with results out of order', () => {
    let outOfOrder = 0;
    for (const path of paths) {
      const order = new Map<string, number>();
      let last = -1;
      for (const block of linesOf(outlet, path).flatMap(blocksOf)) {
        if (block.type === 'tool_use') order.set(block.id ?? '', order.size);
        if (block.type !== 'tool_result') continue;
        const at = order.get(block.tool_use_id ?? '') ?? 0;
        if (at < last) outOfOrder++;
        last = at;
      }
    }
    expect(outOfOrder).toBeGreaterThan(5);
  });
});

describe('shape on demand', () => {
  it('ends sessions at the calls asked for', () => {
    const { truth } = makeLibrary({ bytes: 3_000_000, seed: 2, callsPerSession: 10 });
    const whole = truth.sessions.filter((session) => session.parent === null).slice(0, -1);
    const own = whole.map((session) => session.calls - session.copies).sort((a, b) => a - b);
    expect(own[0]).toBeGreaterThanOrEqual(10);
    expect(own[Math.floor(own.length / 2)]).toBeLessThan(16);
  });

  it('spreads the bytes over the files asked for', () => {
    const { truth } = makeLibrary({ bytes: 8_000_000, seed: 2, filesTarget: 60 });
    expect(truth.totals.files).toBeGreaterThan(48);
    expect(truth.totals.files).toBeLessThan(75);
    expect(Math.abs(truth.totals.bytes - 8_000_000) / 8_000_000).toBeLessThan(0.03);
  });

  it('writes one big session when one file is asked for', () => {
    const { truth } = makeLibrary({ bytes: 5_000_000, seed: 4, filesTarget: 1, agents: ['codex'] });
    expect(truth.totals.bytes).toBeGreaterThan(4_900_000);
    expect(truth.sessions.filter((session) => session.parent === null).length).toBe(1);
  });

  it('keeps its mix as a session gets longer: of all monitors only the latest speak', () => {
    const tasks = ['monitor', 'shell', 'monitor', 'monitor', 'agent', 'monitor', 'monitor', 'monitor'];
    const open = tasks.map((kind, number) => ({ kind, number }));
    expect(stillSpeaking(open).map(({ number }) => number)).toEqual([1, 3, 4, 5, 6, 7]);
  });
});

describe('flags', () => {
  it('reads sizes and options', () => {
    expect([parseSize('1GB'), parseSize('2 MiB'), parseSize('1.5kb'), parseSize('7')]).toEqual([
      1e9, 2_097_152, 1500, 7,
    ]);
    expect(
      parseOptions(['--out', 'x', '--bytes', '1MB', '--agents', 'codex', '--files', '3', '--calls-per-session', '9']),
    ).toEqual({
      dir: 'x',
      bytes: 1_000_000,
      seed: '1',
      detail: false,
      agents: ['codex'],
      filesTarget: 3,
      callsPerSession: 9,
    });
    expect(parseOptions(['--help'])).toBeNull();
  });

  it('refuses what it does not understand', () => {
    expect(() => parseSize('many')).toThrow('not a size: many');
    expect(() => parseOptions([])).toThrow('--out is required');
    expect(() => parseOptions(['--out', 'x', '--agents', 'parrot'])).toThrow('unknown agent: parrot');
    expect(() => parseOptions(['--out', 'x', '--files', '0'])).toThrow('--files wants a whole number above zero');
  });
});
