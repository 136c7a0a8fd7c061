// Checks a runtime: every rule of the checklist, one after the other, against any implementation.

import { AppError } from '../../base/app-error.ts';
import { type Finding, failed, findingOf, passed, type Rule, unseen, type Verdict } from './finding.ts';
import { DISPLAY_PROBES } from './runtime-display-probes.ts';
import { httpDriver, type RuntimeDriver, type RuntimeRoutes, toolscopeRoutes } from './runtime-driver.ts';
import { EVENT_PROBES } from './runtime-event-probes.ts';
import { RuntimeKit, type RuntimeProbe } from './runtime-kit.ts';
import { MESSAGE_PROBES } from './runtime-message-probes.ts';
import { RESULT_PROBES } from './runtime-result-probes.ts';
import { RUNTIME_RULES } from './runtime-rules.ts';

const PROBES: Readonly<Record<string, RuntimeProbe>> = {
  ...RESULT_PROBES,
  ...DISPLAY_PROBES,
  ...EVENT_PROBES,
  ...MESSAGE_PROBES,
};

const DEADLINE_MS = 5000;
const MAX_CALLBACKS = 1200;

export interface CheckRuntimeOptions {
  /** Where another runtime has the routes that the kit needs; see docs/rap.md. */
  readonly routes?: Partial<RuntimeRoutes>;
  /** Sent with requests to those routes. */
  readonly token?: string;
  /** How long a result may take to appear. */
  readonly deadlineMs?: number;
  /** How many callbacks to one address are sent to reach a rate limit. */
  readonly maxCallbacks?: number;
  readonly onFinding?: (finding: Finding) => void;
}

/** Known before the first rule is checked: which results the runtime accepts at all. */
type Basis = Awaited<ReturnType<RuntimeKit['calibrate']>>;

/** Rules already decided by the basis; the others need at least one kind of result that works. */
function decided(rule: string, basis: Basis): Verdict | undefined {
  if (basis === undefined) {
    return rule === 'R-08'
      ? failed('No result reached the model, whatever its shape.')
      : unseen('No result reached the model, so nothing can be seen.');
  }
  if (rule === 'R-20' && (basis === 'null-id' || basis === 'full'))
    return failed(`A result was taken only with ${basis === 'full' ? 'all its optional fields' : 'call_id: null'}.`);
  if (rule === 'R-15' && basis === 'json') return failed('Results were taken only where their text is JSON.');
  // The smallest result is not accepted for another reason here.
  return rule === 'R-20' && basis === 'json' ? passed('Not judged apart: results are taken only as JSON.') : undefined;
}

async function verdictFor({ rule }: Rule, kit: RuntimeKit, basis: Basis): Promise<Verdict> {
  const known = decided(rule, basis);
  if (known !== undefined) return known;
  const probe = PROBES[rule];
  try {
    return probe === undefined ? unseen('There is no probe for this rule.') : await probe(kit);
  } catch (error) {
    if (error instanceof AppError) return unseen(`It could not be tried: ${error.message}`);
    // A connection that breaks during a check counts as a failure of the runtime.
    return failed(`The check broke off: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

export async function checkRuntimeDriver(
  driver: RuntimeDriver,
  {
    onFinding,
    deadlineMs = DEADLINE_MS,
    maxCallbacks = MAX_CALLBACKS,
  }: Omit<CheckRuntimeOptions, 'routes' | 'token'> = {},
): Promise<Finding[]> {
  const kit = new RuntimeKit(driver, { deadlineMs, maxCallbacks });
  // Without a way to register calls nothing can be checked: that is not a finding.
  const basis = await kit.calibrate();
  const findings: Finding[] = [];
  const failures = new Set<string>();
  for (const rule of RUNTIME_RULES) {
    const finding = findingOf(rule, await verdictFor(rule, kit, basis), failures);
    if (finding.pass === false) failures.add(rule.rule);
    findings.push(finding);
    onFinding?.(finding);
  }
  return findings;
}

export function checkRuntime(url: string, options: CheckRuntimeOptions = {}): Promise<Finding[]> {
  const driver = httpDriver({ ...toolscopeRoutes(url), ...options.routes }, options.token);
  return checkRuntimeDriver(driver, options);
}
