// Notebook cells in results: the agent's own objects, the notebook's own, and the text form.

import { asArray, asName, asNumber, asObject, asString, type JsonObject } from '../base/json.ts';
import { base64Bytes } from '../model/content.ts';
import type { ByteRef } from './byte-ref.ts';

export interface CellOutput {
  /** stream, execute_result, display_data, error. */
  readonly type: string;
  readonly text: string;
  readonly images: readonly ByteRef[];
}

export interface NotebookCell {
  readonly id: string | null;
  /** code, markdown or raw. */
  readonly type: string;
  readonly source: string;
  readonly language?: string | undefined;
  readonly executionCount: number | null;
  readonly outputs: readonly CellOutput[];
}

/** Texts may be one string or a list of lines. */
function joined(value: unknown): string {
  const lines = asArray(value);
  if (lines === undefined) return asString(value) ?? '';
  return lines.filter((line) => typeof line === 'string').join('');
}

function imageRef(data: string | undefined, mediaType: string | undefined, pointer: string): ByteRef[] {
  if (data === undefined || data === '') return [];
  return [{ from: 'structured', pointer, mediaType: mediaType ?? 'image/png', bytes: base64Bytes(data) }];
}

/** The notebook's own `data` map: media types to texts or base64. */
function bundle(data: JsonObject, pointer: string): { text: string; images: ByteRef[] } {
  const images: ByteRef[] = [];
  for (const [mediaType, value] of Object.entries(data)) {
    const step = mediaType.replaceAll('~', '~0').replaceAll('/', '~1');
    if (mediaType.startsWith('image/') && typeof value === 'string') {
      images.push(...imageRef(value, mediaType, `${pointer}/${step}`));
    }
  }
  return { text: joined(data['text/plain']), images };
}

function readOutput(raw: unknown, pointer: string): CellOutput | null {
  if (typeof raw === 'string') return { type: 'stream', text: raw, images: [] };
  const output = asObject(raw);
  if (output === undefined) return null;
  const type = asName(output['output_type']) ?? 'stream';
  const image = asObject(output['image']);
  const own = imageRef(asString(image?.['image_data']), asName(image?.['media_type']), `${pointer}/image/image_data`);
  const data = asObject(output['data']);
  const more = data === undefined ? { text: '', images: [] } : bundle(data, `${pointer}/data`);
  const error = asName(output['ename']);
  const said = joined(output['text']) || more.text;
  const trace =
    error === undefined ? '' : `${error}: ${asString(output['evalue']) ?? ''}\n${joined(output['traceback'])}`;
  return { type, text: said === '' ? trace : said, images: [...own, ...more.images] };
}

/** One cell; undefined if it has no source. `pointer` is its position in the structured result. */
export function readCell(raw: unknown, pointer: string): NotebookCell | undefined {
  const cell = asObject(raw);
  if (cell === undefined || !('source' in cell)) return undefined;
  const number = asNumber(cell['cell']) ?? asNumber(cell['cell_number']);
  const outputs = asArray(cell['outputs']) ?? [];
  return {
    id: asName(cell['cell_id']) ?? asName(cell['id']) ?? (number === undefined ? null : String(number)),
    type: asName(cell['cellType']) ?? asName(cell['cell_type']) ?? 'code',
    source: joined(cell['source']),
    language: asName(cell['language']),
    executionCount: asNumber(cell['execution_count']) ?? null,
    outputs: outputs.flatMap((output, at) => readOutput(output, `${pointer}/outputs/${at}`) ?? []),
  };
}

export function readCells(raw: unknown, pointer: string): NotebookCell[] {
  return (asArray(raw) ?? []).flatMap((cell, at) => readCell(cell, `${pointer}/${at}`) ?? []);
}

export function countCellImages(cells: readonly NotebookCell[]): number {
  let images = 0;
  for (const cell of cells) for (const output of cell.outputs) images += output.images.length;
  return images;
}

const OPEN = '<cell id="';

/** A tag at the start of a cell: `<cell_type>markdown</cell_type>`, `<language>r</language>`. */
function leadingTag(body: string, name: string): { value: string; rest: string } | null {
  const open = `<${name}>`;
  if (!body.startsWith(open)) return null;
  const close = body.indexOf(`</${name}>`);
  if (close === -1 || close > 200) return null;
  return { value: body.slice(open.length, close), rest: body.slice(close + name.length + 3) };
}

function textCell(id: string, whole: string): NotebookCell {
  let body = whole;
  const type = leadingTag(body, 'cell_type');
  if (type !== null) body = type.rest;
  const language = leadingTag(body, 'language');
  if (language !== null) body = language.rest;
  return {
    id,
    type: type?.value ?? 'code',
    source: body,
    language: language?.value,
    executionCount: null,
    outputs: [],
  };
}

/**
 * Cells of `<cell id="…">…</cell id="…">`; text between two cells is the first one's output. An unclosed cell takes the
 * rest, so that the time stays linear.
 */
export function readTextCells(text: string): NotebookCell[] {
  const cells: NotebookCell[] = [];
  let at = text.indexOf(OPEN);
  while (at !== -1) {
    const idEnd = text.indexOf('">', at + OPEN.length);
    if (idEnd === -1 || idEnd - at > 300) break;
    const id = text.slice(at + OPEN.length, idEnd);
    const close = `</cell id="${id}">`;
    const end = text.indexOf(close, idEnd);
    const cell = textCell(id, text.slice(idEnd + 2, end === -1 ? text.length : end));
    if (end === -1) {
      cells.push(cell);
      break;
    }
    const next = text.indexOf(OPEN, end + close.length);
    const between = text.slice(end + close.length, next === -1 ? text.length : next).trim();
    cells.push(between === '' ? cell : { ...cell, outputs: [{ type: 'stream', text: between, images: [] }] });
    at = next;
  }
  return cells;
}
