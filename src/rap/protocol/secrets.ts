// Recognises credentials by their shape. Used to refuse sending them and to blank them in logs.

const PATTERNS: readonly (readonly [string, RegExp])[] = [
  ['private key', /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/g],
  ['AWS access key', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g],
  ['GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})\b/g],
  ['GitLab token', /\bglpat-[A-Za-z0-9_-]{20,64}\b/g],
  ['Slack token', /\bxox[abeoprs]-[A-Za-z0-9-]{10,255}/g],
  ['API key', /\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{20,255}/g],
  ['Google API key', /\bAIza[0-9A-Za-z_-]{35}/g],
  ['payment key', /\b[sr]k_live_[0-9a-zA-Z]{24,255}/g],
  ['npm token', /\bnpm_[A-Za-z0-9]{36}\b/g],
  ['webhook secret', /\bwhs(?:ec|k)_[A-Za-z0-9+/=]{24,255}/g],
  ['signed token', /\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,2000}/g],
  ['bearer token', /\bBearer\s{1,4}[A-Za-z0-9._~+/-]{20,2000}/g],
  ['password in an address', /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{1,200}:[^\s/@]{1,200}@/g],
  ['callback address', /\/rap\/v1\/callback\/[A-Za-z0-9_-]{44}/g],
];

/** The kinds of credentials in the text. */
export function findSecrets(text: string): string[] {
  return PATTERNS.filter(([, pattern]) => text.search(pattern) !== -1).map(([kind]) => kind);
}

const ADDRESS_FIELD = /"(auth_url|response_url|callback_url)"\s*:\s*"(?:[^"\\]|\\.)*(?:"|\\?$)/g;

const WORD_END = /[\s",]/;

/** Drops the last word, which may have been cut: half a secret cannot be recognised. */
function wholeWords(text: string): string {
  let end = text.length;
  while (end > 0 && !WORD_END.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The beginning of a body, for people to read: without secret addresses and credentials. */
export function redact(text: string, max: number): string {
  // A body of megabytes is not worth searching.
  let clean = (text.length > max * 2 ? wholeWords(text.slice(0, max * 2)) : text).replace(
    ADDRESS_FIELD,
    '"$1":"[removed]"',
  );
  for (const [kind, pattern] of PATTERNS) clean = clean.replace(pattern, `[${kind} removed]`);
  return clean.length > max ? `${clean.slice(0, max)}…` : clean;
}
