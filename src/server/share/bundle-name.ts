// Names of logs in a bundle: enough of the path to recognise them, but nothing that leads out of the bundle or shows whose
// machine it was.

import { LOGS } from '../../sources/bundles/manifest.ts';

/** Used when no folder of an agent is in the path. */
const LAST_STEPS = 6;
/** Characters that some system does not allow in a name, and masks. */
const ODD = /[<>:"|?*\\\x00-\x1f\x7f]/g;

/** From the agent's own folder on (`.claude/projects/…`), or the last steps. */
function tailOf(path: string): string[] {
  const steps = path.split(/[/\\]+/).filter((step) => step !== '' && step !== '.' && step !== '..');
  const hidden = steps.findLastIndex((step, at) => step.startsWith('.') && at < steps.length - 1);
  return hidden === -1 ? steps.slice(-LAST_STEPS) : steps.slice(hidden);
}

/** `taken`: the names given so far. */
export function bundleName(path: string, redact: (text: string) => string, taken: Set<string>): string {
  // Files in the bundle are uncompressed.
  const tail = tailOf(path.replace(/\.zst$/, '')).join('/');
  const plain = redact(tail).replace(ODD, '_');
  let name = LOGS + plain;
  for (let copy = 2; taken.has(name.toLowerCase()); copy++) name = `${LOGS}${copy}/${plain}`;
  taken.add(name.toLowerCase());
  return name;
}
