// Calls the handler of a route by the route's name.

import { contract } from '../api/contract.ts';
import type { Route } from '../api/route.ts';
import { AppError } from '../base/app-error.ts';
import type { Asked, OwnRoute } from './handler.ts';
import type { RouteName } from './router.ts';
import { routes } from './routes.ts';
import type { ServedLibrary } from './served-library.ts';

/** A handler without its types: its arguments were checked against the contract. */
type AnyHandler = (asked: Asked<Route>) => unknown;

export interface Question {
  readonly name: Exclude<RouteName, OwnRoute>;
  readonly parts: Readonly<Record<string, string>>;
  /** Parsed by the route's schema. */
  readonly query: unknown;
  readonly now: number;
}

/** A question from outside the HTTP API: its query holds strings, as in a URL. */
export function readQuestion(name: Question['name'], parts: Question['parts'], query: unknown, now: number): Question {
  const route: Route = contract[name];
  const read = route.query?.safeParse(query);
  if (read?.success !== false) return { name, parts, query: read?.data, now };
  throw new AppError('bad-usage', read.error.issues.map(({ message }) => message).join('; '));
}

export function answer({ name, parts, query, now }: Question, library: ServedLibrary, signal: AbortSignal): unknown {
  const handler = routes[name] as AnyHandler;
  return handler({ parts, query: query as Asked<Route>['query'], now, library, signal });
}
