// The calls that look for things: Grep, Glob, LSP, ToolSearch, WebFetch, WebSearch, and MCP servers.

import { escapeText } from '../../text-pools.ts';
import { identifier, LANGUAGES, noun, relativePath, sentence, title, verb } from '../../words.ts';
import { failure, type Play, quoted, type Stage, success } from '../play.ts';

const NO_SHELL = "ENOENT: no such file or directory, posix_spawn '/bin/zsh'";

export function grep(stage: Stage): Play {
  const { rng, pools, facts } = stage;
  const byFile = rng.chance(0.15);
  const pattern = JSON.stringify(`${identifier(rng)}|func.*${noun(rng)}`);
  const path = rng.chance(0.93) ? `,"path":${JSON.stringify(`${facts.cwd}/${relativePath(rng, 'go')}`)}` : '';
  const mode = byFile
    ? ',"output_mode":"files_with_matches"'
    : `,"output_mode":"content"${rng.chance(0.4) ? ',"-n":true' : ''}${rng.chance(0.26) ? `,"-A":${rng.between(2, 30)}` : ''}`;
  const input = `{"pattern":${pattern}${path}${mode}}`;
  const took = rng.size(460, 1300, 60_000);
  if (rng.chance(0.011)) {
    const text = rng.chance(0.6) ? NO_SHELL : `Path does not exist: ${facts.cwd}/${noun(rng)}`;
    return { tool: 'Grep', input, outcome: failure(escapeText(text), took) };
  }
  if (byFile) {
    const names = Array.from({ length: rng.between(0, 24) }, () => relativePath(rng, 'go'));
    const text = names.length === 0 ? 'No files found' : `Found ${names.length} files\n${names.join('\n')}`;
    const structured = `{"mode":"files_with_matches","filenames":${JSON.stringify(names)},"numFiles":${names.length}}`;
    return { tool: 'Grep', input, outcome: success(JSON.stringify(text), structured, took) };
  }
  const found = rng.chance(0.08) ? { text: '', lines: 0 } : pools.shell(rng, rng.size(370, 5300, 36_000));
  const limited = rng.chance(0.03) ? ',"appliedLimit":20' : '';
  const structured = `{"mode":"content","numFiles":0,"filenames":[],"content":"${found.text}","numLines":${found.lines}${limited}}`;
  return {
    tool: 'Grep',
    input,
    outcome: success(quoted(found.text === '' ? 'No matches found' : found.text), structured, took),
  };
}

export function glob(stage: Stage): Play {
  const { rng, facts } = stage;
  const language = rng.pick(LANGUAGES);
  const input = `{"pattern":"**/*${noun(rng)}*.${language}"${rng.chance(0.18) ? `,"path":${JSON.stringify(facts.cwd)}` : ''}}`;
  const took = rng.size(60, 500, 1200);
  if (rng.chance(0.045)) return { tool: 'Glob', input, outcome: failure(escapeText(NO_SHELL), took) };
  const names = Array.from({ length: rng.size(3, 18, 100) - 1 }, () => `${facts.cwd}/${relativePath(rng, language)}`);
  const text = names.length === 0 ? 'No files found' : names.join('\n');
  const structured = `{"filenames":${JSON.stringify(names)},"durationMs":${took},"numFiles":${names.length},"truncated":${names.length >= 99}}`;
  return { tool: 'Glob', input, outcome: success(JSON.stringify(text), structured, took + rng.between(5, 400)) };
}

export function lsp(stage: Stage): Play {
  const { rng, facts } = stage;
  const operation = rng.pick(['workspaceSymbol', 'findReferences', 'goToDefinition']);
  const path = JSON.stringify(`${facts.cwd}/${relativePath(rng, 'go')}`);
  const names = Array.from({ length: rng.between(0, 30) }, () => `${relativePath(rng, 'go')}:${rng.between(1, 900)}`);
  const text =
    names.length === 0 ? 'No symbols found in workspace.' : `Found ${names.length} references:\n${names.join('\n')}`;
  const structured = `{"operation":"${operation}","result":${JSON.stringify(text)},"filePath":${path},"resultCount":${names.length},"fileCount":${names.length}}`;
  const input = `{"operation":"${operation}","filePath":${path},"line":${rng.between(1, 400)},"character":${rng.between(1, 80)}}`;
  return { tool: 'LSP', input, outcome: success(JSON.stringify(text), structured, rng.between(100, 4000)) };
}

