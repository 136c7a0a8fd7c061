// Tests the views of all tools: each has one, each draws every sample, and nothing from a log becomes markup.

import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { views } from '../../src/tools/views.ts';
import { type SampleCall, sampleCalls } from '../gallery/sample-calls.ts';
import { viewProps } from '../gallery/view-props.ts';
import { toolFolders } from '../structure/tool-samples.ts';

const calls = sampleCalls();

function draw(sample: SampleCall): string {
  const view = views.get(sample.toolId);
  if (view === undefined) throw new Error(`${sample.toolId} has no view`);
  return renderToString(h(view, viewProps(sample)));
}

const BAD =
  '"><img src=x onerror=alert(1)><script>alert(2)</script>\u001b]8;;javascript:alert(3)\u0007x\u001b]8;;\u0007';

/** The same value with hostile text after every text and with every key kept. */
function poisoned(value: unknown): unknown {
  if (typeof value === 'string') return `${value}${BAD}`;
  if (Array.isArray(value)) return value.map(poisoned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    // Words that choose a branch stay, or hardly anything would be drawn.
    Object.entries(value).map(([key, inner]) => [
      key,
      ['kind', 'type', 'change', 'basis', 'what', 'action', 'mode', 'because', 'channel', 'step'].includes(key)
        ? inner
        : poisoned(inner),
    ]),
  );
}

/** The value without everything that may be missing. */
function thinned(value: unknown): unknown {
  if (typeof value === 'string') return '';
  if (Array.isArray(value)) return [];
  return value;
}

describe('views', () => {
  it('are there for every tool, one in each folder', () => {
    expect([...views.keys()].sort()).toEqual(toolFolders());
  });

  it.each(calls.map((sample) => [sample.name, sample] as const))('draw %s', (_name, sample) => {
    const html = draw(sample);
    expect(html).toContain('ts-view');
    const odd = ['[object Object]', 'undefined', 'NaN'].filter((word) => !JSON.stringify(sample).includes(word));
    expect(odd.filter((word) => html.includes(word))).toEqual([]);
  });

  it.each(calls.map((sample) => [sample.name, sample] as const))('make no markup of %s', (_name, sample) => {
    const html = draw({
      ...sample,
      summary: `${sample.summary}${BAD}`,
      tool: `${sample.tool}${BAD}`,
      failure: sample.failure === null ? null : { ...sample.failure, message: BAD, code: BAD },
      input: poisoned(sample.input),
      result: poisoned(sample.result),
      content: Array.isArray(sample.content) ? poisoned(sample.content) : sample.content,
      text: `${sample.text}${BAD}`,
    });
    expect(html).not.toContain('<script');
    expect(html).not.toContain('<img src=x');
    expect(html).not.toMatch(/<[^>]*\shref="(?!https?:|#|picture)/);
  });

  it.each(calls.map((sample) => [sample.name, sample] as const))('survive what is left of %s', (_name, sample) => {
    const thin = (value: unknown): unknown =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value).map(([key, inner]) => [key, key === 'kind' ? inner : thinned(inner)]),
          )
        : value;
    draw({ ...sample, input: thin(sample.input), result: thin(sample.result), text: '', content: '' });
    draw({ ...sample, input: null, text: '' });
    for (const status of ['running', 'lost', 'unknown', 'background', 'cancelled', 'denied', 'interrupted'] as const) {
      draw({ ...sample, status, result: null });
    }
    draw({ ...sample, status: 'error', result: { kind: 'failure' } });
    draw({ ...sample, result: { kind: 'raw' } });
  });
});
