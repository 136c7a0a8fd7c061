// Sort order, shown columns and column widths of a table. They are in the URL; columns are remembered for other URLs as
// well.

import { signal } from '@preact/signals';
import { goWith, place } from './route.ts';

export interface Order {
  readonly id: string;
  readonly isDown: boolean;
}

/** The user's choice for a column; the rest is up to the table. */
export interface ColumnChoice {
  readonly isShown?: boolean | undefined;
  readonly width?: number | undefined;
}

export type ColumnChoices = ReadonlyMap<string, ColumnChoice>;

export const LEAST_WIDTH = 30;
export const MOST_WIDTH = 1200;

/** The query parameter, with the table's name on pages with several tables. */
function questionFor(what: 'sort' | 'cols', table: string): string {
  return table === '' ? what : `${what}.${table}`;
}

export function orderOf(table: string): Order | null {
  const text = place.value.query.get(questionFor('sort', table)) ?? '';
  if (text === '') return null;
  return text.startsWith('-') ? { id: text.slice(1), isDown: true } : { id: text, isDown: false };
}

/** Sorts by a column, then in the other direction, then in the default order. */
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

/** Incremented when the remembered columns change: the page that writes to storage gets no event. */
const remembered = signal(0);

function storeKey(kind: string): string {
  return `toolscope.columns.${kind}`;
}

/** A width while it is being dragged: the URL is changed once, at the end. */
const draft = signal<{ readonly table: string; readonly id: string; readonly width: number } | null>(null);

export function dragWidth(table: string, id: string, width: number): void {
  draft.value = { table, id, width: Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width)) };
}

/** Saves the dragged width. */
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
