// The kinds of entries other than calls: names, icons, and which are shown together.

import type { IconName } from '../../ui/icon.tsx';

interface KindLook {
  readonly title: string;
  readonly icon: IconName;
}

const KINDS: Readonly<Record<string, KindLook>> = {
  prompt: { title: 'Prompt', icon: 'prompt' },
  answer: { title: 'Answer', icon: 'answer' },
  thinking: { title: 'Thinking', icon: 'thinking' },
  compaction: { title: 'Compaction', icon: 'compaction' },
  'compact-summary': { title: 'Summary after compaction', icon: 'compaction' },
  injected: { title: 'Added by the program', icon: 'notice' },
  command: { title: 'Command', icon: 'prompt' },
  shell: { title: 'Shell, by the person', icon: 'shell' },
  notification: { title: 'Notification', icon: 'notice' },
  interrupt: { title: 'Interrupted', icon: 'notice' },
  peer: { title: 'From another agent', icon: 'agents' },
  'api-error': { title: 'API error', icon: 'notice' },
  notice: { title: 'Notice', icon: 'notice' },
  record: { title: 'Record', icon: 'notice' },
};

export function lookOf(kind: string): KindLook {
  return (Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined) ?? { title: kind, icon: 'notice' };
}

const CONVERSATION = [
  'prompt',
  'answer',
  'compaction',
  'command',
  'shell',
  'notification',
  'interrupt',
  'peer',
  'api-error',
];
const ALL = Object.keys(KINDS);

/** Which entries are shown. */
export type Shown = 'calls' | 'conversation' | 'everything';

export const SHOWN: readonly { readonly id: Shown; readonly title: string; readonly help: string }[] = [
  { id: 'calls', title: 'Calls', help: 'Only tool calls' },
  { id: 'conversation', title: 'Conversation', help: 'Calls, prompts, answers and compactions' },
  { id: 'everything', title: 'Everything', help: 'Thinking and what the program added, too' },
];

const NOTHING: ReadonlySet<string> = new Set();
const SETS: Record<Shown, ReadonlySet<string>> = {
  calls: NOTHING,
  conversation: new Set(CONVERSATION),
  everything: new Set(ALL),
};

export function kindsOf(shown: Shown): ReadonlySet<string> {
  return SETS[shown];
}

export function shownFrom(text: string | null): Shown {
  return SHOWN.find(({ id }) => id === text)?.id ?? 'conversation';
}
