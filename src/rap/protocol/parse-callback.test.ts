// Tests the envelope: what is a message, what is not, and that the published schemas agree.
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseBody } from './parse-body.ts';
import { Malformed, parseCallback } from './parse-callback.ts';
import { SCHEMA_BASE, SCHEMAS } from './schemas.ts';

const RESULT = { type: 'tool_result', group_id: 'thread_xyz', id: 'call_abc123', text: 'Deployed.' };
const EVENT = { type: 'subscription_event', group_id: 'g', tool_call_id: 'c', text: 'tick' };
const CHOICE = {
  type: 'user_choice',
  group_id: 'g',
  id: 'c',
  prompt: 'Deploy?',
  choices: ['yes', 'no'],
  default: 1,
  response_url: 'https://tool.example/answer',
};
const OAUTH = { type: 'oauth', group_id: 'g', id: 'c', auth_url: 'https://login.example/authorize?x=1' };
const VIEW = { type: 'view_update', group_id: 'g', view_type: 'plan', content: { steps: 3 } };

function parsed(value: unknown): unknown {
  try {
    return parseCallback(value);
  } catch (error) {
    if (error instanceof Malformed) return `${error.code}: ${error.message}`;
    throw error;
  }
}

test('the example of the specification', () => {
  const display_as = [{ type: 'text', content: 'Deployed instance i-0abc123' }];
  expect(parseCallback({ ...RESULT, call_id: null, display_as })).toEqual({
    type: 'tool_result',
    groupId: 'thread_xyz',
    id: 'call_abc123',
    callId: null,
    text: 'Deployed.',
    content: null,
    segments: [{ type: 'text', content: 'Deployed instance i-0abc123' }],
    skipped: [],
    subscription: false,
  });
});

test('optional fields may be absent or null', () => {
  const bare = parseCallback(RESULT);
  expect(parseCallback({ ...RESULT, call_id: null, content: null, display_as: null, subscription: null })).toEqual(
    bare,
  );
  expect(bare).toMatchObject({ callId: null, content: null, segments: [], subscription: false });
});

test('content supersedes text, and items of later kinds are passed on', () => {
  const content = [
    { type: 'text', text: 'a' },
    { type: 'image', data: 'AAAA', mediaType: 'image/png' },
    { type: 'audio', data: 'x' },
  ];
  expect(parseCallback({ type: 'tool_result', group_id: 'g', id: 'c', content })).toMatchObject({
    text: null,
    content: [content[0], content[1], { type: 'other', kind: 'audio', value: content[2] }],
  });
});

test('the other messages', () => {
  expect([EVENT, OAUTH, CHOICE, VIEW].map(parseCallback)).toEqual([
    { type: 'subscription_event', groupId: 'g', id: 'c', text: 'tick', associative: false, final: false },
    { type: 'oauth', groupId: 'g', id: 'c', callId: null, authUrl: OAUTH.auth_url },
    {
      type: 'user_choice',
      groupId: 'g',
      id: 'c',
      callId: null,
      prompt: 'Deploy?',
      choices: ['yes', 'no'],
      default: 1,
      responseUrl: CHOICE.response_url,
    },
    { type: 'view_update', groupId: 'g', viewType: 'plan', content: { steps: 3 } },
  ]);
});

describe('refused, with a sentence that says which field', () => {
  test.each([
    ['a string', 'x', 'not-an-object: The body must be a JSON object.'],
    ['an array', [RESULT], 'not-an-object: The body must be a JSON object.'],
    ['null', null, 'not-an-object: The body must be a JSON object.'],
    ['no type', { ...RESULT, type: undefined }, 'missing-field: type is missing.'],
    [
      'unknown type',
      { ...RESULT, type: 'tool_error' },
      'unknown-type: type must be tool_result, subscription_event, oauth, user_choice or view_update.',
    ],
    ['no group', { ...RESULT, group_id: undefined }, 'missing-field: group_id is missing.'],
    ['empty id', { ...RESULT, id: '' }, 'invalid-field: id must be a string of 1 to 512 characters.'],
    ['id is a number', { ...RESULT, id: 7 }, 'invalid-field: id must be a string.'],
    ['call_id is a number', { ...RESULT, call_id: 7 }, 'invalid-field: call_id must be a string or null.'],
    ['no text', { ...RESULT, text: undefined }, 'missing-field: text is missing, and so is content.'],
    ['text is null', { ...RESULT, text: null }, 'missing-field: text is missing, and so is content.'],
    ['text is an object', { ...RESULT, text: { a: 1 } }, 'invalid-field: text must be a string.'],
    ['content is a string', { ...RESULT, content: 'x' }, 'invalid-field: content must be an array.'],
    ['content item', { ...RESULT, content: [{ type: 'text' }] }, 'invalid-field: content[0].text must be a string.'],
    [
      'subscription is "true"',
      { ...RESULT, subscription: 'true' },
      'invalid-field: subscription must be true or false.',
    ],
    ['event with id', { ...EVENT, tool_call_id: undefined, id: 'c' }, 'missing-field: tool_call_id is missing.'],
    ['event without text', { ...EVENT, text: undefined }, 'missing-field: text is missing.'],
    ['final is 1', { ...EVENT, final: 1 }, 'invalid-field: final must be true or false.'],
    ['http sign-in', { ...OAUTH, auth_url: 'http://x/' }, 'invalid-field: auth_url must be an absolute https URL.'],
    ['script', { ...OAUTH, auth_url: 'javascript:1' }, 'invalid-field: auth_url must be an absolute https URL.'],
    ['no choices', { ...CHOICE, choices: [] }, 'invalid-field: choices must be an array of 1 to 256 strings.'],
    ['default', { ...CHOICE, default: 2 }, 'invalid-field: default must be the number of one of the choices, from 0.'],
    [
      'file response_url',
      { ...CHOICE, response_url: 'file:///etc/passwd' },
      'invalid-field: response_url must be an absolute https or http URL.',
    ],
    ['view without content', { ...VIEW, content: undefined }, 'missing-field: content is missing.'],
  ])('%s', (_, value, expected) => {
    expect(parsed(value)).toBe(expected);
  });
});

