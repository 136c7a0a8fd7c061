// A text's one-line title: for sessions, and rows of a list. Without markup, and never words that name nothing.

import { clip } from './text.ts';

/** Tags that agents wrap texts in: their names consist of several words. HTML tags are content. */
const WRAPPER = /<\/?[a-z][a-z0-9]{0,30}[-_][a-z0-9_-]{0,60}(?: [^<>\n]{0,300})?>/gi;
const OPENING = /^<([a-z][\w-]{0,60})(?: [^<>\n]{0,300})?>/i;
/** How much of a text is used: its title is at the beginning. */
const LOOKED_AT = 20_000;

/** Lines that are considered. */
const LINES = 60;

/** A text without its wrappers. `isOurs`: only the agent's own words were left. */
function unwrapped(text: string): { readonly text: string; readonly isOurs: boolean } {
  let rest = text.trimStart();
  let inner = '';
  for (let match = OPENING.exec(rest); match !== null; match = OPENING.exec(rest)) {
    const [tag, name = ''] = match;
    const end = rest.indexOf(`</${name}>`);
    if (end === -1) {
      if (!/[-_]/.test(name)) break;
      rest = rest.slice(tag.length).trimStart();
      continue;
    }
    const isSystem = /^system/i.test(name);
    if (inner === '' && !isSystem) inner = rest.slice(tag.length, end).trim();
    rest = rest.slice(end + name.length + 3).trimStart();
  }
  const isOurs = rest === '' && inner === '' && text.trim() !== '';
  return { text: (rest === '' ? inner : rest).replace(WRAPPER, ' '), isOurs };
}

