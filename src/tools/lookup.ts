// Finds a tool by an agent's raw name: exact names first, then patterns, then the generic tool. Never fails.

import type { CallStatus } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import { tools } from './all-tools.ts';
import type { Dialect, Kinded, KnownFailure, ToolDefinition } from './define.ts';
import { generic } from './generic/generic.ts';
import { setOwnTools } from './own-tools.ts';
import { MISFIT, madeBy } from './parse-shape.ts';
import type { Shape } from './shape.ts';

/** Names matched by pattern come from logs: at most this many are cached. */
const NAMES_MAX = 1000;

type Definition = ToolDefinition;
type Failure = KnownFailure<unknown>;

/** A known failure with all defaults filled in. */
interface RunFailure extends Pick<Failure, 'code' | 'blame' | 'pattern'> {
  readonly statuses: readonly CallStatus[];
  readonly when: NonNullable<Failure['when']> | null;
  readonly message: NonNullable<Failure['message']> | null;
}

const FAILED: readonly CallStatus[] = ['error'];

function runFailure({ code, blame, pattern, statuses = FAILED, when, message }: Failure): RunFailure {
  return { code, blame, pattern, statuses, when: when ?? null, message: message ?? null };
}

const NO_PROBLEMS: readonly Problem[] = [];

function nothing(): null {
  return null;
}

function noProblems(): readonly Problem[] {
  return NO_PROBLEMS;
}

/**
 * A tool in one agent's dialect, with its shapes. What every call needs is here in one object shape: definitions omit what
 * they do not have, and reading from sixty shapes is slow. Omitted functions become ones that return nothing, so that the
 * same code runs for every tool and stays compiled.
 */
export class Found {
  readonly tool: Definition;
  readonly toolId: string;
  readonly facts: Definition['facts'];
  readonly summary: Definition['summary'];
  readonly target: NonNullable<Definition['target']>;
  readonly aim: NonNullable<Definition['aim']>;
  readonly reportedMs: NonNullable<Definition['reportedMs']>;
  readonly task: NonNullable<Definition['task']>;
  readonly quietFailure: NonNullable<Definition['quietFailure']>;
  readonly explain: NonNullable<Definition['explain']>;
  readonly masked: NonNullable<Definition['masked']>;
  readonly check: NonNullable<Definition['check']>;
  readonly texts: Dialect<unknown, Kinded>['text'];
  readonly errorTexts: Dialect<unknown, Kinded>['text'];
  readonly dialect: Dialect<unknown, Kinded>;
  /** Shapes of the structured results, in the dialect's order. */
  readonly structured: readonly Shape[];
  #failures: readonly RunFailure[] | null = null;
  /** The shape of every input, or of the last raw name's, if each has its own. */
  #input: Shape | null = null;
  #inputName = '';
  readonly #inputs = new Map<string, Shape>();

  constructor(tool: Definition, dialect: Dialect<unknown, Kinded>) {
    this.tool = tool;
    this.toolId = tool.id;
    this.facts = tool.facts;
    this.summary = tool.summary;
    this.target = tool.target ?? nothing;
    this.aim = tool.aim ?? nothing;
    this.reportedMs = tool.reportedMs ?? nothing;
    this.task = tool.task ?? nothing;
    this.quietFailure = tool.quietFailure ?? nothing;
    this.explain = tool.explain ?? nothing;
    this.masked = tool.masked ?? nothing;
    this.check = tool.check ?? noProblems;
    this.texts = dialect.text;
    this.errorTexts = dialect.errorText ?? [];
    this.dialect = dialect;
    this.structured = dialect.structured.map(({ schema }) => schema);
  }

  /** Its known failures, in the order in which they are tried. */
  failures(): readonly RunFailure[] {
    this.#failures ??= this.tool.failures.map(runFailure);
    return this.#failures;
  }

