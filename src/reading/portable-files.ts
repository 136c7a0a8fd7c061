// A session's list of files in a form that can be sent between threads: the format travels by its agent's name.

import { AppError } from '../base/app-error.ts';
import type { Format } from '../formats/format.ts';
import { formatOfAgent } from '../formats/registry.ts';
import type { LogFile, SideFile } from '../sources/discover.ts';
import type { SessionFiles } from './read-session.ts';

export type PortableFiles = Omit<SessionFiles, 'format' | 'logs' | 'sides'> & {
  readonly logs: readonly Omit<LogFile, 'format'>[];
  readonly sides: readonly Omit<SideFile, 'format'>[];
};

export function portable({ format: _, logs, sides, ...rest }: SessionFiles): PortableFiles {
  return {
    ...rest,
    logs: logs.map(({ format: __, ...log }) => log),
    sides: sides.map(({ format: __, ...side }) => side),
  };
}

function formatOf(agent: string): Format {
  const format = formatOfAgent(agent);
  if (format === undefined) throw new AppError('internal', `No format for ${agent}.`);
  return format;
}

export function revive({ logs, sides, ...rest }: PortableFiles): SessionFiles {
  const format = formatOf(rest.agent);
  return {
    ...rest,
    format,
    logs: logs.map((log) => ({ ...log, format })),
    sides: sides.map((side) => ({ ...side, format })),
  };
}