/** A Markdown link, distinguished from `list[0](value)` in code by what precedes it and how its address begins. */
const LINK = /(?<![\w\])])!?\[([^[\]\n]{1,300})\]\((?:[a-z]{2,12}:\/\/|[./#])[^()\s]{0,600}\)/gi;

/** A line without Markdown marks. Underscores stay, except around all of it: names have them. */
function unmarked(line: string): string {
  return line
    .replace(/^[\s>]*(?:#{1,6}\s+|[-*+]\s+|\d{1,3}[.)]\s+(?=\*\*))?/, '')
    .replace(LINK, '$1')
    .replace(/\*\*|`+/g, '')
    .replace(/^\*(?=\S)|(?<=\S)\*$/g, '')
    .replace(/^_(\S.*)_$/, '$1')
    .trim();
}

/** A line that continues in the next one, as in pasted wrapped texts: not a heading, it ends no sentence, and the next begins none. */
const GOES_ON = /^(?!\s*#)[^\n]*[\p{L}\p{N},'")\]]$/u;
const CONTINUES = /^[ \t]{0,8}[\p{Ll}@(][^\n]/u;

function joinWrapped(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const [i, line] of lines.entries()) {
    const before = joined.at(-1);
    const isMore = before !== undefined && GOES_ON.test((lines[i - 1] ?? '').trimEnd()) && CONTINUES.test(line);
    if (isMore) joined[joined.length - 1] = `${before} ${line.trim()}`;
    else joined.push(line.trimEnd());
  }
  return joined;
}

const FENCE = /^\s*```\w*\s*$/;
/** A name between rulers or brackets only marks where a part begins: “=== Task ===”, “[[ ## question ## ]]”. */
const MARKER =
  /^\s{0,9}(?:={2,9}|~{2,9}|-{2,9}|\[\[)[\s#]{0,9}\w{1,40}(?: \w{1,40})?[\s#]{0,9}(?:={2,9}|~{2,9}|-{2,9}|\]\])$/;

/** Meaningful lines, with their marks; if a text begins with a block of code, what comes after it first. */
function tellingLines(text: string): string[] {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const isFenced = lines[first]?.trimStart().startsWith('```') === true;
  const end = isFenced ? lines.findIndex((line, i) => i > first && line.trimStart().startsWith('```')) : -1;
  const ordered = end === -1 ? lines : [...lines.slice(end + 1), ...lines.slice(first, end)];
  const said = ordered.slice(0, LINES).map((line) => (FENCE.test(line) ? '' : line));
  const telling = joinWrapped(said).filter((line) => /[\p{L}\p{N}]/u.test(unmarked(line)));
  const parts = telling.filter((line) => !MARKER.test(line));
  return parts.length === 0 ? telling : parts;
}

/** A heading that names a part of the text (“## User Input”), and not its subject. */
const SECTION = /^\s*#{1,6}\s+\S+(?:\s+\S+)?\s*$/;

/** The first line; one that only announces what follows includes that. */
function firstLine(lines: readonly string[]): string {
  const [first = '', next = ''] = lines;
  const said = unmarked(first);
  if (SECTION.test(first) && !NO_NAME.test(said)) {
    const body = lines.find((line) => !/^\s*#/.test(line));
    return body === undefined ? said : `${said.replace(/:$/, '')}: ${unmarked(body)}`;
  }
  return said.endsWith(':') && next !== '' ? `${said} ${unmarked(next)}` : said;
}

/** A text on one line, as a row shows it. */
export function oneLine(text: string, max: number): string {
  const start = text.slice(0, Math.min(LOOKED_AT, max * 8));
  if (!/[<`#*>[]/.test(start)) return clip(text, max);
  const said = start
    .replace(WRAPPER, ' ')
    .split('\n')
    .map((line) => unmarked(line.replace(FENCE, '')))
    .join(' ')
    .trim();
  return clip(said === '' ? text : said, max);
}

/** How well a text works as a title: not at all, as a fallback, or well. */
export type Worth = 0 | 1 | 2;

const GREETING =
  /^(?:hey|hi|hello|hallo|yo|ok|okay|test|testing|thanks|thank you|continue|go on|go ahead|proceed|do it|yes|no|sure|next|ping|warmup)(?:[ ,]+(?:there|claude|codex|again))?[\s.!?,:;)]*$/i;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** A model that was asked for a title and gave none, and an agent's internal prompts. */
const NO_NAME =
  /^(?:I apologi[sz]e\b|I'm sorry\b|I’m sorry\b|Sorry, (?:but )?I\b|I (?:can(?:not|'t|’t)|am unable|do(?:n't|n’t| not) (?:have|see))\b|This session is being continued from\b|Caveat: The messages below\b|Operation stopped by hook\b|\w{1,30} (?:operation )?blocked by hook\b|Stop hook feedback\b|\[Request interrupted\b|API Error\b|undefined$|null$)/i;
/** What a hook that stopped a prompt repeats of it. */
const STOPPED = /\nOriginal prompt: (?=\S)/;
/** The agent's role, and not its task: prompts that load a persona, the same in many sessions. */
const ROLE = /^(?:You must fully embody\b|IT IS CRITICAL THAT YOU FOLLOW\b|Your final response is captured\b)/i;
/** A bare command name, a bare number, one to three letters: an answer to a menu. */
const BARE = /^(?:\/[a-z][\w:.-]{0,60}(?: [0-9a-f-]{8,40})?|#?\d{1,9}|\p{L}{1,3}|(?:\[Image[^\]]{0,60}\]\s*)+)$/iu;

export interface Headline {
  readonly text: string;
  readonly worth: Worth;
}

/** The title line of a text: after a greeting. */
export function headlineOf(whole: string, max: number): Headline {
  const stopped = NO_NAME.test(whole.slice(0, 200)) ? STOPPED.exec(whole.slice(0, LOOKED_AT)) : null;
  if (stopped !== null) return headlineOf(whole.slice(stopped.index + stopped[0].length), max);
  const { text, isOurs } = unwrapped(whole.slice(0, LOOKED_AT));
  const lines = tellingLines(text);
  const from = Math.max(
    0,
    lines.findIndex((line) => !GREETING.test(unmarked(line))),
  );
  const line = clip(firstLine(lines.slice(from)), max);
  if (line === '' || isOurs || NO_NAME.test(line)) return { text: line, worth: 0 };
  const isBare =
    [GREETING, UUID, ROLE, BARE].some((pattern) => pattern.test(line)) ||
    /^[[{(<`]*$/.test(text.trimStart().split('\n')[0] ?? '');
  return { text: line, worth: isBare ? 1 : 2 };
}
