// Owns the list of commands: one line each.

import type { Command } from './command.ts';
import { call } from './commands/call.ts';
import { calls } from './commands/calls.ts';
import { completionFor } from './commands/completion.ts';
import { doctor } from './commands/doctor.ts';
import { errors } from './commands/errors.ts';
import { files } from './commands/files.ts';
import { index } from './commands/index.ts';
import { inspect } from './commands/inspect.ts';
import { ls } from './commands/ls.ts';
import { rap } from './commands/rap.ts';
import { schema } from './commands/schema.ts';
import { search } from './commands/search.ts';
import { show } from './commands/show.ts';
import { sql } from './commands/sql.ts';
import { stats } from './commands/stats.ts';
import { tail } from './commands/tail.ts';

export const commands: readonly Command[] = [
  ls,
  show,
  calls,
  call,
  files,
  search,
  stats,
  errors,
  sql,
  tail,
  index,
  doctor,
  inspect,
  rap,
  schema,
  completionFor(() => commands),
];
