// Answers as tools get them: redacted whole, before anything is cut. A key that is cut in two is recognised by no rule.

import { redactRecord } from '../redaction/redact-record.ts';
import type { Redactor } from '../redaction/redactor.ts';
import type { Questions } from './questions.ts';

/** The home directory by its short name: paths stay usable, and the name of its owner need not be masked in them. */
function withoutHome(value: unknown, home: string): unknown {
  if (typeof value === 'string') return value.replaceAll(`${home}/`, '~/').replaceAll(`${home}\\`, '~\\');
  if (Array.isArray(value)) return value.map((item: unknown) => withoutHome(item, home));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutHome(item, home)]));
}

export function redactedQuestions(questions: Questions, open: () => Promise<Redactor>, home: string): Questions {
  const isHome = home !== '' && home !== '/';
  async function redacted<Value>(value: Value): Promise<Value> {
    const safe = redactRecord(isHome ? withoutHome(value, home) : value, await open(), { keepsNumbers: true });
    // Only characters of its texts were masked.
    return safe as Value;
  }
  return {
    isBehind: () => questions.isBehind?.() ?? false,
    ask: async (name, parts, query, signal) => redacted(await questions.ask(name, parts, query, signal)),
    sql: async (query, folder, limit, signal) => redacted(await questions.sql(query, folder, limit, signal)),
  };
}
