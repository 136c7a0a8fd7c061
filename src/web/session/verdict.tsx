// The verdict at the top of a session's page: how it ended, what changed, what checks said, what went wrong, where the time
// went. Readable in ten seconds; every figure links to its details.

import type { ComponentChildren } from 'preact';
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
import { callName, changesAddress } from '../state/addresses.ts';
import { addressWith } from '../state/route.ts';
import type { SessionName } from './session-state.ts';
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

export function detailsHere(): string {
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
  if (checks.length === 0) return <span class="verdict__dim">no known check was run</span>;
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
          {plural(hidden.length, 'failure')} that a success hides
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
      <dl class="verdict__facts">
        <Asked asked={verdict.asked} person={verdict.person} />
        <Fact name="Ended">
          <Ended ended={verdict.ended} />
        </Fact>
        <Fact name="Changed">
          {hasFiles ? (
            <a href={changesAddress(name.agent, name.session)}>{changed}</a>
          ) : (
            <span class="verdict__dim">{changed}</span>
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
      <a class="verdict__more" href={detailsHere()}>
        Turns, time, cost and context
      </a>
    </section>
  );
}
