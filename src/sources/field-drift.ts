// Unknown fields, found in a sample of the newest logs: reading all logs would be too slow.

import { AppError } from '../base/app-error.ts';
import type { ByteLine } from '../base/lines.ts';
import { formatOfAgent, formatOfFile } from '../formats/registry.ts';
import { parseLine } from './json-lines/parse-line.ts';
import { readLines } from './json-lines/read-lines.ts';

export interface UnknownField {
  readonly agent: string;
  /** The type of the record and the field name, with dots between. */
  readonly field: string;
  /** Records of the sample that have it. */
  readonly count: number;
  readonly example: { readonly file: string; readonly line: number };
}

export interface FieldDrift {
  /** The most frequent first. */
  readonly fields: readonly UnknownField[];
  /** What was looked at. */
  readonly sample: { readonly files: number; readonly records: number };
}

export interface SampledFile {
  readonly agent: string;
  readonly path: string;
  readonly modifiedAt: number;
}

const FILES_PER_AGENT = 20;
const RECORDS_PER_FILE = 300;
const MOST_FIELDS = 1000;

class Sample {
  readonly #fields = new Map<string, UnknownField>();
  records = 0;
  files = 0;

  async look({ agent, path }: SampledFile): Promise<void> {
    const own = formatOfAgent(agent);
    const unknownFields = own === undefined ? undefined : formatOfFile(path, own).unknownFields;
    if (unknownFields === undefined) return;
    let read = 0;
    const lookAt = (line: ByteLine): void => {
      if (read >= RECORDS_PER_FILE) return;
      for (const { record } of parseLine(line, 0).records) {
        read++;
        for (const field of unknownFields(record)) this.#add(agent, field, path, line.line);
      }
    };
    try {
      await readLines(path, lookAt, { stop: () => read >= RECORDS_PER_FILE });
    } catch (error) {
      // A file deleted meanwhile has nothing to show.
      if (!(error instanceof AppError)) throw error;
    }
    this.files++;
    this.records += read;
  }

  #add(agent: string, field: string, file: string, line: number): void {
    const key = `${agent} ${field}`;
    const known = this.#fields.get(key);
    // Names come from a log: however many there are, memory is bounded.
    if (known === undefined && this.#fields.size >= MOST_FIELDS) return;
    const shown = field.slice(0, 200);
    this.#fields.set(key, {
      agent,
      field: shown,
      count: (known?.count ?? 0) + 1,
      example: known?.example ?? { file, line },
    });
  }

  drift(): FieldDrift {
    const fields = [...this.#fields.values()].sort((a, b) => b.count - a.count || (a.field < b.field ? -1 : 1));
    return { fields, sample: { files: this.files, records: this.records } };
  }
}

/** The first records of the logs written last. */
export async function fieldDrift(files: readonly SampledFile[]): Promise<FieldDrift> {
  const byAgent = new Map<string, SampledFile[]>();
  for (const file of files.toSorted((a, b) => b.modifiedAt - a.modifiedAt)) {
    const list = byAgent.get(file.agent) ?? [];
    byAgent.set(file.agent, list);
    if (list.length < FILES_PER_AGENT) list.push(file);
  }
  const sample = new Sample();
  for (const chosen of byAgent.values()) for (const file of chosen) await sample.look(file);
  return sample.drift();
}
