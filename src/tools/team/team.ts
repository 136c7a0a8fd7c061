// Teams of agents: TeamCreate and TeamDelete of Claude Code, up to 2.1.177.

import { clip } from '../../base/text.ts';
import { defineDialect, defineTool } from '../define.ts';
import { jsonObjectOf } from '../json-text.ts';
import { fitted } from '../parse-shape.ts';
import type { Shape } from '../shape.ts';
import * as shape from '../shape.ts';
import { looseId, looseText, text } from '../shapes.ts';

export interface TeamInput {
  readonly action: 'create' | 'delete';
  readonly name: string | null;
  readonly description: string | null;
  readonly agentType: string | null;
}

export interface TeamCreated {
  readonly kind: 'created';
  readonly name: string;
  readonly path: string | null;
  readonly leadAgentId: string | null;
}

export interface TeamDeleted {
  readonly kind: 'deleted';
  readonly success: boolean;
  readonly name: string | null;
  readonly message: string;
}

export type TeamResult = TeamCreated | TeamDeleted;

const deleted = shape.object({ success: shape.boolean(), message: looseText, team_name: looseText }).transform(
  (raw): TeamDeleted => ({
    kind: 'deleted',
    success: raw.success,
    name: raw.team_name ?? null,
    message: raw.message ?? '',
  }),
);

const created = shape.object({ team_name: text, team_file_path: looseText, lead_agent_id: looseId }).transform(
  (raw): TeamCreated => ({
    kind: 'created',
    name: raw.team_name,
    path: raw.team_file_path ?? null,
    leadAgentId: raw.lead_agent_id ?? null,
  }),
);

function inputFor(action: TeamInput['action']): Shape<TeamInput> {
  return shape.object({ team_name: looseText, description: looseText, agent_type: looseText }).transform(
    (raw): TeamInput => ({
      action,
      name: raw.team_name ?? null,
      description: raw.description ?? null,
      agentType: raw.agent_type ?? null,
    }),
  );
}

const INPUTS = { create: inputFor('create'), delete: inputFor('delete') };

const claudeCode = defineDialect<TeamInput, TeamResult>({
  agent: 'claude-code',
  names: ['TeamCreate', 'TeamDelete'],
  input: (name) => (name === 'TeamDelete' ? INPUTS.delete : INPUTS.create),
  structured: [
    { kind: 'deleted', schema: deleted },
    { kind: 'created', schema: created },
  ],
  text: [
    { kind: 'deleted', read: (content) => fitted(deleted, jsonObjectOf(content)) },
    { kind: 'created', read: (content) => fitted(created, jsonObjectOf(content)) },
  ],
});

export const team = defineTool<TeamInput, TeamResult>({
  id: 'team',
  title: 'Team',
  family: 'agents',
  dialects: [claudeCode],
  failures: [
    { code: 'team-exists', blame: 'agent', pattern: /^(?:Team [^\n]{0,200}already exists|Already (?:leading|in) )/ },
  ],
  facts: ({ input, result }) => ({
    ...(result?.kind === 'created' && result.leadAgentId !== null ? { agentId: clip(result.leadAgentId, 200) } : {}),
    ...(result?.kind === 'created' && result.path !== null ? { path: clip(result.path, 400) } : {}),
    ...(input?.agentType == null ? {} : { agentType: clip(input.agentType, 120) }),
  }),
  summary: ({ input, result }) => {
    const name = input?.name ?? result?.name ?? '';
    const verb = input?.action === 'delete' || result?.kind === 'deleted' ? 'delete' : 'create';
    const about = input?.description == null ? '' : `: ${clip(input.description, 100)}`;
    return `${verb} team${name === '' ? '' : ` ${name}`}${about}`;
  },
  target: (input) => input.name,
  quietFailure: (result) =>
    result.kind === 'deleted' && !result.success
      ? { code: 'team-in-use', blame: 'agent', message: result.message }
      : null,
});
