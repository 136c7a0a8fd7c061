// Finds sentences in an answer that say that tests, checks, types, a build or a deployment pass. Plain English statements about now:
// plans, conditions, negations, questions and quotes do not count. Unsure ones are left out.

import { oneLine } from '../base/headline.ts';
import { foldSpace } from '../base/text.ts';
import { type CheckKind, checksIn } from '../commands/check-kind.ts';

export interface SaidClaim {
  readonly about: CheckKind;
  /** The sentence, without Markdown marks. */
  readonly quote: string;
  /** `all`: of everything. `some`: of a part that it names. */
  readonly scope: 'all' | 'some';
  /** Says that it is everything: "all tests", "the full suite". */
  readonly isExplicit: boolean;
  /** The command, if the sentence names it. */
  readonly command: string | null;
}

/** At the end of a phrase. Texts are on one line, with single spaces. */
const NOUNS: readonly (readonly [CheckKind, RegExp])[] = [
  ['types', /(?:^|[ /])(?:type[- ]?check(?:s|er|ing)?|typescript|tsc|mypy|pyright)$/i],
  ['lint', /(?:^|[ /])(?:lint(?:er|ers|ing|s)?|eslint|clippy|golangci-lint|ruff|vet)$/i],
  ['tests', /(?:^|[ /])(?:tests?|test suites?|suites?|specs?|pytest|vitest|jest|regressions)$/i],
  ['build', /(?:^|[ /])(?:builds?|compilation)$/i],
  ['deployment', /(?:^|[ /])deploy(?:ment)?$/i],
  ['checks', /(?:^|[ /])checks?$/i],
];

