// The verdict at the top of a session's page: one line that says how it went, and below it, if unfolded, what was asked, what changed,
// what checks said and what went wrong. Every figure links to its details.

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { type HeadlinePart, headlineOf } from '../../api/headline.ts';
import {
  changedText,
  checkText,
  claimsText,
  claimText,
  costText,
  endingReason,
  endingText,
  isMarked,
  personText,
  tookText,
} from '../../api/insight-text.ts';
import type { SessionInsights } from '../../api/wire/insights.ts';
import { plural } from '../../base/units.ts';
import { oneLine } from '../../ui/text/one-line.ts';
import type { SessionName } from '../state/addresses.ts';
import { callName, changesAddress } from '../state/addresses.ts';
import { addressWith } from '../state/route.ts';
import { NOTHING_NAMED } from './side-pane.tsx';
import { TimeBar } from './time-bar.tsx';
import './verdict.css';

/** Link that opens a call in the side pane. */
export function callHere(call: { readonly callId: string; readonly occurrence: number }): string {
  return addressWith({ ...NOTHING_NAMED, call: callName(call) });
}

/** Link to a line of the session's logs. */
export function lineHere({ source, line }: { readonly source: number; readonly line: number }): string {
  return addressWith({ ...NOTHING_NAMED, line: `${source}:${line}` });
}

