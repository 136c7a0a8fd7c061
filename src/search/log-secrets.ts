// Finds the secrets that sit in logs already, and in outputs that an agent wrote next to them: each once per session, with the place
// where it stands first.

import { AppError } from '../base/app-error.ts';
import type { ByteLine } from '../base/lines.ts';
import { parseInstant } from '../base/time.ts';
import type { Redactor } from '../redaction/redactor.ts';
import type { LogOpener, OpenLog } from '../sources/files/open-log.ts';
import { readLines } from '../sources/json-lines/read-lines.ts';
import { openBelow, type PlaceBelow, pathBelow } from '../sources/kinds/open-below.ts';

export interface LogSecret {
  /** The rule, and in words what kind of secret that is. */
  readonly rule: string;
  readonly kind: string;
  /** Enough to recognise it by, if its kind has a telling beginning. */
  readonly masked: string;
  readonly path: string;
  readonly line: number;
  /** When the record there was written, as it says itself. */
  readonly at: number | null;
  /** In how many places of the session it is. */
  readonly count: number;
}

export interface SecretPlace {
  readonly path: string;
  readonly line: number;
}

export interface SecretsReport {
  readonly secrets: readonly LogSecret[];
  /** Every line of a log that holds one, up to a limit: for marks on what these lines tell. */
  readonly places: readonly SecretPlace[];
  readonly bytes: number;
  /** Files that could not be read, and lines too long to be looked through. */
  readonly unreadable: number;
}

/** Lines are scanned together: one at a time would take three times as long. */
const BATCH_BYTES = 256 * 1024;
/** Others get their turn after so many bytes: an eighth of this is read at once. */
const BLOCK_BYTES = 128 * 1024;
const MOST_PLACES = 1000;
const LONGEST_SHOWN = 24;
/** A value shorter than this is a password, and shows nothing. */
const LEAST_TELLING = 20;

const LEAST_WITH_END = 36;

/** Kinds whose beginning is the same for all, or says which one it is without giving it away. */
const TELLS_NOTHING = new Set(['password', 'url-password', 'private-key', 'cookie', 'authorization', 'key', 'header']);

export function maskedValue(rule: string, value: string): string {
  const isTelling = value.length >= LEAST_TELLING && !TELLS_NOTHING.has(rule) && /^[\w.+/-]+$/.test(value);
  if (!isTelling) return '*'.repeat(8);
  const shown = value.slice(0, 6).padEnd(Math.min(value.length, LONGEST_SHOWN), '*');
  // Of a long one also its end, by which services tell their keys apart.
  return value.length < LEAST_WITH_END ? shown : shown.slice(0, -4) + value.slice(-4);
}

/** A time that stands in a record by itself: times inside texts have escaped quotes. */
function timeOf(line: string): number | null {
  const [, time] = /"(\d{4}-\d\d-\d\dT[\d:.]{8,}Z)"/.exec(line) ?? [];
  return parseInstant(time);
}

class SessionSecrets {
  readonly #redactor: Redactor;
  readonly #found = new Map<string, LogSecret>();
  readonly #places = new Map<string, SecretPlace>();
  #batch: Buffer[] = [];
  #lines: number[] = [];
  #size = 0;
  #path = '';
  #isJson = true;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** `isJson`: a line of a log, and not of any text. */
  add(path: string, { bytes, line }: ByteLine, isJson: boolean): void {
    if (path !== this.#path) this.#scan();
    this.#path = path;
    this.#isJson = isJson;
    this.#batch.push(Buffer.from(bytes));
    this.#lines.push(line);
    this.#size += bytes.length;
    if (this.#size >= BATCH_BYTES) this.#scan();
  }

  all(): LogSecret[] {
    this.#scan();
    return [...this.#found.values()];
  }

  get places(): SecretPlace[] {
    return [...this.#places.values()];
  }

  #scan(): void {
    const batch = this.#batch;
    const bytes = Buffer.concat(batch.flatMap((line) => [line, Buffer.from('\n')]));
    let row = 0;
    let start = 0;
    for (const { rule, name, start: at, end } of this.#redactor.find(bytes, { isJson: this.#isJson })) {
      for (let length = batch[row]?.length ?? 0; start + length < at && row < batch.length; ) {
        start += length + 1;
        row++;
        length = batch[row]?.length ?? 0;
      }
      this.#keep(rule, name, bytes.subarray(at, end).toString(), row);
    }
    [this.#batch, this.#lines, this.#size] = [[], [], 0];
  }

  #keep(rule: string, kind: string, value: string, row: number): void {
    const place = { path: this.#path, line: this.#lines[row] ?? 0 };
    if (this.#isJson && this.#places.size < MOST_PLACES) this.#places.set(`${place.path} ${place.line}`, place);
    const key = `${rule} ${value}`;
    const known = this.#found.get(key);
    this.#found.set(
      key,
      known === undefined
        ? {
            rule,
            kind,
            masked: maskedValue(rule, value),
            ...place,
            at: timeOf(this.#batch[row]?.toString() ?? ''),
            count: 1,
          }
        : { ...known, count: known.count + 1 },
    );
  }
}

export interface SecretsOptions {
  readonly open: LogOpener;
  /** Outputs too large for the logs, which the agent wrote next to them. */
  readonly outputs?: readonly PlaceBelow[];
  readonly redactor: Redactor;
  readonly signal?: AbortSignal;
  readonly onFile?: (bytes: number) => void;
}

function openOutput(place: PlaceBelow): OpenLog {
  const file = openBelow(place);
  if (file === undefined) throw new AppError('path-not-found', `There is no file ${pathBelow(place)}.`);
  return file;
}

/** Of the logs of one session. */
export async function secretsIn(paths: readonly string[], options: SecretsOptions): Promise<SecretsReport> {
  const { redactor, signal, onFile, outputs = [] } = options;
  const found = new SessionSecrets(redactor);
  let bytes = 0;
  let unreadable = 0;
  const logs = paths.map((path) => ({ path, open: options.open, isJson: true }));
  const others = outputs.map((place) => ({ path: pathBelow(place), open: () => openOutput(place), isJson: false }));
  for (const { path, open, isJson } of [...logs, ...others]) {
    signal?.throwIfAborted();
    try {
      const add = (line: ByteLine): void => {
        if (line.isTooLong === true) unreadable++;
        else found.add(path, line, isJson);
      };
      const read = await readLines(path, add, {
        partial: true,
        open,
        blockBytes: BLOCK_BYTES,
        stop: () => signal?.aborted === true,
      });
      bytes += read.bytes;
      onFile?.(read.bytes);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      unreadable++;
    }
  }
  signal?.throwIfAborted();
  return { secrets: found.all(), places: found.places, bytes, unreadable };
}
