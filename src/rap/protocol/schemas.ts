// The JSON Schemas (2020-12) of every message of the protocol. Published under schemas/rap and served by the runtime.

export type Schema = Readonly<Record<string, unknown>>;

/** The base of `$id` and `$ref`: a name, not an address to fetch. */
export const SCHEMA_BASE = 'urn:toolscope:rap:1:';

const id = { type: 'string', minLength: 1, maxLength: 512 };
const groupId = { ...id, description: 'The conversation thread, as in the invocation.' };
const toolCallId = { ...id, description: 'The tool call, as in the invocation.' };
const callId = { type: ['string', 'null'], description: 'Secondary identifier, repeated from the invocation.' };
const flag = { type: ['boolean', 'null'], default: false };
const httpUrl = { type: 'string', format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://\\S+$', maxLength: 8192 };
const httpsUrl = { ...httpUrl, pattern: '^[Hh][Tt][Tt][Pp][Ss]://\\S+$' };

/** Unknown fields are allowed everywhere: the protocol grows by adding some. */
function message(name: string, title: string, required: readonly string[], properties: Schema, rest: Schema = {}) {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${SCHEMA_BASE}${name}`,
    title,
    type: 'object',
    required,
    properties,
    ...rest,
  };
}

function tagged(type: string, required: readonly string[], properties: Schema): Schema {
  return { type: 'object', required: ['type', ...required], properties: { type: { const: type }, ...properties } };
}

const image = { data: { type: 'string', contentEncoding: 'base64' }, mediaType: { type: 'string' } };
const diff = { path: { type: 'string' }, patch: { type: 'string', description: 'Unified diff.' } };

const contentItem: Schema = {
  anyOf: [
    tagged('text', ['text'], { text: { type: 'string' } }),
    tagged('image', ['data', 'mediaType'], image),
    { type: 'object', required: ['type'], properties: { type: { type: 'string', not: { enum: ['text', 'image'] } } } },
  ],
};

const segment: Schema = {
  anyOf: [
    tagged('text', ['content'], { content: { type: 'string', description: 'About one line.' } }),
    tagged('diff', ['content'], { content: { type: 'object', required: ['path', 'patch'], properties: diff } }),
    tagged('image', ['content'], { content: { type: 'object', required: ['data', 'mediaType'], properties: image } }),
    {
      type: 'object',
      required: ['type', 'content'],
      properties: { type: { type: 'string', not: { enum: ['text', 'diff', 'image'] } } },
    },
  ],
};

const toolResult = message(
  'tool-result',
  'Tool result: the one message that completes a call',
  ['type', 'group_id', 'id'],
  {
    type: { const: 'tool_result' },
    group_id: groupId,
    id: toolCallId,
    call_id: callId,
    text: { type: ['string', 'null'], description: 'What the model reads. Errors begin with "Error: ".' },
    content: { type: ['array', 'null'], items: contentItem, description: 'Supersedes text.' },
    display_as: {
      type: ['array', 'null'],
      items: segment,
      description: 'For people, best first, a text segment last. Receivers skip what they cannot read.',
    },
    subscription: { ...flag, description: 'The call goes on sending subscription events.' },
  },
  {
    anyOf: [
      { required: ['text'], properties: { text: { type: 'string' } } },
      { required: ['content'], properties: { content: { type: 'array' } } },
    ],
  },
);

const subscriptionEvent = message(
  'subscription-event',
  'Subscription event: something a subscribed call has to report',
  ['type', 'group_id', 'tool_call_id', 'text'],
  {
    type: { const: 'subscription_event' },
    group_id: groupId,
    tool_call_id: toolCallId,
    text: { type: 'string' },
    associative: { ...flag, description: 'Belongs into the thread itself.' },
    final: { ...flag, description: 'The last event of the subscription.' },
  },
);

const oauth = message(
  'oauth',
  'OAuth: a person has to sign in before the call can go on',
  ['type', 'group_id', 'id', 'auth_url'],
  { type: { const: 'oauth' }, group_id: groupId, id: toolCallId, call_id: callId, auth_url: httpsUrl },
);

const userChoice = message(
  'user-choice',
  'User choice: a person has to choose before the call can go on',
  ['type', 'group_id', 'id', 'prompt', 'choices', 'response_url'],
  {
    type: { const: 'user_choice' },
    group_id: groupId,
    id: toolCallId,
    call_id: callId,
    prompt: { type: 'string' },
    choices: { type: 'array', minItems: 1, maxItems: 256, items: { type: 'string' } },
    default: { type: ['integer', 'null'], minimum: 0, default: 0, description: 'Taken when the person dismisses it.' },
    response_url: httpUrl,
  },
);

const userChoiceResponse = message(
  'user-choice-response',
  'User choice response: what the person chose, sent to response_url',
  ['id', 'selected'],
  { id: toolCallId, selected: { type: 'integer', minimum: 0 } },
);

const viewUpdate = message(
  'view-update',
  'View update: the newest state of a view of the thread',
  ['type', 'group_id', 'view_type', 'content'],
  { type: { const: 'view_update' }, group_id: groupId, view_type: id, content: { description: 'Any JSON value.' } },
);

const callback = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `${SCHEMA_BASE}callback`,
  title: 'Callback: any message a tool may post to callback_url',
  oneOf: ['tool-result', 'subscription-event', 'oauth', 'user-choice', 'view-update'].map((name) => ({
    $ref: `${SCHEMA_BASE}${name}`,
  })),
};

const invocation = message(
  'invocation',
  'Tool invocation: posted to the endpoint of the manifest',
  ['operation', 'arguments', 'id', 'callback_url', 'group_id'],
  {
    operation: { type: 'string', minLength: 1, maxLength: 128 },
    arguments: { type: 'object', description: "Fits the tool's inputSchema." },
    id: toolCallId,
    call_id: callId,
    callback_url: { ...httpUrl, description: 'Opaque. It carries the right to answer: do not log it.' },
    group_id: groupId,
    thread_ancestors: { type: ['array', 'null'], items: { type: 'string' }, description: 'Root first.' },
    user_id: { type: ['string', 'null'] },
  },
);

const manifest = message(
  'manifest',
  'Toolset manifest: served at {base}/.well-known/rap-toolset',
  ['name', 'endpoint', 'tools'],
  {
    name: { type: 'string', minLength: 1, maxLength: 128 },
    description: { type: ['string', 'null'] },
    endpoint: httpUrl,
    needsMigration: flag,
    tools: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['name', 'description', 'inputSchema'],
        properties: {
          name: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$', description: 'Unique inside the toolset.' },
          description: { type: 'string' },
          inputSchema: { type: ['object', 'boolean'], description: 'JSON Schema; 2020-12 unless $schema says else.' },
          annotations: {
            type: ['object', 'null'],
            description: 'Annotations of your own are kept; begin their names with x-.',
            properties: {
              requiresAuth: { type: ['string', 'null'] },
              readOnly: flag,
              destructive: flag,
              idempotent: flag,
              longRunning: flag,
            },
          },
          displayScript: { type: ['string', 'null'], description: 'Rhai. Words a call for people; untrusted.' },
        },
      },
    },
  },
);

const cancelToolCall = message(
  'cancel-tool-call',
  'Cancel: posted to {base}/cancel_tool_call',
  ['thread_id', 'tool_call_id'],
  { thread_id: groupId, tool_call_id: toolCallId },
);

const closeThread = message('close-thread', 'Thread closure: posted to {base}/close_thread', ['thread_id'], {
  thread_id: groupId,
});

const migrate = message('migrate', 'Migration: posted to {base}/migrate', ['session_id', 'destination_url'], {
  session_id: id,
  destination_url: httpUrl,
});

/** By file name: `schemas/rap/<name>.schema.json`. */
export const SCHEMAS: Readonly<Record<string, Schema>> = {
  callback,
  'tool-result': toolResult,
  'subscription-event': subscriptionEvent,
  oauth,
  'user-choice': userChoice,
  'user-choice-response': userChoiceResponse,
  'view-update': viewUpdate,
  invocation,
  manifest,
  'cancel-tool-call': cancelToolCall,
  'close-thread': closeThread,
  migrate,
};
