// Which tool a call uses: the mix of tools in each version, and whether the call is stopped.

import { Weighted } from '../rng.ts';
import type { Dialect } from './dialect.ts';
import { refusal } from './failures.ts';
import type { Play, Stage } from './play.ts';
import { agent, workflow } from './tools/agents.ts';
import { edit, list, multiEdit, notebookEdit, read, write } from './tools/files.ts';
import {
  askUser,
  enterPlan,
  exitPlan,
  reportFindings,
  sendMessage,
  skill,
  taskCreate,
  taskList,
  taskUpdate,
  todoWrite,
} from './tools/plans.ts';
import { glob, grep, lsp, mcp, toolSearch, webFetch, webSearch } from './tools/search.ts';
import { bash, kill, monitor, poll } from './tools/shell.ts';

type MakePlay = (stage: Stage) => Play;

/** Calls per hundred, as measured in public logs. */
function mixOf(dialect: Dialect): readonly (readonly [MakePlay, number])[] {
  const { tools } = dialect;
  const polling = tools.shellPoll !== 'none';
  return [
    [bash, 36],
    [read, 20],
    [edit, 20],
    [grep, 9.5 * tools.search],
    [glob, 1.8 * tools.search],
    [write, 2.4],
    [todoWrite, tools.todo ? 8 : 0],
    [taskUpdate, tools.board ? 5 : 0],
    [taskCreate, tools.board ? 1.2 : 0],
    [taskList, tools.board ? 0.06 : 0],
    [agent, 1.8],
    [multiEdit, tools.multiEdit ? 3 : 0],
    [list, tools.list ? 1 : 0],
    [notebookEdit, tools.list ? 1.3 : 0.02],
    [askUser, tools.ask ? 0.6 : 0],
    [exitPlan, tools.plan ? 0.5 : 0],
    [enterPlan, tools.plan ? 0.08 : 0],
    [skill, tools.skill ? 0.5 : 0],
    [toolSearch, tools.discover ? 0.7 : 0],
    [webFetch, 0.4],
    [webSearch, 0.25],
    [mcp, 0.5],
    [lsp, 0.07],
    [monitor, tools.monitor ? 0.25 : 0],
    [workflow, tools.workflow ? 0.3 : 0],
    [reportFindings, tools.findings ? 0.2 : 0],
    [sendMessage, tools.send ? 0.12 : 0],
    [(stage) => poll(stage) ?? bash(stage), polling ? 0.6 : 0],
    [kill, 0.12],
  ];
}

/** What a subagent uses: it looks, runs and edits, and starts no one. */
function nestedMixOf(dialect: Dialect): readonly (readonly [MakePlay, number])[] {
  return [
    [bash, 30],
    [read, 38],
    [grep, 16 * dialect.tools.search],
    [glob, 6 * dialect.tools.search],
    [edit, 6],
    [write, 2],
    [webFetch, 2],
    [webSearch, 1],
  ];
}

/** Their effect on other calls is already done when the play is made: they always run. */
const ALWAYS_RUNS = new Set(['BashOutput', 'TaskOutput', 'KillBash', 'KillShell', 'TaskStop']);

export function canBeStopped(play: Play): boolean {
  return !ALWAYS_RUNS.has(play.tool);
}

export class ToolMix {
  readonly #main: Weighted<MakePlay>;
  readonly #nested: Weighted<MakePlay>;

  constructor(dialect: Dialect) {
    this.#main = new Weighted(mixOf(dialect));
    this.#nested = new Weighted(nestedMixOf(dialect));
  }

  play(stage: Stage): Play {
    const made = (stage.nested ? this.#nested : this.#main).pick(stage.rng)(stage);
    if (!canBeStopped(made)) return made;
    const stopped = refusal(stage, made.tool);
    return stopped === null ? made : { tool: made.tool, input: made.input, outcome: stopped };
  }
}
