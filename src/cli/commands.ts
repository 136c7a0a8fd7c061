// Owns the list of commands: one line each.

import type { Command } from './command.ts';
import { calls } from './commands/calls.ts';
import { errors } from './commands/errors.ts';
import { index } from './commands/index.ts';
import { inspect } from './commands/inspect.ts';
import { ls } from './commands/ls.ts';
import { schema } from './commands/schema.ts';
import { stats } from './commands/stats.ts';
import { tail } from './commands/tail.ts';

export const commands: readonly Command[] = [ls, calls, stats, errors, tail, index, inspect, schema];
