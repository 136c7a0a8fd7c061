// What the kit needs from a runtime: registering calls, and reading their results.

import { AppError } from '../../base/app-error.ts';
import { asArray, asName, asString, isObject, type JsonObject } from '../../base/json.ts';
import { below } from '../protocol/parse-url.ts';
import { type ProbeAnswer, probe, probeJson } from './http-probe.ts';

export interface PendingCall {
  readonly groupId: string;
  readonly id: string;
  readonly callbackUrl: string;
}

export interface ModelEntry {
  readonly type: string;
  readonly id: string;
  readonly text: string;
  readonly raw: JsonObject;
}

/** `register` and `results` are required; without the others, some rules cannot be checked. */
export interface RuntimeDriver {
  register(call: { groupId: string; id: string; callId?: string }): Promise<PendingCall>;
  /** What the model got in this thread, in order. Empty for an unknown thread. */
  results(groupId: string): Promise<ModelEntry[]>;
  /** What a person is shown for the results of this thread, in order: `{type, content}`. */
  display?(groupId: string): Promise<JsonObject[]>;
  /** Ids of the active subscriptions. */
  subscriptions?(groupId: string): Promise<string[]>;
  /** How many messages were refused so far. */
  rejected?(): Promise<number>;
  cancel?(groupId: string, id: string): Promise<void>;
  /** Answers the open question of a call as the user would. Null: dismissed. */
  choose?(groupId: string, id: string, selected: number | null): Promise<void>;
  /** Makes storing fail until the returned function is called. */
  breakStorage?(): Promise<() => Promise<void>>;
}

/** Addresses with `{group_id}` and `{id}` in them. Empty: not available. */
export interface RuntimeRoutes {
  readonly register: string;
  readonly results: string;
  readonly display: string;
  readonly calls: string;
  readonly rejections: string;
  readonly cancel: string;
  readonly choice: string;
}

export function toolscopeRoutes(base: string): RuntimeRoutes {
  const thread = below(base, 'rap/v1/threads/{group_id}');
  return {
    register: `${thread}/invocations`,
    results: `${thread}/results?after={after}`,
    display: `${thread}/display?after={after}`,
    calls: `${thread}/subscriptions`,
    rejections: below(base, 'rap/v1/rejections?limit=1'),
    cancel: `${thread}/calls/{id}/cancel`,
    choice: `${thread}/calls/{id}/choice`,
  };
}

function fill(route: string, values: Readonly<Record<string, string>>): string {
  return route.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? encodeURIComponent(values[name] ?? '') : whole,
  );
}

function objects(value: unknown): JsonObject[] {
  return (asArray(value) ?? []).filter(isObject);
}

/** A runtime over HTTP. */
export function httpDriver(routes: RuntimeRoutes, token?: string): RuntimeDriver {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const get = (route: string, values: Record<string, string>): Promise<ProbeAnswer> =>
    probe('GET', fill(route, values), undefined, headers);

  /** All pages of a feed. */
  const readAll = async (route: string, groupId: string): Promise<JsonObject[]> => {
    const all: JsonObject[] = [];
    for (let after = '0', pages = 0; pages < 1000; pages++) {
      const answer = await get(route, { group_id: groupId, after });
      if (answer.status !== 200) return all;
      all.push(...objects(answer.json['items']));
      if (answer.json['more'] !== true || !route.includes('{after}')) return all;
      after = String(answer.json['next']);
    }
    return all;
  };

  const driver: RuntimeDriver = {
    async register({ groupId, id, callId }) {
      const call = { operation: 'conformance_probe', arguments: {}, id, call_id: callId ?? null, send: false };
      const answer = await probeJson(
        fill(routes.register, { group_id: groupId, id }),
        { ...call, group_id: groupId },
        headers,
      );
      const callbackUrl = asName(answer.json['callback_url']);
      if (answer.status >= 300 || callbackUrl === undefined) {
        throw new AppError('refused', `The runtime did not register a call (status ${answer.status}).`, {
          hint: 'The kit needs a way to register pending calls: see docs/rap.md, "Checking a runtime".',
        });
      }
      return {
        groupId: asName(answer.json['group_id']) ?? groupId,
        id: asName(answer.json['id']) ?? id,
        callbackUrl,
      };
    },
    async results(groupId) {
      return (await readAll(routes.results, groupId)).map((raw) => ({
        type: asString(raw['type']) ?? 'tool_result',
        id: asString(raw['id']) ?? asString(raw['tool_call_id']) ?? '',
        text: asString(raw['text']) ?? '',
        raw,
      }));
    },
  };
  if (routes.display !== '') {
    driver.display = async (groupId) =>
      (await readAll(routes.display, groupId)).map((item) => item['display']).filter(isObject);
  }
  if (routes.calls !== '') {
    driver.subscriptions = async (groupId) => {
      const answer = await get(routes.calls, { group_id: groupId });
      return objects(answer.json['calls'])
        .filter((call) => call['subscription'] === 'active')
        .flatMap((call) => asName(call['id']) ?? []);
    };
  }
  if (routes.rejections !== '') {
    driver.rejected = async () => {
      const answer = await get(routes.rejections, {});
      const [newest] = objects(answer.json['rejections']);
      return Number(newest?.['number'] ?? 0);
    };
  }
  if (routes.cancel !== '') {
    driver.cancel = async (groupId, id) => {
      await probeJson(fill(routes.cancel, { group_id: groupId, id }), {}, headers);
    };
  }
  if (routes.choice !== '') {
    driver.choose = async (groupId, id, selected) => {
      const answer = selected === null ? { dismissed: true } : { selected };
      await probeJson(fill(routes.choice, { group_id: groupId, id }), answer, headers);
    };
  }
  return driver;
}