/** Words that make a statement something other than a statement about now. */
const NO_STATEMENT =
  /\b(?:not|never|no longer|none|without|unless|if|once|when|whenever|until|till|should|would|could|might|may|must|can|cannot|will|shall|wants?|needs?|let me|let's|let’s|lets|going to|make sure|makes sure|making sure|ensures?|ensuring|verify|verifying|expect(?:s|ed)?|hope|plan|planned|so that|try|trying|assum\w+|likely|probably|perhaps|maybe|seems?|appears?|almost|nearly|mostly|most|some|only|few|except|apart|aside|besides|other than|but|however|although|though|while|whereas|before|earlier|previous\w*|originally|initially|first|was|were|had|been|fail\w*|broken?|breaks|flak\w*|skip\w*|pre-?existing|said|says|say|claims?|reported|reports|told|according|you|your|user|they|their|agents?|subagents?|upstream|remote|ci|want|still running|in progress|pending|whether|why|how|what|which|unrelated|todo|windows|macos|linux|ubuntu|mac|hosted|github|actions|jobs?|msrv|nightly|matrix|pipeline|workflow|step|would've|i|we|i['’]\w+|we['’]\w+|it|its|this pr)\b|n['’]t\b|\?|["“”«»]/i;
/** After the statement: what withdraws it or makes it conditional. */
const TAKES_BACK =
  /\b(?:if|once|when|unless|until|except|apart|aside|besides|other than|but|however|although|though|only|fail\w*|skip\w*|flak\w*|should|would|pre-?existing|not|pending|while|whereas|as expected without)\b|n['’]t\b|\?|["“”«»]/i;

const LEAD =
  /^(?:(?:great|perfect|excellent|good|nice|done|ok|okay|confirmed|success|verified|now|and|also|finally|all done|so|then|wonderful|summary|verification|validation|status|results?)\b[ ,:!.–—-]{0,4}){1,4}/i;
const ADVERBS = '(?:(?:all|both|now|still|also|already|fully|locally|again|each|together|completely|just) ){0,3}';
const HOW = '(?: (?:now|again|locally|cleanly|successfully|fine|too|everywhere|as well)){0,2}';
const NO_FINDINGS = '(?:0|no|zero) (?:new )?(?:issues?|errors?|failures?|warnings?|problems|findings)';
const STATED = `(?:green|clean|happy|successful|passing|passed|succeeded|completed successfully|${NO_FINDINGS})`;
const VERB = new RegExp(
  `^(.*?) ${ADVERBS}(?:pass(?:es|ed)?|succeed(?:s|ed)?|compiles?|(?:is|are|stays?|remains?|comes? back|came back|reports?|have|has) ${ADVERBS}${STATED}|(?:builds?|completed|finished|ran|runs) (?:cleanly|successfully)|green|clean|passing)${HOW}(?=$| ?[,.:;!)(✓✅]| (?:with|in|on|after|including|for|across|at|under|via|through|and|against|from)\\b)`,
  'i',
);
const LABEL = new RegExp(
  `^(.{1,60}?) ?(?::| [-–—]) ?[✓✅]? ?(?:all )?(?:\\d{1,6} )?(?:tests? )?(?:pass(?:ed|es|ing)?|green|clean|ok|success(?:ful)?|succeeded|${NO_FINDINGS}|✓|✅)(?=$| ?[,.;!)(✓✅])`,
  'i',
);
const NOTHING_FOUND =
  /^(?:there are |with )?(?:0|no|zero) (type|typescript|lint|linter|linting|compilation|compiler|build|test) (?:errors?|issues?|failures?|warnings?|problems)(?=$| ?[,.:;!)(✓✅])/i;
const FINDINGS = /(?:0|no|zero) (?:new )?(?:issues?|errors?|failures?|warnings?|problems|findings)/gi;
const FOUND_KINDS: Readonly<Record<string, CheckKind>> = { t: 'types', l: 'lint', c: 'build', b: 'build' };

/** Words next to the noun that do not narrow it. */
const ALL_WORDS =
  /^(?:the|all|our|full|entire|whole|complete|existing|tests?|suites?|test|specs?|of|\d+(?:\/\d+)?|builds?|lint\w*|type|check\w*|code|project|everything|these|deploy\w*|compilation|local|typescript|eslint|clippy|tsc|vet|mypy|pyright|ruff|and)$/i;
const EXPLICIT = /^(?:all (?:the |of the )?tests|(?:the )?(?:full|entire|whole|complete) (?:test )?suite)$/i;

const MOST_SUBJECT = 12;
const MOST_SENTENCE = 400;
const QUOTE = 200;

interface Subject {
  readonly about: CheckKind;
  readonly scope: SaidClaim['scope'];
  readonly isExplicit: boolean;
  readonly command: string | null;
}

/** "The code compiles": the only thing that is said of it in this way. */
const COMPILES = /^(?:the |all )?(?:code|project|everything)$/i;

function withoutFindings(text: string): string {
  return text.replace(FINDINGS, '');
}

/** What a phrase is about; undefined when it is not, or not only, the name of a check. */
function subjectOf(phrase: string, spans: readonly string[]): Subject | undefined {
  const text = phrase.trim();
  const coded =
    /^(?:(?:the|full|both|existing|local|fresh) ){0,3}`(\d{1,4})`(?: (?:run|check|task|suite|tests?))?$/i.exec(text);
  if (coded !== null) {
    const command = spans[Number(coded[1])] ?? '';
    const [check] = checksIn(command);
    if (check === undefined) return undefined;
    return { about: check.kind, scope: check.isPart ? 'some' : 'all', isExplicit: false, command };
  }
  const plain = text.replace(/`[^`]*`/g, 'x');
  const words = plain.split(' ');
  if (plain === '' || words.length > MOST_SUBJECT || NO_STATEMENT.test(plain) || /[;:|<>=]/.test(plain))
    return undefined;
  const place = /^(.*?) (?:in|for|of|under|from) /i.exec(plain);
  const named = NOUNS.find(([, noun]) => noun.test(plain));
  const inPlace = named ?? NOUNS.find(([, noun]) => place !== null && noun.test(place[1] ?? ''));
  if (inPlace === undefined) return undefined;
  const isAll = named !== undefined && words.every((word) => ALL_WORDS.test(word));
  // A check of something in particular is not what a task of that name runs.
  if (inPlace[0] === 'checks' && !isAll) return undefined;
  return { about: inPlace[0], scope: isAll ? 'all' : 'some', isExplicit: isAll && EXPLICIT.test(plain), command: null };
}

function saidOf([all, subject = '']: RegExpExecArray, spans: readonly string[]): Subject | undefined {
  if (COMPILES.test(subject) && /\b(?:compiles?|builds)\b/i.test(all)) {
    return { about: 'build', scope: 'all', isExplicit: false, command: null };
  }
  return subjectOf(subject, spans);
}

/** The statement that a piece of a sentence makes; `names` are those before it, joined by commas. */
function statementIn(piece: string, names: readonly Subject[], spans: readonly string[]): Subject[] | undefined {
  const nothing = NOTHING_FOUND.exec(piece);
  if (nothing !== null) {
    const word = (nothing[1] ?? '').toLowerCase();
    const about = word === 'test' ? 'tests' : (FOUND_KINDS[word[0] ?? ''] ?? 'checks');
    return [{ about, scope: 'all', isExplicit: false, command: null }];
  }
  for (const form of [VERB, LABEL]) {
    const match = form.exec(piece);
    const subject = match === null ? undefined : saidOf(match, spans);
    if (match === null || subject === undefined) continue;
    return TAKES_BACK.test(withoutFindings(piece.slice(match[0].length))) ? undefined : [...names, subject];
  }
  return undefined;
}

function splitPieces(sentence: string): string[] {
  return sentence
    .split(/; | [–—] |, and | and |, | & | \+ /)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}

/** Formatters: named together with checks, but not checks. */
const FORMAT = /^(?:the )?(?:formatting|format|formatter|fmt)$|^(?:gofmt|fmt|prettier|cargo fmt|ruff format)\b/i;

function isFormat(piece: string, spans: readonly string[]): boolean {
  const code = /^`(\d+)`$/.exec(piece);
  return FORMAT.test(code === null ? piece : (spans[Number(code[1])] ?? ''));
}

function claimsInSentence(sentence: string, spans: readonly string[]): Subject[] {
  const said = sentence.replace(LEAD, '');
  const found = statementsIn(said, spans);
  // "Tests: all 40 tests pass": the label only repeats it.
  return found.length > 0 ? found : statementsIn(said.replace(/^[\w -]{1,24}: /, ''), spans);
}

/** "`npm test`: all unit tests pass": the command says which. */
function byName(stated: Subject[]): Subject[] {
  const [name, subject, ...others] = stated;
  if (name === undefined || subject === undefined || others.length > 0) return stated;
  return name.command !== null && subject.command === null && name.about === subject.about ? [name] : stated;
}

function statementsIn(said: string, spans: readonly string[]): Subject[] {
  const aside = /\(([^()]{0,300})\)/.exec(said)?.[1] ?? '';
  if (TAKES_BACK.test(withoutFindings(aside))) return [];
  const found: Subject[] = [];
  let names: Subject[] = [];
  let before = '';
  for (const piece of splitPieces(said.replace(/ ?\([^()]{0,300}\)/g, ''))) {
    const stated =
      statementIn(piece, names, spans) ??
      (before === '' ? undefined : statementIn(`${before} and ${piece}`, [], spans));
    if (stated !== undefined) {
      found.push(...byName(stated));
      names = [];
      before = '';
      continue;
    }
    const name = subjectOf(piece, spans);
    if (name !== undefined) names.push(name);
    else if (isFormat(piece, spans)) continue;
    else if (found.length === 0 && before === '' && names.length === 0 && !NO_STATEMENT.test(piece)) before = piece;
    // Something else: it may contain a condition or a doubt, and what follows may depend on it.
    else if (found.length === 0 || TAKES_BACK.test(withoutFindings(piece))) return [];
    else names = [];
  }
  const [only] = found;
  const named = /^`(\d+)`$/.exec(aside);
  if (named === null || only === undefined || found.length > 1 || only.command !== null) return found;
  return [{ ...only, command: spans[Number(named[1])] ?? null }];
}

/** Headings and lead-ins under which a list says what is planned, or what someone else said. */
const PLANNED =
  /\b(?:plan|todo|to do|next|criteria|goals?|checklist|requirements?|steps?|will|should|definition of done|before|must|tasks?|remaining|expected|recommend\w*|proposal|proposed|feature|ideas?|options?|acceptance|if)\b/i;

const BULLET = /^(?:[-*+•]|\d{1,2}[.)])\s+|^#{1,6}\s+/;

/** Lines that may contain a statement: without code, quotes, tables, checkboxes, and lists of plans. */
function* statementLines(text: string): Generator<string> {
  let isCode = false;
  let isPlannedPart = false;
  let isPlannedList = false;
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (/^(?:```|~~~)/.test(line)) isCode = !isCode;
    else if (isCode || line === '' || /^[>|<]|^[-*+] \[[ xX]\]/.test(line) || /^(?:\t| {8})/.test(raw)) continue;
    else if (/^#{1,6}\s/.test(line)) {
      isPlannedPart = PLANNED.test(line);
      isPlannedList = false;
    } else if (!isPlannedPart) {
      const isItem = BULLET.test(line);
      if (!isItem) isPlannedList = false;
      if (isItem && isPlannedList) continue;
      yield line;
      if (!isItem && /:\**$/.test(line)) isPlannedList = PLANNED.test(line.slice(-120));
    }
  }
}

