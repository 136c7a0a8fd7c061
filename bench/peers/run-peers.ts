// The comparison itself: all programs in turns on the same library, a first time and again.

import type { Metered } from '../meter/meter-process.ts';
import { median } from '../outcome/numbers.ts';
import type { OfflineStage } from './offline.ts';
import type { Found, Peer } from './peer.ts';
import type { PeerRow } from './peers-table.ts';

interface Turn {
  readonly first: Metered;
  readonly again: Metered;
  readonly found: Found;
}

async function turn(peer: Peer, stage: OfflineStage): Promise<Turn> {
  stage.forget();
  const { metered: first, found } = await peer.run(stage);
  stage.clear();
  const { metered: again } = await peer.run(stage);
  return { first, again, found };
}

/** The last thing a program printed before it failed. */
function failureOf({ status, stderr, stdout }: Metered): string | null {
  if (status === 0) return null;
  const said = `${stdout}\n${stderr}`.trim().split('\n').at(-1)?.slice(0, 200) ?? '';
  return `${status === null ? 'stopped after ten minutes' : `status ${status}`}${said === '' ? '' : `, ${said}`}`;
}

function middle(turns: readonly Turn[], of: (turn: Turn) => number | undefined): number | null {
  const values = turns.flatMap((turn) => of(turn) ?? []);
  return values.length === 0 ? null : median(values);
}

function rowOf({ name, version, does, agents }: Peer, turns: readonly Turn[]): PeerRow {
  const failures = turns.flatMap(({ first }) => failureOf(first) ?? []);
  return {
    name,
    version,
    does,
    agents,
    wallMs: middle(turns, ({ first }) => first.wallMs) ?? Number.NaN,
    againMs: middle(turns, ({ again }) => again.wallMs),
    cpuMs: middle(turns, ({ first }) => first.cpuMs),
    rssMb: middle(turns, ({ first }) => first.rssMb),
    found: turns[0]?.found ?? { calls: null, errors: null },
    failure: failures[0] ?? null,
  };
}

export async function runPeers(
  peers: readonly Peer[],
  stage: OfflineStage,
  options: { readonly rounds: number; readonly say: (text: string) => void },
): Promise<PeerRow[]> {
  const turns = peers.map((): Turn[] => []);
  for (let round = 1; round <= options.rounds; round++) {
    for (const [at, peer] of peers.entries()) {
      options.say(`${peer.name} ${peer.does}, round ${round} of ${options.rounds}`);
      turns[at]?.push(await turn(peer, stage));
    }
  }
  return peers.map((peer, at) => rowOf(peer, turns[at] ?? []));
}