function detailsHere(): string {
  return addressWith({ ...NOTHING_NAMED, insights: '1' });
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }): ComponentChildren {
  return (
    <div class="verdict__fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Asked({ asked, person }: Pick<SessionInsights['verdict'], 'asked' | 'person'>): ComponentChildren {
  const [first] = asked;
  const further = person.prompts - 1;
  if (first === undefined) return null;
  return (
    <Fact name="Asked">
      <a href={lineHere(first.ref)} title={oneLine(first.text)}>
        {oneLine(first.text)}
      </a>
      {further <= 0 ? null : <a href={detailsHere()}>and {plural(further, 'further prompt')}</a>}
    </Fact>
  );
}

function Ended({ ended }: Pick<SessionInsights['verdict'], 'ended'>): ComponentChildren {
  const text = endingText(ended.ending);
  const reason = endingReason(ended.rule);
  return (
    <span
      class={`verdict__ending verdict__ending--${ended.ending}`}
      title={`${reason}${ended.quote === null ? '' : `: ${oneLine(ended.quote)}`}`}
    >
      {ended.ref === null ? text : <a href={lineHere(ended.ref)}>{text}</a>}
    </span>
  );
}

function Checks({ checks, changed }: Pick<SessionInsights['verdict'], 'checks' | 'changed'>): ComponentChildren {
  if (checks.length === 0) return <span class="dim">no known check was run</span>;
  return checks.map((check) => (
    <a key={check.kind} class={`verdict__check--${check.result}`} href={callHere(check)} title={oneLine(check.command)}>
      {checkText(check, changed.lastAt >= 0)}
    </a>
  ));
}

const MOST_CLAIMS = 2;

/** Claims about checks: how many there are, and those that no run confirms, the last first. */
function Claims({ claims }: Pick<SessionInsights, 'claims'>): ComponentChildren {
  if (claims.length === 0) return null;
  const marked = claims.filter(isMarked).toReversed();
  return (
    <Fact name="Said">
      <a href={detailsHere()}>{claimsText(claims)}</a>
      {marked.slice(0, MOST_CLAIMS).map((claim) => (
        <span key={`${claim.ref.source} ${claim.ref.line} ${claim.about} ${claim.standing}`} class="verdict__claim">
          <a href={lineHere(claim.ref)} title={oneLine(claim.quote)}>
            “{oneLine(claim.quote)}”
          </a>{' '}
          {claim.call === null ? (
            <span class="verdict__mark">{claimText(claim)}</span>
          ) : (
            <a class="verdict__mark" href={callHere(claim.call)} title={oneLine(claim.call.summary)}>
              {claimText(claim)}
            </a>
          )}
        </span>
      ))}
      {marked.length > MOST_CLAIMS ? <a href={detailsHere()}>and {marked.length - MOST_CLAIMS} earlier</a> : null}
    </Fact>
  );
}

function Failures({ verdict }: Pick<SessionInsights, 'verdict'>): ComponentChildren {
  const { failures, failureCount, hidden, loops } = verdict;
  const [worst] = failures;
  const [masked] = hidden;
  const [loop] = loops;
  if (worst === undefined && masked === undefined && loop === undefined) return null;
  return (
    <Fact name="Failed">
      {worst === undefined ? null : (
        <>
          <a class="verdict__bad" href={callHere(worst)} title={oneLine(worst.message)}>
            {worst.code}: {oneLine(worst.summary)}
          </a>
          {failureCount > 1 ? <a href={detailsHere()}>and {failureCount - 1} more not fixed</a> : null}
        </>
      )}
      {masked === undefined ? null : (
        <a class="verdict__bad" href={callHere(masked)} title={oneLine(masked.message)}>
          {plural(hidden.length, 'masked failure')} not fixed
        </a>
      )}
      {loop === undefined ? null : (
        <a href={callHere(loop.last)} title={oneLine(loop.last.summary)}>
          the same tried {loop.tries} times
        </a>
      )}
    </Fact>
  );
}

/** Where the evidence for a part of the headline is. */
function evidenceOf({ about, check }: HeadlinePart, { verdict }: SessionInsights, name: SessionName): string {
  const { ended, failures, hidden } = verdict;
  const [worst] = failures;
  const [masked] = hidden;
  if (about === 'ended' && ended.ref !== null) return lineHere(ended.ref);
  if (about === 'check' && check !== undefined) return callHere(check);
  if (about === 'failures' && worst !== undefined) return callHere(worst);
  if (about === 'masked' && masked !== undefined) return callHere(masked);
  if (about === 'changed') return changesAddress(name.agent, name.session);
  return detailsHere();
}

function titleOf({ about, check }: HeadlinePart, { verdict }: SessionInsights): string {
  if (about === 'ended') return endingReason(verdict.ended.rule);
  if (about === 'failures')
    return verdict.failures.map(({ code, summary }) => `${code}: ${oneLine(summary)}`).join('\n');
  if (about === 'masked') return verdict.hidden.map(({ code, summary }) => `${code}: ${oneLine(summary)}`).join('\n');
  return check === undefined ? '' : oneLine(check.command);
}

function Headline({
  name,
  insights,
}: {
  readonly name: SessionName;
  readonly insights: SessionInsights;
}): ComponentChildren {
  return (
    <ul class="plain-list verdict__headline">
      {headlineOf(insights).map((part) => (
        <li key={part.text}>
          <a
            class={`verdict__part--${part.tone}`}
            href={evidenceOf(part, insights, name)}
            title={titleOf(part, insights)}
          >
            {part.text}
          </a>
        </li>
      ))}
    </ul>
  );
}

const FOLD_KEY = 'toolscope.verdict';
/** Below this height the table needs the room. */
const TALL_PX = 1000;

const isUnfolded = signal(
  (localStorage.getItem(FOLD_KEY) ?? (innerHeight < TALL_PX ? 'folded' : 'unfolded')) === 'unfolded',
);

/** Remembered for all sessions. */
export function foldVerdict(): void {
  isUnfolded.value = !isUnfolded.value;
  localStorage.setItem(FOLD_KEY, isUnfolded.value ? 'unfolded' : 'folded');
}

export interface VerdictProps {
  readonly name: SessionName;
  /** Undefined while loading. */
  readonly insights: SessionInsights | undefined;
}

export function Verdict({ name, insights }: VerdictProps): ComponentChildren {
  if (insights === undefined) return <section class="verdict" aria-label="Verdict" aria-busy="true" />;
  const { verdict, claims, time, cost } = insights;
  const hasFiles = verdict.changed.files.length > 0;
  const changed = changedText(verdict.changed);
  return (
    <section class="verdict" aria-label="Verdict">
      <div class="verdict__top">
        <Headline name={name} insights={insights} />
        <button type="button" class="text-button verdict__fold" aria-expanded={isUnfolded.value} onClick={foldVerdict}>
          {isUnfolded.value ? 'Less' : 'More'}
        </button>
        <a class="verdict__more" href={detailsHere()} title="Turns, time, cost and context (i)">
          Insights
        </a>
      </div>
      <dl class="verdict__facts" hidden={!isUnfolded.value}>
        <Asked asked={verdict.asked} person={verdict.person} />
        <Fact name="Ended">
          <Ended ended={verdict.ended} />
        </Fact>
        <Fact name="Changed">
          {hasFiles ? (
            <a href={changesAddress(name.agent, name.session)}>{changed}</a>
          ) : (
            <span class="dim">{changed}</span>
          )}
        </Fact>
        <Fact name="Checks">
          <Checks checks={verdict.checks} changed={verdict.changed} />
        </Fact>
        <Claims claims={claims} />
        <Failures verdict={verdict} />
        <Fact name="Person">{personText(verdict.person)}</Fact>
        <Fact name="Took">
          {tookText(time)}; <a href={detailsHere()}>{costText(cost)}</a>
        </Fact>
      </dl>
      <TimeBar classes={time.classes} />
    </section>
  );
}
