// Result texts that no precise rule explained, for `doctor`: by tool and first line, how often, and where to see one.

import { clip, firstLine } from '../base/text.ts';
import { formatOfAgent, formats } from '../formats/registry.ts';
import { contentText } from '../model/content.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { BodyReader } from '../sources/body-reader.ts';
import type { UnclassedGroup } from '../store/questions/calls.ts';
import type { Questions } from '../store/questions.ts';
import { TOOL_FAMILIES } from '../tools/traits.ts';
import type { LogLine } from './library-health.ts';

/** Codes that only say that something failed. */
const GENERAL_CODES: ReadonlySet<string> = new Set([
  'error',
  'exit-code',
  'command-failed',
  'tool-failed',
  'background-failed',
]);

export interface UnclassedText {
  readonly agent: string;
  readonly toolId: string;
  readonly tool: string;
  /** The general code of the failure; null for a success of which only the arrival is known. */
  readonly code: string | null;
  /** The first meaningful line, without numbers, names and paths. */
  readonly line: string;
  readonly count: number;
  readonly example: LogLine | null;
}

export interface Unclassed {
  /** Failures with a general code, and results whose text no rule matched. */
  readonly calls: number;
  /** How many of them were examined: all, unless there are very many. */
  readonly examined: number;
  /** The most frequent first. */
  readonly texts: readonly UnclassedText[];
}

export const NOTHING_UNCLASSED: Unclassed = { calls: 0, examined: 0, texts: [] };

/** Rows read per tool and outcome, and texts read from logs in total. */
const MOST_ROWS = 400;
const MOST_BODIES = 400;
const LINE_MAX = 120;
/** Longer lines are cut before their names are left out. */
const LONG = 1000;

/** A line reduced to what all of its kind have in common. */
export function kindOfLine(text: string): string {
  const line = firstLine(text)
    .slice(0, LONG)
    .replace(/'[^'\n]{1,400}'|"[^"\n]{1,400}"|`[^`\n]{1,400}`/g, '…')
    .replace(/(?<![^\s:=([])[^\s:=([]{0,200}\/[^\s:,)\]]{1,400}/g, '/…')
    .replace(/\b(?=[0-9a-f]*\d)[0-9a-f]{6,64}\b/gi, '#')
    .replace(/\d{1,30}/g, '#');
  return clip(line, LINE_MAX);
}

function placeOf({ bodies }: ToolCall, pathOf: (source: number) => string): LogLine {
  const { source, line } = bodies.content ?? bodies.input;
  return { file: pathOf(source), line };
}

/** A result's text in the log; undefined when the log is gone. */
function textOf(call: ToolCall, pathOf: (source: number) => string): string | undefined {
  const { content } = call.bodies;
  const format = formatOfAgent(call.agent);
  if (content === null || format === undefined) return undefined;
  const paths: string[] = [];
  paths[content.source] = pathOf(content.source);
  const reader = new BodyReader(paths);
  try {
    const record = reader.record(content);
    return record === undefined ? undefined : contentText(format.contentAt(record, content.pointer));
  } finally {
    reader.close();
  }
}

/** A text that states its outcome would have matched an earlier rule; one that a tool understands needs no rule. */
function hasOnlyArrived(call: ToolCall): boolean {
  const isShell = TOOL_FAMILIES.get(call.toolId) === 'shell';
  return call.statusRule === formatOfAgent(call.agent)?.arrivalRule && (isShell || call.result?.via === 'raw');
}

class Texts {
  readonly #found = new Map<string, UnclassedText & { count: number }>();
  #bodies = 0;
  calls = 0;
  examined = 0;

  add({ agent, toolId, tool, code, calls, read }: UnclassedGroup): void {
    const unclassed = code === null ? read.filter(({ call }) => hasOnlyArrived(call)) : read;
    if (unclassed.length === 0) return;
    // Extrapolated from the rows that were read.
    this.calls += Math.round((calls * unclassed.length) / read.length);
    for (const { call, pathOf } of unclassed) {
      const text = code === null ? this.#arrived(call, pathOf) : (call.failure?.message ?? '');
      if (text === undefined) continue;
      this.examined++;
      const line = kindOfLine(text);
      const key = `${agent}\n${tool}\n${code}\n${line}`;
      const known = this.#found.get(key);
      if (known !== undefined) known.count++;
      else this.#found.set(key, { agent, toolId, tool, code, line, count: 1, example: placeOf(call, pathOf) });
    }
  }

  #arrived(call: ToolCall, pathOf: (source: number) => string): string | undefined {
    return this.#bodies++ < MOST_BODIES ? textOf(call, pathOf) : undefined;
  }

  all(): UnclassedText[] {
    return [...this.#found.values()].sort((a, b) => b.count - a.count || (a.line < b.line ? -1 : 1));
  }
}

export async function unclassedTexts({ calls }: Questions, places: readonly string[]): Promise<Unclassed> {
  const texts = new Texts();
  const arriving = formats.map(({ agent }) => agent).filter((agent) => formatOfAgent(agent)?.arrivalRule !== undefined);
  const groups = await calls.unclassed({ places, codes: GENERAL_CODES, arriving: new Set(arriving), most: MOST_ROWS });
  for (const group of groups) texts.add(group);
  return { calls: texts.calls, examined: texts.examined, texts: texts.all() };
}