/** Loads deferred tools; its content is a list of references, not text. */
export function toolSearch(stage: Stage): Play {
  const { rng } = stage;
  const names = rng
    .shuffle(['TaskCreate', 'TaskUpdate', 'Monitor', 'WebFetch', 'CronList', 'SendMessage'])
    .slice(0, rng.between(1, 3));
  const query = `select:${names.join(',')}`;
  const content = names.map((name) => `{"type":"tool_reference","tool_name":"${name}"}`).join(',');
  const structured = `{"matches":${JSON.stringify(names)},"query":"${query}","total_deferred_tools":${rng.between(12, 60)}}`;
  return {
    tool: 'ToolSearch',
    input: `{"query":"${query}","max_results":5}`,
    outcome: success(`[${content}]`, structured, rng.between(1, 900)),
  };
}

export function webFetch(stage: Stage): Play {
  const { rng, pools } = stage;
  const url = `https://docs.example.test/${noun(rng)}/${noun(rng)}`;
  const input = `{"url":"${url}","prompt":${JSON.stringify(`${sentence(rng)} ${sentence(rng)}`)}}`;
  const took = rng.size(5400, 8000, 60_000);
  if (rng.chance(0.1)) {
    return {
      tool: 'WebFetch',
      input,
      outcome: failure(`Request failed with status code ${rng.pick([403, 404, 429, 503])}`, took, 'plain'),
    };
  }
  const text = pools.prose(rng, rng.size(800, 1800, 20_000));
  const missing = rng.chance(0.08) && !stage.nested;
  const structured = `{"bytes":${rng.between(2000, 900_000)},"code":${missing ? 404 : 200},"codeText":"${missing ? 'Not Found' : 'OK'}","result":"${text}","durationMs":${took},"url":"${url}"}`;
  const outcome = success(quoted(text), structured, took + rng.between(20, 900));
  // Nothing marks a page that was not there, except its code (which a subagent's record may lack).
  return { tool: 'WebFetch', input, outcome: missing ? { ...outcome, status: 'error' } : outcome };
}

export function webSearch(stage: Stage): Play {
  const { rng, pools } = stage;
  const query = `${title(rng)} ${noun(rng)}`;
  const seconds = rng.size(16, 22, 60);
  const links = Array.from({ length: rng.between(4, 10) }, () => ({
    title: title(rng),
    url: `https://${noun(rng)}.example.test/${verb(rng)}/${noun(rng)}`,
  }));
  const report = pools.prose(rng, rng.size(1900, 2900, 6000));
  const content = `Web search results for query: \\"${escapeText(query)}\\"\\n\\nLinks: ${escapeText(JSON.stringify(links))}\\n\\n${report}`;
  const structured = `{"query":${JSON.stringify(query)},"results":[{"tool_use_id":"srvtoolu_01${rng.base62(22)}","content":${JSON.stringify(links)}},"${report}"],"durationSeconds":${seconds}.5}`;
  return {
    tool: 'WebSearch',
    input: `{"query":${JSON.stringify(query)}}`,
    outcome: success(quoted(content), structured, seconds * 1000 + 700),
  };
}

const SERVERS: readonly (readonly [string, string])[] = [
  ['tracker', 'create_issue'],
  ['tracker', 'list_issues'],
  ['tracker', 'get_issue'],
  ['plugin_atlas_maps', 'find_route'],
  ['screens', 'capture'],
];

/** A tool of an MCP server: result and companion are the same array of blocks. */
export function mcp(stage: Stage): Play {
  const { rng, pools } = stage;
  const [server, name] = rng.pick(SERVERS);
  const tool = `mcp__${server}__${name}`;
  const input = `{"query":${JSON.stringify(title(rng))},"team":"${noun(rng)}","body":"${pools.prose(rng, rng.size(120, 900, 4000))}"}`;
  const took = rng.size(2000, 14_000, 60_000);
  if (rng.chance(0.2))
    return { tool, input, outcome: failure(`MCP error -32602: ${pools.sentence(rng)}`, took, 'plain') };
  const blocks =
    name === 'capture' && rng.chance(0.3) ? imageBlock(stage) : `{"type":"text","text":"${issueText(stage)}"}`;
  return { tool, input, outcome: success(`[${blocks}]`, `[${blocks}]`, took) };
}

function imageBlock(stage: Stage): string {
  const data = stage.pools.base64(stage.rng, stage.rng.size(40_000, 150_000, 300_000));
  return `{"type":"image","source":{"type":"base64","media_type":"image/png","data":"${data}"}}`;
}

function issueText(stage: Stage): string {
  const { rng, pools } = stage;
  const body = escapeText(pools.prose(rng, rng.size(500, 1300, 3000)));
  return `{\\"id\\":\\"${rng.uuid()}\\",\\"title\\":\\"${noun(rng)} ${verb(rng)}\\",\\"state\\":\\"open\\",\\"body\\":\\"${body}\\"}`;
}
