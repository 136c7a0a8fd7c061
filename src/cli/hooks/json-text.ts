// Inserts and removes values in JSON text. The bytes around them stay as they are, whatever their layout.

import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';

type Step = string | number;

interface Layout {
  readonly unit: string;
  readonly eol: string;
}

/** Indentation and line ends of the text. */
function layoutOf(text: string): Layout {
  return { unit: /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ', eol: text.includes('\r\n') ? '\r\n' : '\n' };
}

/** The indentation of the line at an offset. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** A value over several lines, indented. */
function laidOut(value: unknown, indent: string, { unit, eol }: Layout): string {
  return JSON.stringify(value, null, unit).split('\n').join(`${eol}${indent}`);
}

interface Item {
  /** Null inside a list. */
  readonly key: string | null;
  readonly value: unknown;
}

function itemText({ key, value }: Item, indent: string, layout: Layout | null): string {
  const text = layout === null ? JSON.stringify(value) : laidOut(value, indent, layout);
  return key === null ? text : `${JSON.stringify(key)}: ${text}`;
}

/** After the last item of a list or an object; on its own line where the others have one. */
function append(text: string, container: Node, item: Item): string {
  const layout = layoutOf(text);
  const last = container.children?.at(-1);
  if (last === undefined) {
    const outer = indentAt(text, container.offset);
    const inner = outer + layout.unit;
    const inside = text.slice(container.offset + 1, container.offset + container.length - 1);
    // An empty container may hold a comment.
    const kept = inside.trim() === '' ? '' : inside.trimEnd();
    const body = `${kept}${layout.eol}${inner}${itemText(item, inner, layout)}${layout.eol}${outer}`;
    return text.slice(0, container.offset + 1) + body + text.slice(container.offset + container.length - 1);
  }
  const end = last.offset + last.length;
  const isSpread = text.slice(container.offset, last.offset).includes('\n');
  const indent = indentAt(text, last.offset);
  const added = isSpread ? `,${layout.eol}${indent}${itemText(item, indent, layout)}` : `, ${itemText(item, '', null)}`;
  return text.slice(0, end) + added + text.slice(end);
}

function nodeAt(text: string, path: readonly Step[]): Node | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true, disallowComments: false });
  return root === undefined ? undefined : findNodeAtLocation(root, [...path]);
}

/** The text with a value added at the end of the list or object at `path`. */
export function insertAt(text: string, path: readonly Step[], item: Item): string {
  const container = nodeAt(text, path);
  return container === undefined ? text : append(text, container, item);
}

/** The text with another value at `path`. */
export function replaceAt(text: string, path: readonly Step[], value: unknown): string {
  const node = nodeAt(text, path);
  if (node === undefined) return text;
  const isSpread = text.slice(node.offset, node.offset + node.length).includes('\n');
  const indent = indentAt(text, node.offset);
  const written = isSpread ? laidOut(value, indent, layoutOf(text)) : JSON.stringify(value);
  return text.slice(0, node.offset) + written + text.slice(node.offset + node.length);
}

/** The text without the value at `path`, and without its comma. */
export function removeAt(text: string, path: readonly Step[]): string {
  const value = nodeAt(text, path);
  const item = value?.parent?.type === 'property' ? value.parent : value;
  const siblings = item?.parent?.children ?? [];
  if (item === undefined || item.parent === undefined) return text;
  const at = siblings.indexOf(item);
  const [previous, next] = [siblings[at - 1], siblings[at + 1]];
  const end = item.offset + item.length;
  if (previous !== undefined) return text.slice(0, previous.offset + previous.length) + text.slice(end);
  if (next !== undefined) return text.slice(0, item.offset) + text.slice(next.offset);
  const { offset, length } = item.parent;
  const rest = text.slice(offset + 1, item.offset) + text.slice(end, offset + length - 1).replace(/^\s*,/, '');
  return text.slice(0, offset + 1) + (rest.trim() === '' ? '' : rest) + text.slice(offset + length - 1);
}
