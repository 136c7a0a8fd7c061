// The shell hook: a script that stores what the agent sends in a file, without starting Node.

import { shellQuoted } from '../base/shell-quoted.ts';

/**
 * The script. POSIX only; two small processes, cat and mv. It creates its file under a unique name (a shell that may not overwrite),
 * renames it when everything is in it, and exits with success whatever happens.
 */
export function shellHook(spool: string): string {
  return `#!/bin/sh
# Made by "toolscope hook install": keeps what an agent tells its hooks, for Toolscope to read. Says nothing, ends with 0.
umask 077
set -C
spool=${shellQuoted(spool)}
agent=\${1:-claude-code}
n=0
name=$spool/$agent.$$.0
[ -d "$spool" ] || mkdir -p "$spool" 2>/dev/null
while [ -e "$name.json" ] || ! true 2>/dev/null >"$name.part"; do
  n=$((n + 1))
  name=$spool/$agent.$$.$n
  [ "$n" -lt 1000 ] || { cat >/dev/null; exit 0; }
done
cat 2>/dev/null >>"$name.part" && mv "$name.part" "$name.json" 2>/dev/null
exit 0
`;
}
