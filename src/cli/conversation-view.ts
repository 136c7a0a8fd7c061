// A conversation on the terminal: prompts and answers, a line per call, and what the call did below it.

import { formatCount } from '../base/units.ts';
import type { Compaction, Message, Thread } from '../model/session.ts';
import type { ToolCall } from '../model/tool-call.ts';
import type { DisplayPart } from '../reading/display-parts.ts';
import { failureLine, failureStyle, partLines } from './call-parts.ts';
import { durationText, statusStyle, statusWord } from './call-table.ts';
import { cutLines, wrapText } from './conversation-text.ts';
import type { Output, Style } from './output.ts';
import { cells, fitCells } from './table.ts';

interface ViewOptions {
  readonly full: boolean;
  readonly thinking: boolean;
  /** One line per call and nothing else. */
  readonly callsOnly: boolean;
}

/** Cells of text beyond which lines are hard to read. */
const READABLE = 100;
const INDENT = 2;
/** Enough of an id to name the call by. */
const ID_CELLS = 16;
const SUMMARY_CUT = { first: 6, last: 0 };

const SYMBOLS: Readonly<Record<ToolCall['status'], string>> = {
  ok: '✓',
  error: '✗',
  rejected: '⊘',
  denied: '⊘',
  cancelled: '⊘',
  interrupted: '⊘',
  running: '…',
  background: '…',
  lost: '?',
  unknown: '○',
};

/** Messages from neither the user nor the agent: their label and style. */
const REMARKS: Readonly<Record<string, readonly [label: string, style: Style]>> = {
  injected: ['added for the model', 'dim'],
  command: ['command', 'cyan'],
  shell: ['shell', 'cyan'],
  notification: ['notification', 'dim'],
  peer: ['another agent', 'magenta'],
  'api-error': ['API error', 'red'],
  notice: ['notice', 'dim'],
};

export class ConversationView {
  readonly #out: Output;
  readonly #options: ViewOptions;
  /** The depth of the previous line; null at the beginning and below a heading, where no gap belongs. */
  #lastDepth: number | null = null;
  #wantsGap = false;

  constructor(out: Output, options: ViewOptions) {
    this.#out = out;
    this.#options = options;
  }

