// How a rollout begins: its meta line, instructions, environment and per-turn settings.

import { fitting, iso } from '../session-request.ts';
import { identifier, sentence } from '../words.ts';
import type { CodexHistory, CodexParent, CodexSession } from './session.ts';

function sourceJson(session: CodexSession, parent: CodexParent | null): string {
  if (parent === null) return session.dialect.source === null ? '' : `"source":"${session.dialect.source}",`;
  const spawn = `{"parent_thread_id":"${parent.threadId}","depth":1,"agent_path":"${parent.path}","agent_nickname":"${identifier(session.rng)}","agent_role":"explorer"}`;
  return `"source":{"subagent":{"thread_spawn":${spawn}}},`;
}

/** Tools an application adds: a long list that every meta line repeats. */
function dynamicTools(session: CodexSession): string {
  const { rng } = session;
  const tools = Array.from({ length: Math.ceil(fitting(session.request, rng.between(8, 22) * 400) / 400) }, () => ({
    type: 'function',
    name: identifier(rng),
    description: `${sentence(rng)} ${sentence(rng)} ${sentence(rng)}`,
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string' }, note: { type: 'string', description: sentence(rng) } },
      required: ['id'],
    },
  }));
  return JSON.stringify([{ type: 'namespace', name: 'app', description: sentence(rng), tools }]);
}

export function writeMeta(session: CodexSession, from: CodexHistory | null, parent: CodexParent | null): void {
  const { dialect, rng, request, threadId, cwd } = session;
  const at = iso(session.startedMs - 20);
  const git = `"git":{"commit_hash":"${rng.hex(40)}","branch":${JSON.stringify(session.branch)},"repository_url":"https://github.example.test/acme/${cwd.split('/').at(-1)}.git"}`;
  const common = `"timestamp":"${at}","cwd":${JSON.stringify(cwd)},"originator":"${dialect.originator}","cli_version":"${dialect.version}"`;
  if (dialect.turnContext === 'never') {
    session.line('session_meta', `{"id":"${threadId}",${common},"instructions":null,${git}}`);
    return;
  }
  const forked = from === null ? '' : `"forked_from_id":"${from.threadId}",`;
  const started = parent === null ? '' : `"parent_thread_id":"${parent.threadId}",`;
  const ids = dialect.itemIds ? `"session_id":"${threadId}","id":"${threadId}",` : `"id":"${threadId}",`;
  const instructions = request.pools.prose(
    rng,
    fitting(request, dialect.taskEvents ? rng.between(12_000, 22_000) : 7300),
  );
  const tools = dialect.itemIds
    ? `"dynamic_tools":${dynamicTools(session)},"memory_mode":"enabled","history_mode":"${dialect.paginated ? 'paginated' : 'legacy'}",`
    : '';
  const base =
    from !== null && dialect.paginated
      ? `"history_base":{"thread_id":"${from.threadId}","end_ordinal_exclusive":${from.lines.length}},`
      : '';
  session.line(
    'session_meta',
    `{${ids}${forked}${started}${common},${sourceJson(session, parent)}"model_provider":"openai",${tools}${base}"base_instructions":{"text":"${instructions}"},${git}}`,
  );
}

export function writeContextMessages(session: CodexSession): void {
  const { dialect, rng, request, cwd } = session;
  if (dialect.turnContext !== 'never') {
    const rules = request.pools.prose(
      rng,
      fitting(request, dialect.itemIds ? rng.size(9000, 17_000, 34_000) : rng.size(700, 2000, 3000)),
    );
    session.item(
      'message',
      `"role":"developer","content":[{"type":"input_text","text":"<permissions instructions>\\n${rules}\\n</permissions instructions>"}]`,
      'msg',
    );
    const agents = request.pools.prose(rng, fitting(request, rng.size(1800, 5000, 9000)));
    session.item(
      'message',
      `"role":"user","content":[{"type":"input_text","text":"# AGENTS.md instructions for ${cwd}\\n\\n<INSTRUCTIONS>\\n${agents}\\n</INSTRUCTIONS>"}]`,
      'msg',
    );
  }
  session.item(
    'message',
    `"role":"user","content":[{"type":"input_text","text":"<environment_context>\\n  <cwd>${cwd}</cwd>\\n  <shell>bash</shell>\\n</environment_context>"}]`,
    'msg',
  );
  if (dialect.worldState) {
    session.line(
      'world_state',
      `{"full":true,"state":{"agents_md":{"directory":"${cwd}","text":"${request.pools.prose(rng, fitting(request, 5000))}"},"environments":{"environments":{"local":{"cwd":"${cwd}","status":"available","shell":"bash"}}}}}`,
    );
  }
}

export function writeTurnContext(session: CodexSession): void {
  const { dialect, rng, request, cwd } = session;
  const model = `"model":"${dialect.model}"`;
  if (dialect.turnContext === 'message') {
    const text = request.pools.prose(rng, 2550);
    session.line(
      'turn_context',
      `{"cwd":"${cwd}","approval_policy":"on-request","sandbox_policy":{"type":"workspace-write","network_access":false,"exclude_tmpdir_env_var":false,"exclude_slash_tmp":false},${model},"collaboration_mode":{"mode":"custom","settings":{${model},"reasoning_effort":"high","developer_instructions":null}},"effort":"high","summary":"auto","user_instructions":"${text}","truncation_policy":{"mode":"tokens","limit":10000}}`,
    );
    return;
  }
  const text = request.pools.prose(rng, 900);
  session.line(
    'turn_context',
    `{"turn_id":"${session.turnId}","cwd":"${cwd}","current_date":"${iso(session.clock.now).slice(0, 10)}","timezone":"Etc/UTC","approval_policy":"never","sandbox_policy":{"type":"danger-full-access"},"permission_profile":{"type":"disabled"},${model},"personality":"pragmatic","collaboration_mode":{"mode":"default","settings":{${model},"reasoning_effort":"medium","developer_instructions":"${text}"}},"realtime_active":false,"effort":"medium","summary":"auto"}`,
  );
}
