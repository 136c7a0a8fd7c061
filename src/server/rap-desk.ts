// Owns what the dashboard sees of the RAP runtime, and what a person can do there: cancel a call, answer a question.

import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { type RapAct, type RapOverviewAnswer, rapAct } from '../api/wire/rap.ts';
import { parseJson } from '../base/json.ts';
import { openRapOverview, type RapOverview } from '../rap/runtime/overview.ts';
import type { RapRuntime } from '../rap/runtime/runtime.ts';
import { rapPath } from '../store/rap-store.ts';
import { HttpProblem } from './problem.ts';
import { readBody } from './read-body.ts';

const LARGEST_ACT = 16 * 1024;
const MOST_REJECTIONS = 100;

const NOTHING: RapOverviewAnswer = {
  runtime: 'none',
  totals: { threads: 0, pending: 0, subscriptions: 0, asks: 0 },
  pending: [],
  subscriptions: [],
  asks: [],
  rejections: [],
  servers: [],
};

type Open = ReturnType<RapOverview['subscriptions']>[number];

function openCall({
  groupId,
  id,
  operation,
  endpoint,
  registeredAt,
  deadlineAt,
  arguments: asked,
}: Open): RapOverviewAnswer['subscriptions'][number] {
  return { groupId, id, operation, endpoint, registeredAt, deadlineAt, arguments: asked };
}

function told(overview: RapOverview, runtime: 'here' | 'elsewhere'): RapOverviewAnswer {
  return {
    runtime,
    totals: overview.totals(),
    pending: overview.pending().map((call) => ({ ...openCall(call), waitsFor: call.waitsFor })),
    subscriptions: overview.subscriptions().map(openCall),
    asks: overview.asks().map((ask) => {
      const { kind, groupId, id, operation, askedAt } = ask;
      const base = { kind, groupId, id, operation, askedAt };
      return ask.kind === 'oauth'
        ? { ...base, authUrl: ask.authUrl, prompt: '', choices: [], default: 0 }
        : { ...base, authUrl: null, prompt: ask.prompt, choices: [...ask.choices], default: ask.default };
    }),
    rejections: overview
      .rejections(MOST_REJECTIONS)
      .map(({ at, reason, status, groupId, id, type, bytes }) => ({ at, reason, status, groupId, id, type, bytes })),
    servers: overview.servers().map(({ base, name, state, tools, calls, pending }) => ({
      base,
      name,
      state,
      tools: tools.map((tool) => tool.name),
      calls,
      pending,
    })),
  };
}

export class RapDesk {
  readonly #runtime: RapRuntime | undefined;
  readonly #folder: string | undefined;

  /** Without a runtime of its own it looks at the data of whoever runs one on the same folder. */
  constructor(runtime: RapRuntime | undefined, folder: string | undefined) {
    this.#runtime = runtime;
    this.#folder = folder;
  }

  overview(): RapOverviewAnswer {
    if (this.#runtime !== undefined) return told(this.#runtime.overview, 'here');
    if (this.#folder === undefined || !existsSync(rapPath(this.#folder))) return NOTHING;
    const { overview, close } = openRapOverview(this.#folder);
    try {
      return told(overview, 'elsewhere');
    } finally {
      close();
    }
  }

  async act(request: IncomingMessage): Promise<{ done: boolean }> {
    if (this.#runtime === undefined) {
      throw new HttpProblem(409, 'Another process runs the RAP runtime; act there, through its own API.');
    }
    // A form of another site cannot send this type without asking first.
    if (!(request.headers['content-type'] ?? '').startsWith('application/json')) {
      throw new HttpProblem(415, 'Send JSON.');
    }
    const parsed = parseJson((await readBody(request, LARGEST_ACT)).toString('utf8'));
    const act = rapAct.safeParse(parsed.ok ? parsed.value : undefined);
    if (!act.success) throw new HttpProblem(400, 'Say what to do: cancel or answer, with groupId and id.');
    await this.#do(act.data, this.#runtime);
    return { done: true };
  }

  async #do(act: RapAct, runtime: RapRuntime): Promise<void> {
    if (act.act === 'cancel') await runtime.cancel(act.groupId, act.id);
    else await runtime.answerChoice(act.groupId, act.id, act.choice);
  }
}
