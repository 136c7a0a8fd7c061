// The rows of the MCP server over an index of very many calls: the built program, started and asked over its pipes as an agent does.

import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { asArray, asObject, asString, type JsonObject } from '../../src/base/json.ts';
import { openIndex } from '../../src/store/sqlite/open-index.ts';
import { fixture, type Measure, type Row } from '../measure.ts';
import { CLI } from '../meter/meter-process.ts';
import { median, percentile } from '../outcome/numbers.ts';
import { type BuiltIndex, buildIndex } from '../questions.ts';

type Place = Pick<BuiltIndex, 'data' | 'root'>;

/**
 * The server looks for what is new when it has not for two seconds. That takes as long as there are files, whatever is asked, and
 * has a row of its own: questions are timed right after such a look.
 */
const FRESH_MS = 1500;
const PAUSE_MS = 2200;
const STARTS = 7;
const ROUNDS = 4;
const PAUSES = 5;

async function start({ data, root }: Place): Promise<Client> {
  const env = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp', '--all-projects', '--no-archive', '--root', root],
    env: { ...Object.fromEntries(env), TOOLSCOPE_HOME: data },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  return client;
}

interface Asked {
  readonly answer: JsonObject;
  readonly wallMs: number;
}

async function ask(client: Client, name: string, args: JsonObject): Promise<Asked> {
  const started = performance.now();
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
  const wallMs = performance.now() - started;
  if (isError === true) throw new Error(`${name} was refused: ${JSON.stringify(content)}`);
  return { answer: asObject(structuredContent) ?? {}, wallMs };
}

/** The text of the first row of a list in an answer. */
function first({ answer }: Asked, list: string, member: string): string {
  return asString(asObject(asArray(answer[list])?.[0])?.[member]) ?? '';
}

const ERROR = 'Exit code 1\nsrc/cart.ts(4,9): error TS2304: Cannot find name "total".\nFound 1 error.';

/** The copies of sessions have no texts in the index. Else the server would make them all while it is asked: `search` looks through the originals. */
function withoutTexts({ data }: Place): void {
  const { database } = openIndex(data);
  database.exec(`INSERT INTO texts (source_pk, covered, sealed_offset, sealed_line, chunks)
    SELECT pk, offset, offset, 0, 0 FROM sources WHERE pk NOT IN (SELECT source_pk FROM texts)`);
  database.close();
}

/** What agents ask: each tool with what makes it work hardest and with what is usual. */
async function questions(client: Client): Promise<readonly (readonly [tool: string, args: JsonObject])[]> {
  const call = first(await ask(client, 'calls', {}), 'calls', 'id');
  const session = first(await ask(client, 'sessions', {}), 'sessions', 'id');
  const touched = await ask(client, 'sql', { query: 'SELECT path FROM files LIMIT 1' });
  const rows = asArray(asObject(touched.answer['untrusted'])?.['rows']) ?? [];
  const path = asString(asArray(rows[0])?.[0]) ?? '/';
  return [
    ['similar_failures', { error: ERROR }],
    ['similar_failures', { error: 'a text that nothing was ever like' }],
    ['similar_failures', { command: 'npm test' }],
    ['sessions', {}],
    ['sessions', { filter: 'tool:Bash is:failed' }],
    ['calls', {}],
    ['calls', { filter: 'is:failed' }],
    ['calls', { filter: 'program:docker is:failed since:30d' }],
    ['call', { id: call }],
    ['file_history', { path }],
    ['session_summary', { id: session }],
    ['session_changes', { id: session }],
    ...['tool', 'model', 'agent', 'project', 'day', 'error'].map((by) => ['stats', { by }] as const),
    ['stats', { by: 'tool', filter: 'is:failed' }],
    ['search', { text: 'Cannot find name' }],
    ['search', { text: 'a text that nothing was ever like' }],
    ['sql', { query: 'SELECT session, title, calls, failures FROM sessions ORDER BY last_at DESC LIMIT 20' }],
    ['sql', { query: 'SELECT count(*) FROM calls' }],
    ['sql', { query: 'SELECT tool, count(*) AS n FROM calls GROUP BY tool ORDER BY n DESC' }],
  ];
}

async function startRow(place: Place): Promise<Row> {
  const wall: number[] = [];
  // The first one finds nothing of the program in memory.
  for (let time = 0; time <= STARTS; time++) {
    const started = performance.now();
    const client = await start(place);
    const { tools } = await client.listTools();
    if (tools.length === 0) throw new Error('The server has no tools.');
    if (time > 0) wall.push(performance.now() - started);
    await client.close();
  }
  return rowOf('mcp-start', 'MCP server: started, and its tools listed', wall);
}

function rowOf(id: string, title: string, times: readonly number[]): Row {
  return {
    id,
    title,
    p50Ms: median(times),
    p95Ms: percentile(times, 0.95),
    count: times.length,
    counted: 'answers',
  };
}

/** Each answer with a look at all files first. */
async function pausedRow(place: Place): Promise<Row> {
  const client = await start(place);
  try {
    await ask(client, 'sessions', {});
    const wall: number[] = [];
    for (let pause = 0; pause < PAUSES; pause++) {
      await sleep(PAUSE_MS);
      wall.push((await ask(client, 'sessions', {})).wallMs);
    }
    return rowOf('mcp-paused', 'MCP: sessions, with a look for what is new in the library', wall);
  } finally {
    await client.close();
  }
}

async function toolRows(place: Place): Promise<Row[]> {
  withoutTexts(place);
  const client = await start(place);
  try {
    const asked = await questions(client);
    const wall = new Map<string, number[]>();
    let lookedAt = 0;
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [tool, args] of asked) {
        if (performance.now() - lookedAt > FRESH_MS) {
          await sleep(PAUSE_MS);
          await ask(client, 'sessions', {});
          lookedAt = performance.now();
        }
        const { wallMs } = await ask(client, tool, args);
        // The first round compiles the program and fills the caches, as the first minute of an agent does.
        if (round > 0) wall.set(tool, [...(wall.get(tool) ?? []), wallMs]);
      }
    }
    return Array.from(wall, ([tool, times]) => rowOf(`mcp:${tool}`, `MCP: ${tool}`, times));
  } finally {
    await client.close();
  }
}

export const mcp: Measure = {
  id: 'mcp',
  needs: ['library', 'index'],
  rounds: 'once',
  async run(bench) {
    const { scratch, scale } = bench;
    const usual = { data: fixture(bench, 'index'), root: fixture(bench, 'library') };
    const rows = [await startRow(usual), await pausedRow(usual)];
    return [...rows, ...(await toolRows(await buildIndex(scratch, scale.calls)))];
  },
};
