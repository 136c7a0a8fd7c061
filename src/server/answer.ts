// Asks a handler by the name of its route.

import { contract } from '../api/contract.ts';
import type { Route } from '../api/route.ts';
import { AppError } from '../base/app-error.ts';
import type { Asked, OwnRoute } from './handler.ts';
import type { RouteName } from './router.ts';
import { routes } from './routes.ts';
import type { ServedLibrary } from './served-library.ts';

/** A handler with its types forgotten: what it is given was checked by the contract it is typed by. */
type AnyHandler = (asked: Asked<Route>) => unknown;

export interface Question {
  readonly name: Exclude<RouteName, OwnRoute>;
  readonly parts: Readonly<Record<string, string>>;
  /** As the route's schema reads it. */
  readonly query: unknown;
  readonly now: number;
}

/** A question as somebody beside the HTTP API asks it: with texts, as a query in an address has them. */
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
