// User-defined tools, as data: names, summary, failures, facts, and a view made of the kit's parts.

import { AppError } from '../base/app-error.ts';
import { asArray, asObject, asString, isObject, parseJson } from '../base/json.ts';
import { contentText } from '../model/content.ts';
import type { Facts } from '../model/interpretation.ts';
import { type Dialect, defineTool, type TypedCall, type TypedTool } from './define.ts';
import { guessSummary } from './guess-summary.ts';
import { LazyProperty } from './lazy-property.ts';
import { type OwnPart, type OwnTool, readOwnTool } from './own-tool-shape.ts';
import * as shape from './shape.ts';
import { readUnifiedDiff } from './unified-diff.ts';

/** A part of a view with its values, for the page to draw. */
export type DrawnPart =
  | { readonly part: 'fields'; readonly title: string; readonly fields: readonly (readonly [string, unknown])[] }
  | {
      readonly part: 'table';
      readonly title: string;
      readonly columns: readonly string[];
      readonly rows: readonly (readonly unknown[])[];
    }
  | { readonly part: 'code'; readonly title: string; readonly text: string; readonly language: string | null }
  | {
      readonly part: 'diff';
      readonly title: string;
      readonly path: string;
      readonly hunks: ReturnType<typeof readUnifiedDiff>;
    }
  | { readonly part: 'image'; readonly title: string; readonly mediaType: string; readonly pointer: string };

/** The result of a user-defined tool. */
export interface OwnResult {
  readonly kind: 'own';
  /** The structured result, the JSON of the text, or the text itself. */
  readonly value: unknown;
  readonly parts: readonly DrawnPart[];
}

type Scope = { readonly input: unknown; readonly result: unknown; readonly text: string };

