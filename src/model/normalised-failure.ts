// Normalised failure text: a failure's words without what differs from one time to the next, so that the same failure is recognised.
// Paths, numbers, ids, times, hashes, addresses and quoted values are replaced by marks such as `<path>`.

import { trimEndOf } from '../base/text.ts';

/** How much of a text is used: failures are described in their first line. */
const LOOKED_AT = 2000;

/** Colours and other control sequences, and invisible characters. */
const UNSEEN =
  /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e]/g;

/** Lines that test runners draw around a sum. */
const RULER = /={3,}/g;

/** In a JSON answer the message is the value of one of these. */
const JSON_WORDS = /"(?:message|error|detail|reason|msg)" ?: ?"((?:[^"\\]|\\.){3,})"/;

/**
 * What runners and shells put before the words: the exit code, the name of a task, the shell and its line, that it is an error. An exit code
 * that stands alone is all there is, and stays.
 */
const FRAME =
  /^(?:exit code -?\d+: (?=\S)|\[[a-z][\w:.-]{0,40}\] (?=\S)|(?:\/[\w./-]{1,200}\/)?(?:ba|z|da|k|a|fi)?sh(?::\d+|: (?:-c: )?line \d+)?: (?=\S)|\(eval\):\d+: (?=\S)|(?:error|apply_patch verification failed): (?=\S))/;

