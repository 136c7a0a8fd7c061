// A JSON value as a tree: own properties only, long lists in chunks, long texts line by line.

import { terminalJson, terminalJsonText } from '../../base/terminal.ts';
import { formatCount, plural } from '../../base/units.ts';

type JsonShown =
  | { readonly type: 'string' | 'number' | 'boolean' | 'null'; readonly text: string }
  /** A list, an object, a chunk of a list: a short summary. */
  | { readonly type: 'note'; readonly text: string };

export interface JsonNode {
  readonly id: string;
  readonly key: string | null;
  readonly shown: JsonShown;
  readonly children: (() => readonly JsonNode[]) | null;
  readonly isOpen: boolean;
}

const PREVIEW_MAX = 200;
const PART = 100;
/** How much of a value is open at first. */
const OPEN_DEPTH = 3;
const OPEN_SIZE = 40;

function clipped(text: string): string {
  return text.length <= PREVIEW_MAX ? text : `${text.slice(0, PREVIEW_MAX)}…`;
}

/** Invisible characters, and those that change the writing direction, are escaped as in JSON. */
function visible(text: string): string {
  return terminalJsonText(text.replace(/[\x00-\x08\x0b-\x1f]/g, (char) => JSON.stringify(char).slice(1, -1)));
}

function textNode(id: string, key: string | null, text: string): JsonNode {
  const isLong = text.length > PREVIEW_MAX || text.includes('\n');
  if (!isLong) return { id, key, shown: { type: 'string', text: terminalJson(text) }, children: null, isOpen: false };
  const first = clipped(text.slice(0, PREVIEW_MAX + 1));
  return {
    id,
    key,
    shown: { type: 'string', text: `${terminalJson(first)} · ${formatCount(text.length)} characters` },
    children: () =>
      text.split('\n').map(
        (line, index): JsonNode => ({
          id: `${id}\n${index}`,
          key: null,
          shown: { type: 'string', text: visible(line) },
          children: null,
          isOpen: false,
        }),
      ),
    isOpen: false,
  };
}

type Entry = readonly [key: string, value: unknown];

function partsOf(id: string, entries: readonly Entry[], depth: number): readonly JsonNode[] {
  if (entries.length <= PART) return entries.map(([key, value]) => jsonNode(`${id}/${key}`, key, value, depth));
  const parts: JsonNode[] = [];
  for (let from = 0; from < entries.length; from += PART) {
    const part = entries.slice(from, from + PART);
    parts.push({
      id: `${id}#${from}`,
      key: null,
      shown: { type: 'note', text: visible(`${part[0]?.[0] ?? ''} … ${part.at(-1)?.[0] ?? ''}`) },
      children: () => part.map(([key, value]) => jsonNode(`${id}/${key}`, key, value, depth)),
      isOpen: from === 0,
    });
  }
  return parts;
}

function branch(id: string, key: string | null, value: object, depth: number): JsonNode {
  const isList = Array.isArray(value);
  // Object.entries takes own properties only: a key such as __proto__ is a key like any other.
  const entries: readonly Entry[] = Object.entries(value);
  const size = entries.length;
  const empty = isList ? '[]' : '{}';
  const words = isList ? plural(size, 'item') : plural(size, 'key');
  return {
    id,
    key,
    shown: { type: 'note', text: size === 0 ? empty : `${isList ? '[…]' : '{…}'} ${words}` },
    children: size === 0 ? null : () => partsOf(id, entries, depth + 1),
    isOpen: depth < OPEN_DEPTH && (depth === 0 || size <= OPEN_SIZE),
  };
}

function jsonNode(id: string, name: string | null, value: unknown, depth = 0): JsonNode {
  const key = name === null ? null : visible(name);
  if (typeof value === 'object' && value !== null) return branch(id, key, value, depth);
  if (typeof value === 'string') return textNode(id, key, value);
  const type = typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'null';
  return { id, key, shown: { type, text: String(value) }, children: null, isOpen: false };
}

/** The value's own parts at the top level; a plain value is a single node. */
export function jsonNodes(value: unknown): readonly JsonNode[] {
  const root = jsonNode('', null, value);
  return root.children?.() ?? [root];
}