  async message({ what, preview }: Message, text: string, depth: number): Promise<void> {
    const out = this.#out;
    const width = this.#width(depth) - INDENT;
    switch (what) {
      case 'prompt':
        this.#apart();
        await this.#block(wrapText(text, Math.min(READABLE, width)), depth, '❯', (line) => out.paint('bold', line));
        this.#apart();
        return;
      case 'answer':
        this.#apart();
        await this.#block(wrapText(text, Math.min(READABLE, width)), depth, '●', (line) => line);
        this.#apart();
        return;
      case 'thinking':
        return this.#thinking(text, depth);
      case 'interrupt':
        return this.#rule('interrupted', depth, 'yellow');
      case 'compact-summary': {
        const lines = wrapText(text, Math.min(READABLE, width));
        await this.#block(cutLines(lines, this.#options.full ? null : SUMMARY_CUT, out), depth, ' ', (line) =>
          out.paint('dim', line),
        );
        return;
      }
      default:
        return this.#remark(what, this.#options.full ? text : preview, depth);
    }
  }

  async call(call: ToolCall, parts: readonly DisplayPart[], depth: number, copyOf: string | null): Promise<void> {
    const out = this.#out;
    const level = depth + (call.flags.includes('nested') ? 1 : 0);
    await this.#line(this.#callLine(call, level, copyOf), level);
    if (this.#options.callsOnly) return;
    const width = this.#width(level) - 2 * INDENT;
    const failure = failureLine(call, out);
    const lines = failure === null ? [] : [out.paint(failureStyle(call), fitCells(failure, this.#room(width)))];
    for (const part of parts) {
      if (part.kind === 'text' && !this.#options.full) continue;
      lines.push(...partLines(part, { width, full: this.#options.full }, out));
    }
    for (const line of lines) await this.#line(`${' '.repeat(2 * INDENT)}${line}`, level);
    if (lines.length > 1) this.#apart();
  }

  async compaction({ trigger, preTokens, postTokens }: Compaction, depth: number): Promise<void> {
    const count = (tokens: number | null): string => (tokens === null ? '?' : formatCount(tokens));
    const tokens =
      preTokens === null && postTokens === null ? '' : `, ${count(preTokens)} → ${count(postTokens)} tokens`;
    await this.#rule(`context compacted (${this.#out.safe(trigger)}${tokens})`, depth, 'magenta');
  }

  async thread({ id, agentType, description }: Thread, isAdrift: boolean, depth: number): Promise<void> {
    const out = this.#out;
    const name = [agentType, description].filter((part) => part !== null && part !== '').join(': ');
    const adrift = isAdrift ? ', the call that started it is not on record' : '';
    if (isAdrift) this.#apart();
    const text = `subagent ${out.safe(name === '' ? id : name)}${adrift}`;
    await this.#line(out.paint('dim', fitCells(`┌ ${text}`, this.#room(this.#width(depth)))), depth);
    this.#lastDepth = null;
  }

  #callLine(call: ToolCall, depth: number, copyOf: string | null): string {
    const out = this.#out;
    const style = statusStyle(call);
    const notes = call.flags
      .filter((flag) => flag !== 'nested' && flag !== 'implied' && flag !== 'masks-failure')
      .join(' ');
    const hides = call.masked === null ? '' : `hides ${call.masked.code}`;
    const copied = copyOf === null ? '' : `copied from ${out.safe(copyOf).slice(0, 8)}`;
    const id = this.#options.callsOnly ? `${out.safe(call.callId).slice(0, ID_CELLS)}` : '';
    const tail = [call.status === 'ok' ? '' : statusWord(call), hides, durationText(call), notes, copied, id].filter(
      (t) => t !== '',
    );
    const tailText = tail.join('  ');
    const head = `${SYMBOLS[call.status]} `;
    const room = Math.max(20, this.#width(depth) - cells(head) - cells(tailText) - 2);
    const tool = fitCells(out.safe(call.tool), 30);
    const summary = fitCells(out.safe(call.summary), Math.max(8, room - cells(tool) - 2));
    const [first = '', ...rest] = tail;
    const painted =
      call.status === 'ok' && call.masked === null
        ? out.paint('dim', tailText)
        : [out.paint(style, first), out.paint('dim', rest.join('  '))].join('  ');
    return `${out.paint(style, head)}${out.paint('bold', tool)}  ${summary}${tailText === '' ? '' : `  ${painted}`}`.trimEnd();
  }

  async #thinking(text: string, depth: number): Promise<void> {
    const out = this.#out;
    const width = this.#width(depth) - INDENT;
    if (text.trim() === '') {
      if (this.#options.thinking) await this.#line(out.paint('dim', '∴ thinking, its words are not in the log'), depth);
      return;
    }
    const lines = this.#options.thinking
      ? wrapText(text, Math.min(READABLE, width))
      : [fitCells(out.safe(text.slice(0, 4 * width)).trim(), this.#room(width))];
    await this.#block(lines, depth, '∴', (line) => out.paint('dim', line));
  }

  async #remark(what: string, text: string, depth: number): Promise<void> {
    const out = this.#out;
    const [label, style] = REMARKS[what] ?? [what, 'dim'];
    const width = this.#width(depth) - INDENT;
    const lines = this.#options.full
      ? wrapText(`${label}: ${text}`, Math.min(READABLE, width))
      : [fitCells(`${label}: ${out.safe(text.slice(0, 4 * width)).trim()}`, this.#room(width))];
    await this.#block(lines, depth, '·', (line) => out.paint(style, line));
  }

  async #rule(text: string, depth: number, style: Style): Promise<void> {
    this.#apart();
    const head = `── ${text} `;
    const width = Math.min(READABLE, this.#width(depth));
    await this.#line(this.#out.paint(style, head + '─'.repeat(Math.max(2, width - cells(head)))), depth);
    this.#apart();
  }

  async #block(lines: readonly string[], depth: number, mark: string, paint: (line: string) => string): Promise<void> {
    for (const [i, line] of lines.entries()) {
      const start = i === 0 ? `${mark} ` : ' '.repeat(INDENT);
      await this.#line(line === '' ? '' : paint(`${start}${line}`), depth);
    }
  }

  /** An empty line before the next one. */
  #apart(): void {
    this.#wantsGap = true;
  }

  async #line(text: string, depth: number): Promise<void> {
    const last = this.#lastDepth;
    if (this.#wantsGap && last !== null) await this.#out.line(this.#bars(Math.min(last, depth)).trimEnd());
    this.#wantsGap = false;
    this.#lastDepth = depth;
    await this.#out.line(`${this.#bars(depth)}${text}`.trimEnd());
  }

  #bars(depth: number): string {
    return depth === 0 ? '' : this.#out.paint('dim', '│ '.repeat(depth));
  }

  #width(depth: number): number {
    return Math.max(40, this.#out.width - INDENT * depth);
  }

  /** Lines are cut to the width, unless everything was requested. */
  #room(width: number): number {
    return this.#options.full ? Number.POSITIVE_INFINITY : width;
  }
}
