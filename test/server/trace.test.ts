// Tests a session as a trace over HTTP: to save, in pieces, in both formats, and never as a page.

import { beforeAll, expect, it } from 'vitest';
import { TRACE_FORMATS } from '../../src/traces/export-trace.ts';
import { madeUpLogs, SESSION } from './library.ts';
import { type Served, serve } from './support.ts';

let served: Served;

beforeAll(async () => {
  served = await serve([madeUpLogs().folder]);
});

const ADDRESS = `/api/v1/sessions/claude-code/${SESSION}/trace`;

interface Event {
  readonly cat?: string;
}

it('gives a Chrome trace to save', async () => {
  const { status, headers, text } = await served.ask(ADDRESS);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/json');
  expect(headers['content-disposition']).toBe(`attachment; filename="${SESSION}.perfetto.json"`);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  const { traceEvents }: { readonly traceEvents: readonly Event[] } = JSON.parse(text);
  const { calls } = await served.get('session', { agent: 'claude-code', session: SESSION });
  expect(traceEvents.filter(({ cat }) => cat === 'tool').length).toBe(calls);
});

it('gives OTLP', async () => {
  const { headers, text } = await served.ask(`${ADDRESS}?format=otlp`);
  expect(headers['content-disposition']).toContain('.otlp.json');
  const { resourceSpans } = JSON.parse(text);
  expect(resourceSpans[0].scopeSpans[0].spans[1]).toMatchObject({ name: 'execute_tool Bash', kind: 1 });
  expect(text).toContain('"ls -la"');
});

it('knows every format there is', async () => {
  for (const format of TRACE_FORMATS) expect((await served.ask(`${ADDRESS}?format=${format}`)).status).toBe(200);
});

it('leaves out the words of the log', async () => {
  const { text } = await served.ask(`${ADDRESS}?format=otlp&summaries=0`);
  expect(text).toContain('execute_tool Bash');
  expect(text).not.toMatch(/ls -la|gate|orchard/);
});

it('answers HEAD without a body, and trouble as everywhere', async () => {
  const head = await served.ask(ADDRESS, { method: 'HEAD' });
  expect([head.status, head.text]).toEqual([200, '']);
  expect(await served.trouble(`${ADDRESS}?format=har`)).toMatchObject({ status: 400 });
  expect(await served.trouble('/api/v1/sessions/claude-code/nobody/trace')).toMatchObject({ status: 404 });
});
