// Tests the tools layer as a whole: names, registry, and that samples reach every variant and every failure.

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Facts } from '../../src/model/interpretation.ts';
import { tools } from '../../src/tools/all-tools.ts';
import { generic } from '../../src/tools/generic/generic.ts';
import { interpret } from '../../src/tools/interpret.ts';
import { lookUp } from '../../src/tools/lookup.ts';
import { WRITING_AGENTS } from '../support/demo-logs.ts';
import {
  allSamples,
  interpretable,
  interpretSample,
  samplesOf,
  TOOLS_FOLDER,
  toolFolders,
  variantHit,
  variantsOf,
} from './tool-samples.ts';

const everyTool = [...tools, generic];
/** A value that throws when anybody tries to change it. */
function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}

const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Which programs a command runs follows from it: a sample says so only where it is about that. */
function sampleFacts({ programs, ...facts }: Facts, expected: Facts): Facts {
  return programs === undefined || expected.programs === undefined ? facts : { ...facts, programs };
}

describe('registry', () => {
  it('lists every folder of src/tools once, and nothing else', () => {
    expect(everyTool.map(({ id }) => id).sort()).toEqual(toolFolders());
  });

  it('has one line for each tool, in alphabetical order', () => {
    const lines = readFileSync(new URL('registry.ts', TOOLS_FOLDER), 'utf8').trim().split('\n').slice(2);
    const camelCase = (id: string) => id.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
    expect(lines).toEqual(tools.map(({ id }) => `export { ${camelCase(id)} } from './${id}/${id}.ts';`));
  });

  it('has a definition in every folder, in a file of the same name', () => {
    expect(toolFolders().filter((id) => !existsSync(new URL(`${id}/${id}.ts`, TOOLS_FOLDER)))).toEqual([]);
  });

  it('gives every tool a title, and codes in kebab-case', () => {
    expect(everyTool.filter(({ id, title }) => !KEBAB.test(id) || title.trim() === '').map(({ id }) => id)).toEqual([]);
    const codes = everyTool.flatMap(({ id, failures }) => failures.map(({ code }) => `${id} ${code}`));
    expect(codes.filter((code) => !/^[\w-]+ [a-z0-9]+(?:-[a-z0-9]+)*$/.test(code))).toEqual([]);
  });
});

/** Names that agents have published or used, old ones and aliases included. */
const PUBLISHED = {
  'claude-code': `Agent Artifact AskUserQuestion Bash ClaudeDesign CronCreate CronDelete CronList Edit EndConversation
    EnterPlanMode EnterWorktree ExitPlanMode ExitWorktree Glob Grep ListAgents ListMcpResourcesTool LSP Monitor
    NotebookEdit OfferChromeSetup PowerShell Projects propose_skills ProposeGoal PushNotification Read
    ReadMcpResourceDirTool ReadMcpResourceTool ReadNotifications RemoteTrigger ReportFindings ScheduleWakeup SendFeedback
    SendMessage SendUserFile SendUserMessage ShareOnboardingGuide ShowOnboardingRolePicker Skill SubagentHandback
    TaskCreate TaskGet TaskList TaskStop TaskUpdate TodoWrite ToolSearch WaitForMcpServers WebFetch WebSearch Workflow
    Write StructuredOutput Task KillShell KillBash ListPeers Brief ListMcpResources ReadMcpResource ReadMcpResourceDir
    View LS LSTool Replace BashTool exit_plan_mode ask_user_question MCPSearch BashOutput AgentOutputTool TaskOutput
    SlashCommand MultiEdit NotebookRead TeamCreate TeamDelete RefreshMcpTools SubscribeMcpResource
    UnsubscribeMcpResource SubscribePolling UnsubscribePolling Config web_search web_fetch code_execution
    bash_code_execution text_editor_code_execution advisor mcp__server__tool`,
  codex: `exec_command write_stdin exec wait apply_patch update_plan view_image request_user_input request_permissions
    get_goal create_goal update_goal sleep clock/sleep wait_for_environment tool_search list_mcp_resources
    list_mcp_resource_templates read_mcp_resource spawn_agent send_input resume_agent wait_agent close_agent
    collaboration/spawn_agent collaboration/send_message collaboration/followup_task collaboration/wait_agent
    collaboration/interrupt_agent collaboration/list_agents shell container.exec local_shell shell_command web_search
    image_generation mcp__server__tool`,
  copilot: `bash powershell read_bash read_powershell stop_bash stop_powershell view edit apply_patch create grep rg glob
    web_fetch web_search ask_user task mcp__server__tool`,
  'copilot-vscode': 'read_file apply_patch replace_string_in_file create_file run_in_terminal',
  gemini: `run_shell_command read_file read_many_files replace write_file grep_search search_file_content glob list_directory
    web_fetch google_web_search write_todos ask_user invoke_agent activate_skill mcp_server_tool server__tool`,
  qwen: `run_shell_command read_file edit write_file grep_search glob list_directory web_fetch web_search todo_write
    ask_user_question agent task skill mcp__server__tool`,
  pi: 'bash read edit write grep find ls',
  opencode: `bash read edit apply_patch write grep glob webfetch websearch codesearch todowrite todoread question task
    skill`,
  'opencode-go': 'view edit patch write glob grep',
  kimi: 'Shell ReadFile WriteFile StrReplaceFile Glob Grep SetTodoList FetchURL SearchWeb Agent Task AskUserQuestion',
  'kimi-code': 'Bash Read Write Edit Glob Grep TodoList FetchURL WebSearch Agent AskUserQuestion mcp__server__tool',
  droid: 'Execute ApplyPatch Create TodoWrite FetchUrl',
  cursor: 'Shell StrReplace Edit Write WebSearch',
};

