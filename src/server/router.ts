// Finds the route for an address. The contract's paths are parsed once.

import { contract } from '../api/contract.ts';
import type { Route } from '../api/route.ts';

export type RouteName = keyof typeof contract;

export interface Match {
  readonly name: RouteName;
  readonly route: Route;
  /** Decoded. */
  readonly parts: Readonly<Record<string, string>>;
}

interface Known {
  readonly name: RouteName;
  readonly route: Route;
  readonly steps: readonly string[];
}

const NAMES = Object.keys(contract).filter((name): name is RouteName => Object.hasOwn(contract, name));
const ROUTES: readonly Known[] = NAMES.map((name) => ({
  name,
  route: contract[name],
  steps: contract[name].path.slice(1).split('/'),
}));

function partName(step: string): string | undefined {
  return step.startsWith('{') ? step.slice(1, -1) : undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function partsOf({ steps }: Known, given: readonly string[]): Record<string, string> | undefined {
  if (steps.length !== given.length) return undefined;
  const parts: Record<string, string> = Object.create(null);
  for (const [i, step] of steps.entries()) {
    const text = given[i] ?? '';
    const name = partName(step);
    if (name === undefined) {
      if (step !== text) return undefined;
      continue;
    }
    const decoded = decode(text);
    if (decoded === undefined || decoded === '') return undefined;
    parts[name] = decoded;
  }
  return parts;
}

/** `path` is what follows /api/v1, still encoded: an encoded slash stays inside its segment. */
export function findRoute(path: string): Match | undefined {
  const given = path.slice(1).split('/');
  for (const known of ROUTES) {
    const parts = partsOf(known, given);
    if (parts !== undefined) return { name: known.name, route: known.route, parts };
  }
  return undefined;
}
