// Judges what a tool does: acknowledgements, answers, errors, events, questions, notices and retries.

import { asNumber, asString } from '../../base/json.ts';
import { parseHttpUrl, parseUrl } from '../protocol/parse-url.ts';
import { failed, judge, passed, unseen, type Verdict } from './finding.ts';
import {
  errors,
  every,
  isBad,
  ofType,
  type Said,
  show,
  type ToolEvidence,
  type ToolJudgement,
  textOf,
} from './tool-evidence.ts';
import {
  endsCall,
  eventsAfterCancel,
  eventsAfterFinal,
  HOLD_MS,
  isAnswer,
  type NoticeAnswer,
  type ToolRun,
} from './tool-session.ts';

/** If every acknowledgement takes longer than this, the tool waits for something first. */
const SLOW_ACK_MS = 1000;
/** A result this much earlier than its acknowledgement was not sent after it. */
const EARLY_MS = 30;

const good = ({ runs }: ToolEvidence): ToolRun[] => runs.filter((run) => !isBad(run));

function acknowledged(evidence: ToolEvidence): Verdict {
  const wrong = good(evidence).find(({ status }) => status !== 200);
  const what = wrong?.status === 0 ? 'not acknowledged' : `answered with ${wrong?.status}`;
  return judge('Every valid invocation was acknowledged with 200.', [
    wrong === undefined,
    `${wrong?.plan.operation} was ${what} instead of 200.`,
  ]);
}

function notBlocked(evidence: ToolEvidence): Verdict {
  const runs = good(evidence).filter(({ status }) => status === 200);
  if (runs.length === 0) return unseen('Nothing was acknowledged.');
  const fastest = Math.min(...runs.map(({ ackMs }) => ackMs));
  const held = runs.find(({ purpose, caught }) => purpose === 'held' && caught.length > 0);
  const [first] = held?.caught ?? [];
  const answered = runs.filter(({ caught }) => caught.some(endsCall));
  const isEarly = ({ caught, ackAtMs }: ToolRun): boolean =>
    (caught.find(endsCall)?.atMs ?? ackAtMs) < ackAtMs - EARLY_MS;
  const waited = held !== undefined && first !== undefined && held.ackAtMs >= first.atMs + HOLD_MS - 50;
  return judge(
    `Acknowledgements took ${Math.round(fastest)} ms and more, and did not wait for the callback.`,
    [!waited, 'The acknowledgement came only after the callback had been answered.'],
    [answered.length < 2 || !answered.every(isEarly), 'Every result came before the acknowledgement of its call.'],
    [fastest < SLOW_ACK_MS, `No acknowledgement took less than ${Math.round(fastest)} ms.`],
  );
}

function alwaysAnswers(evidence: ToolEvidence): Verdict {
  const runs = good(evidence).filter(({ status, purpose }) => status === 200 && purpose !== 'retry');
  const open = runs.find(({ caught }) => !caught.some(isAnswer));
  if (open !== undefined && evidence.longRunning.has(open.plan.operation))
    return unseen(`${open.plan.operation} says that it may take long, and has not answered yet.`);
  return judge(`All ${runs.length} invocations led to an answer.`, [
    open === undefined,
    `${open?.plan.operation} led to no answer in time.`,
  ]);
}

function refusedBadCalls({ runs }: ToolEvidence): ToolRun[] {
  return runs.filter((run) => isBad(run) && run.status !== 200 && run.caught.length === 0);
}

function badIsAcknowledged(evidence: ToolEvidence): Verdict {
  const bad = evidence.runs.filter(isBad);
  const [refused] = refusedBadCalls(evidence);
  if (bad.length === 0) return unseen('No bad call was made.');
  return judge('Bad calls were acknowledged with 200.', [
    refused === undefined,
    `A call with ${refused?.purpose} was answered with ${refused?.status}.`,
  ]);
}

/** A tool that rejects bad calls at once has reported the error; whether it may is another rule. */
const REFUSED = unseen('Bad calls were refused at once, so there were no errors to look at.');

function ofErrors(judgement: ToolJudgement): ToolJudgement {
  return (evidence) => {
    const bad = evidence.runs.filter(isBad);
    return bad.length > 0 && refusedBadCalls(evidence).length === bad.length ? REFUSED : judgement(evidence);
  };
}