describe('raw names', () => {
  it('are listed for every agent that writes logs', () => {
    const agents = WRITING_AGENTS.map(({ agent }) => agent);
    expect(agents.filter((agent) => !Object.hasOwn(PUBLISHED, agent))).toEqual([]);
  });

  it.each(Object.entries(PUBLISHED))('of %s are all known', (agent, list) => {
    const names = list.split(/\s+/);
    expect(names.filter((name) => lookUp(agent, name).tool.id === 'generic')).toEqual([]);
  });

  const claims = tools.flatMap((tool) =>
    tool.dialects.flatMap((dialect) => dialect.names.map((name) => ({ id: tool.id, agent: dialect.agent, name }))),
  );
  const patterns = tools.flatMap((tool) =>
    tool.dialects.flatMap(({ agent, pattern }) => (pattern === undefined ? [] : [{ id: tool.id, agent, pattern }])),
  );

  it('are claimed by one tool each', () => {
    const owners = new Map<string, string[]>();
    for (const { id, agent, name } of claims) {
      const key = `${agent} ${name}`;
      owners.set(key, [...(owners.get(key) ?? []), id]);
    }
    expect([...owners].filter(([, ids]) => ids.length > 1)).toEqual([]);
  });

  it('lead to the tool that claims them', () => {
    expect(claims.filter(({ id, agent, name }) => lookUp(agent, name).tool.id !== id)).toEqual([]);
  });

  it("do not lie in another tool's pattern", () => {
    const shadowed = claims.flatMap(({ id, agent, name }) =>
      patterns
        .filter((other) => other.agent === agent && other.id !== id && other.pattern.test(name))
        .map((other) => `${agent} ${name} of ${id} is in the pattern of ${other.id}`),
    );
    expect(shadowed).toEqual([]);
  });

  it("are taken over by their input only where they are another tool's", () => {
    const taken = tools.flatMap((tool) =>
      tool.dialects.flatMap(({ agent, claims: claimed }) =>
        (claimed?.names ?? []).map((name) => ({ id: tool.id, agent, name, owner: lookUp(agent, name).tool.id })),
      ),
    );
    expect(taken.filter(({ id, owner }) => owner === id || owner === 'generic')).toEqual([]);
  });

  it('are known in the log of another agent, but for common words', () => {
    expect(lookUp('claude-code', 'exec_command', { cmd: 'ls' }).tool.id).toBe('shell');
    const common = [
      ['list_directory', { dir_path: 'beds' }],
      ['replace', { file_path: 'a', old_string: 'b', new_string: 'c' }],
      ['find', { pattern: '*.md' }],
    ] as const;
    expect(common.map(([name, input]) => lookUp('claude-code', name, input).tool.id)).toEqual(
      common.map(() => 'generic'),
    );
  });

  it('are matched by patterns without memory', () => {
    expect(patterns.filter(({ pattern }) => pattern.global || pattern.sticky)).toEqual([]);
    const failures = everyTool.flatMap(({ id, failures }) =>
      failures.map(({ code, pattern }) => ({ id, code, pattern })),
    );
    expect(failures.filter(({ pattern }) => pattern.global || pattern.sticky)).toEqual([]);
  });

  it('never fail to be looked up, whatever they are', () => {
    for (const name of ['', '__proto__', 'constructor', 'toString', 'mcp__', 'Bash ', '🕰']) {
      expect(lookUp('claude-code', name).tool).toBeDefined();
      expect(lookUp('nobody', name).tool.id).toBe('generic');
    }
  });
});

describe('samples', () => {
  it.each(allSamples.map((file) => [file.name, file] as const))('%s', (_name, { folder, name, sample }) => {
    const { light } = interpretSample(sample);
    expect({
      toolId: light.toolId,
      result: light.result,
      summary: light.summary,
      failure: light.failure?.code ?? null,
      facts: sampleFacts(light.facts, sample.expect.facts),
    }).toEqual(sample.expect);
    expect(light.toolId).toBe(folder);
    if (folder !== 'generic') expect(name).toMatch(new RegExp(`^${folder}/${sample.agent}-`));
    expect(light.problems.filter(({ code }) => code === 'tool-definition-failed')).toEqual([]);
  });

  it('are left as they were', () => {
    const changed = allSamples.filter(({ sample }) => {
      const { light, input, result } = interpret(frozen(interpretable(sample)));
      // Whatever a view may ask for is worked out here, too.
      JSON.stringify([input, result]);
      return light.problems.some(({ code }) => code === 'tool-definition-failed');
    });
    expect(changed.map(({ name }) => name)).toEqual([]);
  });

  it.each(everyTool.map((tool) => [tool.id, tool] as const))('reach every variant of %s', (id, tool) => {
    const hit = new Set(samplesOf(id).map(({ sample }) => variantHit(sample)));
    expect(variantsOf(tool).filter((variant) => !hit.has(variant))).toEqual([]);
  });

  it.each(everyTool.map((tool) => [tool.id, tool] as const))('reach every failure of %s', (id, tool) => {
    const outcomes = samplesOf(id).map(({ sample }) => interpretSample(sample).light);
    const hit = new Set(outcomes.filter((light) => !light.failedQuietly).map((light) => light.failure?.code));
    expect(tool.failures.map(({ code }) => code).filter((code) => !hit.has(code))).toEqual([]);
    if (tool.quietFailure !== undefined) {
      expect(
        outcomes.some((light) => light.failedQuietly),
        `${id} has no sample that fails quietly`,
      ).toBe(true);
    }
  });
});
