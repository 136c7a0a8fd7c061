// `toolscope rap check`: runs the conformance kit, with a table or one JSON object per rule as output.

import { AppError } from '../../base/app-error.ts';
import { asName, isObject, parseJson } from '../../base/json.ts';
import { plural } from '../../base/units.ts';
import { checkRuntime } from '../../rap/conformance/check-runtime.ts';
import { checkSelf } from '../../rap/conformance/check-self.ts';
import { type CheckToolOptions, checkTool } from '../../rap/conformance/check-tool.ts';
import { conforms, type Finding, type Rule } from '../../rap/conformance/finding.ts';
import { type RuntimeRoutes, toolscopeRoutes } from '../../rap/conformance/runtime-driver.ts';
import { RUNTIME_RULES } from '../../rap/conformance/runtime-rules.ts';
import { TOOL_RULES } from '../../rap/conformance/tool-rules.ts';
import type { Invocation } from '../command.ts';
import { textOption } from '../option-values.ts';
import type { Output } from '../output.ts';
import { tableLines } from '../print-table.ts';
import type { Column } from '../table.ts';
import { pairs, wholeNumber } from './rap-options.ts';

const RULES: ReadonlyMap<string, Rule> = new Map([...RUNTIME_RULES, ...TOOL_RULES].map((rule) => [rule.rule, rule]));

function routesOf(invocation: Invocation): Partial<RuntimeRoutes> {
  const known = Object.keys(toolscopeRoutes(''));
  const given = pairs(invocation, 'route');
  for (const [name] of given)
    if (!known.includes(name)) throw new AppError('bad-usage', `There is no route ${name}: use ${known.join(', ')}.`);
  return Object.fromEntries(given);
}

function callsOf(invocation: Invocation): CheckToolOptions['calls'] {
  const given = pairs(invocation, 'call');
  if (given.length === 0) return undefined;
  return given.map(([operation, json]) => {
    const parsed = parseJson(json);
    if (parsed.ok && isObject(parsed.value)) return { operation, arguments: parsed.value };
    throw new AppError('bad-usage', `The arguments of --call ${operation} are not a JSON object.`);
  });
}

function runCheck(invocation: Invocation, onFinding: (finding: Finding) => void): Promise<Finding[]> {
  const runtime = textOption(invocation, 'runtime');
  const tool = textOption(invocation, 'tool');
  const isSelf = invocation.options['self'] === true;
  if (Number(runtime !== undefined) + Number(tool !== undefined) + Number(isSelf) !== 1) {
    throw new AppError('bad-usage', 'check needs one of --runtime <url>, --tool <url> and --self.');
  }
  const token = asName(process.env['TOOLSCOPE_RAP_TOKEN']);
  if (runtime !== undefined) {
    const routes = routesOf(invocation);
    const waitS = wholeNumber(invocation, 'timeout', 3600);
    return checkRuntime(runtime, {
      routes,
      onFinding,
      ...(waitS === undefined ? {} : { deadlineMs: waitS * 1000 }),
      ...(token === undefined ? {} : { token }),
    });
  }
  if (tool === undefined) return checkSelf(onFinding);
  const calls = callsOf(invocation);
  const timeoutS = wholeNumber(invocation, 'timeout', 3600);
  const callbackUrl = textOption(invocation, 'callback-url');
  return checkTool(tool, {
    onFinding,
    ...(calls === undefined ? {} : { calls }),
    ...(timeoutS === undefined ? {} : { timeoutMs: timeoutS * 1000 }),
    ...(callbackUrl === undefined ? {} : { callbackUrl, host: '0.0.0.0' }),
    ...(token === undefined ? {} : { bearer: token }),
  });
}

const COLUMNS: readonly Column[] = [
  { title: 'RULE' },
  { title: 'LEVEL' },
  { title: 'RESULT' },
  { title: 'SEEN', grows: true },
];

function word({ pass }: Finding): string {
  return pass === null ? 'not seen' : pass ? 'pass' : 'FAIL';
}

function findingLines(findings: readonly Finding[], out: Output): string[] {
  const rows = findings.map((finding) => ({
    cells: [finding.rule, finding.level, word(finding), out.safe(finding.seen)],
    styles: { RESULT: finding.pass === null ? 'dim' : finding.pass ? 'green' : 'red' } as const,
  }));
  const [heading = '', ...lines] = tableLines(COLUMNS, rows, out);
  const explained = findings.flatMap((finding, i) => {
    const rule = finding.pass === false ? RULES.get(finding.rule) : undefined;
    const why = rule === undefined ? [] : [`        ${rule.text}`, `        “${rule.says}” (${rule.page})`];
    return [lines[i] ?? '', ...why.map((line) => out.paint('dim', line))];
  });
  return [heading, ...explained];
}

function summary(findings: readonly Finding[], out: Output): string {
  const count = (pass: boolean | null, level?: string): number =>
    findings.filter((finding) => finding.pass === pass && (level === undefined || finding.level === level)).length;
  const parts = [
    plural(findings.length, 'rule'),
    `${count(true)} passed`,
    `${count(false)} failed (${count(false, 'MUST')} MUST, ${count(false, 'SHOULD')} SHOULD)`,
    `${count(null)} not seen`,
  ];
  const ends = conforms(findings) ? out.paint('green', 'It conforms.') : out.paint('red', 'It does not conform.');
  return `${parts.join(', ')}. ${ends}`;
}

export async function check(invocation: Invocation): Promise<number> {
  const { out, options } = invocation;
  if (options['json'] === true) {
    const findings = await runCheck(invocation, () => undefined);
    for (const { rule, level, pass, seen } of findings) {
      const { page, says } = RULES.get(rule) ?? {};
      await out.line(JSON.stringify({ rule, level, pass, seen, page, says }));
    }
    return conforms(findings) ? 0 : 1;
  }
  const findings = await runCheck(invocation, () => undefined);
  for (const line of findingLines(findings, out)) await out.line(line);
  await out.line('');
  await out.line(summary(findings, out));
  return conforms(findings) ? 0 : 1;
}
