// Fuzzes the shared page: whatever texts a log contains, the file has no script, no handler, no URL that runs code and nothing
// that is loaded from elsewhere.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SharedSession } from '../../src/api/shared-session.ts';
import { gatherSession } from '../../src/server/share/gather-session.ts';
import { harmless } from '../../src/server/share/share-html.ts';
import { serve } from '../server/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { fuzz, fuzzTimeout } from '../support/fuzz.ts';

const piece = fc.oneof(
  {
    arbitrary: fc.constantFrom('<', '>', '"', "'", '&', '`', '=', '/', '\\', '\n', '\r', '\t', '\0', '\u2028'),
    weight: 4,
  },
  fc.constantFrom(
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '</style><style>@import "https://evil.example"',
    '--><!--',
    ']]>',
    '<a href="javascript:alert(1)">',
    '[x](javascript:alert(1))',
    '[x](JaVa\nScript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '![x](https://evil.example/x.png)',
    '<https://evil.example>',
    'https://evil.example/"onmouseover="alert(1)',
    ' href="#rest" target="_blank"',
    '<button>',
    '</button>',
    '</a>',
    '</main></body>',
    '&lt;script&gt;',
    '&#60;script&#62;',
    '\u001b]8;;javascript:alert(1)\u0007',
    '```html\n</code>',
    '<details open ontoggle=alert(1)>',
    '<iframe srcdoc=x>',
    '<base href=//evil.example>',
    '<meta http-equiv=refresh content=0>',
    '$&',
    "$'",
    '$`',
  ),
  fc.string({ maxLength: 6 }),
);
const text = fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));

interface Renderer {
  renderShare(shared: SharedSession, styles: string): Iterable<string>;
}

/** By its address: what draws pages is compiled for browsers, and this test is not. */
const RENDERER = new URL('../../src/web/share/render.tsx', import.meta.url).href;

const SID = '71111111-2222-4333-8444-666666666666';

/** One text in every place where a log has text. */
function logOf(texts: readonly string[]): string {
  const word = (at: number): string => texts[at % texts.length] ?? '';
  const log = new ClaudeLog(SID, { cwd: `/srv/${word(0)}`, gitBranch: word(1), version: word(2) });
  log.raw({ type: 'custom-title', customTitle: word(3), sessionId: SID });
  log.prompt(word(4));
  const calls: [string, Record<string, unknown>][] = [
    ['Bash', { command: word(5), description: word(6) }],
    ['Edit', { file_path: `/srv/${word(7)}`, old_string: word(8), new_string: word(9) }],
    ['Write', { file_path: `/srv/${word(10)}.md`, content: word(11) }],
    ['WebFetch', { url: word(12), prompt: word(13) }],
    ['WebFetch', { url: `https://a.example/${word(14)}`, prompt: word(15) }],
    ['WebSearch', { query: word(16) }],
    ['Task', { description: word(17), prompt: word(18), subagent_type: word(19) }],
    ['TodoWrite', { todos: [{ content: word(20), status: 'pending', activeForm: word(21) }] }],
    ['Grep', { pattern: word(22), path: word(23) }],
    ['Read', { file_path: word(24) }],
    [`mcp__${word(25)}__x`, { [word(26)]: word(27) }],
    [word(28) || 'x', { a: [word(29)] }],
  ];
  for (const [at, [tool, input]] of calls.entries()) {
    log.call(`toolu_${at}`, tool, input);
    const isError = at % 3 === 2;
    log.result(`toolu_${at}`, isError ? `Exit code 1\n${word(at)}` : word(at + 3), { isError });
  }
  log.say(texts.join('\n\n'));
  return log.text();
}

const ELEMENTS = new Set(
  (
    'html head meta title style body main section header footer article h1 h2 h3 h4 h5 h6 p div span pre code a b i strong em del ' +
    'ul ol li dl dt dd table thead tbody tr th td caption colgroup col blockquote hr br wbr img figure figcaption details summary ' +
    'time kbd mark small sub sup s u q cite abbr var samp ins data label input svg path g circle rect line polyline title nav aside'
  ).split(' '),
);
const TAG = /<(\/?)([a-zA-Z!][^\s/>]*)((?:[^"'>]|"[^"]*"|'[^']*')*)>/g;
const ATTRIBUTE = /([^\s"'=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

function decoded(value: string): string {
  return value
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** What a reader's browser would act on. */
function flaws(html: string): string[] {
  const found: string[] = [];
  const body = html.replace(/<style>[^<]*<\/style>/, '').replace(/^<!doctype html>/, '');
  for (const [whole, , name = '', attributes = ''] of body.matchAll(TAG)) {
    if (!ELEMENTS.has(name.toLowerCase())) found.push(whole);
    for (const [, key = '', ...values] of attributes.matchAll(ATTRIBUTE)) {
      const value = decoded(values.find((one) => one !== undefined) ?? '').trim();
      if (/^on/i.test(key) || /^(?:srcdoc|action|formaction|xlink:href|ping|background|poster)$/i.test(key))
        found.push(whole);
      if (key === 'href' && !/^(?:https?:\/\/|#|mailto:)/.test(value)) found.push(whole);
      if (key === 'src' && !/^data:image\/(?:png|jpeg|gif|webp);base64,/.test(value)) found.push(whole);
      if (key === 'style' && /url\(|expression|@import/i.test(value)) found.push(whole);
    }
  }
  // What is no tag has no sign that could begin one.
  if (/<(?![a-zA-Z/!])/.test(body.replace(TAG, ''))) found.push('a sign that begins a tag');
  return found;
}

it('sees what it looks for', () => {
  for (const bad of [
    '<script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:x">',
    '<p onclick="x">',
    '<iframe>',
  ]) {
    expect(flaws(bad)).not.toEqual([]);
  }
});

it('a shared page holds texts as texts', fuzzTimeout(120_000), async () => {
  const { renderShare }: Renderer = await import(RENDERER);
  const signal = new AbortController().signal;
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 5, maxLength: 15 }), async (texts) => {
      const served = await serve([folderWith({ [`${SID}.jsonl`]: logOf(texts) })]);
      const request = { agent: 'claude-code', session: SID, allowSecrets: true };
      const shared = await gatherSession(served.library, request, signal);
      const html = [...harmless(renderShare(shared, '.ts-block{color:red}'))].join('');
      await served.close();
      expect(flaws(html)).toEqual([]);
      expect(html).toMatch(/<\/main>\n<\/body>\n<\/html>\n$/);
      expect(html.split('</main>')).toHaveLength(2);
    }),
    fuzz(12),
  );
});
