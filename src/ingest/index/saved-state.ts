// Owns a session's memory as bytes, for a later process to go on with.

import { deserialize, serialize } from 'node:v8';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { CallBookState } from '../../lifecycle/call-book.ts';
import type { FoldState } from '../../lifecycle/fold-state.ts';
import type { Problem } from '../../model/problem.ts';
import type { SessionState as StoredState } from '../../store/index/session-batch.ts';
import type { SessionState } from '../live-session.ts';

/** To be raised whenever what a fold, a reader or a ledger keeps changes its shape: older states are then not used. */
const STATE_FORMAT = 9;

/** Smaller than deflate at its quickest, in two thirds of the time; one step up takes a third longer for 7 % less. */
const PACKING = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/**
 * Calls that are written down at once. 80,000 calls take 40 MB before they are compressed, and the writer doubles its room
 * as it goes: in pieces, to save a long session takes hardly more memory than a short one.
 */
const PIECE_CALLS = 4096;

/** Some calls: their ids and, in the same order, their facts. */
type Calls = Pick<CallBookState, 'ids' | 'facts'>;

/** Before each piece stands its length. */
const LENGTH_BYTES = 4;

export interface Memory {
  readonly session: SessionState;
  /** Results whose call was never seen, by call id. */
  readonly orphans: ReadonlyMap<string, Problem>;
}

/** The first piece. All others hold further calls. */
interface Beginning {
  readonly session: Omit<SessionState, 'fold'>;
  readonly fold: Omit<FoldState, 'calls'>;
  readonly texts: CallBookState['texts'];
  readonly orphans: Memory['orphans'];
  readonly calls: Calls;
}

function packed(piece: Beginning | Calls): Uint8Array[] {
  const body = brotliCompressSync(serialize(piece), PACKING);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(body.length);
  return [length, body];
}

function pieceOf({ ids, facts }: Calls, start: number): Calls {
  return { ids: ids.slice(start, start + PIECE_CALLS), facts: facts.slice(start, start + PIECE_CALLS) };
}

export function packMemory({ session: { fold, ...session }, orphans }: Memory): StoredState {
  const { calls, ...others } = fold;
  const pieces = packed({ session, fold: others, texts: calls.texts, orphans, calls: pieceOf(calls, 0) });
  for (let start = PIECE_CALLS; start < calls.ids.length; start += PIECE_CALLS) {
    pieces.push(...packed(pieceOf(calls, start)));
  }
  return { format: STATE_FORMAT, body: Buffer.concat(pieces) };
}

/** Undefined when the bytes are another version's, or damaged: then the session is read again from its beginning. */
export function unpackMemory({ format, body }: StoredState): Memory | undefined {
  if (format !== STATE_FORMAT) return undefined;
  try {
    return unpacked(body);
  } catch {
    return undefined;
  }
}

/** Our own bytes: the format's number vouches for their shape. */
function unpacked(body: Uint8Array): Memory {
  const lengths = new DataView(body.buffer, body.byteOffset, body.byteLength);
  let at = 0;
  const next = (): Uint8Array => {
    const start = at + LENGTH_BYTES;
    at = start + lengths.getUint32(at, true);
    return brotliDecompressSync(body.subarray(start, at));
  };
  const { session, fold, texts, orphans, calls }: Beginning = deserialize(next());
  const ids = [...calls.ids];
  const facts = [...calls.facts];
  while (at < body.length) {
    const some: Calls = deserialize(next());
    ids.push(...some.ids);
    facts.push(...some.facts);
  }
  return { session: { ...session, fold: { ...fold, calls: { ids, facts, texts } } }, orphans };
}
