// Forwards actions in the dashboard to a RAP runtime in another process, through that runtime's own API.

import type { RapAct, RapDoneAnswer } from '../api/wire/rap.ts';
import { asBoolean, asObject, asString, parseJson } from '../base/json.ts';
import { below } from '../rap/protocol/parse-url.ts';
import { HttpProblem } from './problem.ts';

const TIMEOUT_MS = 15_000;
const UNREACHABLE = 'The process that runs the RAP runtime cannot be reached. Nothing was done.';

function requestFor(act: RapAct): { readonly path: string; readonly body: unknown } {
  const call = `rap/v1/threads/${encodeURIComponent(act.groupId)}/calls/${encodeURIComponent(act.id)}`;
  if (act.act === 'cancel') return { path: `${call}/cancel`, body: {} };
  return { path: `${call}/choice`, body: act.choice === null ? { dismissed: true } : { selected: act.choice } };
}

/** `token`: the agent's token, which both processes have from the environment or from the file in their data folder. */
export async function relayAct(url: string, act: RapAct, token: string | undefined): Promise<RapDoneAnswer> {
  const { path, body } = requestFor(act);
  let status: number;
  let text: string;
  try {
    const answer = await fetch(below(url, path), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    status = answer.status;
    text = await answer.text();
  } catch {
    throw new HttpProblem(409, UNREACHABLE);
  }
  const parsed = parseJson(text);
  const said = (parsed.ok ? asObject(parsed.value) : undefined) ?? {};
  if (status !== 200) throw new HttpProblem(status === 404 ? 404 : 409, asString(said['error']) ?? UNREACHABLE);
  return { done: true, arrived: asBoolean(said['arrived']) ?? null, problem: asString(said['problem']) ?? null };
}
