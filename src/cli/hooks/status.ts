// `toolscope hook status`: where hooks are installed, what they reported, and what went wrong.

import { formatInstant } from '../../base/time.ts';
import { formatBytes, formatCount, plural } from '../../base/units.ts';
import { inboxFolder } from '../../hooks/inbox.ts';
import { drainSpool } from '../../hooks/spool.ts';
import { knownHookKey } from '../../server/auth/token-file.ts';
import { dataFolder } from '../../store/data-folder.ts';
import type { Invocation } from '../command.ts';
import type { Output } from '../output.ts';
import { placesOf } from './choose-agents.ts';
import { type AgentHooks, type HookHealth, hookHealth } from './hook-health.ts';

const TROUBLE_SHOWN = 5;

function agentLines(agent: AgentHooks, out: Output): string[] {
  const { title, settings, trouble, kinds, events, missing, hasWrongKey, sessions, bytes, lastAt } = agent;
  const head = `${out.paint('bold', title)}  ${out.safe(settings)}`;
  const lines = [head];
  if (trouble !== null) lines.push(`  ${out.paint('yellow', out.safe(trouble))}`);
  else if (events.length === 0) lines.push('  not installed');
  else lines.push(`  installed (${kinds.join(', ')}) for ${plural(events.length, 'event')}`);
  if (missing.length > 0) lines.push(`  not for ${missing.join(', ')}`);
  if (hasWrongKey) {
    const what =
      "their address does not hold this server's key, so it answers 401: toolscope hook install --http <url>";
    lines.push(`  ${out.paint('yellow', what)}`);
  }
  if (sessions > 0) {
    const last = formatInstant(lastAt) ?? 'at an unknown time';
    lines.push(`  heard from ${plural(sessions, 'session')}, ${formatBytes(bytes)}, last ${last}`);
  }
  return lines;
}

function troubleLines({ trouble, isScriptMissing }: HookHealth, out: Output): string[] {
  const lines: string[] = [];
  if (isScriptMissing)
    lines.push("The script that the settings name is missing: 'toolscope hook install' creates it again.");
  if (trouble.length === 0) return lines;
  lines.push(`${formatCount(trouble.length)} ${trouble.length === 1 ? 'hook' : 'hooks'} had trouble; the last:`);
  for (const { at, code, message } of trouble.slice(-TROUBLE_SHOWN)) {
    lines.push(`  ${formatInstant(at) ?? ''}  ${out.safe(code)}  ${out.safe(message)}`);
  }
  return lines;
}

/** For doctor: agents with our hooks or with hook reports, and all problems. */
export function healthLines(health: HookHealth, out: Output): string[] {
  const used = health.agents.filter(
    ({ events, sessions, trouble }) => events.length + sessions > 0 || trouble !== null,
  );
  const trouble = troubleLines(health, out).map((line) => out.paint('yellow', line));
  return [...used.flatMap((agent) => agentLines(agent, out)), ...trouble];
}

export async function status(invocation: Invocation): Promise<number> {
  const { out, options } = invocation;
  const inbox = inboxFolder(dataFolder());
  drainSpool(inbox);
  const health = hookHealth(inbox, placesOf(invocation), Date.now(), knownHookKey(dataFolder()));
  const named = options['agent'];
  const agents = health.agents.filter(({ agent }) => !Array.isArray(named) || named.includes(agent));
  if (options['json'] === true) {
    for (const agent of agents) await out.line(JSON.stringify({ ...agent, lastAt: formatInstant(agent.lastAt) }));
    return 0;
  }
  for (const agent of agents) for (const line of agentLines(agent, out)) await out.line(line);
  for (const line of troubleLines(health, out)) await out.line(out.paint('yellow', line));
  return 0;
}
