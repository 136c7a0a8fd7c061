// An agent's task and outcome, the same for every agent that starts others.

export interface AgentInput {
  readonly description: string | null;
  /** Null when the log keeps it encrypted or not at all. */
  readonly prompt: string | null;
  readonly agentType: string | null;
  readonly model: string | null;
  readonly effort: string | null;
  /** Null when the call leaves it open. */
  readonly background: boolean | null;
  /** A name for sending it messages. */
  readonly name: string | null;
  readonly team: string | null;
  readonly isolation: string | null;
  /** Id of an earlier agent whose conversation continues. */
  readonly resumes: string | null;
  /** How much of the parent's conversation it starts with: all, none, or a number of turns. */
  readonly fork: string | null;
  readonly maxTurns: number | null;
}

export interface AgentUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
}

export interface AgentStats {
  readonly reads: number;
  readonly searches: number;
  readonly commands: number;
  readonly edits: number;
  readonly others: number;
  readonly linesAdded: number;
  readonly linesRemoved: number;
}

/** It ran to its end. */
export interface AgentCompleted {
  readonly kind: 'completed';
  /** completed; an older description of the log also has failed and timeout. */
  readonly status: string;
  readonly agentId: string | null;
  readonly agentType: string | null;
  readonly model: string | null;
  /** Several if the model was changed on the way. */
  readonly models: readonly string[];
  readonly report: string;
  readonly tokens: number | null;
  readonly durationMs: number | null;
  readonly toolCalls: number | null;
  readonly usage: AgentUsage | null;
  readonly toolsUsed: readonly string[];
  readonly stats: AgentStats | null;
  readonly worktree: { readonly path: string; readonly branch: string | null } | null;
}

/** It continues in the background. */
export interface AgentLaunched {
  readonly kind: 'launched';
  /** Null if only its name is known. */
  readonly agentId: string | null;
  readonly name: string | null;
  readonly model: string | null;
  readonly outputPath: string | null;
}

/** It continues on another machine. */
export interface AgentRemote {
  readonly kind: 'remote';
  readonly taskId: string;
  readonly sessionUrl: string | null;
  readonly outputPath: string | null;
}

/** The session itself became the agent. */
export interface AgentEntered {
  readonly kind: 'entered';
  readonly description: string | null;
  readonly message: string;
}

/** It joined a team and waits for messages. */
export interface AgentTeammate {
  readonly kind: 'teammate';
  readonly agentId: string | null;
  readonly name: string | null;
  readonly team: string | null;
  readonly agentType: string | null;
  readonly model: string | null;
  readonly color: string | null;
}

/** A record of what agents did to each other, outside any call of the model. */
export interface AgentActivity {
  readonly kind: 'activity';
  /** started, interacted, interrupted; or the tool: spawnAgent, sendInput, wait, closeAgent, … */
  readonly what: string;
  readonly status: string | null;
  readonly agents: readonly {
    readonly agent: string;
    readonly state: string | null;
    readonly message: string | null;
  }[];
}

/** A refusal that arrived as a success. */
export interface AgentRefused {
  readonly kind: 'refused';
  readonly message: string;
}

export type AgentResult =
  | AgentCompleted
  | AgentLaunched
  | AgentRemote
  | AgentEntered
  | AgentTeammate
  | AgentActivity
  | AgentRefused;

export const NO_INPUT: AgentInput = {
  description: null,
  prompt: null,
  agentType: null,
  model: null,
  effort: null,
  background: null,
  name: null,
  team: null,
  isolation: null,
  resumes: null,
  fork: null,
  maxTurns: null,
};
