// `workspace.yaml`, next to the log of a session: its title. Of YAML only lines of the form `name: value` are read.

import { asName, asObject, parseJson } from '../../base/json.ts';
import { MAIN_THREAD, type Observation, type SessionFields } from '../../model/observation.ts';
import type { OpenFile } from '../format.ts';

const LINE = /^([a-z_]{1,40}):[ \t]{1,20}(\S.{0,2000})$/gm;

/** Undefined for a value that continues on other lines, or is not text. */
function scalar(value: string): string | undefined {
  if (value.startsWith('"')) {
    const parsed = parseJson(value);
    return parsed.ok && typeof parsed.value === 'string' ? parsed.value : undefined;
  }
  if (value.startsWith("'"))
    return /^'(?:[^']|'')*'$/.test(value) ? value.slice(1, -1).replaceAll("''", "'") : undefined;
  if (/^[|>&*!%@`[{]/.test(value) || value === '~' || value === 'null') return undefined;
  const comment = value.search(/[ \t]#/);
  return comment === -1 ? value : value.slice(0, comment).trimEnd();
}

export function parseWorkspace(text: string): Readonly<Record<string, string>> {
  const pairs = [...text.matchAll(LINE)].flatMap(([, name = '', value = '']) => {
    const read = scalar(value.trimEnd());
    return read === undefined ? [] : [[name, read] as const];
  });
  return Object.fromEntries(pairs);
}

/** A name is a person's, or the model's; older versions had a summary instead. */
export function readWorkspace(file: OpenFile, _what: string, value: unknown): Observation[] {
  const workspace = asObject(value) ?? {};
  const name = asName(workspace['name']);
  const title = name ?? asName(workspace['summary']);
  if (title === undefined) return [];
  const isPersons = name !== undefined && workspace['user_named'] === 'true';
  const fields: SessionFields = { title, titleBy: isPersons ? 'user' : 'model' };
  const ref = { source: file.source, line: 1, offset: 0, length: 0 };
  return [{ kind: 'session-described', ref, at: null, thread: MAIN_THREAD, fields }];
}
