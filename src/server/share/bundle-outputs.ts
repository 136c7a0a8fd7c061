// Outputs too large for a log, as files of a bundle: from next to the log or from the archive, redacted, and up to a limit.

import { dirname } from 'node:path';
import { outputPlace, spilledOutputs } from '../../reading/spilled-output.ts';
import { redactedDocument } from '../../redaction/redacted-document.ts';
import type { Redactor } from '../../redaction/redactor.ts';
import type { LogOpener } from '../../sources/files/open-log.ts';
import { openBelow, type PlaceBelow, pathBelow } from '../../sources/kinds/open-below.ts';

const LARGEST_OUTPUT = 16 * 1024 * 1024;
const LARGEST_TOGETHER = 64 * 1024 * 1024;
const MOST_OUTPUTS = 500;

interface BundledLog {
  readonly path: string;
  /** In the bundle. */
  readonly name: string;
  readonly agent: string;
  readonly session: string;
}

interface SharedOutput {
  readonly name: string;
  readonly content: Buffer;
}

function depth(path: string): number {
  return path.split(/[/\\]/).filter((step) => step !== '').length;
}

/** At the same relative path as on disk, so that references in the log still work. */
function nameBeside({ path, name }: BundledLog, { folder, names }: PlaceBelow): string {
  const stepsUp = depth(dirname(path)) - depth(folder);
  return [...name.split('/').slice(0, -1 - stepsUp), ...names].join('/');
}

export class BundleOutputs {
  readonly #redactor: Redactor | undefined;
  readonly #openLog: LogOpener;
  readonly #folders = new Set<string>();
  readonly #seen = new Set<string>();
  #bytes = 0;
  #count = 0;
  #leftOut = 0;

  constructor(redactor: Redactor | undefined, openLog: LogOpener) {
    this.#redactor = redactor;
    this.#openLog = openLog;
  }

  /** How many did not fit, or could not be checked. */
  get leftOut(): number {
    return this.#leftOut;
  }

  *of(log: BundledLog): Generator<SharedOutput> {
    for (const place of [...spilledOutputs(log.path, log.session, this.#folders), ...this.#copied(log)]) {
      const path = pathBelow(place);
      if (this.#seen.has(path)) continue;
      this.#seen.add(path);
      const content = this.#content(place);
      if (content === undefined) this.#leftOut++;
      else {
        this.#bytes += content.length;
        this.#count++;
        yield { name: nameBeside(log, place), content };
      }
    }
  }

  /** Outputs of the log that the archive has: some may be gone. */
  *#copied({ path: logPath, agent, session }: BundledLog): Generator<PlaceBelow> {
    for (const path of this.#openLog.copiedOutputs?.(agent, session) ?? []) {
      const place = outputPlace(path, { logPath, session });
      if (place !== undefined) yield place;
    }
  }

  #content(place: PlaceBelow): Buffer | undefined {
    const name = place.names.join('/');
    // Nothing in the bundle can refer to a name that would be masked.
    if ((this.#redactor?.redactText(name) ?? name) !== name || this.#count >= MOST_OUTPUTS) return undefined;
    const file = openBelow(place) ?? this.#openLog.copyOf?.(pathBelow(place));
    if (file === undefined) return undefined;
    try {
      if (file.size > Math.min(LARGEST_OUTPUT, LARGEST_TOGETHER - this.#bytes)) return undefined;
      const bytes = Buffer.alloc(file.size);
      return redactedDocument(bytes.subarray(0, file.read(bytes, 0)), this.#redactor);
    } finally {
      file.close();
    }
  }
}
