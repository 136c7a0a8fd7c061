// Edits an agent's settings as text: only what has to change is touched, so that comments, order and spacing stay as they
// are. Pure.

import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { AppError } from '../../base/app-error.ts';
import { asArray, asObject, asString, type JsonObject } from '../../base/json.ts';
import { type HookEntry, type HookKind, kindOf } from './hook-entry.ts';
import { insertAt, removeAt, replaceAt } from './json-text.ts';

const BYTE_ORDER_MARK = '\ufeff';
const PARSING = { allowTrailingComma: true, disallowComments: false };

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function refused(path: string, why: string): AppError {
  return new AppError('refused', `${path} was left as it is: ${why}`, {
    hint: 'Fix it, or add the hooks by hand: --print shows them.',
  });
}

/** The parsed settings; throws if they must not be touched. */
function settingsOf(text: string, path: string): JsonObject {
  const errors: ParseError[] = [];
  const value: unknown = text.trim() === '' ? {} : parse(text, errors, PARSING);
  const [error] = errors;
  if (error !== undefined) {
    const what = printParseErrorCode(error.error);
    throw refused(path, `it is not valid JSON (${what} in line ${lineOf(text, error.offset)}).`);
  }
  const settings = asObject(value);
  if (settings === undefined) throw refused(path, 'it is not a JSON object.');
  return settings;
}

interface Place {
  readonly event: string;
  readonly group: number;
  readonly handler: number;
  readonly kind: HookKind;
  readonly value: JsonObject;
  /** How many handlers its group has, and how many groups its event. */
  readonly handlers: number;
  readonly groups: number;
}

function hooksOf(settings: JsonObject, path: string): JsonObject {
  const hooks = settings['hooks'];
  if (hooks === undefined) return {};
  const object = asObject(hooks);
  if (object === undefined) throw refused(path, 'its "hooks" is not an object.');
  for (const [event, groups] of Object.entries(object)) {
    if (asArray(groups) === undefined) throw refused(path, `its hooks for ${event} are not a list.`);
  }
  return object;
}

function placesIn(hooks: JsonObject): Place[] {
  const places: Place[] = [];
  for (const [event, groups] of Object.entries(hooks)) {
    const list = asArray(groups) ?? [];
    for (const [group, item] of list.entries()) {
      const handlers = asArray(asObject(item)?.['hooks']) ?? [];
      for (const [handler, value] of handlers.entries()) {
        const kind = kindOf(value);
        const object = asObject(value);
        if (kind === undefined || object === undefined) continue;
        places.push({ event, group, handler, kind, value: object, handlers: handlers.length, groups: list.length });
      }
    }
  }
  return places;
}

class Editor {
  text: string;
  readonly #mark: string;

  constructor(text: string) {
    this.#mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
    this.text = text.slice(this.#mark.length);
    if (this.text.trim() === '') this.text = '{}\n';
  }

  replace(path: readonly (string | number)[], value: unknown): void {
    this.text = replaceAt(this.text, path, value);
  }

  remove(path: readonly (string | number)[]): void {
    this.text = removeAt(this.text, path);
  }

  add(path: readonly (string | number)[], key: string | null, value: unknown): void {
    this.text = insertAt(this.text, path, { key, value });
  }

  get whole(): string {
    return this.#mark + this.text;
  }
}

interface InstalledHook {
  readonly event: string;
  readonly kind: HookKind;
  /** Of an HTTP hook: the URL it posts to. */
  readonly url: string | undefined;
}

/** Our entries in the settings. */
export function installedIn(text: string, path: string): readonly InstalledHook[] {
  const settings = settingsOf(text.replace(BYTE_ORDER_MARK, ''), path);
  return placesIn(hooksOf(settings, path)).map(({ event, kind, value }) => ({
    event,
    kind,
    url: asString(value['url']),
  }));
}

/** The settings with our entry for each event, once. Entries of an earlier installation are updated. */
export function withHooks(text: string, path: string, events: readonly string[], entry: HookEntry): string {
  const editor = new Editor(text);
  for (const event of events) {
    const settings = settingsOf(editor.text, path);
    const hooks = hooksOf(settings, path);
    const [known, ...more] = placesIn(hooks).filter((place) => place.event === event);
    if (known === undefined) {
      const group = { hooks: [entry] };
      if (!('hooks' in settings)) editor.add([], 'hooks', { [event]: [group] });
      else if (hooks[event] === undefined) editor.add(['hooks'], event, [group]);
      else editor.add(['hooks', event], null, group);
      continue;
    }
    for (const place of more.toReversed()) remove(editor, place);
    const isSame = Object.entries(entry).every(([key, value]) => known.value[key] === value);
    if (!isSame) editor.replace(['hooks', event, known.group, 'hooks', known.handler], entry);
  }
  return editor.whole;
}

function remove(editor: Editor, { event, group, handler, handlers, groups }: Place): void {
  if (handlers > 1) editor.remove(['hooks', event, group, 'hooks', handler]);
  else if (groups > 1) editor.remove(['hooks', event, group]);
  else editor.remove(['hooks', event]);
}

/** The settings without any entry of ours. */
export function withoutHooks(text: string, path: string): string {
  const editor = new Editor(text);
  let hadHooks = false;
  for (;;) {
    const settings = settingsOf(editor.text, path);
    const hooks = hooksOf(settings, path);
    const last = placesIn(hooks).at(-1);
    if (last !== undefined) {
      hadHooks = true;
      remove(editor, last);
      continue;
    }
    if (hadHooks && 'hooks' in settings && Object.keys(hooks).length === 0) editor.remove(['hooks']);
    return hadHooks ? editor.whole : text;
  }
}
