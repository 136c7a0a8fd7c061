// Validates the definition of a user's own tool: it is data from a file.

import { isObject } from '../base/json.ts';
import { BLAMES, type Blame } from '../model/outcome.ts';
import { type Misfit, misfitOf } from './misfit.ts';
import { MISFIT, parseShape } from './parse-shape.ts';
import type { Shape } from './shape.ts';
import * as shape from './shape.ts';

/** A part of the view. Values are paths into the result: `result.items`, `text`. */
export type OwnPart =
  | {
      readonly part: 'fields';
      readonly title?: string | undefined;
      readonly fields: { readonly [name: string]: string };
    }
  | {
      readonly part: 'table';
      readonly title?: string | undefined;
      readonly rows: string;
      /** Paths into a row, by column name. */
      readonly columns: { readonly [name: string]: string };
    }
  | {
      readonly part: 'code';
      readonly title?: string | undefined;
      readonly text: string;
      readonly language?: string | undefined;
    }
  | {
      readonly part: 'diff';
      readonly title?: string | undefined;
      readonly patch: string;
      readonly path?: string | undefined;
    }
  | {
      readonly part: 'image';
      readonly title?: string | undefined;
      /** A base64 text in the structured result. */
      readonly data: string;
      readonly mediaType: string;
    };

const FACTS = ['path', 'url', 'command', 'query', 'exitCode', 'matches', 'files', 'lines', 'bytes', 'note'] as const;

/** What `defineTool` takes, and what a configuration contains. */
export interface OwnTool {
  /** Lowercase letters and digits, in words joined by dashes. */
  readonly id: string;
  readonly title?: string | undefined;
  /** Raw names; one that ends in `*` matches all that begin with it. */
  readonly names: readonly string[];
  /** The agents that use these names; every agent, if omitted. */
  readonly agents?: readonly string[] | undefined;
  /** One line with paths in braces: `wind {input.clock} → {result.turns} turns`. */
  readonly summary?: string | undefined;
  /** What the call is about, to recognise a second attempt: a line like the summary. */
  readonly target?: string | undefined;
  /** Where each fact is: `input.path`, `result.count`. */
  readonly facts?: { readonly [Fact in (typeof FACTS)[number]]?: string | undefined } | undefined;
  readonly failures?:
    | readonly {
        readonly code: string;
        readonly blame?: Blame | undefined;
        /** A regular expression, tested on the text of a failed result. */
        readonly pattern: string;
      }[]
    | undefined;
  readonly view?: readonly OwnPart[] | undefined;
}

/** The path of a value: `input.clock`, `result.items.0.name`, or `text`. */
const place = shape.string().regex(/^(?:input|result|text)(?:\.[^.]+)*$/, 'a place such as input.path or result.items');
const inResult = shape.string().regex(/^(?:result|text)(?:\.[^.]+)*$/, 'a place in the result, such as result.items');
const title = shape.string().optional();

/** An object with only these keys: a misspelt one is reported, not ignored. */
function strict<const Fields extends { readonly [key: string]: Shape }>(
  fields: Fields,
): ReturnType<typeof shape.object<Fields>> {
  const known = Object.keys(fields);
  const isKnown = (value: unknown): boolean =>
    isObject(value) && Object.keys(value).every((key) => known.includes(key));
  return shape
    .unknown()
    .refine(isKnown, { why: `an object is expected that has only ${known.join(', ')}` })
    .pipe(shape.object(fields));
}

const PARTS = ['fields', 'table', 'code', 'diff', 'image'] as const;

const part: Shape<OwnPart> = shape.looseObject({ part: shape.literal(...PARTS) }).pipe(
  shape.union([
    strict({ part: shape.literal('fields'), title, fields: shape.record(inResult) }),
    strict({ part: shape.literal('table'), title, rows: inResult, columns: shape.record(shape.string()) }),
    strict({ part: shape.literal('code'), title, text: inResult, language: shape.string().optional() }),
    strict({ part: shape.literal('diff'), title, patch: inResult, path: inResult.optional() }),
    // A base64 text in the structured result.
    strict({ part: shape.literal('image'), title, data: inResult, mediaType: shape.string() }),
  ]),
);

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

const failure = strict({
  code: shape.string().min(1),
  blame: shape.literal(...BLAMES).optional(),
  pattern: shape.string().refine(isPattern, { why: 'not a regular expression' }),
});

const ownTool: Shape<OwnTool> = strict({
  id: shape.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'words of small letters and digits, joined by dashes'),
  title,
  names: shape.array(shape.string().min(1)).min(1),
  agents: shape.array(shape.string()).optional(),
  summary: shape.string().optional(),
  target: shape.string().optional(),
  facts: strict(Object.fromEntries(FACTS.map((fact) => [fact, place.optional()]))).optional(),
  failures: shape.array(failure).optional(),
  view: shape.array(part).optional(),
});

/** The definition, or where and why it is not valid. */
export function readOwnTool(value: unknown): OwnTool | { readonly misfit: Misfit } {
  const own = parseShape(ownTool, value);
  return own === MISFIT ? { misfit: misfitOf(ownTool, value) ?? { path: [], why: 'not a tool' } } : own;
}