const SIGNS = /^[\s✅✓✔☑🎉👍:.-]+/u;

/** Most lines have no words of either kind, and are skipped at once. */
const SAYS_WELL =
  /pass|green|clean|succe|compiles|happy|\b(?:0|no|zero|ok)\b|✓|✅|(?:completed|finished|ran|runs|builds?) /i;
const NAMES_CHECK =
  /test|suite|spec|lint|type|tsc|mypy|pyright|clippy|ruff|vet|jest|regression|build|compil|deploy|check|`/i;

export function mayClaim(text: string): boolean {
  return SAYS_WELL.test(text) && NAMES_CHECK.test(text);
}

/** Every statement of the kind in a text, in order. */
export function claimsIn(text: string): SaidClaim[] {
  const found: SaidClaim[] = [];
  if (!mayClaim(text)) return found;
  for (const line of statementLines(text)) {
    if (!mayClaim(line)) continue;
    // Code has full stops and commas of its own.
    const spans: string[] = [];
    const folded = line.replace(BULLET, '').replace(/`([^`]+)`/g, (_, code: string) => `\`${spans.push(code) - 1}\``);
    for (const sentence of folded.split(/(?<=[.!?])\s+/)) {
      if (sentence.length > MOST_SENTENCE || sentence.endsWith('?') || !mayClaim(sentence)) continue;
      const plain = foldSpace(sentence.replaceAll('**', '').replace(SIGNS, ''));
      const claims = claimsInSentence(plain, spans);
      if (claims.length === 0) continue;
      const quote = oneLine(
        sentence.replace(/`(\d+)`/g, (_, at: string) => spans[Number(at)] ?? ''),
        QUOTE,
      );
      for (const claim of claims) found.push({ ...claim, quote });
    }
  }
  return found;
}
