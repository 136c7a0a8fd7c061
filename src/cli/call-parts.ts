// The parts of a call shown below its line: why it failed, its changes, its output, its lists.

import { formatBytes } from '../base/units.ts';
import { isUnexpectedFailure } from '../model/outcome.ts';
import type { ToolCall } from '../model/tool-call.ts';
import type { DisplayPart } from '../reading/display-parts.ts';
import { type Cut, cutLines, hasColours, outputLine, safeLines, wrapText } from './conversation-text.ts';
import { diffLines, stateText } from './diff-text.ts';
import type { Output } from './output.ts';

interface PartOptions {
  readonly width: number;
  /** Everything, not only the first and last lines. */
  readonly full: boolean;
  /** Name the file of a change even if it is the only one. */
  readonly named?: boolean;
}

const OUTPUT_CUT: Cut = { first: 4, last: 4 };
const DIFF_CUT: Cut = { first: 40, last: 0 };
const PROSE_CUT: Cut = { first: 12, last: 0 };

const MARKS: Readonly<Record<string, string>> = { completed: '☑', in_progress: '▶', answered: '•' };

function outputLines(text: string, { width, full }: PartOptions, out: Output): string[] {
  const lines = safeLines(text, { colours: hasColours(out) });
  const shown = cutLines(lines, full ? null : OUTPUT_CUT, out);
  return full
    ? shown.map((line) => outputLine(line, Number.POSITIVE_INFINITY))
    : shown.map((line) => outputLine(line, width));
}

/** The failure and its reason. Null when nothing went wrong. */
export function failureLine({ status, failure, masked, feedback }: ToolCall, out: Output): string | null {
  if (masked !== null)
    return `ok, but it hides a failure: ${masked.code} (${masked.blame}): ${out.safe(masked.message)}`;
  if (failure === null && feedback === null) return null;
  if (status === 'ok' && failure === null) return null;
  const said = failure === null ? '' : `${failure.code} (${failure.blame}): ${out.safe(failure.message)}`;
  const heard = feedback === null ? '' : `“${out.safe(feedback)}”`;
  return [said, heard].filter((part) => part !== '').join('  ');
}

export function failureStyle(call: ToolCall): 'red' | 'yellow' | 'dim' {
  if (call.failure?.blame === 'expected') return 'dim';
  return isUnexpectedFailure(call) ? 'red' : 'yellow';
}

export function partLines(part: DisplayPart, options: PartOptions, out: Output): string[] {
  const { width, full } = options;
  switch (part.kind) {
    case 'diff': {
      const state = stateText(part.state);
      const named = options.named === true || part.files.length > 1;
      const lines = part.files.flatMap((file) => diffLines(file, { width, cut: full ? null : DIFF_CUT, named }, out));
      return state === null ? lines : [out.paint('yellow', state), ...lines];
    }
    case 'output': {
      const errors = outputLines(part.stderr, options, out);
      const heading = errors.length > 0 && part.stdout.trim() !== '' ? [out.paint('dim', 'stderr:')] : [];
      return [...outputLines(part.stdout, options, out), ...heading, ...errors];
    }
    case 'list':
      return part.items.flatMap(({ state, text }) => {
        const [first = '', ...rest] = wrapText(text, width - 2);
        return [`${MARKS[state] ?? '☐'} ${first}`, ...rest.map((line) => `  ${line}`)];
      });
    case 'image':
      return [out.paint('dim', `a picture (${out.safe(part.mediaType)}, ${formatBytes(part.bytes)})`)];
    case 'prose':
      return cutLines(wrapText(part.text, width), full ? null : PROSE_CUT, out);
    case 'text':
      return outputLines(part.text, options, out);
  }
}
