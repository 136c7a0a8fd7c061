// Tokens that can be told by how they begin: one row per kind, found in one pass over the text.

import { isPlaceholder, isRandom } from '../placeholders.ts';
import type { Finder } from '../rule.ts';

interface Prefixed {
  readonly id: string;
  readonly name: string;
  readonly begins: readonly string[];
  /** What follows, as a regular expression. */
  readonly rest: string;
  /** It must look drawn by lot, because the prefix alone says little. */
  readonly isShy?: true;
}

const AZ = '[A-Za-z0-9]';
const WORD = '[A-Za-z0-9_-]';
const HEX = '[a-f0-9]';
const UUID = `${HEX}{8}(?:-${HEX}{4}){3}-${HEX}{12}`;

const KINDS: readonly Prefixed[] = [
  { id: 'anthropic', name: 'Anthropic key', begins: ['sk-ant-'], rest: `${WORD}{16,}` },
  {
    id: 'openai',
    name: 'OpenAI key',
    begins: ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-', 'sk-service-'],
    rest: `${WORD}{20,}`,
    isShy: true,
  },
  { id: 'openrouter', name: 'OpenRouter key', begins: ['sk-or-v1-'], rest: `${HEX}{32,}` },
  { id: 'sk-key', name: 'API key (sk-…)', begins: ['sk-'], rest: `${AZ}{20,}`, isShy: true },
  { id: 'langsmith', name: 'LangSmith key', begins: ['lsv2_pt_', 'lsv2_sk_'], rest: `${WORD}{32,}` },
  { id: 'groq', name: 'Groq key', begins: ['gsk_'], rest: `${AZ}{32,}` },
  { id: 'xai', name: 'xAI key', begins: ['xai-'], rest: `${AZ}{40,}` },
  { id: 'perplexity', name: 'Perplexity key', begins: ['pplx-'], rest: `${AZ}{32,}` },
  { id: 'replicate', name: 'Replicate token', begins: ['r8_'], rest: `${AZ}{32,}` },
  { id: 'hugging-face', name: 'Hugging Face token', begins: ['hf_', 'api_org_'], rest: `${AZ}{30,}` },
  { id: 'tavily', name: 'Tavily key', begins: ['tvly-'], rest: `${WORD}{20,}`, isShy: true },
  { id: 'firecrawl', name: 'Firecrawl key', begins: ['fc-'], rest: `${HEX}{32}` },
  { id: 'github', name: 'GitHub token', begins: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], rest: `${AZ}{30,}` },
  { id: 'github', name: 'GitHub token', begins: ['github_pat_'], rest: '[A-Za-z0-9_]{22,}' },
  {
    id: 'gitlab',
    name: 'GitLab token',
    begins: ['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glsoat-', 'glcbt-', 'glft-', 'glimt-', 'glagent-'],
    rest: '[A-Za-z0-9_.-]{20,}',
  },
  { id: 'google', name: 'Google API key', begins: ['AIza'], rest: `${WORD}{35}` },
  { id: 'google', name: 'Google OAuth token', begins: ['ya29.'], rest: `${WORD}{20,}` },
  { id: 'google', name: 'Google client secret', begins: ['GOCSPX-'], rest: `${WORD}{20,}` },
  { id: 'google', name: 'Google refresh token', begins: ['1//0'], rest: `${WORD}{30,}` },
  { id: 'aws', name: 'AWS access key id', begins: ['AKIA', 'ASIA', 'ABIA', 'ACCA'], rest: '[A-Z0-9]{16}(?![A-Z0-9])' },
  {
    id: 'stripe',
    name: 'Stripe key',
    begins: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'pk_live_', 'pk_test_'],
    rest: `${AZ}{10,}`,
  },
  { id: 'webhook-secret', name: 'Webhook signing secret', begins: ['whsec_'], rest: '[A-Za-z0-9+/=]{20,}' },
  {
    id: 'slack',
    name: 'Slack token',
    begins: ['xoxa-', 'xoxb-', 'xoxc-', 'xoxe-', 'xoxp-', 'xoxr-', 'xoxs-', 'xapp-'],
    rest: '[A-Za-z0-9-]{10,}',
    isShy: true,
  },
  { id: 'shopify', name: 'Shopify token', begins: ['shpat_', 'shpca_', 'shppa_', 'shpss_'], rest: '[A-Fa-f0-9]{32}' },
  { id: 'square', name: 'Square token', begins: ['sq0atp-', 'sq0csp-'], rest: `${WORD}{22,}` },
  { id: 'square', name: 'Square token', begins: ['EAAA'], rest: `${WORD}{60}(?!${WORD})`, isShy: true },
  { id: 'sendgrid', name: 'SendGrid key', begins: ['SG.'], rest: `${WORD}{16,}\\.${WORD}{16,}` },
  { id: 'mailgun', name: 'Mailgun key', begins: ['key-'], rest: `${HEX}{32}(?!${AZ})` },
  { id: 'twilio', name: 'Twilio key', begins: ['SK'], rest: `${HEX}{32}(?!${AZ})` },
  { id: 'npm', name: 'npm token', begins: ['npm_'], rest: `${AZ}{36}(?!${WORD})`, isShy: true },
  { id: 'pypi', name: 'PyPI token', begins: ['pypi-'], rest: `AgE${WORD}{40,}` },
  { id: 'rubygems', name: 'RubyGems key', begins: ['rubygems_'], rest: `${HEX}{48}` },
  { id: 'docker', name: 'Docker Hub token', begins: ['dckr_pat_', 'dckr_oat_'], rest: `${WORD}{20,}` },
  { id: 'digitalocean', name: 'DigitalOcean token', begins: ['doo_v1_', 'dop_v1_', 'dor_v1_'], rest: `${HEX}{64}` },
  { id: 'vault', name: 'Vault token', begins: ['hvs.', 'hvb.', 'hvr.'], rest: `${WORD}{24,}` },
  { id: 'databricks', name: 'Databricks token', begins: ['dapi'], rest: `${HEX}{32}` },
  { id: 'notion', name: 'Notion token', begins: ['ntn_'], rest: `${AZ}{40,}` },
  { id: 'notion', name: 'Notion token', begins: ['secret_'], rest: `${AZ}{43}(?!${WORD})`, isShy: true },
  { id: 'linear', name: 'Linear key', begins: ['lin_api_', 'lin_oauth_'], rest: `${AZ}{32,}` },
  { id: 'figma', name: 'Figma token', begins: ['figd_', 'figo_', 'figr_'], rest: `${WORD}{36,}` },
  {
    id: 'atlassian',
    name: 'Atlassian token',
    begins: ['ATATT3', 'ATATT', 'ATCTT3', 'ATCTT', 'ATBB3', 'ATBB'],
    rest: '[A-Za-z0-9_=-]{24,}',
    isShy: true,
  },
  { id: 'supabase', name: 'Supabase key', begins: ['sbp_', 'sb_secret_'], rest: `${WORD}{20,}` },
  { id: 'netlify', name: 'Netlify token', begins: ['nfp_', 'nfc_', 'nfo_', 'nfb_'], rest: `${AZ}{36,}` },
  { id: 'heroku', name: 'Heroku key', begins: ['HRKU-'], rest: `${WORD}{36,}` },
  {
    id: 'fly',
    name: 'Fly.io token',
    begins: ['fm1a_', 'fm1r_', 'fm1_', 'fm2a_', 'fm2r_', 'fm2_', 'fo1_'],
    rest: '[A-Za-z0-9+/=_-]{40,}',
  },
  {
    id: 'planetscale',
    name: 'PlanetScale secret',
    begins: ['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'],
    rest: '[A-Za-z0-9_.=-]{32,}',
  },
  {
    id: 'doppler',
    name: 'Doppler token',
    begins: ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.audit.'],
    rest: '[A-Za-z0-9._-]{40,}',
  },
  { id: 'sentry', name: 'Sentry token', begins: ['sntryu_', 'sntrys_'], rest: '[A-Za-z0-9+/=_-]{40,}' },
  { id: 'new-relic', name: 'New Relic key', begins: ['NRAK-'], rest: '[A-Z0-9]{27}' },
  { id: 'grafana', name: 'Grafana token', begins: ['glsa_', 'glc_'], rest: '[A-Za-z0-9+/=_]{32,}' },
  { id: 'posthog', name: 'PostHog key', begins: ['phx_'], rest: `${AZ}{32,}` },
  { id: 'postman', name: 'Postman key', begins: ['PMAK-'], rest: `${WORD}{40,}` },
  { id: 'tailscale', name: 'Tailscale key', begins: ['tskey-'], rest: `${WORD}{16,}` },
  { id: 'circleci', name: 'CircleCI token', begins: ['CCIPAT_'], rest: '[A-Za-z0-9_]{30,}' },
  { id: 'buildkite', name: 'Buildkite token', begins: ['bkua_', 'bkat_', 'bkaj_'], rest: `${AZ}{36,}` },
  { id: 'age', name: 'age secret key', begins: ['AGE-SECRET-KEY-1'], rest: '[A-Z0-9]{40,}' },
  { id: 'sonarqube', name: 'SonarQube token', begins: ['sqp_', 'squ_', 'sqa_'], rest: `${HEX}{40}` },
  { id: 'pulumi', name: 'Pulumi token', begins: ['pul-'], rest: `${HEX}{40}` },
  { id: 'resend', name: 'Resend key', begins: ['re_'], rest: `${AZ}{8}_${AZ}{24}(?!${WORD})`, isShy: true },
  { id: 'contentful', name: 'Contentful token', begins: ['CFPAT-'], rest: `${WORD}{40,}` },
  { id: 'pinecone', name: 'Pinecone key', begins: ['pcsk_'], rest: '[A-Za-z0-9_]{40,}' },
  { id: 'e2b', name: 'E2B key', begins: ['e2b_', 'sk_e2b_'], rest: `${HEX}{40}` },
  { id: 'dynatrace', name: 'Dynatrace token', begins: ['dt0c01.', 'dt0s01.'], rest: '[A-Z0-9]{24}\\.[A-Z0-9]{0,64}' },
  {
    id: 'artifactory',
    name: 'Artifactory token',
    begins: ['AKCp', 'cmVmdGtu'],
    rest: `${AZ}{56,69}(?!${AZ})`,
    isShy: true,
  },
  {
    id: 'hubspot',
    name: 'HubSpot token',
    begins: ['pat-na1-', 'pat-na2-', 'pat-eu1-'],
    rest: `${HEX}{8}(?:-${HEX}{4}){3}-${HEX}{12}`,
  },
  { id: 'typeform', name: 'Typeform token', begins: ['tfp_'], rest: `${WORD}{40,}`, isShy: true },
  { id: 'firebase', name: 'Firebase server key', begins: ['AAAA'], rest: `${WORD}{7}:${WORD}{130,}` },
  { id: 'render', name: 'Render key', begins: ['rnd_'], rest: `${AZ}{20,}`, isShy: true },
  { id: 'fireworks', name: 'Fireworks key', begins: ['fw_'], rest: `${AZ}{22,}(?!${WORD})`, isShy: true },
  { id: 'together', name: 'Together key', begins: ['tgp_v1_'], rest: `${WORD}{40,}` },
  { id: 'elevenlabs', name: 'ElevenLabs key', begins: ['sk_'], rest: `${HEX}{48}(?!${AZ})` },
  { id: 'openai', name: 'OpenAI session', begins: ['sess-'], rest: `${AZ}{36,}`, isShy: true },
  { id: 'honeycomb', name: 'Honeycomb key', begins: ['hcaik_', 'hcbik_', 'hcalk_', 'hcxik_'], rest: `${AZ}{40,}` },
  {
    id: 'launchdarkly',
    name: 'LaunchDarkly key',
    begins: ['sdk-', 'api-', 'mob-'],
    rest: `${HEX}{8}(?:-${HEX}{4}){3}-${HEX}{12}`,
  },
  { id: 'facebook', name: 'Facebook token', begins: ['EAA'], rest: `${AZ}{90,400}(?![\\w+/=-])`, isShy: true },
  { id: 'dropbox', name: 'Dropbox token', begins: ['sl.'], rest: `${WORD}{100,}`, isShy: true },
  { id: 'x', name: 'X bearer token', begins: ['AAAAAAAAAAAAAAAAAAAAA'], rest: '[A-Za-z0-9%]{30,}', isShy: true },
  {
    id: 'wallet',
    name: 'Private key of a wallet',
    begins: ['xprv', 'yprv', 'zprv', 'tprv'],
    rest: `${AZ}{100,}`,
    isShy: true,
  },
  { id: 'private-key', name: 'Private key', begins: ['b3BlbnNzaC1rZXktdjE'], rest: '[A-Za-z0-9+/=]{40,}' },
  { id: 'sourcegraph', name: 'Sourcegraph token', begins: ['sgp_'], rest: `(?:${HEX}{16}_)?${HEX}{40}` },
  { id: 'axiom', name: 'Axiom token', begins: ['xaat-', 'xapt-'], rest: UUID },
  {
    id: 'braintree',
    name: 'Braintree token',
    begins: ['access_token$production$', 'access_token$sandbox$'],
    rest: '[a-z0-9]{8,}\\$[a-f0-9]*',
  },
  { id: 'riot', name: 'Riot key', begins: ['RGAPI-'], rest: UUID },
  { id: 'langfuse', name: 'Langfuse key', begins: ['sk-lf-'], rest: UUID },
  {
    id: 'plaid',
    name: 'Plaid token',
    begins: ['access-production-', 'access-development-', 'access-sandbox-'],
    rest: UUID,
  },
  { id: 'infisical', name: 'Infisical token', begins: ['st.'], rest: `${HEX}{8,36}[-.][a-f0-9.-]{40,}`, isShy: true },
  { id: 'flutterwave', name: 'Flutterwave key', begins: ['FLWSECK-', 'FLWSECK_TEST-'], rest: `${AZ}{24,}` },
  { id: 'easypost', name: 'EasyPost key', begins: ['EZAK', 'EZTK'], rest: `${AZ}{54}` },
  { id: 'alibaba', name: 'Alibaba Cloud key id', begins: ['LTAI'], rest: `${AZ}{12,20}(?!${WORD})`, isShy: true },
  { id: 'tencent', name: 'Tencent Cloud key id', begins: ['AKID'], rest: `${AZ}{32}(?!${WORD})`, isShy: true },
  { id: 'brave', name: 'Brave key', begins: ['BSA'], rest: `${WORD}{27}(?!${WORD})`, isShy: true },
  { id: 'yandex', name: 'Yandex token', begins: ['y0_'], rest: `${WORD}{50,}`, isShy: true },
  { id: 'vk', name: 'VK token', begins: ['vk1.a.'], rest: `${WORD}{60,}` },
  { id: 'voyage', name: 'Voyage key', begins: ['pa-'], rest: `${WORD}{40,}(?!${WORD})`, isShy: true },
  { id: 'intercom', name: 'Intercom token', begins: ['dG9rO'], rest: '[A-Za-z0-9+/=]{40,}', isShy: true },
  { id: 'twitch', name: 'Twitch token', begins: ['oauth:'], rest: '[a-z0-9]{30}(?![A-Za-z0-9])', isShy: true },
  { id: 'swarm', name: 'Docker swarm token', begins: ['SWMTKN-'], rest: '\\d-[a-z0-9]{20,}-[a-z0-9]{20,}' },
  { id: '1password', name: '1Password token', begins: ['ops_eyJ'], rest: '[A-Za-z0-9+/=]{60,}' },
];

