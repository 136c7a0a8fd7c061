// Tokens of services that no table knows, told by their shape: a short name, an underscore or a hyphen, and a long row that
// was drawn by lot (`jina_…`, `cal_live_…`). Ids look alike, so names that ids have are left out.

import { entropyOf, isRandom } from '../placeholders.ts';
import type { Finder } from '../rule.ts';

/** What follows the name: a row of letters and digits, or a UUID, which must end there. */
const BODY = /(?<=[_-])(?:[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}|[A-Za-z0-9]{24,400})(?![\w-]|[+=][\w+/=])/g;
/** The name before it, from its beginning. */
const NAME = /(?<![\w.-])(?:[A-Za-z][A-Za-z0-9]{0,13}[_-]){1,4}$/;
const LONGEST_NAME = 60;

/** Names of ids that agents, models and services give, and of hashes. */
const IDS =
  /^(?:sha\d+|md5|h\d|toolu|srvtoolu|msg|message|req|request|call|chatcmpl|cmpl|resp|response|rs|fc|ws|mcp|item|ses|session|prt|part|file|files|run|thread|asst|agent|org|user|team|proj|project|batch|evt|event|id|uuid|ids|hash|etag|commit|chunk|cache|digest|nonce|trace|span|image|img|build|index|main|vendor|node|modules|rollout|task|job|log|sig|signature|public|pub|pk|cus|sub|price|pi|acct)$/i;
/** Parts of a name that say by themselves that something secret follows. */
const SAYS_SO = /^(?:live|secret|token|sk|pat|apikey|signkey|api)$/i;

function isHex(text: string): boolean {
  return /^(?:[a-f0-9-]+|[A-F0-9-]+)$/.test(text);
}

/** Hashes are everywhere, so hexadecimal digits alone say nothing without a telling name. */
function isDrawn(body: string, isTold: boolean): boolean {
  if (isTold) return isRandom(body);
  if (isHex(body) || entropyOf(body) < 4) return false;
  const classes = [/[a-z]/, /[A-Z]/, /\d/].filter((each) => each.test(body)).length;
  // A number at the end is most often that of a made-up folder: `TestPear_RipensInAutumn1234`.
  return /\d[A-Za-z]/.test(body) && ((classes === 3 && body.length >= 28) || body.length >= 32);
}

export const findPrefixedTokens: Finder = (text, _, found) => {
  BODY.lastIndex = 0;
  for (let match = BODY.exec(text); match !== null; match = BODY.exec(text)) {
    const [body] = match;
    const [name] = NAME.exec(text.slice(Math.max(0, match.index - LONGEST_NAME), match.index)) ?? [];
    const words = name?.split(/[_-]/).slice(0, -1) ?? [];
    if (name === undefined || words.some((word) => IDS.test(word))) continue;
    if (
      !isDrawn(
        body,
        words.some((word) => SAYS_SO.test(word)),
      )
    )
      continue;
    const start = match.index - name.length;
    found({
      rule: 'prefixed-token',
      kind: 'secret',
      name: 'Token of a service',
      start,
      end: match.index + body.length,
    });
  }
};
