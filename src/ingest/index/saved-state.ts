// Owns a session's memory as bytes, for a later process to go on with.

import { deserialize, serialize } from 'node:v8';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { CallFacts } from '../../lifecycle/facts.ts';
import type { FoldState } from '../../lifecycle/fold-state.ts';
import type { Problem } from '../../model/problem.ts';
import type { SessionState as StoredState } from '../../store/index/session-batch.ts';
import type { SessionState } from '../live-session.ts';

/** To be raised whenever what a fold, a reader or a ledger keeps changes its shape: older states are then not used. */
const STATE_FORMAT = 8;

/** Smaller than deflate at its quickest, in two thirds of the time; one step up takes a third longer for 7 % less. */
const PACKING = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/**
 * Calls that are written down at once. 80,000 calls take 130 MB before they are packed, and the writer doubles its room as
 * it goes: in pieces, to save a long session takes hardly more memory than a short one.
 */
const PIECE_CALLS = 4096;

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
  readonly orphans: Memory['orphans'];
  readonly calls: readonly CallFacts[];
}

function packed(piece: Beginning | readonly CallFacts[]): Uint8Array[] {
  const body = brotliCompressSync(serialize(piece), PACKING);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(body.length);
  return [length, body];
}

/** The next calls, as many as fit a piece; none at the end. */
function nextOf(calls: Iterator<CallFacts>): CallFacts[] {
  const some: CallFacts[] = [];
  while (some.length < PIECE_CALLS) {
    const next = calls.next();
    if (next.done === true) break;
    some.push(next.value);
  }
  return some;
}

export function packMemory({ session: { fold, ...session }, orphans }: Memory): StoredState {
  const { calls, ...others } = fold;
  const left = calls.values();
  const pieces = packed({ session, fold: others, orphans, calls: nextOf(left) });
  for (let some = nextOf(left); some.length > 0; some = nextOf(left)) pieces.push(...packed(some));
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
  const { session, fold, orphans, calls: first }: Beginning = deserialize(next());
  const calls = new Map(first.map((facts) => [facts.callId, facts]));
  while (at < body.length) {
    const some: readonly CallFacts[] = deserialize(next());
    for (const facts of some) calls.set(facts.callId, facts);
  }
  return { session: { ...session, fold: { ...fold, calls } }, orphans };
}
