import { expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { at, call, event, item, line, meta, OLD_TURN, output, TURN, words } from './samples/lines.ts';

const PARENT = '019e0000-0000-7000-8000-0000000000ff';
const REPLAYED = 'ignored: replayed parent line';

function say(text: string, second: number, turn?: string): JsonObject {
  const passed = turn === undefined ? {} : { internal_chat_message_metadata_passthrough: { turn_id: turn } };
  return item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }], ...passed }, second);
}

it('R1, R3: drops what follows a parent’s meta until the first turn of its own', () => {
  expect(
    words([
      meta({ forked_from_id: PARENT }, 0),
      meta({ id: PARENT }, 0),
      event({ type: 'task_started', turn_id: OLD_TURN }, 0),
      call('c1', 'shell', {}, 0),
      output('c1', 'x', 0),
      event({ type: 'task_started', turn_id: TURN }, 0),
      say('Go on', 0, TURN),
    ]),
  ).toEqual([
    'session-described',
    REPLAYED,
    REPLAYED,
    REPLAYED,
    REPLAYED,
    'ignored: state: turn began',
    'message-spoken',
  ]);
});

it('R1: a thread’s own meta again is no replay', () => {
  expect(words([meta(), say('One', 1), meta({}, 60), say('Two', 61)])).toEqual([
    'session-described',
    'message-spoken',
    'ignored: state: session unchanged',
    'message-spoken',
  ]);
});

it('R2: takes the ordinals of a paginated file at their word', () => {
  const numbered = (ordinal: number, record: JsonObject): JsonObject => ({ ...record, ordinal });
  expect(
    words([
      numbered(0, meta({ forked_from_id: PARENT, subagent_history_start_ordinal: '3', history_mode: 'paginated' })),
      numbered(1, meta({ id: PARENT })),
      numbered(2, say('Parent', 0)),
      numbered(3, say('Child', 0)),
    ]),
  ).toEqual(['session-described', REPLAYED, REPLAYED, 'message-spoken']);
});

it('R3: finds copied turns of a subagent even without the parent’s meta', () => {
  const source = { subagent: { thread_spawn: { parent_thread_id: PARENT, depth: 1 } } };
  expect(
    words([
      meta({ source }),
      say('Parent', 0, OLD_TURN),
      event({
        type: 'mcp_tool_call_end',
        call_id: 'exec-1',
        invocation: { server: 's', tool: 't' },
        result: { Ok: {} },
      }),
      say('Child', 0, TURN),
    ]),
  ).toEqual(['session-described', REPLAYED, REPLAYED, 'message-spoken']);
});

it('R4: tells turns without such ids by when they began', () => {
  const started = (second: number) =>
    event({ type: 'task_started', turn_id: 'turn-1', started_at: Date.parse(at(second)) / 1000 });
  const own = meta({ id: 'thread-a', forked_from_id: 'thread-b' });
  // In whole seconds: the last turn before the thread began at least one before it.
  for (const before of [-60, -1])
    expect(words([own, started(before), say('Parent', 0), started(0), say('Child', 0)])).toEqual([
      'session-described',
      REPLAYED,
      REPLAYED,
      'ignored: state: turn began',
      'message-spoken',
    ]);
});

it('R4: a turn’s wrong clock does not swallow the thread', () => {
  const source = { subagent: { thread_spawn: { parent_thread_id: PARENT, depth: 1 } } };
  const started = event({ type: 'task_started', turn_id: 'turn-1', started_at: Date.parse(at(-47_000)) });
  expect(words([meta({ id: 'thread-a', source }), started, say('Prompt', 0.1), call('c1', 'shell', {}, 2)])).toEqual([
    'session-described',
    REPLAYED,
    REPLAYED,
    'call-requested',
  ]);
});

it('R5: without any of that, a pause ends the copy', () => {
  expect(
    words([
      meta({ id: 'thread-a' }),
      meta({ id: 'thread-b' }, 0),
      say('Parent', 0.2),
      line('turn_context', { cwd: '/srv/app', model: 'm' }, 0.4),
      say('Child', 5),
    ]),
  ).toEqual(['session-described', REPLAYED, REPLAYED, REPLAYED, 'message-spoken']);
});

it('keeps a subagent’s lines when nothing was copied', () => {
  const source = { subagent: { thread_spawn: { parent_thread_id: PARENT } } };
  expect(
    words([meta({ source }), event({ type: 'task_started', turn_id: 'turn-1' }), call('c1', 'shell', {})]),
  ).toEqual(['session-described', 'ignored: state: turn began', 'call-requested']);
});

it('keeps the lines of a fork that only refers to its parent', () => {
  expect(words([meta({ forked_from_id: PARENT, history_base: { thread_id: PARENT } }), say('Child', 0)])).toEqual([
    'session-described',
    'message-spoken',
  ]);
});