/** Where a text was cut off, as summaries are: what is left of a token is masked however short it is. */
const CUT = `${WORD}{3,}(?=\\xe2\\x80\\xa6|\\.\\.\\.)`;

/** Plain texts without groups, which V8 looks for all at once. */
const anyPrefix = new RegExp(
  KINDS.flatMap(({ begins }) => begins)
    .sort((a, b) => b.length - a.length)
    .map((text) => text.replace(/[.$]/g, '\\$&'))
    .join('|'),
  'g',
);
const cut = new RegExp(CUT, 'y');

interface Row extends Prefixed {
  readonly pattern: RegExp;
}

/** By prefix; a prefix of a longer one has its own rows alone. */
const rowsOf = new Map<string, Row[]>();
for (const kind of KINDS) {
  for (const prefix of kind.begins) {
    rowsOf.set(prefix, [...(rowsOf.get(prefix) ?? []), { ...kind, pattern: new RegExp(kind.rest, 'y') }]);
  }
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** Not inside a longer word, unless that is an encoded character of an address or a colour of a terminal. */
function isStart(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 12), at);
  return !/[A-Za-z0-9_-]$/.test(before) || /(?:%[0-9A-Fa-f]{2}|\x1b\[[0-9;]{0,9}m)$/.test(before);
}

