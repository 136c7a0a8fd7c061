// Made-up logs of several agents in which anything can happen, for tests of logs that grow, repeat or are reordered.

import fc from 'fast-check';
import { copilot } from '../../src/formats/copilot/format.ts';
import type { Format } from '../../src/formats/format.ts';
import { gemini } from '../../src/formats/gemini/format.ts';
import { pi } from '../../src/formats/pi/format.ts';
import { qwen } from '../../src/formats/qwen/format.ts';
import { CopilotLog } from './copilot-log.ts';
import { GeminiLog } from './gemini-log.ts';
import { PiLog } from './pi-log.ts';
import { QwenLog } from './qwen-log.ts';

export interface MadeLog {
  readonly session: string;
  readonly file: string;
  lines(): string[];
}

export interface GrowingLogs {
  readonly format: Format;
  readonly log: fc.Arbitrary<MadeLog>;
  /** Logs that say the same in any order of their lines, where the agent has such. */
  readonly inAnyOrder?: fc.Arbitrary<MadeLog>;
}

type Happening<Log> = (log: Log, n: number) => void;

/** Something that happens to one of a few calls, again and again. */
function onOneOf<Log>(most: number, happen: (log: Log, i: number, n: number) => void): fc.Arbitrary<Happening<Log>> {
  return fc.nat(most).map(
    (i): Happening<Log> =>
      (log, n) =>
        happen(log, i, n),
  );
}

function always<Log>(happen: Happening<Log>): fc.Arbitrary<Happening<Log>> {
  return fc.constant(happen);
}

function logOf<Log>(start: () => Log, happening: fc.Arbitrary<Happening<Log>>, maxLength: number): fc.Arbitrary<Log> {
  return fc.array(happening, { maxLength }).map((happenings) => {
    const made = start();
    for (const [n, happen] of happenings.entries()) happen(made, n);
    return made;
  });
}

const piCall = (i: number) => ({ id: `call_${i}|fc_${i}`, name: 'bash', args: { command: `run ${i}` } });

/** Ids are used again, as some gateways do. */
const PI = fc.oneof(
  onOneOf<PiLog>(5, (log, i) => log.ask([piCall(i)])),
  onOneOf<PiLog>(5, (log, i) => log.ask([piCall(i), piCall(i + 10)])),
  onOneOf<PiLog>(5, (log, i) => log.ask([piCall(i)], { stopReason: 'aborted' })),
  onOneOf<PiLog>(5, (log, i) => log.done(`call_${i}|fc_${i}`, 'bash', 'x')),
  onOneOf<PiLog>(15, (log, i) => log.failed(`call_${i}|fc_${i}`, 'bash', 'Command exited with code 2')),
  onOneOf<PiLog>(20, (log, i) => log.goTo(`${log.records[i]?.['id'] ?? log.leaf}`)),
  always<PiLog>((log, n) => log.prompt(`prompt ${n}`)),
  always<PiLog>((log, n) => log.entry('session_info', { name: `name ${n}` })),
  always<PiLog>((log, n) => log.entry('riddle', { n })),
);

/** Every id once: of an id that is used again, the order in the file says which is which. */
const PLAIN_PI = fc.array(fc.nat(3), { minLength: 1, maxLength: 8 }).map((kinds) => {
  const made = new PiLog().prompt('go');
  for (const [i, kind] of kinds.entries()) {
    made.ask([piCall(i)]);
    if (kind === 0) made.done(`call_${i}|fc_${i}`, 'bash', 'x');
    if (kind === 1) made.failed(`call_${i}|fc_${i}`, 'bash', 'Command exited with code 2');
    if (kind === 2) made.ask([piCall(i + 100)], { stopReason: 'aborted' });
  }
  return made;
});

const qwenCall = (n: number) => ({ id: `call_${n}`, name: 'run_shell_command', args: { command: `run ${n}` } });
const CANCELLED = '[Operation Cancelled] Reason: User did not allow tool call';

/** A call with everything about it that its place in the file does not decide. */
function wholeCall(log: QwenLog, kind: number, n: number): void {
  log.ask([qwenCall(n), qwenCall(n + 1000)]);
  if (kind > 0) log.answer(`call_${n}`, 'run_shell_command', 'Output: x\nExit Code: 1');
  if (kind > 1) log.answer(`call_${n + 1000}`, 'run_shell_command', CANCELLED, { status: 'cancelled' });
  const about = { function_name: 'run_shell_command', function_args: { command: `run ${n}` }, success: true };
  if (kind > 2) log.telemetry({ call_id: `call_${n}`, ...about, duration_ms: 100 + n, decision: 'accept' });
}

