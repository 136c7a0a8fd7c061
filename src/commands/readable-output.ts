// The output of a command as its own words stand in it: without colours, and without what PowerShell and builders put around every line.

import { headAndTail } from '../base/head-and-tail.ts';
import { plainText } from '../base/terminal.ts';
import { RECORD_LABEL, withShortRecords } from './powershell-records.ts';

/** PowerShell 7 draws the place in the command beside a bar, the words last. */
const PLACE_BESIDE_BAR = /^(?:Line \|| {0,8}\d{1,6} \| [^\n]{0,400}| {1,8}\| {1,400}~{1,400} {0,9})\n/gm;
const BAR = /^ {1,8}\| {1,2}(?=\S)/gm;

/** Above it stands the category, where no command complains. */
const CATEGORY_ABOVE = /^([A-Z]\w{4,30}): {0,2}\n(?=Line \|\n)/gm;

/** Docker's builder numbers its steps and seconds: `#12 41.2 …`. */
const BUILD_STEP = /^#\d{1,4} \d{1,5}\.\d{1,4} /gm;

/** gh passes on what git says. */
const RUNS_GIT = /^failed to run git: /gm;

/** sed repeats the script that it complains about, with its line breaks. */
const SED_SCRIPT = /^sed: \d{1,6}: "[^"]{0,400}": /gm;

/** Tools in Python draw a box around their complaint, and put its kind into the frame. */
const BOX_HEAD = /^╭─{1,4} ?([^─\n]{0,60}?) ?─{1,400}╮$/gm;
const BOX_LINE = /^│ ([^\n]{0,400}[^\s│])? {0,400}│$/gm;

/** What an agent's host says below the output of any command while its proxy refuses something. */
const PROXY_REPORT = '\n[agent-proxy] While this command ran, ';

function withoutProxyReport(text: string): string {
  const at = text.lastIndexOf(PROXY_REPORT);
  return at === -1 ? text : text.slice(0, at);
}

/** Some terminals fill every line to their width. */
function withoutPadding(text: string): string {
  if (!text.includes('  \n')) return text;
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

function withoutFrames(text: string): string {
  let words = text;
  if (words.includes('\nLine |\n'))
    words = words.replace(CATEGORY_ABOVE, `${RECORD_LABEL}$1\n`).replace(PLACE_BESIDE_BAR, '').replace(BAR, '');
  if (words.includes('╭─')) words = words.replace(BOX_HEAD, '$1:').replace(BOX_LINE, '$1');
  if (words.includes('failed to run git: ')) words = words.replace(RUNS_GIT, '');
  if (words.includes('sed: ')) words = words.replace(SED_SCRIPT, (script) => script.replaceAll('\n', ' '));
  return words.includes('#') ? words.replace(BUILD_STEP, '') : words;
}

/** As much of an output as failures are looked for in. Colours would stand before the words that begin a line. */
export function readableOutput(output: string): string {
  return withoutFrames(withoutPadding(withShortRecords(withoutProxyReport(plainText(headAndTail(output))))));
}
