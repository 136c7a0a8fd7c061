// Checks a tool server: calls it as a runtime would, catches what it sends, and judges every rule.

import { AppError } from '../../base/app-error.ts';
import { parseExactly } from '../../base/json.ts';
import { type Manifest, parseManifest } from '../protocol/manifest.ts';
import { below } from '../protocol/parse-url.ts';
import { CallbackCatcher } from './callback-catcher.ts';
import { type Finding, failed, findingOf, unseen, type Verdict } from './finding.ts';
import { type ProbeAnswer, probe } from './http-probe.ts';
import { BEHAVIOUR_JUDGEMENTS } from './tool-behaviour-judgements.ts';
import type { ToolEvidence, ToolJudgement } from './tool-evidence.ts';
import { MESSAGE_JUDGEMENTS } from './tool-message-judgements.ts';
import { TOOL_RULES } from './tool-rules.ts';
import { endsCall, planCalls, type ToolCallPlan, type ToolRun, ToolSession } from './tool-session.ts';

const JUDGEMENTS: Readonly<Record<string, ToolJudgement>> = { ...MESSAGE_JUDGEMENTS, ...BEHAVIOUR_JUDGEMENTS };

export interface CheckToolOptions {
  /** What to call. Without it, non-destructive tools are called with made-up arguments. */
  readonly calls?: readonly ToolCallPlan[];
  /** Sent to the tool server. */
  readonly bearer?: string;
  /** How long to wait for an answer. */
  readonly timeoutMs?: number;
  /** Where the kit listens for callbacks, and the address for the tool if that differs. */
  readonly host?: string;
  readonly port?: number;
  readonly callbackUrl?: string;
  readonly onFinding?: (finding: Finding) => void;
}

type Found = { readonly manifest: Manifest } | { readonly problem: string };

/** A server that answers with something else breaks a rule; one that does not answer cannot be checked. */
async function fetchManifest(base: string, headers: Readonly<Record<string, string>>): Promise<Found> {
  const url = below(base, '.well-known/rap-toolset');
  let answer: ProbeAnswer;
  try {
    answer = await probe('GET', url, undefined, headers);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('refused', `There is no answer from ${url}: ${reason}.`, { cause: error });
  }
  if (answer.status !== 200) return { problem: `The toolset was answered with status ${answer.status}.` };
  const parsed = parseExactly(answer.text);
  if (!parsed.ok) return { problem: 'The toolset is not JSON.' };
  try {
    return { manifest: parseManifest(parsed.value) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Arguments of a type that the tool's schema does not allow, if there is such a type. */
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

const ANSWER_WAIT_MS = 15_000;
const LINGER_MS = 1500;

async function makeRuns(session: ToolSession, manifest: Manifest, plans: readonly ToolCallPlan[]): Promise<ToolRun[]> {
  const runs: ToolRun[] = [];
  for (const plan of plans) {
    runs.push(await session.run(plan, { purpose: 'result', lingerMs: runs.length === 0 ? LINGER_MS : LINGER_MS / 5 }));
    // A tool that accepts no calls has nothing else to check.
    if (runs.every(({ status }) => status !== 200)) return runs;
  }
  const [first] = plans;
  if (first === undefined) return runs;
  runs.push(await session.run(first, { purpose: 'held', lingerMs: 0 }));
  const unknown = { operation: 'conformance_no_such_operation', arguments: {} };
  const refused = await session.run(unknown, { purpose: 'unknown-operation', lingerMs: 0 });
  runs.push(refused);
  const bad = badArguments(manifest, plans);
  if (bad !== undefined) runs.push(await session.run(bad, { purpose: 'bad-arguments', lingerMs: 0 }));
  // The simplest call is used to see retries: an error is a result like any other, if the tool sends one.
  const simplest = refused.caught.some(endsCall) ? unknown : first;
  const isDone = (caught: ToolRun['caught']): boolean => caught.filter(endsCall).length >= 2;
  const answer = (n: number): number => (n === 1 ? 503 : 200);
  runs.push(await session.run(simplest, { purpose: 'retry', answer, isDone, lingerMs: 0 }));
  runs.push(await session.run(simplest, { purpose: 'no-retry', answer: () => 400, lingerMs: LINGER_MS }));
  return runs;
}

async function gather(
  manifest: Manifest,
  base: string,
  headers: Readonly<Record<string, string>>,
  options: CheckToolOptions,
): Promise<(judgement: ToolJudgement | undefined) => Verdict> {
  const plans = options.calls ?? planCalls(manifest);
  if (plans.length === 0) {
    throw new AppError('refused', 'Every tool of this server declares itself destructive.', {
      hint: 'Say which calls are safe with --call name={json}.',
    });
  }
  const catcher = new CallbackCatcher(options.callbackUrl);
  await catcher.listen(options.port ?? 0, options.host ?? '127.0.0.1');
  try {
    const timeoutMs = options.timeoutMs ?? ANSWER_WAIT_MS;
    const session = new ToolSession(catcher, { base, endpoint: manifest.endpoint, headers, timeoutMs });
    const runs = await makeRuns(session, manifest, plans);
    const unknown = { thread_id: `${session.groupId}-unknown` };
    const cancel = await session.notice('cancel_tool_call', { ...unknown, tool_call_id: 'unknown' });
    const close = await session.notice('close_thread', unknown);
    const isLong = ({ annotations }: Manifest['tools'][number]): boolean => annotations.longRunning;
    const longRunning = new Set(manifest.tools.filter(isLong).map(({ name }) => name));
    const evidence: ToolEvidence = { runs, pathOf: (run) => session.pathOf(run), cancel, close, longRunning };
    return (judgement) => judgement?.(evidence) ?? unseen('There is no check for this rule.');
  } finally {
    await catcher.close();
  }
}

export async function checkTool(base: string, options: CheckToolOptions = {}): Promise<Finding[]> {
  const headers: Record<string, string> =
    options.bearer === undefined ? {} : { authorization: `Bearer ${options.bearer}` };
  const found = await fetchManifest(base, headers);
  const judgeBy =
    'manifest' in found
      ? await gather(found.manifest, base, headers, options)
      : (): Verdict => unseen('Without a toolset no tool can be called.');
  const failures = new Set<string>();
  return TOOL_RULES.map((rule) => {
    const isManifest = rule.rule === 'M-01' && 'problem' in found;
    const verdict = isManifest ? failed(found.problem) : judgeBy(JUDGEMENTS[rule.rule]);
    const finding = findingOf(rule, verdict, failures);
    if (finding.pass === false) failures.add(rule.rule);
    options.onFinding?.(finding);
    return finding;
  });
}
