// How a table is looked at: what it is sorted by, which columns it shows and how wide they are. The address holds it; the
// columns are remembered for the next address as well.

import { signal } from '@preact/signals';
import { goWith, place } from './route.ts';

export interface Order {
  readonly id: string;
  readonly isDown: boolean;
}

/** What somebody chose for a column; the rest is left to the table. */
export interface ColumnChoice {
  readonly isShown?: boolean | undefined;
  readonly width?: number | undefined;
}

export type ColumnChoices = ReadonlyMap<string, ColumnChoice>;

export const LEAST_WIDTH = 30;
export const MOST_WIDTH = 1200;

/** A page with several tables names each of them. */
function questionFor(what: 'sort' | 'cols', table: string): string {
  return table === '' ? what : `${what}.${table}`;
}

export function orderOf(table: string): Order | null {
  const text = place.value.query.get(questionFor('sort', table)) ?? '';
  if (text === '') return null;
  return text.startsWith('-') ? { id: text.slice(1), isDown: true } : { id: text, isDown: false };
}

/** Sorts by a column, then the other way round, then as at first. */
export function sortBy(table: string, id: string, isFirstDown: boolean): void {
  const now = orderOf(table);
  const isSecond = now?.id === id && now.isDown === isFirstDown;
  const isThird = now?.id === id && now.isDown !== isFirstDown;
  const isDown = isSecond ? !isFirstDown : isFirstDown;
  goWith({ [questionFor('sort', table)]: isThird ? undefined : `${isDown ? '-' : ''}${id}` }, { replace: true });
}

/** `model,-size,ms:120`: shown, hidden, and shown with a width. */
function readChoices(text: string): ColumnChoices {
  const choices = new Map<string, ColumnChoice>();
  for (const part of text.split(',')) {
    const found = /^(-|~)?([\w-]+)(?::(\d{1,4}))?$/.exec(part);
    if (found === null) continue;
    const [, mark, id = '', width] = found;
    choices.set(id, {
      ...(mark === '~' ? {} : { isShown: mark !== '-' }),
      ...(width === undefined ? {} : { width: Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, Number(width))) }),
    });
  }
  return choices;
}

function writeChoices(choices: ColumnChoices): string {
  return [...choices]
    .filter(([, { isShown, width }]) => isShown !== undefined || width !== undefined)
    .map(([id, { isShown, width }]) => {
      const mark = isShown === undefined ? '~' : isShown ? '' : '-';
      return `${mark}${id}${width === undefined ? '' : `:${width}`}`;
    })
    .join(',');
}

/** Raised when something else is remembered: storage tells nobody in its own page. */
const remembered = signal(0);

function storeKey(kind: string): string {
  return `toolscope.columns.${kind}`;
}

/** A width while it is being dragged: the address is changed once, at the end. */
const draft = signal<{ readonly table: string; readonly id: string; readonly width: number } | null>(null);

export function dragWidth(table: string, id: string, width: number): void {
  draft.value = { table, id, width: Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width)) };
}

/** What was dragged last is meant. */
export function keepWidth(kind: string): void {
  const dragged = draft.value;
  draft.value = null;
  if (dragged !== null) choose(dragged.table, kind, dragged.id, { width: dragged.width });
}

/** `kind`: tables of the same kind, such as those of all sessions, share what is remembered. */
export function choicesOf(table: string, kind: string): ColumnChoices {
  const text = place.value.query.get(questionFor('cols', table));
  remembered.value;
  const choices = readChoices(text ?? localStorage.getItem(storeKey(kind)) ?? '');
  const dragged = draft.value;
  if (dragged === null || dragged.table !== table) return choices;
  return new Map([...choices, [dragged.id, { ...choices.get(dragged.id), width: dragged.width }]]);
}

function keep(table: string, kind: string, choices: ColumnChoices): void {
  const text = writeChoices(choices);
  if (text === '') localStorage.removeItem(storeKey(kind));
  else localStorage.setItem(storeKey(kind), text);
  remembered.value++;
  goWith({ [questionFor('cols', table)]: text }, { replace: true });
}

export function choose(table: string, kind: string, id: string, change: ColumnChoice): void {
  const choices = new Map(choicesOf(table, kind));
  choices.set(id, { ...choices.get(id), ...change });
  keep(table, kind, choices);
}

export function forgetChoices(table: string, kind: string): void {
  keep(table, kind, new Map());
}
