// Tests how a user-defined tool is drawn: the parts its definition names, and nothing from a log as markup.

import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { defineTool, parserOf } from '../../src/parse/parse.ts';
import { viewOf } from '../../src/tools/views.ts';
import type { SampleCall } from '../gallery/sample-calls.ts';
import { viewProps } from '../gallery/view-props.ts';

const BAD = '"><img src=x onerror=alert(1)><script>alert(2)</script>';

const tool = defineTool({
  id: 'wind-clock',
  names: ['wind'],
  view: [
    { part: 'fields', fields: { State: 'result.state' } },
    { part: 'table', title: 'Hands', rows: 'result.hands', columns: { Hand: 'name', At: 'at' } },
    { part: 'code', title: 'Journal', text: 'result.journal' },
    { part: 'diff', title: 'Settings', patch: 'result.patch' },
    { part: 'image', title: 'Face', data: 'result.picture', mediaType: 'image/png' },
  ],
});

function drawn(structured: object): string {
  const { agent, name, input, result, status, failure, summary, facts } = parserOf([tool])({
    name: 'wind',
    input: { clock: 'tower' },
    structured,
  });
  const sample: SampleCall = {
    ...{
      name: 'wind-clock/one',
      toolId: 'wind-clock',
      toolTitle: 'Wind',
      agent,
      tool: name,
      input,
      status,
      failure,
      summary,
    },
    ...{ result: JSON.parse(JSON.stringify(result)), facts: { ...facts }, text: '', content: '' },
  };
  return renderToString(h(viewOf('wind-clock'), viewProps(sample)));
}

it('draws every part', () => {
  const patch = '--- a\n+++ a\n@@ -1 +1 @@\n-slow\n+fast';
  const html = drawn({
    state: 'wound',
    hands: [{ name: 'long', at: 3 }],
    journal: 'tick',
    patch,
    picture: 'iVBORw0KGgo=',
  });
  for (const words of [
    'State',
    'wound',
    'Hand',
    'long',
    'Journal',
    'tick',
    'slow',
    'fast',
    'src="picture.png"',
    'tower',
  ]) {
    expect(html).toContain(words);
  }
});

it('makes no markup of what the log says', () => {
  const html = drawn({
    state: BAD,
    hands: [{ name: BAD, at: { deep: BAD } }],
    journal: BAD,
    patch: `@@ -1 +1 @@\n-${BAD}`,
    picture: BAD,
  });
  expect(html).not.toContain('<script>');
  expect(html).not.toContain('<img src=x');
  expect(html).toContain('&lt;script>');
});