const QWEN = logOf(
  () => new QwenLog().prompt('go'),
  fc.oneof(
    onOneOf<QwenLog>(3, wholeCall),
    always<QwenLog>((log, n) => log.prompt(`prompt ${n}`)),
    onOneOf<QwenLog>(9, (log, i) => log.goTo(`u${i}`).system('rewind', { truncatedCount: i })),
    always<QwenLog>((log, n) => log.system('custom_title', { customTitle: `title ${n}` })),
    always<QwenLog>((log, n) => log.system('riddle', { n })),
  ),
  15,
);

export const geminiCall = (n: number, status: string) => ({
  id: `run_shell_command-${n}`,
  name: 'run_shell_command',
  args: { command: `run ${n}` },
  output: status === 'success' ? `Output: ${n}` : '[Operation Cancelled] Reason: User denied execution.',
  status,
});

const GEMINI_ADDED = fc.oneof(
  always<GeminiLog>((log, n) => log.prompt(`prompt ${n}`)),
  always<GeminiLog>((log, n) => log.calls([geminiCall(n, 'success')])),
  always<GeminiLog>((log, n) => log.calls([geminiCall(n, 'success'), geminiCall(n + 1000, 'cancelled')])),
  always<GeminiLog>((log, n) => log.message('info', { content: `notice ${n}` })),
);

const GEMINI = fc.oneof(
  { weight: 4, arbitrary: GEMINI_ADDED },
  onOneOf<GeminiLog>(30, (log, i, n) => {
    const ids = log.records.flatMap((record) => (typeof record['id'] === 'string' ? [record['id']] : []));
    log.rewind(ids[i % Math.max(1, ids.length)] ?? `nobody ${n}`);
  }),
  always<GeminiLog>((log, n) => log.set({ summary: `summary ${n}` })),
  onOneOf<GeminiLog>(9, (log, kept, n) => {
    const content = [{ text: `<state_snapshot>${n}</state_snapshot>` }];
    const messages = log.records.filter((record) => 'id' in record).slice(-kept);
    log.set({ messages: [{ id: `snapshot-${n}`, timestamp: log.time(), type: 'user', content }, ...messages] });
  }),
);

const chat = (of: fc.Arbitrary<Happening<GeminiLog>>) => logOf(() => new GeminiLog().prompt('go'), of, 20);

/** Chats to which lines are only added: these can be documents too. */
export const geminiChats = chat(GEMINI_ADDED);

const args = (i: number) => ({ command: `run ${i}` });

const COPILOT = fc.oneof(
  onOneOf<CopilotLog>(4, (log, i, n) => log.ask(`m${n}`, [{ id: `c${i}`, name: 'bash', args: args(i) }])),
  onOneOf<CopilotLog>(4, (log, i) => log.start(`c${i}`, 'bash', args(i))),
  onOneOf<CopilotLog>(4, (log, i) => log.done(`c${i}`, `x\n<shellId: ${i} completed with exit code ${i % 2}>`)),
  onOneOf<CopilotLog>(4, (log, i) => log.done(`c${i}`, `<command started in background with shellId: ${i}>`)),
  onOneOf<CopilotLog>(4, (log, i) => log.failed(`c${i}`, 'Denied by preToolUse hook: no', 'denied')),
  onOneOf<CopilotLog>(4, (log, i, n) => {
    log.hook(`h${n}`, 'preToolUse', { toolCalls: [{ id: `c${i}` }, { id: `c${i + 1}` }] });
  }),
  onOneOf<CopilotLog>(4, (log, i, n) => {
    log.hook(`h${n}`, 'postToolUse', { toolName: 'bash', toolArgs: JSON.stringify(args(i)) });
  }),
  onOneOf<CopilotLog>(4, (log, i) => {
    log.event('permission.requested', { requestId: `q${i}`, permissionRequest: { toolCallId: `c${i}` } });
  }),
  onOneOf<CopilotLog>(4, (log, i) => {
    log.event('permission.completed', { requestId: `q${i}`, result: { kind: 'approved' } });
  }),
  onOneOf<CopilotLog>(4, (log, i) => {
    const kind = { type: 'shell_completed', shellId: `${i}`, exitCode: 0 };
    log.event('system.notification', { content: 'x', kind });
  }),
  always<CopilotLog>((log, n) => log.prompt(`prompt ${n}`)),
  always<CopilotLog>((log) => log.event('abort', { reason: 'user_initiated' })),
  always<CopilotLog>((log, n) => log.event('odd.event', { n })),
);

export const GROWING_LOGS: readonly GrowingLogs[] = [
  { format: pi, log: logOf(() => new PiLog().prompt('go'), PI, 25), inAnyOrder: PLAIN_PI },
  { format: qwen, log: QWEN, inAnyOrder: QWEN },
  { format: gemini, log: chat(GEMINI) },
  { format: copilot, log: logOf(() => new CopilotLog().prompt('go'), COPILOT, 25) },
];
