// Masks secrets in what goes into a store on another machine: rows after they were derived, and lines of logs in place. Names of
// people and machines stay, so that those who share the store know whose sessions they are. So do ids and paths of logs.

import { AppError } from '../base/app-error.ts';
import { NEWLINE } from '../base/lines.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { redactRecord } from '../redaction/redact-record.ts';
import { redactedDocument } from '../redaction/redacted-document.ts';
import type { OnMask, Redactor } from '../redaction/redactor.ts';
import type { SessionBatch } from '../store/session-batch.ts';
import type { StoreMask } from '../store/store-mask.ts';

const SPACE = 0x20;

/** Shorter words reveal nothing. */
const SHORT_WORD = 5;
/** What could be a part of a secret that stands there by itself. */
const PARTS = [/[A-Za-z0-9][\w-]{5,}/g, /[A-Za-z0-9]{6,}/g];

/** Masks related texts together: a secret found in one is masked in the others, even in part. */
class TextMask {
  readonly #redactor: Redactor;
  readonly #found = new Set<string>();

  constructor(open: (onMask: OnMask) => Redactor) {
    this.#redactor = open((_, text) => this.#found.add(text));
  }

  /** The shape and all numbers of the value are kept. */
  value<Value>(value: Value): Value {
    const text = JSON.stringify(value, (_, cell: unknown) => (typeof cell === 'string' ? withoutCutWord(cell) : cell));
    if (text === undefined) return value;
    this.#found.clear();
    const masked = JSON.stringify(this.#redacted(JSON.parse(text)));
    // The result has the same shape as the input.
    return JSON.parse(masked, (_, cell: unknown) => (typeof cell === 'string' ? this.#withoutParts(cell) : cell));
  }

  #redacted(value: unknown): unknown {
    try {
      return redactRecord(value, this.#redactor, { keepsNumbers: true });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const one = (_: string, cell: unknown): unknown =>
        typeof cell === 'string' ? this.#redactor.redactText(cell) : cell;
      return JSON.parse(JSON.stringify(value, one));
    }
  }

  #withoutParts(text: string): string {
    if (this.#found.size === 0) return text;
    const found = [...this.#found];
    const hidden = (part: string): string =>
      found.some((secret) => secret.includes(part)) ? '*'.repeat(part.length) : part;
    return PARTS.reduce((rest, pattern) => rest.replace(pattern, hidden), text);
  }

  /** Masks whole lines in place; what cannot be scanned becomes spaces. */
  lines(lines: Uint8Array): void {
    for (let from = 0; from < lines.length; ) {
      const end = lines.indexOf(NEWLINE, from);
      const line = lines.subarray(from, end === -1 ? lines.length : end);
      from += line.length + 1;
      if (line.every((byte) => byte <= SPACE)) continue;
      const redacted = this.#redactor.redactJsonLine(line);
      if ('bytes' in redacted) line.set(redacted.bytes);
      else line.fill(SPACE);
    }
    this.#found.clear();
  }

  document(content: Buffer): Buffer | undefined {
    const masked = redactedDocument(content, this.#redactor);
    this.#found.clear();
    return masked;
  }
}

/** Drops the last word of a text that was cut: no rule knows half a secret. At most a quote follows the cut. */
function withoutCutWord(text: string): string {
  const cut = text.lastIndexOf('…');
  if (cut === -1 || cut < text.length - 2) return text;
  let start = cut;
  while (start > 0 && text.charAt(start - 1).trim() !== '') start--;
  const length = cut - start;
  return length <= SHORT_WORD ? text : text.slice(0, start) + '*'.repeat(length) + text.slice(cut);
}

/** Our own words, numbers, ids and places stay as they were derived. */
function maskedCall(call: ToolCall, mask: TextMask): ToolCall {
  const { failure, masked: hidden, feedback, summary, facts, target, aim, hooks, permission, problems } = call;
  const texts = mask.value({ failure, hidden, feedback, summary, facts, target, aim, hooks, permission, problems });
  return {
    ...call,
    failure: failure === null || texts.failure === null ? null : { ...failure, message: texts.failure.message },
    masked: hidden === null || texts.hidden === null ? null : { ...hidden, message: texts.hidden.message },
    feedback: texts.feedback,
    summary: texts.summary,
    facts: texts.facts,
    target: texts.target,
    aim: texts.aim,
    hooks: texts.hooks,
    permission: texts.permission,
    problems: texts.problems,
  };
}

function maskedBatch(batch: SessionBatch, texts: TextMask): SessionBatch {
  const mask = <Value>(value: Value): Value => texts.value(value);
  const { fields, threads, compactions, problems, calls, callFiles, messages, leafTitles, hooks, insights, state } =
    batch;
  return {
    ...batch,
    fields: { ...mask(fields), ...(fields.forkedFrom === undefined ? {} : { forkedFrom: fields.forkedFrom }) },
    threads: threads.map((thread) => ({ ...thread, description: mask([thread.description])[0] ?? null })),
    compactions: mask(compactions),
    problems: mask(problems),
    calls: calls.map((call) => maskedCall(call, texts)),
    ...(callFiles === undefined ? {} : { callFiles: callFiles.map((one) => ({ ...one, files: mask(one.files) })) }),
    messages: messages.map((message) => ({ ...message, preview: mask([message.preview])[0] ?? '' })),
    ...(leafTitles === undefined ? {} : { leafTitles: mask(leafTitles) }),
    hooks: hooks.map(mask),
    ...(insights === undefined ? {} : { insights: { stamp: insights.stamp, row: mask(insights.row) } }),
    ...(state === undefined ? {} : { state: { format: state.format, pieces: [] } }),
  };
}

export async function openStoreMask(): Promise<StoreMask> {
  const { openRedactor } = await import('../redaction/open-redactor.ts');
  const mask = new TextMask((onMask) => openRedactor({ secretsOnly: true, onMask }));
  return {
    batch: (batch) => maskedBatch(batch, mask),
    insights: (row) => mask.value(row),
    lines: (lines) => mask.lines(lines),
    document: (content) => mask.document(content),
  };
}