describe('display_as never costs the result', () => {
  const patch = '--- a.ts\n+++ a.ts\n@@ -1 +1 @@\n-a\n+b';
  test.each([
    ['null', null, [], []],
    ['empty', [], [], []],
    ['a string', 'Deployed', [], ['display_as is not an array']],
    ['an object', { type: 'text', content: 'x' }, [], ['display_as is not an array']],
    ['unknown type', [{ type: 'chart', content: 1 }], [], ['unknown type']],
    ['no type', [{ content: 'x' }], [], ['no type']],
    ['not objects', [null, 'x'], [], ['not an object', 'not an object']],
    ['text with an object', [{ type: 'text', content: {} }], [], ['text segment without a string']],
    ['diff as a string', [{ type: 'diff', content: patch }], [], ['diff segment without path and patch']],
    [
      'diff that is none',
      [{ type: 'diff', content: { path: 'a', patch: 'hello' } }],
      [],
      ['diff segment whose patch is no unified diff'],
    ],
    ['a diff', [{ type: 'diff', content: { path: 'a.ts', patch } }], ['diff'], []],
    [
      'an image that could run scripts',
      [{ type: 'image', content: { data: 'AAAA', mediaType: 'image/svg+xml' } }],
      [],
      ['image segment of a type that is not shown'],
    ],
    [
      'the good ones among bad ones, in order',
      [
        { type: 'map', content: 1 },
        { type: 'text', content: 'short' },
        { type: 'diff', content: { path: 'a.ts', patch } },
      ],
      ['text', 'diff'],
      ['unknown type'],
    ],
  ])('%s', (_, display_as, types, skipped) => {
    const result = parseCallback({ ...RESULT, display_as });
    if (result.type !== 'tool_result') throw new Error('not a result');
    expect({ types: result.segments.map(({ type }) => type), skipped: result.skipped }).toEqual({ types, skipped });
    expect(result.text).toBe('Deployed.');
  });
});

describe('bytes', () => {
  test.each([
    ['nothing', Buffer.alloc(0), 'empty-body'],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), 'not-utf8'],
    ['cut off', Buffer.from('{"type":"tool_re'), 'not-json'],
    ['two objects', Buffer.from('{}{}'), 'not-json'],
    ['NaN', Buffer.from('{"a":NaN}'), 'not-json'],
  ])('%s', (_, bytes, code) => {
    expect(() => parseBody(bytes)).toThrow(expect.objectContaining({ code }));
  });

  test('a byte order mark is not part of the text', () => {
    expect(parseBody(Buffer.from('\ufeff{"a":"ü"}'))).toEqual({ text: '{"a":"ü"}', value: { a: 'ü' } });
  });
});

test('property: the published schemas and the parser agree', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
  for (const schema of Object.values(SCHEMAS)) ajv.addSchema(schema);
  const validate = ajv.getSchema(`${SCHEMA_BASE}callback`);
  if (validate === undefined) throw new Error('no schema');
  const odd = fc.oneof(
    fc.constantFrom(
      undefined,
      null,
      true,
      false,
      0,
      1,
      -1,
      1.5,
      '',
      'x',
      'https://a.example/b',
      'http://a.example',
      'ftp://x',
    ),
    fc.constantFrom<unknown>(
      [],
      ['a'],
      ['a', 1],
      [{ type: 'text', text: 'x' }],
      [{ type: 'text' }],
      [{ type: 'new' }],
      {},
    ),
    fc.string({ maxLength: 3 }),
  );
  const base = fc.constantFrom<Record<string, unknown>>(RESULT, EVENT, OAUTH, CHOICE, VIEW);
  const field = fc.constantFrom(
    ...['type', 'group_id', 'id', 'tool_call_id', 'call_id', 'text', 'content', 'subscription', 'associative', 'final'],
    ...['auth_url', 'prompt', 'choices', 'default', 'response_url', 'view_type', 'extra'],
  );
  fc.assert(
    fc.property(base, fc.array(fc.tuple(field, odd), { maxLength: 3 }), (message, changes) => {
      const value = JSON.parse(JSON.stringify({ ...message, ...Object.fromEntries(changes) }));
      // A schema cannot express that `default` is the index of a choice.
      const choices = Array.isArray(value.choices) ? value.choices.length : 0;
      fc.pre(value.type !== 'user_choice' || typeof value.default !== 'number' || value.default < choices);
      const accepted = typeof parsed(value) !== 'string';
      expect({ value, accepted }).toEqual({ value, accepted: validate(value) });
    }),
    { numRuns: 2000 },
  );
});
