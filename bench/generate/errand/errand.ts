// A session of plain calls for agents whose logs have no long history here: requests, results, and the truth. Each agent's
// writer turns it into its log format.

import type { Rng } from '../rng.ts';
import { Clock, DAY_MS, iso, type SessionRequest } from '../session-request.ts';
import { type AgentName, type SessionTruth, Tally, type TruthStatus } from '../truth.ts';
import { codeLine, commandLine, projectName, relativePath, sentence, shellLine } from '../words.ts';

export type ErrandKind = 'shell' | 'read' | 'write' | 'edit';

export type ErrandStatus = Extract<TruthStatus, 'ok' | 'error' | 'rejected' | 'lost'>;

export interface ErrandCall {
  readonly id: string;
  readonly kind: ErrandKind;
  readonly command: string;
  readonly path: string;
  /** What is read, written or printed. */
  readonly text: string;
  readonly newText: string;
  readonly status: ErrandStatus;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Turns what happens into lines. */
export interface ErrandWriter {
  readonly agent: AgentName;
  readonly version: string;
  readonly path: string;
  readonly id: string;
  begin(atMs: number, cwd: string): readonly object[];
  prompt(atMs: number, text: string): readonly object[];
  /** The calls of one message of the model, spoken at `atMs`. */
  calls(atMs: number, text: string, calls: readonly ErrandCall[]): readonly object[];
  /** The raw name of a tool. */
  nameOf(kind: ErrandKind): string;
  /** What the log shows of a call, if that differs from its outcome; null: such a call is not logged. */
  readonly shown: Readonly<Partial<Record<ErrandStatus, TruthStatus | null>>>;
  /** Puts all records into one document, for logs that are not lines. */
  readonly documentOf?: (records: readonly object[], endedAt: number) => object;
}

const MANY_LINES = 400;

function lines(rng: Rng, p50: number, make: () => string): string {
  return Array.from({ length: rng.size(p50, p50 * 6, MANY_LINES) }, make).join('\n');
}

const KINDS: readonly ErrandKind[] = ['shell', 'shell', 'read', 'read', 'edit', 'write'];

function drawCall(rng: Rng, clock: Clock, id: string, isLast: boolean): ErrandCall {
  const kind = rng.pick(KINDS);
  const draw = rng.float();
  const failed = draw < 0.05 ? 'error' : draw < 0.06 ? 'rejected' : 'ok';
  const startedAt = clock.now;
  return {
    id,
    kind,
    command: commandLine(rng),
    path: relativePath(rng, 'ts'),
    text: kind === 'shell' ? lines(rng, 8, () => shellLine(rng)) : lines(rng, 30, () => codeLine(rng, 'ts')),
    newText: lines(rng, 4, () => codeLine(rng, 'ts')),
    status: isLast ? 'lost' : failed,
    startedAt,
    endedAt: clock.pass(rng.size(200, 4000, 120_000)),
  };
}

/** Ends in the middle of a call once in a while, as real logs do. */
const CUT_OFF = 0.1;

export function writeErrand(request: SessionRequest, writer: (rng: Rng, atMs: number) => ErrandWriter): SessionTruth {
  const { rng, outlet } = request;
  const clock = new Clock(request.epochMs - rng.float() * 90 * DAY_MS);
  const startedAt = clock.now;
  const of = writer(rng, startedAt);
  const sink = outlet.open(of.path);
  const tally = new Tally(request.detail);
  const held: object[] = [];
  let size = 0;
  const write = (records: readonly object[]): void => {
    for (const record of records) {
      const json = JSON.stringify(record);
      size += json.length + 1;
      if (of.documentOf === undefined) sink.line(json);
      else held.push(record);
    }
  };
  write(of.begin(startedAt, `/home/dev/${projectName(rng)}`));
  const isCutOff = of.shown.lost !== null && rng.chance(CUT_OFF);
  for (let isDone = false; !isDone; ) {
    write(of.prompt(clock.pass(rng.size(20_000, 90_000, 900_000)), sentence(rng)));
    for (let steps = rng.between(1, 12); steps > 0 && !isDone; steps--) {
      isDone = size >= request.budgetBytes || tally.calls >= request.callTarget;
      const spokenAt = clock.pass(rng.size(3000, 15_000, 120_000));
      const count = rng.chance(0.2) ? 3 : 1;
      const calls = Array.from({ length: count }, (_, i) =>
        drawCall(rng, clock, `${rng.lower36(24)}`, isDone && isCutOff && i === count - 1),
      );
      for (const { id, kind, status } of calls) {
        const shown = of.shown[status] ?? status;
        tally.call(id, of.nameOf(kind), 'main', shown);
        if (status !== 'lost' && shown !== 'unknown') tally.results++;
      }
      write(of.calls(spokenAt, sentence(rng), calls));
    }
  }
  if (of.documentOf !== undefined) sink.line(JSON.stringify(of.documentOf(held, clock.now)));
  tally.files.push(sink.close(clock.now));
  return tally.finish({
    agent: of.agent,
    id: of.id,
    version: of.version,
    forkedFrom: null,
    parent: null,
    startedAt: iso(startedAt),
    endedAt: iso(clock.now),
  });
}
