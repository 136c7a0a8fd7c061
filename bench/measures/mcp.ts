// The rows of the MCP server over an index of very many calls: the built program, queried over its pipes as by an agent.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { asArray, asObject, asString, type JsonObject } from '../../src/base/json.ts';
import { openIndex } from '../../src/store/sqlite/open-index.ts';
import { fixture, type Measure, type Row } from '../measure.ts';
import { CLI } from '../meter/meter-process.ts';
import { median, percentile } from '../outcome/numbers.ts';
import { type BuiltIndex, buildIndex } from '../questions.ts';
import { searchQueries } from './support/search-queries.ts';

type Place = Pick<BuiltIndex, 'data' | 'root'>;

/**
 * The server looks for new lines if it has not for two seconds. That takes as long as there are files, whatever the question,
 * and has its own row: questions are timed right after such a look.
 */
const FRESH_MS = 1500;
const PAUSE_MS = 2200;
const STARTS = 7;
const ROUNDS = 4;
const PAUSES = 5;

/** About all projects, or about one, as agents start it. */
async function start({ data, root }: Place, project?: string): Promise<Client> {
  const env = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const scope = project === undefined ? ['--all-projects'] : ['--project', project];
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp', ...scope, '--no-archive', '--root', root],
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

/** A question and the row of its time. */
interface Question {
  readonly row: string;
  readonly tool: string;
  readonly args: JsonObject;
}

function toTool(tool: string, args: JsonObject): Question {
  return { row: tool, tool, args };
}

function inSql(row: string, queries: readonly string[]): Question[] {
  return queries.map((query) => ({ row, tool: 'sql', args: { query } }));
}

const WEEK = `(SELECT strftime('%Y-%m-%dT%H:%M:%fZ', max(last_ms) / 1000.0 - 7 * 86400, 'unixepoch') FROM sessions)`;

/** Questions that the other tools do not answer, about some calls: the newest, a week, failed ones, the slowest, one session. */
const ABOUT_SOME = [
  'SELECT session, title, calls, failures FROM sessions ORDER BY last_at DESC LIMIT 20',
  'SELECT tool, summary, status, log, line FROM calls ORDER BY requested_at DESC LIMIT 20',
  'SELECT tool, summary, duration_ms, log, line FROM calls ORDER BY duration_ms DESC LIMIT 10',
  `SELECT tool, failure, message, log, line FROM errors WHERE requested_at >= ${WEEK} ORDER BY requested_at DESC LIMIT 20`,
  `SELECT tool, count(*) AS n FROM calls WHERE requested_at >= ${WEEK} GROUP BY tool ORDER BY n DESC`,
  'SELECT failure, blame, count(*) AS n FROM errors GROUP BY failure, blame ORDER BY n DESC',
  'SELECT project, count(*) AS n FROM errors GROUP BY project ORDER BY n DESC LIMIT 10',
  `SELECT command, message, log, line FROM calls WHERE status = 'error' AND command LIKE '%npm%' ORDER BY requested_at DESC LIMIT 10`,
  'SELECT call, tool, status FROM calls WHERE session = (SELECT session FROM sessions ORDER BY last_ms DESC LIMIT 1) ORDER BY requested_at',
  'SELECT count(*) FROM calls',
];

/** Questions that scan every call: SQLite reads them sequentially. */
const ABOUT_ALL = [
  'SELECT tool, count(*) AS n FROM calls GROUP BY tool ORDER BY n DESC',
  `SELECT tool_id, count(*) AS n, sum(status = 'error') AS failed, avg(duration_ms) AS ms FROM calls GROUP BY tool_id`,
  'SELECT project, count(*) AS n FROM calls GROUP BY project ORDER BY n DESC',
  'SELECT date(requested_at) AS day, count(*) AS n FROM calls GROUP BY day ORDER BY day DESC LIMIT 30',
  'SELECT path, sum(changes) AS n FROM files GROUP BY path ORDER BY n DESC LIMIT 10',
  `SELECT command, log, line FROM calls WHERE command LIKE '%npm test%' ORDER BY requested_at DESC LIMIT 10`,
];

const TITLES: Readonly<Record<string, string>> = {
  'sql-all': 'MCP: sql that reads every call',
  'sql-project': 'MCP: sql in the largest project',
};

const SEARCHES_OF_A_KIND = 4;

/** Questions of agents: each tool with its most expensive and its usual arguments. */
async function questions(client: Client, { root }: Place): Promise<readonly Question[]> {
  const call = first(await ask(client, 'calls', {}), 'calls', 'id');
  const session = first(await ask(client, 'sessions', {}), 'sessions', 'id');
  const touched = await ask(client, 'sql', { query: 'SELECT path FROM calls WHERE path IS NOT NULL LIMIT 1' });
  const rows = asArray(asObject(touched.answer['untrusted'])?.['rows']) ?? [];
  const path = asString(asArray(rows[0])?.[0]) ?? '/';
  const kinds = searchQueries(join(root, 'logs'), SEARCHES_OF_A_KIND);
  return [
    toTool('similar_failures', { error: ERROR }),
    toTool('similar_failures', { error: 'a text that nothing was ever like' }),
    toTool('similar_failures', { command: 'npm test' }),
    toTool('sessions', {}),
    toTool('sessions', { filter: 'tool:Bash is:failed' }),
    toTool('calls', {}),
    toTool('calls', { filter: 'is:failed' }),
    toTool('calls', { filter: 'program:docker is:failed since:30d' }),
    toTool('call', { id: call }),
    toTool('file_history', { path }),
    toTool('session_summary', { id: session }),
    toTool('session_changes', { id: session }),
    ...['tool', 'model', 'agent', 'project', 'day', 'error'].map((by) => toTool('stats', { by })),
    toTool('stats', { by: 'tool', filter: 'is:failed' }),
    ...kinds.flatMap(({ queries }) => queries.map((text) => toTool('search', { text }))),
    toTool('search', { text: 'error', filter: 'is:failed' }),
    ...inSql('sql', ABOUT_SOME),
    ...inSql('sql-all', ABOUT_ALL),
  ];
}

async function startRow(place: Place): Promise<Row> {
  const wall: number[] = [];
  // The first run starts with nothing of the program in memory.
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

/** Each answer after a look at all files. */
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

/** Where most calls were made. */
function largestProject({ data }: Place): string {
  const { database } = openIndex(data);
  try {
    const largest = 'SELECT project FROM sessions GROUP BY project ORDER BY sum(calls) DESC LIMIT 1';
    return database.query(largest, (row) => String(row['project'])).get() ?? '';
  } finally {
    database.close();
  }
}

async function inOneProject(place: Place): Promise<Row[]> {
  const client = await start(place, largestProject(place));
  try {
    return await answered(client, inSql('sql-project', [...ABOUT_SOME, ...ABOUT_ALL]));
  } finally {
    await client.close();
  }
}

async function inAllProjects(place: Place): Promise<Row[]> {
  const client = await start(place);
  try {
    return await answered(client, await questions(client, place));
  } finally {
    await client.close();
  }
}

async function answered(client: Client, asked: readonly Question[]): Promise<Row[]> {
  const wall = new Map<string, number[]>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { row, tool, args } of asked) {
      if (performance.now() - lookedAt > FRESH_MS) {
        await sleep(PAUSE_MS);
        await ask(client, 'sessions', {});
        lookedAt = performance.now();
      }
      const { wallMs } = await ask(client, tool, args);
      // The first round compiles the program and fills the caches, as in an agent's first minute.
      if (round > 0) wall.set(row, [...(wall.get(row) ?? []), wallMs]);
    }
  }
  // SQL that reads every call has a goal of its own: it takes what the database needs for that.
  const idOf = (row: string): string => (row === 'sql-all' ? 'mcp-sql-all' : `mcp:${row}`);
  return Array.from(wall, ([row, times]) => rowOf(idOf(row), TITLES[row] ?? `MCP: ${row}`, times));
}

export const mcp: Measure = {
  id: 'mcp',
  needs: ['library', 'index'],
  rounds: 'once',
  async run(bench) {
    const { scratch, scale } = bench;
    const usual = { data: fixture(bench, 'index'), root: fixture(bench, 'library') };
    const rows = [await startRow(usual), await pausedRow(usual)];
    const large = await buildIndex(scratch, scale.calls);
    return [...rows, ...(await inAllProjects(large)), ...(await inOneProject(large))];
  },
};
