// The output of a command as its own words stand in it: without colours, and without what PowerShell and builders put around every line.

import { headAndTail } from '../base/head-and-tail.ts';
import { plainText } from '../base/terminal.ts';

/** Below its words PowerShell shows the place in the command and the class of the error, broken at the width of the screen. */
const ERROR_RECORD =
  /^(?:At (?:line|[^\n]{1,300}\.ps1):\d+ char:\d+|\S{1,20}:\d+ \S{1,20}:\d+|\+ [^\n]{0,400}| {4}\+ (?:CategoryInfo|FullyQualifiedErrorId) {0,12}: [^\n]{0,400}(?:\n {1,3}\S[^\n]{0,400})?)$/gm;

/** Newer versions draw the same beside a bar, the words last. */
const PLACE_BESIDE_BAR = /^(?:Line \|| {0,8}\d{1,6} \| [^\n]{0,400}| {1,8}\| {1,400}~{1,400} {0,9})\n/gm;
const BAR = /^ {1,8}\| {1,2}(?=\S)/gm;

/** Docker's builder numbers its steps and seconds: `#12 41.2 …`. */
const BUILD_STEP = /^#\d{1,4} \d{1,5}\.\d{1,4} /gm;

/** gh passes on what git says. */
const RUNS_GIT = /^failed to run git: /gm;

/** Some terminals fill every line to their width. */
function withoutPadding(text: string): string {
  if (!text.includes('  \n')) return text;
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

function withoutFrames(text: string): string {
  let words = text.includes('FullyQualifiedErrorId') ? text.replace(ERROR_RECORD, '') : text;
  if (words.includes('\nLine |\n')) words = words.replace(PLACE_BESIDE_BAR, '').replace(BAR, '');
  if (words.includes('failed to run git: ')) words = words.replace(RUNS_GIT, '');
  return words.includes('#') ? words.replace(BUILD_STEP, '') : words;
}

/** As much of an output as failures are looked for in. Colours would stand before the words that begin a line. */
export function readableOutput(output: string): string {
  return withoutFrames(withoutPadding(plainText(headAndTail(output))));
}
