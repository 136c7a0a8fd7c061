// The parts of the runtime, for the files that each do one of its jobs.

import type { Credentials } from '../outbound/credentials.ts';
import type { Outbound } from '../outbound/request.ts';
import type { RapStore } from '../store/rap-store.ts';
import type { Background } from './background.ts';
import type { CallbackAddresses } from './callback-addresses.ts';
import type { Deadlines } from './deadlines.ts';
import type { Invoker } from './invoker.ts';
import type { LastActive } from './last-active.ts';
import type { Limits } from './limits.ts';
import type { Listeners } from './listeners.ts';
import type { Notices } from './notices.ts';
import type { Toolsets } from './toolsets.ts';

export interface RuntimeParts {
  readonly store: RapStore;
  readonly limits: Limits;
  readonly now: () => number;
  readonly outbound: Outbound;
  readonly credentials: Credentials;
  readonly toolsets: Toolsets;
  readonly addresses: CallbackAddresses;
  readonly background: Background;
  readonly invoker: Invoker;
  readonly notices: Notices;
  readonly deadlines: Deadlines;
  readonly listeners: Listeners;
  readonly touches: LastActive;
  /** Whether the user is asked before a call of a destructive tool is sent. */
  readonly confirmsDestructive: boolean;
  /** The address tools post to, for a token. */
  readonly callbackUrl: (token: string) => string;
}
