// Nested calls: tools that ran inside a script and are known only from the record of their end. Evidence: B4.

import type { Memory } from './memory.ts';

/** Ids made by code mode; they match no call of the model. */
const NESTED_ID = /^exec-/;

export function isNestedId(id: string): boolean {
  return NESTED_ID.test(id);
}

/**
 * The script that was open at that place: the last one, of the same turn if both are known. A command may outlive the script that
 * started it: then the last script of the turn.
 */
export function scriptAround(turn: string | null, memory: Memory): string | undefined {
  const open = [...memory.scripts.values()];
  const same = open.findLast((script) => turn !== null && script.turn === turn);
  const free = open.findLast((script) => turn === null || script.turn === null);
  const last = memory.lastScript !== null && memory.lastScript.turn === turn ? memory.lastScript : undefined;
  return (same ?? free ?? last)?.call;
}

export function openScript(call: string, turn: string | null, memory: Memory): void {
  memory.lastScript = { call, turn };
  memory.keepNamed(memory.scripts, call, memory.lastScript);
}

export function closeScript(call: string, memory: Memory): void {
  memory.scripts.delete(call);
}
