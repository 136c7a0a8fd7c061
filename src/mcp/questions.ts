// What the MCP tools ask: the questions of the HTTP contract, and SQL. The program that starts the server answers them, in its own
// process or on the dashboard's threads.

import type { Contract } from '../api/contract.ts';
import type { AnswerOf, PartsOf, QueryOf } from '../api/route.ts';

/** Routes that are answered with JSON from the index: all but those of the RAP runtime and of bundles. */
export type JsonRoute = Exclude<
  { [Name in keyof Contract]: Contract[Name]['answer']['kind'] extends 'json' ? Name : never }[keyof Contract],
  'rap' | 'rapViews' | 'rapAct' | 'bundleUpload' | 'markSession' | 'settings' | 'changeSettings'
>;

export interface SqlRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** There would have been more. */
  readonly more: boolean;
}

export interface Questions {
  ask<Name extends JsonRoute>(
    name: Name,
    parts: PartsOf<Contract[Name]>,
    query: QueryOf<Contract[Name]>,
    signal: AbortSignal,
  ): Promise<AnswerOf<Contract[Name]>>;
  /** Of sessions in or below `folder`; null for all. */
  sql(query: string, folder: string | null, limit: number, signal: AbortSignal): Promise<SqlRows>;
  /** The logs are still being read, so what is newest may be missing. */
  isBehind?(): boolean;
}
