// The OpenAPI document: generated from the contract, so that it says what the server does.

import { z } from 'zod';
import { contract } from './contract.ts';
import { type Answer, partNames, type Route } from './route.ts';
import { wireError } from './wire/library.ts';

type Json = Record<string, unknown>;

/** Without the line that names the dialect: the document names it once. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function pathParameters({ path }: Route): Json[] {
  return partNames(path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
}

function queryParameters({ query }: Route): Json[] {
  if (query === undefined) return [];
  return Object.entries(query.shape).map(([name, schema]) => {
    const isOptional = schema instanceof z.ZodType && schema.safeParse(undefined).success;
    return {
      name,
      in: 'query',
      required: !isOptional,
      schema: schema instanceof z.ZodType ? schemaOf(schema, 'input') : {},
    };
  });
}

function contentOf(answer: Answer): Json {
  switch (answer.kind) {
    case 'json':
      return { 'application/json': { schema: schemaOf(answer.schema, 'output') } };
    case 'lines':
      return { 'application/x-ndjson': { schema: schemaOf(answer.schema, 'output') } };
    case 'events':
      return { 'text/event-stream': { schema: schemaOf(answer.schema, 'output') } };
    case 'bytes':
      return {
        'text/plain': { schema: { type: 'string' } },
        'application/json': {},
        'image/*': { schema: { type: 'string', format: 'binary' } },
        'application/pdf': { schema: { type: 'string', format: 'binary' } },
      };
  }
}

const PROBLEM = { $ref: '#/components/responses/problem' };

function operationOf(name: string, route: Route): Json {
  const hasTag = route.answer.kind === 'json' || route.answer.kind === 'bytes';
  return {
    operationId: name,
    summary: route.summary,
    parameters: [...pathParameters(route), ...queryParameters(route)],
    ...(route.body === undefined
      ? {}
      : {
          requestBody: { required: true, content: { 'application/json': { schema: schemaOf(route.body, 'input') } } },
        }),
    responses: {
      200: { description: 'The answer.', content: contentOf(route.answer) },
      ...(hasTag ? { 304: { description: 'Nothing has changed since the answer with that tag.' } } : {}),
      default: PROBLEM,
    },
  };
}

export function openApi(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, route] of Object.entries(contract)) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(name, route) };
  }
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Toolscope',
      version,
      description:
        'Every tool call of your AI coding agents. Programs send the token from the file server-token in the data folder; browsers are signed in with a one-time address. Times are epoch milliseconds.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api/v1' }],
    paths,
    components: {
      responses: {
        problem: {
          description: 'What went wrong, and what can be done about it (RFC 9457).',
          content: { 'application/problem+json': { schema: schemaOf(wireError, 'output') } },
        },
      },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'In the file server-token in the data folder. Not needed with --open-to-local-users.',
        },
      },
    },
    security: [{ token: [] }],
  };
}

/** The file stored with the code. It has no version, so that a release does not change it. */
export function openApiFile(): { readonly path: string; readonly text: string } {
  return { path: 'docs/openapi.json', text: `${JSON.stringify(openApi('1'), null, 2)}\n` };
}