function neverSilent({ runs }: ToolEvidence): Verdict {
  const silent = runs.find((run) => isBad(run) && run.status === 200 && !run.caught.some(isAnswer));
  return judge('No bad call was accepted and then forgotten.', [
    silent === undefined,
    `A call with ${silent?.purpose} was acknowledged, and then came nothing.`,
  ]);
}

function errorIsResult(evidence: ToolEvidence): Verdict {
  return every(
    errors(evidence),
    'Bad calls led to tool_results with a description.',
    (one) => endsCall(one.caught) && (asString(textOf(one)) ?? '').trim() !== '',
    ({ caught }) => `A bad call led to ${show(caught.message)}.`,
  );
}

const COMPLAINT =
  /\b(?:error|does not|do not|must|use|wrong|unknown|unrecogni[sz]ed|unsupported|invalid|no such|not (?:found|supported|known|available|a)|there is no|does not exist|doesn't exist|cannot|can't|fail|failed|available|use one of)\b/i;

function unknownNotRun(evidence: ToolEvidence): Verdict {
  const answers = errors(evidence).filter(({ run }) => run.purpose === 'unknown-operation');
  const ofResults = ofType(evidence, 'tool_result').filter(({ run }) => run.purpose === 'result');
  const results = new Set(ofResults.map(textOf));
  return every(
    answers,
    'A call of an operation that does not exist was answered with a complaint.',
    (said) => {
      const text = asString(textOf(said)) ?? '';
      return text.startsWith('Error') || (COMPLAINT.test(text) && !results.has(text));
    },
    (said) => `An operation that does not exist was answered as if it had been run: ${show(textOf(said))}.`,
  );
}

function errorPrefix(evidence: ToolEvidence): Verdict {
  return every(
    errors(evidence),
    'Errors began with "Error: ".',
    (said) => asString(textOf(said))?.startsWith('Error: ') === true,
    (said) => `An error began with ${show(textOf(said))}.`,
  );
}

const ADVICE =
  /\b(?:try|retry|use|must|should|need|needs|expected|missing|required|one of|see|check|instead|allowed|available|provide|valid)\b/i;
/** A shorter error has no room for advice in any language. */
const ADVICE_WORDS = 10;

function errorAdvice(evidence: ToolEvidence): Verdict {
  const said = errors(evidence);
  const texts = said.map((one) => asString(textOf(one)) ?? '');
  if (texts.length === 0) return unseen('There was no error.');
  const curt = texts.find((text) => !ADVICE.test(text) && text.split(/\s+/).length <= ADVICE_WORDS);
  if (curt !== undefined) return failed(`An error gave no advice: ${show(curt)}.`);
  return texts.every((text) => ADVICE.test(text))
    ? passed('Errors said what can be done.')
    : unseen('Whether the errors say what can be done cannot be told from their words.');
}