/** Where the token ends; undefined where it is none. */
function tokenEnd({ pattern, isShy }: Row, text: string, after: number): number | undefined {
  const whole = endOf(pattern, text, after);
  const end = whole === -1 ? endOf(cut, text, after) : whole;
  const value = text.slice(after, end);
  if (end === -1 || isFiller(value)) return undefined;
  const isLikely = whole === -1 ? /\d/.test(value) : isShy !== true || isRandom(value);
  return isLikely ? end : undefined;
}

export const findVendorTokens: Finder = (text, _, found) => {
  anyPrefix.lastIndex = 0;
  for (let match = anyPrefix.exec(text); match !== null; match = anyPrefix.exec(text)) {
    const [prefix] = match;
    const start = match.index;
    anyPrefix.lastIndex = start + 1;
    if (!isStart(text, start)) continue;
    for (const row of rowsOf.get(prefix) ?? []) {
      const end = tokenEnd(row, text, start + prefix.length);
      if (end === undefined) continue;
      found({ rule: row.id, kind: 'secret', name: row.name, start, end });
      anyPrefix.lastIndex = end;
      break;
    }
  }
};

/** `xxxx…`, `your-key-here`. A value of random letters may hold any short word, so only these count. */
function isFiller(value: string): boolean {
  return /^(.)\1{5,}|x{6,}|\*{3,}|\.{4,}/i.test(value) || (!/\d/.test(value) && isPlaceholder(value));
}
