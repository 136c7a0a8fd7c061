// Owns the check of a runtime: every rule of the checklist, one after the other, against any implementation.

import { AppError } from '../../base/app-error.ts';
import type { Finding, Rule, Verdict } from './finding.ts';
import { RUNTIME_RULES } from './rules.ts';
import { DISPLAY_PROBES } from './runtime-display-probes.ts';
import { httpDriver, type RuntimeDriver, type RuntimeRoutes, toolscopeRoutes } from './runtime-driver.ts';
import { RuntimeKit, type RuntimeProbe } from './runtime-kit.ts';
import { MESSAGE_PROBES } from './runtime-message-probes.ts';
import { RESULT_PROBES } from './runtime-result-probes.ts';

const PROBES: Readonly<Record<string, RuntimeProbe>> = { ...RESULT_PROBES, ...DISPLAY_PROBES, ...MESSAGE_PROBES };

export interface CheckRuntimeOptions {
  /** Where a foreign runtime has what the kit needs; see docs/rap.md. */
  readonly routes?: Partial<RuntimeRoutes>;
  /** Sent with requests to those routes. */
  readonly token?: string;
  readonly onFinding?: (finding: Finding) => void;
}

async function check({ rule, level }: Rule, kit: RuntimeKit): Promise<Finding> {
  const probe = PROBES[rule];
  let verdict: Verdict;
  try {
    verdict = probe === undefined ? { pass: null, seen: 'There is no probe for this rule.' } : await probe(kit);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // A connection that breaks while a rule is checked is something the runtime did.
    verdict = { pass: false, seen: `The check broke off: ${error instanceof Error ? error.message : String(error)}.` };
  }
  return { rule, level, ...verdict };
}

export async function checkRuntimeDriver(
  driver: RuntimeDriver,
  onFinding: (finding: Finding) => void = () => undefined,
): Promise<Finding[]> {
  const kit = new RuntimeKit(driver);
  // Without this nothing else can be checked: its failure is not a finding.
  await kit.pending();
  const findings: Finding[] = [];
  for (const rule of RUNTIME_RULES) {
    const finding = await check(rule, kit);
    findings.push(finding);
    onFinding(finding);
  }
  return findings;
}

export function checkRuntime(url: string, options: CheckRuntimeOptions = {}): Promise<Finding[]> {
  const driver = httpDriver({ ...toolscopeRoutes(url), ...options.routes }, options.token);
  return checkRuntimeDriver(driver, options.onFinding);
}
