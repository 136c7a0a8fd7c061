// Look-ups that found nothing: a thing asked for by its name, or where a program is.

import { lineAt } from '../base/text.ts';
import { baseName, decidingPrograms } from './programs.ts';

/** How much of an output is looked at. */
export const OUTPUT_MAX = 4000;

/** Commands that look one thing up by its name; the verb stands among the first words. */
const LOOKUPS = new Map<string, RegExp>([
  ['where', /^[\w.*-]{1,100}$/],
  ['gh', /^(?:view|status|get|checks)$/],
  ['glab', /^(?:view|status)$/],
  ['bd', /^(?:show|list|search)$/],
  ['kubectl', /^(?:get|describe)$/],
  ['helm', /^(?:status|get)$/],
  ['docker', /^(?:inspect|logs|port|top)$/],
  ['podman', /^(?:inspect|logs|port|top)$/],
  ['npm', /^(?:view|info|show|ls|list)$/],
  ['pip', /^show$/],
  ['pip3', /^show$/],
  ['brew', /^(?:info|list|ls)$/],
  ['winget', /^(?:search|list|show)$/],
  ['choco', /^(?:search|list|info)$/],
  ['dpkg', /^(?:-s|-l|-L|-S)$/],
  ['rpm', /^-q/],
  ['cargo', /^(?:info|search)$/],
  ['tmux', /^(?:has-session|has|list-sessions|ls)$/],
  ['crontab', /^-l$/],
  ['security', /^find-/],
  ['git', /^(?:remote|config)$/],
  ['systemctl', /^(?:status|cat|show)$/],
]);
const NOT_THERE =
  /\bnot found\b|\bno (?:such|matching|open)\b|\bno [\w ]{1,40}(?:found|exist|reported)\b|\bcould not (?:find|resolve to|be found)\b|\bdoes not exist\b|\bnot installed\b|\bno (?:server running|crontab for)\b|\bcan't find\b|\(empty\)/i;

/** Something was looked up by its name, and is not there. */
export function isVainLookup(words: readonly string[], output: string): boolean {
  const verb = LOOKUPS.get(baseName(words[0] ?? ''));
  // Of whatever program: the state of what does not run.
  if (words[1] === 'status' && words[0] !== 'git') return NOT_THERE.test(output);
  return verb !== undefined && words.slice(1, 4).some((word) => verb.test(word)) && NOT_THERE.test(output);
}

/** Where a program is: asked of a shell, or of `which`. */
const WHERE = /^(?:which|type|whereis|where|hash)$/;

/** The last line is what `which` and its kind say of a name that they were given. What stood before it passed, and nothing came after. */
function isNowhere(words: readonly string[], output: string): boolean {
  if (!WHERE.test(baseName(words[0] ?? ''))) return false;
  const end = output.trimEnd();
  const line = end.slice(end.lastIndexOf('\n') + 1).replace(/^Error: /, '');
  const [, name] =
    /^(?:which: no |[^\n]{0,60}: type: )?(\S{1,100}?):?(?: not found| in \([^\n]{0,4000}\))$/.exec(
      line.slice(0, 5000),
    ) ?? [];
  return name !== undefined && words.slice(1).includes(name);
}

/** What a look-up that found nothing says about it. Empty for other answers. */
export function lookupAnswer(command: string, output: string): string {
  const asked = decidingPrograms(command).some((words) => isVainLookup(words, output) || isNowhere(words, output));
  const said = asked ? NOT_THERE.exec(output) : null;
  if (said !== null) return lineAt(output, said.index).trim();
  const glob = output.indexOf('no matches found: ');
  return glob === -1 ? '' : lineAt(output, glob).trim();
}

/** Whether the output ends with the answer that a program is nowhere. */
export function saysNowhere(command: string, output: string): boolean {
  return output.length < OUTPUT_MAX && decidingPrograms(command).some((words) => isNowhere(words, output));
}
