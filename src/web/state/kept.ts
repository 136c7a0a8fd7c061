// The state of a page when it was left: scroll position, and what its parts want to keep. Restored on going back. Kept per
// history entry, as long as the tab is open.

import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';

interface Left {
  readonly scrolled: readonly number[];
  readonly values: Readonly<Record<string, readonly string[]>>;
}

const KEY = 'toolscope.steps';
const MOST_STEPS = 200;
/** The scroll containers of pages. */
const SCROLLED = '.ts-rows, .page__body';
/** How long to wait for a page to be as long as it was. */
const PATIENCE_MS = 10_000;

const NONE: readonly string[] = [];
const readers = new Map<string, () => readonly string[]>();
const steps = new Map<string, Left>(stored());

/** Incremented when a history entry is revisited. */
const returns = signal(0);
let current = idOf(history.state) ?? newStep();
let cameFrom: string | null = null;

/** Accepts only what this file writes, whatever is in the storage. */
function stored(): [string, Left][] {
  try {
    const list: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? list.flatMap(readStep) : [];
  } catch {
    return [];
  }
}

function readStep(step: unknown): [string, Left][] {
  const [id, left]: readonly unknown[] = Array.isArray(step) ? step : [];
  if (typeof id !== 'string' || typeof left !== 'object' || left === null) return [];
  const tops: unknown = 'scrolled' in left ? left.scrolled : [];
  const kept: unknown = 'values' in left ? left.values : {};
  const values: Record<string, readonly string[]> = {};
  for (const [key, names] of Object.entries(kept ?? {})) values[key] = texts(names);
  return [[id, { scrolled: Array.isArray(tops) ? tops.map(Number) : [], values }]];
}

function texts(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : NONE;
}

function idOf(state: unknown): string | undefined {
  return typeof state === 'object' && state !== null && 'step' in state ? String(state.step) : undefined;
}

function newStep(): string {
  return `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
}

/** Call before the URL changes. */
export function leaveStep(): void {
  const values: Record<string, readonly string[]> = {};
  for (const [key, read] of readers) values[key] = read();
  const scrolled = [...document.querySelectorAll(SCROLLED)].map(({ scrollTop }) => scrollTop);
  steps.delete(current);
  steps.set(current, { scrolled, values });
  for (const old of steps.keys()) {
    if (steps.size <= MOST_STEPS) break;
    steps.delete(old);
  }
}

/** The state object of a history entry. */
export function stepState(isNew: boolean): { readonly step: string } {
  if (isNew) current = newStep();
  return { step: current };
}

/** After going back or forward; `from` is the URL that was left. */
export function returnToStep(from: string): void {
  cameFrom = from;
  current = idOf(history.state) ?? newStep();
  returns.value++;
  restoreScroll(steps.get(current)?.scrolled ?? []);
}

/** Whether this history entry was visited before: then the same part is in view. */
export function isReturn(): boolean {
  return steps.has(current);
}

/** The URL that was left by going back to this one. */
export function leftAddress(): string | null {
  return cameFrom;
}

export function forgetLeftAddress(): void {
  cameFrom = null;
}

/** Scrolls once the content is long enough again, unless the user scrolls meanwhile. */
function restoreScroll(scrolled: readonly number[]): void {
  const step = current;
  const end = performance.now() + PATIENCE_MS;
  const left = new Map(scrolled.map((top, i) => [i, top]));
  let isMoved = false;
  const stop = (): void => {
    isMoved = true;
  };
  addEventListener('wheel', stop, { once: true, passive: true });
  addEventListener('touchmove', stop, { once: true, passive: true });
  const look = (): void => {
    if (isMoved || step !== current || performance.now() > end) return;
    const boxes = document.querySelectorAll(SCROLLED);
    for (const [i, top] of left) {
      const box = boxes[i];
      if (box === undefined || box.scrollHeight - box.clientHeight < top) continue;
      box.scrollTop = top;
      left.delete(i);
    }
    if (left.size > 0) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Also across a reload. */
export function startKeeping(): void {
  history.scrollRestoration = 'manual';
  history.replaceState(stepState(false), '');
  addEventListener('pagehide', () => {
    leaveStep();
    sessionStorage.setItem(KEY, JSON.stringify([...steps]));
  });
  restoreScroll(steps.get(current)?.scrolled ?? []);
}

/** The list with the name, or without it if it has it. */
export function toggled(names: readonly string[], name: string): readonly string[] {
  return names.includes(name) ? names.filter((one) => one !== name) : [...names, name];
}

/** A list of names that is restored with its history entry. */
export function useKept(key: string): readonly [readonly string[], (names: readonly string[]) => void] {
  const recalled = (): readonly string[] => texts(steps.get(current)?.values[key]);
  const [names, setNames] = useState(recalled);
  const now = useRef(names);
  now.current = names;
  useEffect(() => {
    readers.set(key, () => now.current);
    return () => {
      readers.delete(key);
    };
  }, [key]);
  const seen = useRef(returns.value);
  if (seen.current !== returns.value) {
    seen.current = returns.value;
    setNames(recalled());
  }
  return [names, setNames];
}
