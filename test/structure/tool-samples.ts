// Reads the tools' samples, and finds which variant of a definition a sample exercises.

import { readdirSync, readFileSync } from 'node:fs';
import { contentText, type ResultContent } from '../../src/model/content.ts';
import type { Facts, ResultShape } from '../../src/model/interpretation.ts';
import type { Verdict } from '../../src/model/outcome.ts';
import type { ToolDefinition } from '../../src/tools/define.ts';
import { errorTextOf, type FullInterpretation, type Interpretable, interpret } from '../../src/tools/interpret.ts';
import { lookUp } from '../../src/tools/lookup.ts';
import { MISFIT, parseShape } from '../../src/tools/parse-shape.ts';

export const TOOLS_FOLDER = new URL('../../src/tools/', import.meta.url);

export interface ToolSample {
  readonly agent: string;
  readonly tool: string;
  readonly input: unknown;
  readonly outcome: {
    readonly status: Verdict['status'];
    /** The format's rule, where the tool asks for it. */
    readonly rule?: string;
    readonly content: ResultContent;
    readonly structured?: unknown;
  } | null;
  readonly expect: {
    readonly toolId: string;
    readonly result: ResultShape | null;
    readonly summary: string;
    readonly failure: string | null;
    readonly facts: Facts;
  };
}

export interface SampleFile {
  /** The tool's folder. */
  readonly folder: string;
  /** `<folder>/<file>`, for messages. */
  readonly name: string;
  readonly sample: ToolSample;
}

export function toolFolders(): readonly string[] {
  return readdirSync(TOOLS_FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

export function samplesOf(folder: string): readonly SampleFile[] {
  const samples = new URL(`${folder}/samples/`, TOOLS_FOLDER);
  let files: string[];
  try {
    files = readdirSync(samples).sort();
  } catch {
    return [];
  }
  return files.map((file) => ({
    folder,
    name: `${folder}/${file}`,
    sample: JSON.parse(readFileSync(new URL(file, samples), 'utf8')),
  }));
}

export const allSamples: readonly SampleFile[] = toolFolders().flatMap(samplesOf);

export function interpretable({ agent, tool, input, outcome }: Omit<ToolSample, 'expect'>): Interpretable {
  return {
    agent,
    tool,
    input,
    outcome:
      outcome === null
        ? null
        : {
            verdict: { status: outcome.status, rule: outcome.rule ?? 'sample', failure: null },
            content: outcome.content,
            structured: outcome.structured,
          },
  };
}

export function interpretSample(sample: ToolSample): FullInterpretation {
  return interpret(interpretable(sample));
}

/** Every variant a tool has: `<agent> structured #0 output`. */
export function variantsOf(tool: ToolDefinition): readonly string[] {
  return tool.dialects.flatMap(({ agent, structured, text, errorText }) => [
    ...structured.map(({ kind }, i) => label(agent, 'structured', i, kind)),
    ...text.map(({ kind }, i) => label(agent, 'text', i, kind)),
    ...(errorText ?? []).map(({ kind }, i) => label(agent, 'error text', i, kind)),
  ]);
}

function label(agent: string, layer: string, index: number, kind: string): string {
  return `${agent} ${layer} #${index} ${kind}`;
}

/** The variant that understands the sample, chosen as `interpret` chooses. */
export function variantHit(sample: ToolSample): string | undefined {
  const { outcome } = sample;
  if (outcome === null) return undefined;
  const { dialect } = lookUp(sample.agent, sample.tool, sample.input);
  const { input, light } = interpretSample(sample);
  if (light.result?.via === 'structured') {
    const index = dialect.structured.findIndex(({ schema }) => parseShape(schema, outcome.structured) !== MISFIT);
    return label(dialect.agent, 'structured', index, dialect.structured[index]?.kind ?? '');
  }
  const succeeded = outcome.status === 'ok' || outcome.status === 'background';
  const variants = succeeded ? dialect.text : (dialect.errorText ?? []);
  const text = succeeded ? contentText(outcome.content) : errorTextOf(outcome.content);
  const blocks = typeof outcome.content === 'string' ? [] : outcome.content;
  const context = { input, blocks, status: outcome.status };
  const index = variants.findIndex((variant) => variant.read(text, context) !== undefined);
  if (index === -1) return undefined;
  return label(dialect.agent, succeeded ? 'text' : 'error text', index, variants[index]?.kind ?? '');
}
