// Serializes a session's memory, for a later process to continue with.

import { deserialize, serialize } from 'node:v8';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { CallsByIdState } from '../lifecycle/calls-by-id.ts';
import type { FoldState } from '../lifecycle/fold-state.ts';
import type { TreeState } from '../lifecycle/tree.ts';
import type { Problem } from '../model/problem.ts';
import type { ReadingState } from '../reading/live-session.ts';
import type { StoredState } from '../store/session-batch.ts';

/** Raise this whenever the shape of what a fold, a reader or a ledger keeps changes: older states are then not used. */
const STATE_FORMAT = 14;

/** Smaller than the fastest deflate, in two thirds of the time; one step up takes a third longer for 7 % less. */
const PACKING = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/**
 * Calls serialized at once. 100,000 calls take 100 MB before compression, tables included, and the serializer doubles its buffer as
 * it goes: in pieces, saving a long session takes hardly more memory than a short one.
 */
const PIECE_CALLS = 4096;

/** Some calls: their ids and, in the same order, their facts. */
type Calls = Pick<CallsByIdState, 'ids' | 'facts'>;

export interface Memory {
  readonly session: ReadingState;
  /** Results whose call was never seen, by call id. */
  readonly orphans: ReadonlyMap<string, Problem>;
}

type Rest = Omit<FoldState, 'calls'>;

/** The first piece, and the only one of a short session. */
interface Beginning {
  readonly session: Omit<ReadingState, 'fold'>;
  readonly orphans: Memory['orphans'];
  readonly texts: CallsByIdState['texts'];
  readonly calls: Calls;
  /** Null when it follows in pieces, before those with further calls. */
  readonly rest: Rest | null;
  readonly further: { readonly members: number; readonly columns: number; readonly calls: number };
}

function packed(piece: object): Uint8Array {
  return brotliCompressSync(serialize(piece), PACKING);
}

/** One object for each member. */
function membersOf(whole: object): object[] {
  return Object.entries(whole).map(([name, value]) => ({ [name]: value }));
}

function callsFrom({ ids, facts }: Calls, start: number): Calls {
  return { ids: ids.slice(start, start + PIECE_CALLS), facts: facts.slice(start, start + PIECE_CALLS) };
}

function* piecesOf({ session: { fold, ...session }, orphans }: Memory): Generator<Uint8Array> {
  const { calls, ...rest } = fold;
  const { table, ...tree } = rest.tree;
  const isLong = calls.ids.length > PIECE_CALLS;
  // Half of it all is the table: its columns are packed one by one too.
  const members = isLong ? membersOf({ ...rest, tree }) : [];
  const columns = isLong ? membersOf(table) : [];
  const further = {
    members: members.length,
    columns: columns.length,
    calls: isLong ? Math.ceil(calls.ids.length / PIECE_CALLS) - 1 : 0,
  };
  const first: Beginning = {
    session,
    orphans,
    texts: calls.texts,
    calls: callsFrom(calls, 0),
    rest: isLong ? null : rest,
    further,
  };
  yield packed(first);
  for (const part of [...members, ...columns]) yield packed(part);
  for (let piece = 1; piece <= further.calls; piece++) yield packed(callsFrom(calls, piece * PIECE_CALLS));
}

/** A long session's pieces are made on demand: the session must not continue before that. */
export function packMemory(memory: Memory): StoredState {
  const pieces = { [Symbol.iterator]: () => piecesOf(memory) };
  const isShort = memory.session.fold.calls.ids.length <= PIECE_CALLS;
  return { format: STATE_FORMAT, pieces: isShort ? [...pieces] : pieces };
}

/** Undefined when the bytes are from another version, or damaged: then the session is read again from its beginning. */
export function unpackMemory({ format, pieces }: StoredState): Memory | undefined {
  if (format !== STATE_FORMAT) return undefined;
  try {
    return unpacked(pieces);
  } catch {
    return undefined;
  }
}

/** Our own bytes: the format number guarantees their shape. */
function unpacked(pieces: Iterable<Uint8Array>): Memory {
  const left = pieces[Symbol.iterator]();
  const next = (): Buffer => {
    const piece = left.next();
    if (piece.done === true) throw new RangeError('Some of the state is missing.');
    return brotliDecompressSync(piece.value);
  };
  const { session, orphans, texts, calls, ...beginning }: Beginning = deserialize(next());
  const rest = beginning.rest ?? restOf(next, beginning.further);
  const ids = [...calls.ids];
  const facts = [...calls.facts];
  for (let piece = 1; piece <= beginning.further.calls; piece++) {
    const some: Calls = deserialize(next());
    ids.push(...some.ids);
    facts.push(...some.facts);
  }
  return { session: { ...session, fold: { ...rest, calls: { ids, facts, texts } } }, orphans };
}

function restOf(next: () => Buffer, { members, columns }: Beginning['further']): Rest {
  const parts = (count: number): object[] => Array.from({ length: count }, () => deserialize(next()));
  const rest: Rest = Object.assign({}, ...parts(members));
  const table: TreeState['table'] = Object.assign({}, ...parts(columns));
  return { ...rest, tree: { ...rest.tree, table } };
}