function stepInto(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function valueAt(path: string, scope: Scope): unknown {
  return path.split('.').reduce<unknown>(stepInto, scope);
}

function words(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function filled(template: string, scope: Scope): string {
  return template.replace(/\{((?:input|result|text)(?:\.[^.{}]+)*)\}/g, (_braces, path: string) =>
    words(valueAt(path, scope)),
  );
}

/** An MCP server's answer is inside blocks, or next to them. */
function unwrapped(structured: unknown): unknown {
  const blocks = asArray(structured);
  if (blocks === undefined) return asObject(structured)?.['structuredContent'] ?? structured;
  const [only, ...more] = blocks.map((block) => asString(asObject(block)?.['text']));
  return only === undefined || more.length > 0 ? structured : valueOfText(only);
}

function valueOfText(text: string): unknown {
  const parsed = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  return parsed?.ok === true ? parsed.value : text;
}

function drawn(spec: OwnPart, scope: Scope, isStructured: boolean): DrawnPart | null {
  const title = spec.title ?? '';
  switch (spec.part) {
    case 'fields': {
      const fields = Object.entries(spec.fields).map(([name, path]) => [name, valueAt(path, scope)] as const);
      return { part: 'fields', title, fields: fields.filter(([, value]) => value !== undefined) };
    }
    case 'table': {
      const rows = asArray(valueAt(spec.rows, scope));
      if (rows === undefined) return null;
      const paths = Object.values(spec.columns);
      const cells = (row: unknown): unknown[] => paths.map((path) => path.split('.').reduce<unknown>(stepInto, row));
      return { part: 'table', title, columns: Object.keys(spec.columns), rows: rows.map(cells) };
    }
    case 'code': {
      const text = valueAt(spec.text, scope);
      return text === undefined ? null : { part: 'code', title, text: words(text), language: spec.language ?? null };
    }
    case 'diff': {
      const patch = asString(valueAt(spec.patch, scope));
      if (patch === undefined) return null;
      const path = spec.path === undefined ? '' : words(valueAt(spec.path, scope));
      return { part: 'diff', title, path, hunks: readUnifiedDiff(patch) };
    }
    case 'image': {
      // The bytes stay in the log: the page requests them by their position in the structured result.
      if (!isStructured || typeof valueAt(spec.data, scope) !== 'string') return null;
      const pointer = spec.data
        .split('.')
        .slice(1)
        .map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
      return { part: 'image', title, mediaType: spec.mediaType, pointer: pointer.join('') };
    }
  }
}

/** Only views need the parts. */
class LazyOwnResult extends LazyProperty<readonly DrawnPart[]> implements OwnResult {
  readonly kind = 'own';
  readonly value: unknown;
  declare readonly parts: readonly DrawnPart[];

  constructor(specs: readonly OwnPart[], value: unknown, text: string, isStructured: boolean) {
    const scope = { input: undefined, result: value, text };
    super('parts', () => specs.map((spec) => drawn(spec, scope, isStructured)).filter((one) => one !== null));
    this.value = value;
  }
}

function dialectOf(agent: string, names: readonly string[], specs: readonly OwnPart[]): Dialect<unknown, OwnResult> {
  const open = names
    .filter((name) => name.endsWith('*'))
    .map((name) => name.slice(0, -1).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return {
    agent,
    names: names.filter((name) => !name.endsWith('*')),
    ...(open.length === 0 ? {} : { pattern: new RegExp(`^(?:${open.join('|')})`) }),
    input: shape.unknown(),
    structured: [
      {
        kind: 'own',
        schema: shape
          .unknown()
          .refine((value) => typeof value === 'object' && value !== null)
          .transform((value): OwnResult => {
            const inner = unwrapped(value);
            return new LazyOwnResult(specs, inner, '', inner === value);
          }),
      },
    ],
    text: [{ kind: 'own', read: (text) => new LazyOwnResult(specs, valueOfText(text), text, false) }],
  };
}

function scopeOf({ input, result, errorText, blocks }: TypedCall<unknown, OwnResult>): Scope {
  const value = result?.value;
  return { input, result: value, text: errorText ?? asString(value) ?? contentText(blocks) };
}

/** Agents with tables of their own; any other uses `*`. */
const AGENTS = ['claude-code', 'codex', 'rap', '*'];

/**
 * A tool of your own, as data. Throws if it is not valid; the error says where.
 *
 * @example
 * import { defineTool, parserOf } from 'toolscope/parse';
 * const wind = defineTool({ id: 'wind-clock', names: ['mcp__clocks__wind'], summary: 'wind {input.clock}: {result.turns} turns' });
 * const call = parserOf([wind])({ name: 'mcp__clocks__wind', input: { clock: 'tower' }, content: '{"turns":12}' });
 * console.log(call.summary);
 */
export function defineOwnTool(own: OwnTool): TypedTool<unknown, OwnResult> {
  const read = readOwnTool(own);
  if ('misfit' in read) {
    const { path, why } = read.misfit;
    throw new AppError('bad-config', `The tool is not as it should be: ${path.join('.')}: ${why}.`);
  }
  const { id, title, names, agents, summary, target, facts, failures, view } = read;
  const specs = view ?? [];
  return defineTool<unknown, OwnResult>({
    id,
    title: title ?? id,
    family: 'mcp',
    dialects: (agents ?? AGENTS).map((agent) => dialectOf(agent, names, specs)),
    failures: (failures ?? []).map(({ code, blame, pattern }) => ({
      code,
      blame: blame ?? 'tool',
      pattern: new RegExp(pattern),
    })),
    facts: (call) => {
      const scope = scopeOf(call);
      const found = Object.entries(facts ?? {}).map(([name, path]) => [name, valueAt(path ?? '', scope)] as const);
      const known: Facts = Object.fromEntries(
        found.filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
      );
      return known;
    },
    summary: (call) => (summary === undefined ? guessSummary(call.input) : filled(summary, scopeOf(call))),
    target: (input) => (target === undefined ? null : filled(target, { input, result: undefined, text: '' })),
  });
}
