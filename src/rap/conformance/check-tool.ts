// Owns the check of a tool server: calls it as a runtime would, catches what it sends, and judges every rule.

import { AppError } from '../../base/app-error.ts';
import { parseJson } from '../../base/json.ts';
import { type Manifest, parseManifest } from '../protocol/manifest.ts';
import { below } from '../protocol/parse-url.ts';
import { CallbackCatcher } from './callback-catcher.ts';
import type { Finding } from './finding.ts';
import { probe } from './http-probe.ts';
import { TOOL_RULES } from './rules.ts';
import { TOOL_JUDGEMENTS } from './tool-judgements.ts';
import { endsCall, isAnswer, planCalls, type ToolCallPlan, type ToolRun, ToolSession } from './tool-session.ts';

export interface CheckToolOptions {
  /** What to call. Without it, tools that destroy nothing are called with made-up arguments. */
  readonly calls?: readonly ToolCallPlan[];
  /** Sent to the tool server. */
  readonly bearer?: string;
  /** How long to wait for an answer. */
  readonly timeoutMs?: number;
  /** Where the kit listens for callbacks, and how the tool reaches it if not there. */
  readonly host?: string;
  readonly port?: number;
  readonly callbackUrl?: string;
  readonly onFinding?: (finding: Finding) => void;
}

async function fetchManifest(base: string, headers: Readonly<Record<string, string>>): Promise<Manifest> {
  const url = below(base, '.well-known/rap-toolset');
  try {
    const { status, text } = await probe('GET', url, undefined, headers);
    if (status !== 200) throw new Error(`it was answered with status ${status}.`);
    const parsed = parseJson(text);
    if (!parsed.ok) throw new Error('it is not JSON.');
    return parseManifest(parsed.value);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('refused', `The manifest at ${url} cannot be used: ${reason}`, { cause: error });
  }
}

/** Arguments of a type that no schema for objects of that tool allows, where there is such a type. */
function badArguments(manifest: Manifest, plans: readonly ToolCallPlan[]): ToolCallPlan | undefined {
  for (const { operation, arguments: args } of plans) {
    const tool = manifest.tools.find(({ name }) => name === operation);
    if (tool === undefined) continue;
    const mangled = Object.fromEntries(Object.keys(args).map((name) => [name, { not: ['what', 'was', 'asked'] }]));
    for (const candidate of [mangled, {}, { ...args, conformance_unknown: true }])
      if (tool.check(candidate) !== undefined) return { operation, arguments: candidate };
  }
  return undefined;
}

const RETRY_WAIT_MS = 15_000;
const LINGER_MS = 1500;

async function makeRuns(session: ToolSession, manifest: Manifest, plans: readonly ToolCallPlan[]): Promise<ToolRun[]> {
  const runs: ToolRun[] = [];
  const answered = (caught: ToolRun['caught']): boolean => caught.some(isAnswer);
  for (const plan of plans) runs.push(await session.run(plan, 'result', undefined, answered, LINGER_MS / 5));
  const unknown = { operation: 'conformance_no_such_operation', arguments: {} };
  const first = await session.run(unknown, 'unknown-operation', undefined, answered, 0);
  runs.push(first);
  const bad = badArguments(manifest, plans);
  if (bad !== undefined) runs.push(await session.run(bad, 'bad-arguments', undefined, answered, 0));
  // The simplest call there is serves to see retries: an error is a result like any other, where it is made one.
  const simplest = first.status < 400 ? unknown : (plans[0] ?? unknown);
  const twice = (caught: ToolRun['caught']): boolean => caught.filter(endsCall).length >= 2;
  runs.push(await session.run(simplest, 'retry', (n) => (n === 1 ? 503 : 200), twice, 0));
  runs.push(await session.run(simplest, 'no-retry', () => 400, answered, LINGER_MS));
  return runs;
}

export async function checkTool(base: string, options: CheckToolOptions = {}): Promise<Finding[]> {
  const headers: Record<string, string> =
    options.bearer === undefined ? {} : { authorization: `Bearer ${options.bearer}` };
  const manifest = await fetchManifest(base, headers);
  const plans = options.calls ?? planCalls(manifest);
  if (plans.length === 0) {
    throw new AppError('refused', 'Every tool of this server declares itself destructive.', {
      hint: 'Say which calls are safe with --call name={json}.',
    });
  }
  const catcher = new CallbackCatcher(options.callbackUrl);
  await catcher.listen(options.port ?? 0, options.host ?? '127.0.0.1');
  try {
    const session = new ToolSession(catcher, {
      endpoint: manifest.endpoint,
      headers,
      timeoutMs: options.timeoutMs ?? RETRY_WAIT_MS,
    });
    const runs = await makeRuns(session, manifest, plans);
    const evidence = { runs, pathOf: (run: ToolRun) => session.pathOf(run) };
    return TOOL_RULES.map(({ rule, level }) => {
      const verdict = TOOL_JUDGEMENTS[rule]?.(evidence) ?? { pass: null, seen: 'There is no check for this rule.' };
      const finding = { rule, level, ...verdict };
      options.onFinding?.(finding);
      return finding;
    });
  } finally {
    await catcher.close();
  }
}
