// Owns the list of commands: one line each.

import type { Command } from './command.ts';
import { inspect } from './commands/inspect.ts';
import { schema } from './commands/schema.ts';

export const commands: readonly Command[] = [inspect, schema];
