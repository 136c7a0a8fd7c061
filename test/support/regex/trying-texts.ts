// Texts that are hard for a pattern: made from the pattern itself, and ordinary ones as in logs.

import { parseRegex, type RegexNode } from './parse-regex.ts';

/** A text of about this length. */
export type TextOfLength = (length: number) => string;

const CHARS = [...'aZ0 ./-_:"\'`\\<>()[]{}=*#$@!?,;&|+^%~\n\t\r\u001b→…'];
const NONE = '\u0001';

/** The pattern's own beginnings, over and over, and its loops, turned as often as fits, with an end that does not match. */
export function hostileTexts(regex: RegExp): readonly TextOfLength[] {
  const texts = new Map<string, TextOfLength>();
  const tree = parseRegex(regex);
  for (const pick of pickers(tree)) {
    for (const { before, loop } of loopsOf(tree, '', pick)) {
      // Once a beginning and then only turns; or every turn with a beginning of its own.
      if (loop !== '') texts.set(`${before}|${loop}`, (length) => before + fill(loop, length - before.length) + NONE);
      const again = before + loop;
      if (again !== '') texts.set(again, (length) => fill(again, length) + NONE);
      if (again !== '' && regex.multiline) texts.set(`${again}\n`, (length) => fill(`${again}\n`, length) + NONE);
    }
  }
  return [...texts.values()];
}

/** Common in logs, and not made for a pattern. */
export const ORDINARY_TEXTS: Readonly<Record<string, TextOfLength>> = {
  spaces: (length) => `${' '.repeat(length)}x`,
  'empty lines': (length) => `${'\n'.repeat(length)}x`,
  'one word': (length) => `${'a'.repeat(length)}\u0001`,
  digits: (length) => `${'7'.repeat(length)}\u0001`,
  punctuation: (length) => fill('=-_./:', length),
  quotes: (length) => fill(`"'\`\\`, length),
  tags: (length) => fill('<a></a>', length),
  brackets: (length) => fill('([{', length),
  prose: (length) => fill('The file could not be read, so the next step was not tried (see above). ', length),
  'one long line': (length) => fill('{"key":"value","list":[1,2.5,true],"path":"src/one/two.ts"},', length),
  traceback: (length) => fill('  File "/srv/app/part.py", line 120, in run\n    value = handle(item)\n', length),
  'compiler output': (length) => fill('src/one/two.ts:12:7 - error: Type is not assignable.\n', length),
  progress: (length) => fill('\r 42% [=========>          ] 12.3 MB/s eta 0:00:07', length),
  colours: (length) => fill('\u001b[31mred\u001b[0m plain \u001b[1;32mgreen\u001b[0m\n', length),
  'test report': (length) => fill('ok 12 - adds up\n  1 passed, 0 failed in 0.12s\n', length),
  'sandbox report': (length) => fill('app(123) deny(1) file-write-create /private/tmp/x\n', length),
  listing: (length) => fill('-rw-r--r--  1 user  group   1234 Jan  1 10:00 name.txt\n', length),
  patch: (length) => fill('@@ -1,3 +1,4 @@\n context\n-old\n+new\n', length),
};

function fill(piece: string, length: number): string {
  return piece.repeat(Math.ceil(Math.max(1, length) / piece.length)).slice(0, Math.max(1, length));
}

/** Ways to choose a character where several match: the first of either end, or the one that fits most loops. */
function pickers(tree: RegexNode): readonly ((node: Extract<RegexNode, { kind: 'one' }>) => string)[] {
  const looped: Extract<RegexNode, { kind: 'one' }>[] = [];
  const walk = (node: RegexNode): void => {
    if (node.kind === 'repeat' && node.max > 8 && node.body.kind === 'one') looped.push(node.body);
    childrenOf(node).forEach(walk);
  };
  walk(tree);
  const liked = CHARS.map((char) => ({ char, count: looped.filter((node) => node.matches(char)).length }));
  liked.sort((one, other) => other.count - one.count);
  const orders = [CHARS, [...CHARS].reverse(), liked.map(({ char }) => char)];
  return orders.map((order) => (node) => {
    const literal = node.source.length === 1 && node.source !== '.' ? node.source : null;
    return literal ?? order.find((char) => node.matches(char)) ?? anyMatch(node);
  });
}

function anyMatch(node: Extract<RegexNode, { kind: 'one' }>): string {
  for (let code = 0; code < 0x3000; code += 1) {
    const char = String.fromCharCode(code);
    if (node.matches(char)) return char;
  }
  return 'a';
}

interface Loop {
  /** A text that leads to the loop. */
  readonly before: string;
  /** A text that is one turn; empty for a place that is no loop. */
  readonly loop: string;
}

type Pick = (node: Extract<RegexNode, { kind: 'one' }>) => string;

function* loopsOf(node: RegexNode, before: string, pick: Pick): Generator<Loop> {
  if (node.kind === 'sequence') {
    let led = before;
    for (const item of node.items) {
      yield* loopsOf(item, led, pick);
      led += sampleOf(item, pick);
    }
    yield { before: led, loop: '' };
    return;
  }
  if (node.kind === 'repeat' && node.max > 8) {
    yield { before, loop: sampleOf(node.body, pick) };
    if (node.body.kind === 'either')
      for (const option of node.body.options) yield { before, loop: sampleOf(option, pick) };
  }
  for (const child of childrenOf(node)) yield* loopsOf(child, before, pick);
}

function sampleOf(node: RegexNode, pick: Pick): string {
  switch (node.kind) {
    case 'one':
      return pick(node);
    case 'sequence':
      return node.items.map((item) => sampleOf(item, pick)).join('');
    case 'either':
      return node.options[0] === undefined ? '' : sampleOf(node.options[0], pick);
    case 'capture':
      return sampleOf(node.body, pick);
    case 'repeat':
      return sampleOf(node.body, pick).repeat(Math.max(node.min, Math.min(1, node.max)));
    default:
      return '';
  }
}

function childrenOf(node: RegexNode): readonly RegexNode[] {
  if (node.kind === 'sequence') return node.items;
  if (node.kind === 'either') return node.options;
  return node.kind === 'capture' || node.kind === 'repeat' || node.kind === 'look' ? [node.body] : [];
}
