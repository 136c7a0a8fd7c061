// Calls whose every text is hostile: markup, scripts, addresses that run code, control sequences, odd keys.

import { type SampleCall, sampleCalls } from '../gallery/sample-calls.ts';

const SCRIPT = '<img src=x onerror="globalThis.hacked=1"><script>globalThis.hacked=1</script>';

const WORDS = [
  `"'>${SCRIPT}<svg onload="globalThis.hacked=1"><style>*{display:none}</style>`,
  `[a](javascript:globalThis.hacked=1) ![b](https://evil.example/b.png) <https://evil.example/auto> ${SCRIPT}\n\n`,
  `\n\n<iframe src="https://evil.example"></iframe><form action="https://evil.example"><input></form>\n\n`,
  '\u001b]8;;javascript:alert(1)\u0007link\u001b]8;;\u0007\u001b[31mred\u001b[0m\r\u202eevil',
  '\n```html\n</code></pre><script>globalThis.hacked=1</script>\n```\n[x]: https://evil.example "t"\n[x]\n',
];

/** Keys by whose values a view chooses what to draw. */
const CHOOSING = new Set('kind type change basis what action mode because channel step state reason from'.split(' '));

function hostile(value: unknown, word: string): unknown {
  if (typeof value === 'string') return `${value} ${word}`;
  if (Array.isArray(value)) return value.map((inner) => hostile(inner, word));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, CHOOSING.has(key) ? inner : hostile(inner, word)]),
  );
}

/** For every tool and every kind of result one call, with a different set of hostile words each time. */
export function hostileCalls(): readonly SampleCall[] {
  const seen = new Set<string>();
  const calls: SampleCall[] = [];
  for (const sample of sampleCalls()) {
    const kind = (sample.result as { kind?: string } | null)?.kind ?? 'none';
    const key = `${sample.toolId} ${kind}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const [at, next] = [calls.length % WORDS.length, (calls.length + 1) % WORDS.length];
    const word = `${WORDS[at]} ${WORDS[next]}`;
    calls.push({
      ...sample,
      name: `hostile/${key}`,
      summary: `${sample.summary} ${word}`,
      tool: `${sample.tool} ${word}`,
      failure: sample.failure === null ? null : { ...sample.failure, message: word, code: word },
      input: hostile(sample.input, word),
      result: hostile(sample.result, word),
      content: Array.isArray(sample.content) ? hostile(sample.content, word) : sample.content,
      text: `${sample.text} ${word}`,
    });
  }
  return calls;
}