const INTERNALS =
  /\n\s+at .+[:(]\d+|Traceback \(most recent call last\)|File ".+", line \d+|goroutine \d+ \[|\.(?:js|ts|py|rs|go|java):\d+(?::\d+)?/;

function noInternals(evidence: ToolEvidence): Verdict {
  return every(
    errors(evidence),
    'Errors held no stack traces.',
    (said) => !INTERNALS.test(asString(textOf(said)) ?? ''),
    (said) => `An error held internals: ${show(textOf(said))}.`,
  );
}

function oneResult({ runs }: ToolEvidence): Verdict {
  const twice = runs.find(
    ({ purpose, caught }) => (purpose === 'result' || purpose === 'held') && caught.filter(endsCall).length > 1,
  );
  return judge('No call led to more than one result.', [
    twice === undefined,
    `${twice?.plan.operation} sent ${twice?.caught.filter(endsCall).length} results, although the first was answered with 200.`,
  ]);
}

const hasEvents = ({ caught }: ToolRun): boolean =>
  caught.some(({ message }) => message['type'] === 'subscription_event');

function subscriptionSaid({ runs }: ToolEvidence): Verdict {
  const subscribed = runs.filter(
    (run) => hasEvents(run) || run.caught.some(({ message }) => message['subscription'] === true),
  );
  if (subscribed.length === 0) return unseen('None of the calls started a subscription.');
  const unsaid = subscribed.find(({ caught }) => caught.find(endsCall)?.message['subscription'] !== true);
  return judge('The result that started a subscription said so.', [
    unsaid === undefined,
    `${unsaid?.plan.operation} sent events, but its result did not say subscription: true.`,
  ]);
}

function eventShape(evidence: ToolEvidence): Verdict {
  return every(
    ofType(evidence, 'subscription_event'),
    'Events named their call, and had a text.',
    ({ run, caught }) => caught.message['tool_call_id'] === run.id && typeof caught.message['text'] === 'string',
    ({ caught }) => `An event was ${show(caught.message)}.`,
  );
}

function finalIsFinal({ runs }: ToolEvidence): Verdict {
  if (!runs.some(({ caught }) => caught.some(({ message }) => message['final'] === true)))
    return unseen('No subscription ended while it was watched.');
  const late = runs.find((run) => eventsAfterFinal(run).length > 0);
  return judge('After the final event came no other.', [
    late === undefined,
    `${late?.plan.operation} sent events after its final one.`,
  ]);
}

function cancelStops({ runs }: ToolEvidence): Verdict {
  if (!runs.some(({ cancelledAtMs }) => cancelledAtMs !== null)) return unseen('No subscription had to be cancelled.');
  const late = runs.find((run) => eventsAfterCancel(run).length > 0);
  return judge('After a cancel came no more events.', [
    late === undefined,
    `${late?.plan.operation} sent events after its subscription was cancelled.`,
  ]);
}

function isChoice({ caught: { message } }: Said): boolean {
  const { prompt, choices, default: preset, response_url: url } = message;
  const count = Array.isArray(choices) && choices.every((one) => typeof one === 'string') ? choices.length : 0;
  const index = asNumber(preset);
  return (
    typeof prompt === 'string' &&
    index !== undefined &&
    Number.isInteger(index) &&
    index >= 0 &&
    index < count &&
    parseHttpUrl(asString(url) ?? '') !== undefined
  );
}

function choiceShape(evidence: ToolEvidence): Verdict {
  return every(
    ofType(evidence, 'user_choice'),
    'Choices were complete.',
    isChoice,
    ({ caught }) => `A choice was ${show(caught.message)}.`,
  );
}

function signInShape(evidence: ToolEvidence): Verdict {
  return every(
    ofType(evidence, 'oauth'),
    'Addresses to sign in were https.',
    ({ caught }) => parseUrl(asString(caught.message['auth_url']) ?? '')?.protocol === 'https:',
    ({ caught }) => `auth_url was ${show(caught.message['auth_url'])}.`,
  );
}

function noticeOf(what: string, { status, isMissing }: NoticeAnswer): Verdict {
  if (isMissing) return unseen(`The server has no address for ${what}, and may do without.`);
  return judge(`${what} was answered with 200.`, [status === 200, `${what} was answered with ${status}.`]);
}

function retries({ runs }: ToolEvidence): Verdict {
  const again = runs.find(({ purpose }) => purpose === 'retry');
  const never = runs.find(({ purpose }) => purpose === 'no-retry');
  if (again === undefined || never === undefined || !again.caught.some(endsCall))
    return unseen('No call could be made to see retries.');
  const tried = again.caught.filter(endsCall);
  return judge(
    `After 503 the result came again after ${Math.round((tried[1]?.atMs ?? 0) - (tried[0]?.atMs ?? 0))} ms; after 400 it did not.`,
    [tried.length >= 2, 'A result that was answered with 503 was not sent again.'],
    [never.caught.filter(endsCall).length <= 1, 'A result that was answered with 400 was sent again.'],
  );
}

export const BEHAVIOUR_JUDGEMENTS: Readonly<Record<string, ToolJudgement>> = {
  'M-01': () => passed('The toolset is valid.'),
  'A-01': acknowledged,
  'A-02': notBlocked,
  'A-03': ofErrors(unknownNotRun),
  'T-13': ofErrors(errorIsResult),
  'T-14': neverSilent,
  'T-15': alwaysAnswers,
  'T-16': ofErrors(errorPrefix),
  'T-17': ofErrors(errorAdvice),
  'T-18': ofErrors(noInternals),
  'T-20': () => passed('Answers that are no JSON were sent to every callback.'),
  'T-21': badIsAcknowledged,
  'T-22': oneResult,
  'T-S1': subscriptionSaid,
  'T-S2': retries,
  'E-01': finalIsFinal,
  'E-02': cancelStops,
  'E-03': eventShape,
  'U-T1': choiceShape,
  'O-T1': signInShape,
  'K-01': ({ cancel }) => noticeOf('A cancel', cancel),
  'K-02': ({ close }) => noticeOf('The closing of a thread', close),
};
