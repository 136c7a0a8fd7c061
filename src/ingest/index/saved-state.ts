// Owns a session's memory as bytes, for a later process to go on with.

import { deserialize, serialize } from 'node:v8';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { CallBookState } from '../../lifecycle/call-book.ts';
import type { FoldState } from '../../lifecycle/fold-state.ts';
import type { TreeState } from '../../lifecycle/tree.ts';
import type { Problem } from '../../model/problem.ts';
import type { SessionState as StoredState } from '../../store/index/session-batch.ts';
import type { SessionState } from '../live-session.ts';

/** To be raised whenever what a fold, a reader or a ledger keeps changes its shape: older states are then not used. */
const STATE_FORMAT = 10;

/** Smaller than deflate at its quickest, in two thirds of the time; one step up takes a third longer for 7 % less. */
const PACKING = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/**
 * Calls that are written down at once. 100,000 calls take 100 MB before they are compressed, tables included, and the writer
 * doubles its room as it goes: in pieces, to save a long session takes hardly more memory than a short one.
 */
const PIECE_CALLS = 4096;

/** Some calls: their ids and, in the same order, their facts. */
type Calls = Pick<CallBookState, 'ids' | 'facts'>;

export interface Memory {
  readonly session: SessionState;
  /** Results whose call was never seen, by call id. */
  readonly orphans: ReadonlyMap<string, Problem>;
}

type Tables = Pick<FoldState, 'usage' | 'byRecord'> & Pick<TreeState, 'table'>;

/** The first piece, and of a short session the only one. */
interface Beginning {
  readonly session: Omit<SessionState, 'fold'>;
  readonly fold: Omit<FoldState, 'calls' | 'tree' | 'usage' | 'byRecord'>;
  readonly tree: Omit<TreeState, 'table'>;
  readonly texts: CallBookState['texts'];
  readonly orphans: Memory['orphans'];
  readonly calls: Calls;
  /** The largest tables; null when they follow, each by itself. */
  readonly tables: Tables | null;
  /** Pieces with further calls, after the tables. */
  readonly pieces: number;
}

function packed(piece: Beginning | Tables[keyof Tables] | Calls): Uint8Array {
  return brotliCompressSync(serialize(piece), PACKING);
}

function pieceOf({ ids, facts }: Calls, start: number): Calls {
  return { ids: ids.slice(start, start + PIECE_CALLS), facts: facts.slice(start, start + PIECE_CALLS) };
}

function* piecesOf({ session: { fold, ...session }, orphans }: Memory): Generator<Uint8Array> {
  const { calls, tree, usage, byRecord, ...others } = fold;
  const { table, ...branches } = tree;
  const further = Math.max(0, Math.ceil(calls.ids.length / PIECE_CALLS) - 1);
  yield packed({
    session,
    fold: others,
    tree: branches,
    texts: calls.texts,
    orphans,
    calls: pieceOf(calls, 0),
    tables: further === 0 ? { table, usage, byRecord } : null,
    pieces: further,
  });
  if (further === 0) return;
  yield packed(table);
  yield packed(usage);
  yield packed(byRecord);
  for (let piece = 1; piece <= further; piece++) yield packed(pieceOf(calls, piece * PIECE_CALLS));
}

/** A long session's pieces are made as they are asked for: it must not go on before. */
export function packMemory(memory: Memory): StoredState {
  const pieces = { [Symbol.iterator]: () => piecesOf(memory) };
  const isShort = memory.session.fold.calls.ids.length <= PIECE_CALLS;
  return { format: STATE_FORMAT, pieces: isShort ? [...pieces] : pieces };
}

/** Undefined when the bytes are another version's, or damaged: then the session is read again from its beginning. */
export function unpackMemory({ format, pieces }: StoredState): Memory | undefined {
  if (format !== STATE_FORMAT) return undefined;
  try {
    return unpacked(pieces);
  } catch {
    return undefined;
  }
}

/** Our own bytes: the format's number vouches for their shape. */
function unpacked(pieces: Iterable<Uint8Array>): Memory {
  const left = pieces[Symbol.iterator]();
  const next = (): Buffer => {
    const piece = left.next();
    if (piece.done === true) throw new RangeError('Some of the state is missing.');
    return brotliDecompressSync(piece.value);
  };
  const beginning: Beginning = deserialize(next());
  const { session, orphans, texts, calls } = beginning;
  // One after the other, as they were written.
  const tables: Tables = beginning.tables ?? {
    table: deserialize(next()),
    usage: deserialize(next()),
    byRecord: deserialize(next()),
  };
  const { table, usage, byRecord } = tables;
  const ids = [...calls.ids];
  const facts = [...calls.facts];
  for (let piece = 1; piece <= beginning.pieces; piece++) {
    const some: Calls = deserialize(next());
    ids.push(...some.ids);
    facts.push(...some.facts);
  }
  const tree: TreeState = { ...beginning.tree, table };
  const fold: FoldState = { ...beginning.fold, tree, usage, byRecord, calls: { ids, facts, texts } };
  return { session: { ...session, fold }, orphans };
}
