// What a complaint means by its plain words, where neither known words nor the kind of command tell why.

import { rule } from '../failure-rule.ts';

/** Read against the one line that complains, never against a whole output. */
export const COMPLAINTS = [
  rule('file-exists', 'agent', 'No known words; the line that complains says that something is there already.', [
    /\balready exists?\b|\bcould conflict\b|\bis not (?:an )?empty\b/i,
  ]),
  rule('not-authorised', 'environment', 'No known words; the line that complains speaks of rights.', [
    /\b(?:unauthori[sz]ed|forbidden|access denied|not (?:authori[sz]ed|permitted|allowed)|credentials|log ?in|sign ?in|(?:re-?)?authenticat\w{1,5}|auth tokens?|api[ _-]?keys?|requires? permission)\b/i,
  ]),
  rule('no-connection', 'environment', 'No known words; the line that complains says that nobody answered.', [
    /\bis (?:it|the [\w ]{1,30}) running\?|\b(?:timed out|timeout|unreachable|no response|(?:could not|couldn't|cannot|can't|unable to|failed to) (?:connect|reach|contact)|(?:is|are) not running|connection (?:error|failed|lost|closed)|hung up unexpectedly)\b/i,
  ]),
  rule('resource-busy', 'environment', 'No known words; the line that complains says that something else has it.', [
    /\b(?:already|still) (?:running|in use|locked|in progress)\b|\banother (?:instance|process|operation|build|job)\b/i,
  ]),
  rule('module-missing', 'environment', 'No known words; the line that complains says what is to be installed.', [
    /\bnot (?:been )?installed\b|\b(?:needs?|have|has) to be installed\b|\bplease install\b|\b(?:pip3?|npm|pnpm|yarn|gem|brew|apt(?:-get)?|conda|uv) (?:install|add|i) [\w@]/i,
  ]),
  rule('http-not-found', 'agent', 'No known words; the line that complains says that an address is not there.', [
    /\bhttps?:\/\/\S{1,300} (?:was |is )?not found\b/i,
  ]),
  rule('file-missing', 'agent', 'No known words; the line that complains says that something is not there.', [
    /\b(?:not found|no such|no [\w '"./-]{1,60} found|(?:does not|doesn't) exist|(?:could|can) ?not be (?:found|located|opened)|(?:could not|couldn't|cannot|can't|unable to) (?:find|locate|open))\b/i,
  ]),
  rule('wrong-usage', 'agent', 'No known words; the line that complains says what it cannot take.', [
    /\b(?:command[- ]line error|invalid|unknown(?! error)|unsupported|unrecogni[sz]ed|malformed|must (?:be|provide|specify|have|contain)|is required|requires|needs (?:a|an|the|at least|exactly|one|two)|no [\w '".-]{1,60} (?:given|specified|provided)|usage: [a-z]\w{0,40}|(?:is |are )?not (?:set|supported|specified|provided)|(?:does not|doesn't|cannot|can't) (?:support|accept|take|recogni[sz]e|understand)|use the --[\w-]{2,40} (?:flag|option) to)\b/i,
  ]),
];
