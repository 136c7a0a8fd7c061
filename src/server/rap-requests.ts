// The RAP runtime in the dashboard: its state, and the user's actions: cancel a call, answer a question.

import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import {
  type RapAct,
  type RapDoneAnswer,
  type RapOverviewAnswer,
  type RapViewsAnswer,
  rapAct,
} from '../api/wire/rap.ts';
import { asName } from '../base/json.ts';
import { placeOfRuntime } from '../rap/http/runtime-place.ts';
import { openRapOverview, type RapOverview } from '../rap/runtime/overview.ts';
import type { RapRuntime } from '../rap/runtime/runtime.ts';
import { isRapOwned, rapPath } from '../rap/store/rap-store.ts';
import { loadToken } from './auth/token-file.ts';
import { HttpProblem } from './problem.ts';
import { relayAct } from './rap-relay.ts';
import { readJson } from './read-body.ts';

const NOT_RUNNING =
  'No RAP runtime is running on this data folder: start one with toolscope serve or toolscope rap serve.';
const LARGEST_ACT = 16 * 1024;
const MOST_REJECTIONS = 100;
const MOST_VIEWS = 100;

const NOTHING: RapOverviewAnswer = {
  runtime: 'none',
  canAct: false,
  totals: { threads: 0, pending: 0, subscriptions: 0, asks: 0 },
  pending: [],
  subscriptions: [],
  asks: [],
  views: [],
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

function told(overview: RapOverview, runtime: 'here' | 'elsewhere', canAct: boolean): RapOverviewAnswer {
  return {
    runtime,
    canAct,
    totals: overview.totals(),
    pending: overview.pending().map((call) => ({ ...openCall(call), waitsFor: call.waitsFor })),
    subscriptions: overview.subscriptions().map(openCall),
    asks: overview.asks().map((ask) => {
      const { kind, groupId, id, operation, askedAt, selected, problem } = ask;
      const base = { kind, groupId, id, operation, askedAt, selected, problem };
      return ask.kind === 'oauth'
        ? { ...base, authUrl: ask.authUrl, prompt: '', choices: [], default: 0 }
        : { ...base, authUrl: null, prompt: ask.prompt, choices: [...ask.choices], default: ask.default };
    }),
    views: overview.newestViews(MOST_VIEWS),
    rejections: overview
      .rejections(MOST_REJECTIONS)
      .map(({ at, reason, status, groupId, id, type, bytes }) => ({ at, reason, status, groupId, id, type, bytes })),
    servers: overview.servers().map(({ base, name, state, problem, tools, calls, pending }) => ({
      base,
      name,
      state,
      problem,
      tools: tools.map((tool) => tool.name),
      toolList: tools.map((tool) => ({ ...tool })),
      calls,
      pending,
    })),
  };
}

export class RapRequests {
  readonly #runtime: RapRuntime | undefined;
  readonly #folder: string | undefined;

  /** Without a runtime of its own it reads the data of any runtime on the same folder. */
  constructor(runtime: RapRuntime | undefined, folder: string | undefined) {
    this.#runtime = runtime;
    this.#folder = folder;
  }

  overview(): RapOverviewAnswer {
    if (this.#runtime !== undefined) return told(this.#runtime.overview, 'here', true);
    return this.#look((overview) => told(overview, 'elsewhere', this.#place !== undefined)) ?? NOTHING;
  }

  async views(groupId: string): Promise<RapViewsAnswer> {
    const { viewOnWire } = await import('./shape/rap-view.ts');
    const drawn = (overview: RapOverview): RapViewsAnswer => ({ views: overview.views(groupId).map(viewOnWire) });
    if (this.#runtime !== undefined) return drawn(this.#runtime.overview);
    return this.#look(drawn) ?? { views: [] };
  }

  async act(request: IncomingMessage): Promise<RapDoneAnswer> {
    if (this.#runtime === undefined && this.#place === undefined) {
      throw new HttpProblem(409, NOT_RUNNING);
    }
    const act = rapAct.safeParse(await readJson(request, LARGEST_ACT));
    if (!act.success) throw new HttpProblem(400, 'The action must be cancel or answer, with groupId and id.');
    if (this.#runtime !== undefined) return this.#do(act.data, this.#runtime);
    // The address that a killed process left behind may belong to another program by now.
    if (this.#folder !== undefined && !isRapOwned(this.#folder)) throw new HttpProblem(409, NOT_RUNNING);
    const token =
      asName(process.env['TOOLSCOPE_RAP_TOKEN']) ?? (this.#folder === undefined ? undefined : loadToken(this.#folder));
    return relayAct(this.#place ?? '', act.data, token);
  }

  /** The address of a runtime in another process. */
  get #place(): string | undefined {
    return this.#folder === undefined ? undefined : placeOfRuntime(this.#folder);
  }

  #look<Answer>(read: (overview: RapOverview) => Answer): Answer | undefined {
    if (this.#folder === undefined || !existsSync(rapPath(this.#folder))) return undefined;
    const { overview, close } = openRapOverview(this.#folder);
    try {
      return read(overview);
    } finally {
      close();
    }
  }

  async #do(act: RapAct, runtime: RapRuntime): Promise<RapDoneAnswer> {
    if (act.act === 'cancel') {
      await runtime.cancel(act.groupId, act.id);
      return { done: true, arrived: null, problem: null };
    }
    const { arrived, problem } = await runtime.answerChoice(act.groupId, act.id, act.choice);
    return { done: true, arrived, problem };
  }
}
