// Tests that views draw what is left of a body that was too large to send: cut texts, shortened lists, and no more.

import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { ValueCutter } from '../../src/server/shape/cut-value.ts';
import { viewOf } from '../../src/tools/views.ts';
import { contentCut } from '../../src/ui/view/cuts.ts';
import { sampleCalls } from '../gallery/sample-calls.ts';
import { viewProps } from '../gallery/view-props.ts';

it('draw every sample, however much of it was cut', () => {
  const broken: string[] = [];
  for (const sample of sampleCalls()) {
    for (const budget of [0, 10, 40, 100, 200]) {
      const inputCutter = new ValueCutter('input', budget);
      const resultCutter = new ValueCutter('result', budget);
      const input = inputCutter.cut(sample.input);
      const result = resultCutter.cut(sample.result);
      const cuts = [...inputCutter.cuts, ...resultCutter.cuts];
      try {
        renderToString(h(viewOf(sample.toolId), viewProps({ ...sample, input, result, cuts })));
      } catch (error) {
        broken.push(`${sample.name} with ${budget} characters: ${error}`);
      }
    }
  }
  expect(broken).toEqual([]);
});

it('say what is not here: texts where they end, lists below', () => {
  const sample = sampleCalls().find(({ name }) => name === 'shell/claude-code-output.json');
  const cut = [{ body: 'result', pointer: '/stdout', characters: 1_234_567 }];
  const shell = renderToString(h(viewOf('shell'), viewProps({ ...(sample ?? raise()), cuts: cut })));
  expect(shell).toMatch(/Cut after \d+ of 1,234,567 characters/);
  expect(shell).toContain('href="#typed-result/stdout"');
  const found = sampleCalls().find(({ name }) => name === 'grep/claude-code-content.json');
  const lines = [{ body: 'result', pointer: '/lines', characters: 99 }];
  const grep = renderToString(h(viewOf('grep'), viewProps({ ...(found ?? raise()), cuts: lines })));
  expect(grep).toContain('href="#typed-result/lines" target="_blank" rel="noopener"><code>/lines</code>');
});

it('lead to the block that was cut of what the model saw', () => {
  const sample = sampleCalls()[0] ?? raise();
  const cuts = [{ body: 'content', pointer: '/1/text', characters: 5000 }];
  const content = [
    { type: 'text', text: 'one' },
    { type: 'text', text: 'two' },
  ] as const;
  const props = { ...viewProps({ ...sample, cuts }), text: 'one\ntwo', blocks: content };
  expect(contentCut(props)).toEqual({ whole: 5004, url: '#content/1/text' });
});

function raise(): never {
  throw new Error('there is no such sample');
}
