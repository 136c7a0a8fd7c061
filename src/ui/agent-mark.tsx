// A small mark to tell agents apart at a glance, made from the agent's name alone.

import type { ComponentChildren } from 'preact';
import './agent-mark.css';

/** Initials of a name of several words, else its first and last letter: `claude-code` → CC, `codex` → Cx. */
export function agentLetters(agent: string): string {
  const words = agent.split(/[^a-z0-9]+/i).filter((word) => word !== '');
  const [first = '', second] = words;
  const rest = second === undefined ? first.slice(1).slice(-1).toLowerCase() : second.charAt(0).toUpperCase();
  return `${first.charAt(0).toUpperCase()}${rest}`;
}

/** Hidden from screen readers: the name is next to it. */
export function AgentMark({ agent }: { readonly agent: string }): ComponentChildren {
  return (
    <span class="ts-agent-mark" aria-hidden="true">
      {agentLetters(agent)}
    </span>
  );
}