  /** Shape of the input; dialects may have one per raw name. */
  input(rawName: string): Shape {
    const { input } = this.dialect;
    if (this.#input !== null && (typeof input !== 'function' || rawName === this.#inputName)) return this.#input;
    const shape = this.#inputs.get(rawName) ?? (typeof input === 'function' ? input(rawName) : input);
    if (this.#inputs.size >= NAMES_MAX) this.#inputs.clear();
    this.#inputs.set(rawName, shape);
    this.#inputName = rawName;
    this.#input = shape;
    return shape;
  }
}

/** What an exact raw name refers to. */
interface Named {
  found: Found | null;
  /** Tools that claim a call by its input. */
  readonly claims: { readonly when: (input: unknown) => boolean; readonly found: Found }[];
}

interface AgentTable {
  readonly names: Map<string, Named>;
  readonly patterns: { readonly pattern: RegExp; readonly found: Found }[];
}

function nameIn({ names }: AgentTable, name: string): Named {
  const known = names.get(name) ?? { found: null, claims: [] };
  names.set(name, known);
  return known;
}

function buildTables(list: readonly Definition[]): Map<string, AgentTable> {
  const tables = new Map<string, AgentTable>();
  for (const tool of list) {
    for (const dialect of tool.dialects) {
      const found = new Found(tool, dialect);
      const table: AgentTable = tables.get(dialect.agent) ?? { names: new Map(), patterns: [] };
      tables.set(dialect.agent, table);
      for (const name of dialect.names) nameIn(table, name).found ??= found;
      const { claims, pattern } = dialect;
      if (claims !== undefined) {
        for (const name of claims.names) nameIn(table, name).claims.push({ when: claims.when, found });
      }
      if (pattern !== undefined) table.patterns.push({ pattern, found });
    }
  }
  return tables;
}

function genericFor(): Found {
  const dialect = generic.dialects[0];
  if (dialect === undefined) throw new Error('the generic tool has no dialect');
  return new Found(generic, dialect);
}

function claimant(claims: Named['claims'], input: unknown): Found | null {
  for (const { when, found } of claims) if (when(input)) return found;
  return null;
}

function matching(patterns: AgentTable['patterns'], rawName: string): Found | null {
  for (const { pattern, found } of patterns) if (pattern.test(rawName)) return found;
  return null;
}

/** Tools by the names that agents use: the first tool that claims a name gets it. */
export class ToolTable {
  readonly #agents: Map<string, AgentTable>;
  readonly #fallback = genericFor();

  constructor(list: readonly Definition[]) {
    this.#agents = buildTables(list);
  }

  lookUp(agent: string, rawName: string, input?: unknown): Found {
    const table = this.#agents.get(agent) ?? this.#agents.get('*');
    if (table === undefined) return this.#fallback;
    const named = table.names.get(rawName);
    const found = named === undefined ? null : (claimant(named.claims, input) ?? named.found);
    return found ?? matching(table.patterns, rawName) ?? this.#borrowed(agent, rawName, input) ?? this.#fallback;
  }

  /** Another agent's tool by its exact name, if the input matches: wrapper programs give agents the tools of others. */
  #borrowed(agent: string, rawName: string, input: unknown): Found | null {
    for (const [lender, { names }] of this.#agents) {
      const found = lender === agent ? null : (names.get(rawName)?.found ?? null);
      if (found !== null && found.dialect.lends !== false && madeBy(found.input(rawName), input) !== MISFIT)
        return found;
    }
    return null;
  }
}

// Made on first use: a program with its own list of tools does not load all of them.
let known: ToolTable | null = null;

/** Adds a configuration's tools, for the life of the process. They come before ours, which know an MCP tool only by its name. */
export function addTools(own: readonly Definition[]): void {
  setOwnTools(own);
  known = new ToolTable([...own, ...tools]);
}

export function lookUp(agent: string, rawName: string, input?: unknown): Found {
  known ??= new ToolTable(tools);
  return known.lookUp(agent, rawName, input);
}
