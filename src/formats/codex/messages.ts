// Messages: prompts separated from texts that nobody typed, answers, thoughts, messages between agents. Evidence: B4, B6.1.

import { hashText } from '../../base/hash.ts';
import { asArray, asName, asObject, asString, type JsonObject, memberOf } from '../../base/json.ts';
import type { ContentBlock } from '../../model/content.ts';
import type { Observation, SpokenKind } from '../../model/observation.ts';
import { neutralBlock } from './content.ts';
import type { Seen } from './envelope.ts';

export function spoken(seen: Seen, what: SpokenKind, text: string, pointer: string, model: string | null): Observation {
  return {
    kind: 'message-spoken',
    ref: seen.ref,
    at: seen.at,
    thread: seen.thread,
    what,
    text,
    pointer,
    model,
    callId: null,
  };
}

/** Beginnings of user text that no person typed. */
const TAGGED: readonly { readonly what: SpokenKind; readonly pattern: RegExp }[] = [
  { what: 'interrupt', pattern: /^<turn_aborted>/ },
  { what: 'notification', pattern: /^<subagent_notification>/ },
  { what: 'shell', pattern: /^<user_shell_command>/ },
  { what: 'injected', pattern: /^# AGENTS\.md instructions\b/ },
  {
    what: 'injected',
    pattern:
      /^<(?:environment_context|user_instructions|INSTRUCTIONS|skill|skills|codex_internal_context|goal_context|recommended_plugins|user_action|hook_prompt|permissions instructions|collaboration_mode|multi_agent_mode|personality_spec|model_switch|app-context|external_[\w-]+)\b/,
  },
  {
    what: 'injected',
    pattern: /^Warning: (?:apply_patch was requested via |The maximum number of unified exec processes)/,
  },
];

/** Editors put the open files before the prompt; the prompt is what follows this line. */
const REQUEST_LINE = /\n#{1,3} My request for Codex:?[ \t]*\r?\n/;

function kindOfText(text: string): SpokenKind {
  const start = text.trimStart();
  for (const { what, pattern } of TAGGED) if (pattern.test(start)) return what;
  return 'prompt';
}

interface Part {
  readonly text: string;
  readonly what: SpokenKind;
}

/** Newer builds note where each part came from; that beats what the text looks like. */
function kindOfNote(note: string | undefined): SpokenKind | undefined {
  if (note === undefined || note === '' || note === 'unknown') return undefined;
  return note.startsWith('user.') || /^(?:images|audio)\./.test(note) ? 'prompt' : 'injected';
}

/** A noted prompt is one whatever it looks like; a noted injection may look like something more specific. */
function reconcile(told: SpokenKind, noted: SpokenKind | undefined): SpokenKind {
  if (noted === undefined || told === noted) return told;
  return noted === 'prompt' || told === 'prompt' ? noted : told;
}

/** What a block adds to a message's text. */
function textOfBlock(block: ContentBlock): string | undefined {
  if (block.type === 'text') return block.text;
  return block.type === 'image' || block.type === 'link' ? '[image]' : undefined;
}

/** The whole text of a message whose author decides its kind. */
function wholeText(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  let whole: string | undefined;
  for (const raw of asArray(content) ?? []) {
    const text = textOfBlock(neutralBlock(raw, ''));
    if (text !== undefined) whole = whole === undefined ? text : `${whole}\n${text}`;
  }
  return whole;
}

/** The parts of a user message: typed by a person, or added by the program. */
function partsOf(message: JsonObject): Part[] {
  const { content } = message;
  if (typeof content === 'string') return [{ text: content, what: kindOfText(content) }];
  const blocks = asArray(content) ?? [];
  const passed = asObject(message['internal_chat_message_metadata_passthrough']);
  const notes = asArray(passed?.['content_item_kinds']);
  const parts: Part[] = [];
  for (const [i, raw] of blocks.entries()) {
    const block = neutralBlock(raw, '');
    const text = textOfBlock(block);
    if (text === undefined) continue;
    const noted = notes?.length === blocks.length ? kindOfNote(asString(notes[i])) : undefined;
    const what = block.type === 'text' ? reconcile(kindOfText(text), noted) : (noted ?? 'prompt');
    parts.push({ text, what });
  }
  return parts;
}

export interface Said {
  readonly what: SpokenKind;
  readonly text: string;
}

function join(parts: readonly Part[]): string {
  return parts.length === 1 ? (parts[0]?.text ?? '') : parts.map(({ text }) => text).join('\n');
}

/** What a message says. Undefined when it is empty. A user message is a prompt if any part of it is one. */
export function readMessage(message: JsonObject): Said | undefined {
  const role = asString(memberOf(message, 'role'));
  if (role !== 'user') {
    const text = wholeText(memberOf(message, 'content'));
    return text === undefined ? undefined : { what: role === 'assistant' ? 'answer' : 'injected', text };
  }
  const parts = partsOf(message);
  if (parts.length === 0) return undefined;
  const typed = parts.filter(({ what }) => what === 'prompt');
  if (typed.length === 0) return { what: parts[0]?.what ?? 'injected', text: join(parts) };
  const text = join(typed);
  const request = REQUEST_LINE.exec(text);
  return { what: 'prompt', text: request === null ? text : text.slice(request.index + request[0].length) };
}

function textsOf(value: unknown): readonly string[] {
  const texts: string[] = [];
  for (const raw of asArray(value) ?? []) {
    const block = neutralBlock(raw, '');
    if (block.type === 'text' && block.text !== '') texts.push(block.text);
  }
  return texts;
}

/** Readable thoughts: the summary, then plain content where a model shows it. */
export function readReasoning(item: JsonObject): { text: string; hasContent: boolean } {
  const summary = textsOf(memberOf(item, 'summary') ?? memberOf(item, 'summary_text'));
  const shown = memberOf(item, 'content') ?? memberOf(item, 'raw_content');
  const content = shown === undefined ? [] : textsOf(shown);
  const texts = content.length === 0 ? summary : [...summary, ...content.filter((text) => !summary.includes(text))];
  return { text: texts.join('\n\n'), hasContent: content.length > 0 };
}

/** The text of an event that repeats a response item. */
export function textOfEvent(payload: JsonObject): string {
  return asString(payload['message']) ?? asString(payload['text']) ?? '';
}

/** Messages between agents: blocks of text, some of them encrypted. */
export function peerText(payload: JsonObject): string {
  const { content } = payload;
  if (typeof content === 'string') return content;
  const texts: string[] = [];
  for (const raw of asArray(content) ?? []) {
    const block = neutralBlock(raw, '');
    if (block.type === 'text') texts.push(block.text);
  }
  return texts.join('\n') || (asName(payload['message']) ?? '');
}

export function hashSaid(what: SpokenKind, text: string): number {
  return hashText(`${what}\n${text.trim()}`);
}
