// Review findings: ReportFindings of Claude Code.

import { clip } from '../../base/text.ts';
import { plural } from '../../base/units.ts';
import { defineDialect, defineTool } from '../define.ts';
import type { Shape } from '../shape.ts';
import * as shape from '../shape.ts';
import { listOf, looseNumber, looseText, orJsonText, text } from '../shapes.ts';

export interface Finding {
  readonly file: string;
  readonly line: number | null;
  readonly summary: string;
  readonly shortSummary?: string | undefined;
  readonly failureScenario?: string | undefined;
  readonly category?: string | undefined;
  /** CONFIRMED or PLAUSIBLE, if it was verified. */
  readonly verdict?: string | undefined;
  /** Its outcome: fixed, skipped, no_change_needed. */
  readonly outcome?: string | undefined;
}

export interface FindingsInput {
  readonly level?: string | undefined;
  readonly findings: readonly Finding[];
}

export interface FindingsReported extends FindingsInput {
  readonly kind: 'reported';
  readonly count: number;
}

const finding: Shape<Finding> = shape
  .object({
    file: text,
    summary: text,
    line: looseNumber,
    short_summary: looseText,
    failure_scenario: looseText,
    category: looseText,
    verdict: looseText,
    outcome: looseText,
  })
  .transform((raw) => ({
    file: raw.file,
    line: raw.line ?? null,
    summary: raw.summary,
    shortSummary: raw.short_summary,
    failureScenario: raw.failure_scenario,
    category: raw.category,
    verdict: raw.verdict,
    outcome: raw.outcome,
  }));

const reported = shape.object({ count: looseNumber, level: looseText, findings: listOf(finding) }).transform(
  (raw): FindingsReported => ({
    kind: 'reported',
    count: raw.count ?? raw.findings.length,
    level: raw.level,
    findings: raw.findings,
  }),
);

const claudeCode = defineDialect<FindingsInput, FindingsReported>({
  agent: 'claude-code',
  names: ['ReportFindings'],
  input: shape.object({ level: looseText, findings: orJsonText(listOf(finding)) }),
  structured: [{ kind: 'reported', schema: reported }],
  text: [
    {
      kind: 'reported',
      read: (content, { input }) => {
        const count = /^(\d+) findings? reported/.exec(content)?.[1];
        return {
          kind: 'reported',
          count: count === undefined ? (input?.findings.length ?? 0) : Number(count),
          level: input?.level,
          findings: input?.findings ?? [],
        };
      },
    },
  ],
});

export const reportFindings = defineTool<FindingsInput, FindingsReported>({
  id: 'report-findings',
  title: 'Review findings',
  family: 'dialogue',
  dialects: [claudeCode],
  failures: [],
  facts: ({ input, result }) => {
    const findings = result?.findings ?? input?.findings ?? [];
    const files = new Set(findings.map((one) => one.file)).size;
    return { matches: result?.count ?? findings.length, ...(files === 0 ? {} : { files }) };
  },
  summary: ({ input, result }) => {
    const findings = result?.findings ?? input?.findings ?? [];
    const count = plural(result?.count ?? findings.length, 'finding');
    const first = findings[0];
    if (first === undefined) return count;
    const where = first.line === null ? first.file : `${first.file}:${first.line}`;
    return `${count}: ${where} ${clip(first.shortSummary ?? first.summary, 80)}`;
  },
});