const QUOTED = [
  /(?<![\w\\])"((?:[^"\\]|\\.){0,500})"(?!\w)/g,
  /(?<![\w\\])'([^']{0,500})'(?!\w)/g,
  /(?<![\w\\])`([^`]{0,500})`(?!\w)/g,
  /“([^“”]{0,500})”/g,
  /‘([^‘’]{0,500})’/g,
];

/** Pairs of words joined by a slash that are not paths. */
const JOINED = /^(?:and\/or|i\/o|input\/output|read\/write|tcp\/ip|client\/server|n\/a)$/i;

/** Extensions that make a bare name a file. */
const FILE =
  /(?<![\w./@+-])\.?[\w@+-]{1,80}(?:\.[\w@+-]{1,40}){0,3}\.(?:[cm]?[jt]sx?|py|rb|rs|go|java|kts?|swift|c|cc|cpp|h|hpp|cs|php|sh|bash|zsh|ps1|sql|md|mdx|txt|json|jsonl|jsonc|ya?ml|toml|lock|sum|mod|cfg|ini|env|xml|html?|s?css|vue|svelte|svg|png|jpe?g|gif|pdf|log|csv|zip|gz|tgz|exe|dll|so|gradle|proto|ipynb|tf)(?::\d+){0,2}(?![\w/-])/g;

const PATH =
  /(?<![\w/\\.@~<-])(?:[A-Za-z]:[\\/]|~\/|\.{0,2}\/|\\\\)?[\w@%+,=~.*?#$![\]-]*(?:[\\/][\w@%+,=~.*?#$![\]-]+)+[\\/]?(?::\d+){0,2}|(?<![\w/\\.@~<-])(?:~|\.{1,2})?\/(?![\w/])/g;

/** What a program did not find is a file, whatever it looks like: `rg: docs: No such file or directory`. */
const MISSING = /(?<=^[\w./-]{1,80}: )(?!cannot|can't)[^\s<](?:(?!: )[^<]){0,300}(?=: No such file or directory)/;

/** How many did not fail says nothing about the failure. */
const NOT_FAILED = /, <n> (?:passed|skipped|deselected|warnings?|xfailed|xpassed|todo|pending)\b/g;

/** Of a text that was cut: how much of it differs depends on where. */
const CUT_TO = 150;

const HOST =
  /(?<![\w@.-])(?:localhost|(?:[A-Za-z0-9_](?:[\w-]{0,62})\.){1,6}(?:com|org|net|io|dev|ai|app|co|edu|gov|cloud|local|localdomain|internal|lan|test))(?::\d{1,5})?(?![\w-]|\.\w)/g;

const INSTANT =
  /(?<![\w.])\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?(?:Z|[+-]\d{2}:?\d{2}))?)?(?!\w)|(?<![\w.:])\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?(?![\w:])/g;

const SPAN =
  /(?<![\w.])(?:\d+(?:\.\d+)? ?(?:ns|µs|us|ms|s|secs?|seconds?|m|mins?|minutes?|h|hours?|days?)(?![\w-]) ?){1,4}/g;

const UUID = /(?<![\w-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?!\w)/gi;
/** An id with its kind as a prefix: `call_9aF3…`. */
const NAMED_ID =
  /(?<![\w-])[A-Za-z]{2,12}[_-](?=[A-Za-z]*\d[A-Za-z]*\d)[A-Za-z0-9]{8,64}(?:[_-][A-Za-z0-9]{1,64}){0,4}(?![\w-])/g;
const LONG_ID = /(?<![\w-])(?=\w*[A-Z])(?=\w*[a-z])(?:[A-Za-z]*\d){3}\w{12,200}(?![\w-])/g;
const HASH =
  /(?<![\w-])(?:0x[0-9a-f]{2,64}|(?:sha(?:1|256|512)[:-])?(?:(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,128}|[0-9a-f]{32,128}))(?![\w-])/gi;

/** A number after one of these words says what failed; every other one says how much, how many or where. */
const TELLING =
  /(?:\b(?:errno|error|http|https|status|status code|exit code|exit status|code|signal|sqlstate)|#)[ :=([]{0,3}$/i;
const NUMBER = /(?<![\w.])[-+]?\d[\d_]*(?:[.,:]\d+)*(?: ?%| ?[kMGT]i?B\b)?(?![\w])/g;

/** Before a quoted name that decides what helps: one module is not another. */
const NAMES = /(?:No module named|Cannot find (?:module|package)|KeyError:) $/;
const PLAIN_NAME = /^[A-Za-z_][\w.-]*$/;

function withoutQuotes(text: string): string {
  let kept = text;
  for (const quoted of QUOTED) {
    kept = kept.replace(quoted, (whole, inner: string, at: number, all: string) => {
      if (PLAIN_NAME.test(inner) && NAMES.test(all.slice(Math.max(0, at - 24), at))) return inner;
      // A quoted bracket or comma is what the failure is about.
      return inner.trim() === '' || /[\p{L}\p{N}]/u.test(inner) ? '<value>' : whole;
    });
  }
  // If everything is quoted, the quotes are the message.
  return /\p{L}/u.test(kept.replaceAll('<value>', '')) ? kept : text;
}

function withoutFrames(text: string): string {
  let rest = text;
  for (let frame = FRAME.exec(rest); frame !== null; frame = FRAME.exec(rest)) rest = rest.slice(frame[0].length);
  return rest;
}

/**
 * The words of a failure without what varies. Two failures of one class with equal normalised texts count as the same failure. Unquoted
 * names stay, because nothing distinguishes them from other words: a failing test is recognised by its name, and `undefined: first` is
 * not `undefined: second`.
 */
export function normalisedFailure(message: string): string {
  const seen = message.slice(0, LOOKED_AT).replace(UNSEEN, '').replace(RULER, ' ').replace(/\s+/g, ' ').trim();
  const words = withoutFrames(JSON_WORDS.exec(seen)?.[1] ?? seen);
  const varying = withoutQuotes(words)
    .replace(MISSING, '<path>')
    .replace(/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>"'`)\]]+/gi, '<url>')
    .replace(UUID, '<id>')
    .replace(INSTANT, '<time>')
    .replace(PATH, (path) => (JOINED.test(path) ? path : '<path>'))
    .replace(/(?<![\w.+-])[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5}/g, '<mail>')
    .replace(FILE, '<path>')
    .replace(HOST, '<host>')
    .replace(/(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![\w.])/g, '<host>')
    .replace(NAMED_ID, '<id>')
    .replace(HASH, '<hash>')
    .replace(LONG_ID, '<id>')
    .replace(SPAN, (span) => `<time>${span.endsWith(' ') ? ' ' : ''}`)
    .replace(NUMBER, (number, at: number, all: string) =>
      TELLING.test(all.slice(Math.max(0, at - 24), at)) ? number : '<n>',
    )
    .replace(NOT_FAILED, '');
  return trimEndOf(words.endsWith('…') ? varying.slice(0, CUT_TO) : varying, ' :;,.…');
}
