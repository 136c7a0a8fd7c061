// Parts of a shared session's page: its head, the verdict, and turn by turn the messages and calls, each call in its view.

import type { ComponentChildren } from 'preact';
import { headlineText } from '../../api/headline.ts';
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
import type { CallDetail } from '../../api/wire/call.ts';
import type { SessionInsights } from '../../api/wire/insights.ts';
import { stripControls } from '../../base/terminal.ts';
import { formatCount, plural } from '../../base/units.ts';
import { genericView, viewOf } from '../../tools/views.ts';
import { DrawAll } from '../../ui/parts/section.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { BreakablePath } from '../../ui/text/breakable-path.tsx';
import { oneLine, toolName } from '../../ui/text/one-line.ts';
import '../../ui/theme.css';
import './share.css';
import {
  countTurns,
  type LeftOut,
  type SharedCall,
  type SharedEntry,
  type SharedMessage,
  type SharedSession,
  type SharedTurn,
} from '../../api/shared-session.ts';
import { type ViewAddresses, viewProps } from '../call/view-props.ts';
import { durationText } from '../parts/display-text.ts';
import { TimeBar } from '../session/time-bar.tsx';

/** The section that lists what was cut and left out. */
const REST = '#rest';

function callAnchor(callId: string): string {
  return `call-${encodeURIComponent(callId)}`;
}

function addressesOf({ callId }: CallDetail, images: SharedCall['images']): ViewAddresses {
  return {
    masked: () => `#${callAnchor(callId)}`,
    body: (from, pointer) => images.find((one) => one.from === from && one.pointer === pointer)?.address ?? REST,
    links: { call: (id) => `#${callAnchor(id)}`, file: () => REST },
  };
}

function clock(at: number | null): string {
  return at === null ? '' : new Date(at).toISOString().slice(11, 19);
}

function day(at: number | null): string {
  return at === null ? 'at an unknown time' : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function Call({ detail, images, isGeneric }: SharedCall & { readonly isGeneric: boolean }): ComponentChildren {
  const { failure, masked, status, duration } = detail;
  const View = isGeneric ? genericView : viewOf(detail.toolId);
  const isTrouble = (failure !== null && failure.blame !== 'expected') || masked !== null;
  return (
    <details
      class="share-call"
      id={callAnchor(detail.callId)}
      open={isTrouble}
      data-failed={isTrouble ? '' : undefined}
    >
      <summary>
        <StatusMark status={status} blame={failure?.blame} code={failure?.code} masked={masked?.code} />
        <strong>{toolName(detail.tool)}</strong>
        <span class="share-call__summary">{oneLine(detail.summary)}</span>
        <span class="share-dim">{duration === null ? '' : durationText(duration.ms, duration.bound)}</span>
        <span class="share-dim">{clock(detail.requestedAt)}</span>
      </summary>
      {detail.bodies === null ? (
        <p class="share-dim">The log is gone, and the input and result with it.</p>
      ) : (
        <View {...viewProps(detail, addressesOf(detail, images))} />
      )}
    </details>
  );
}

const SPEAKERS: Readonly<Record<string, string>> = {
  prompt: 'Asked',
  answer: 'Answered',
  thinking: 'Thought',
  injected: 'Added by the program',
  peer: 'From another agent',
  notification: 'Notified',
  interrupt: 'Interrupted',
  'api-error': 'Error of the model API',
};

/** Shown at first; the rest is a click away. */
const AT_A_GLANCE = 1500;

function LongText({ text: given }: { readonly text: string }): ComponentChildren {
  const text = stripControls(given);
  if (text.length <= AT_A_GLANCE) return <pre class="share-text">{text}</pre>;
  const end = Math.max(text.lastIndexOf('\n', AT_A_GLANCE), AT_A_GLANCE / 2);
  return (
    <>
      <pre class="share-text">{text.slice(0, end)}</pre>
      <details>
        <summary class="share-dim">{formatCount(text.length - end)} more characters</summary>
        <pre class="share-text">{text.slice(end)}</pre>
      </details>
    </>
  );
}

function Message({ what, at, text, cut, thread }: SharedMessage): ComponentChildren {
  const who = SPEAKERS[what] ?? what;
  const body = (
    <>
      <LongText text={text} />
      {cut === 0 ? null : <p class="share-dim">{formatCount(cut)} more characters were left out.</p>}
    </>
  );
  const head = (
    <>
      <strong>{who}</strong> <span class="share-dim">{clock(at)}</span>
      {thread === 'main' ? null : <span class="share-dim"> in {oneLine(thread)}</span>}
    </>
  );
  if (what === 'prompt' || what === 'answer') {
    return (
      <div class={`share-message share-message--${what}`}>
        <p>{head}</p>
        {body}
      </div>
    );
  }
  return (
    <details class="share-message">
      <summary>{head}</summary>
      {body}
    </details>
  );
}

function NotShared({ what }: LeftOut): ComponentChildren {
  return <p class="share-dim">{what} could not be checked for secrets and was left out.</p>;
}

interface EntryProps {
  readonly entry: SharedEntry;
  /** The tool's own view failed. */
  readonly isGeneric: boolean;
}

/** Nothing can be loaded later: the file works without scripts. */
export function Entry({ entry, isGeneric }: EntryProps): ComponentChildren {
  if (entry.kind === 'call') {
    return (
      <DrawAll.Provider value={true}>
        <Call {...entry} isGeneric={isGeneric} />
      </DrawAll.Provider>
    );
  }
  return entry.kind === 'message' ? <Message {...entry} /> : <NotShared {...entry} />;
}

function callsIn({ entries }: SharedTurn): readonly CallDetail[] {
  return entries.flatMap((entry) => (entry.kind === 'call' ? [entry.detail] : []));
}

export function TurnHead({ turn }: { readonly turn: SharedTurn }): ComponentChildren {
  const calls = callsIn(turn);
  const failed = calls.filter(({ status, failure }) => status === 'error' && failure?.blame !== 'expected').length;
  return (
    <h2>
      {turn.number === 0 ? 'Before the first prompt' : `Turn ${turn.number}`}
      <span class="share-dim">
        {plural(calls.length, 'call')}
        {failed === 0 ? '' : `, ${plural(failed, 'error')}`}
      </span>
    </h2>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }): ComponentChildren {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function Verdict({ insights }: { readonly insights: SessionInsights }): ComponentChildren {
  const { verdict, claims, time, cost } = insights;
  const { asked, ended, changed, checks, failures, failureCount, hidden, person } = verdict;
  const [first] = asked;
  return (
    <section class="share-verdict" aria-label="Verdict">
      <p>
        <strong>{headlineText(insights)}</strong>
      </p>
      <dl>
        {first === undefined ? null : (
          <Fact name="Asked">
            {oneLine(first.text)}
            {person.prompts > 1 ? ` and ${plural(person.prompts - 1, 'further prompt')}` : ''}
          </Fact>
        )}
        <Fact name="Ended">
          {endingText(ended.ending)} <span class="share-dim">({endingReason(ended.rule)})</span>
        </Fact>
        <Fact name="Changed">
          {changedText(changed)}
          {changed.files.length === 0 ? null : (
            <ul>
              {changed.files.map((file) => (
                <li key={file.path}>
                  <code>
                    <BreakablePath path={file.path} />
                  </code>
                  {file.removedBy === null ? null : <span class="share-dim"> removed since</span>}
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact name="Checks">
          {checks.length === 0
            ? 'no known check was run'
            : checks.map((check) => (
                <p key={check.kind}>
                  <a href={`#${callAnchor(check.callId)}`}>{checkText(check, changed.lastAt >= 0)}</a>
                </p>
              ))}
        </Fact>
        {claims.length === 0 ? null : (
          <Fact name="Said">
            {claimsText(claims)}
            {claims.filter(isMarked).map((claim, at) => (
              <p key={at}>
                “{oneLine(claim.quote)}” {claimText(claim)}
              </p>
            ))}
          </Fact>
        )}
        {failures.length === 0 && hidden.length === 0 ? null : (
          <Fact name="Failed">
            {failures.map((failure) => (
              <p key={`${failure.callId} ${failure.occurrence}`}>
                <a href={`#${callAnchor(failure.callId)}`}>
                  {failure.code}: {oneLine(failure.summary)}
                </a>
              </p>
            ))}
            {failureCount > failures.length ? <p>and {failureCount - failures.length} more not fixed</p> : null}
            {hidden.length === 0 ? null : <p>{plural(hidden.length, 'masked failure')} not fixed</p>}
          </Fact>
        )}
        <Fact name="Person">{personText(verdict.person)}</Fact>
        <Fact name="Took">
          {tookText(time)}; {costText(cost)}
        </Fact>
      </dl>
      <TimeBar classes={time.classes} />
    </section>
  );
}

function imagesText({ shared, leftOut }: SharedSession['images']): string {
  const missing = leftOut === 0 ? '' : ` ${plural(leftOut, 'image')} had no room or could not be cleaned.`;
  if (shared === 0) return `There are no images in this file.${missing}`;
  return `${plural(shared, 'image')} without metadata; what they show was not looked through.${missing}`;
}

export function Rest({ shared }: { readonly shared: SharedSession }): ComponentChildren {
  const { redaction, turns, allTurns, version, images } = shared;
  return (
    <footer id="rest" class="share-dim">
      <p>
        Long texts are cut, and documents stay in the log. {imagesText(images)}{' '}
        {countTurns(turns) < allTurns ? `Only ${countTurns(turns)} of ${allTurns} turns are here.` : ''}
      </p>
      <p>{redaction === null ? 'Nothing was masked.' : `Secrets and personal names: ${redaction}.`}</p>
      <p>Made by Toolscope {version} from the session’s own log. Times are UTC.</p>
    </footer>
  );
}

export function Head({ session }: Pick<SharedSession, 'session'>): ComponentChildren {
  const { title, id, agent, version, model, startedAt, calls, failures, masked } = session;
  return (
    <header>
      <h1>{oneLine(title ?? id)}</h1>
      <p class="share-dim">
        {agent}
        {version === null ? '' : ` ${oneLine(version)}`}
        {model === null ? '' : ` · ${oneLine(model)}`} · {day(startedAt)} · {plural(calls, 'call')}
        {failures === 0 ? '' : `, ${plural(failures, 'error')}`}
        {masked === 0 ? '' : `, ${plural(masked, 'masked failure')}`}
      </p>
    </header>
  );
}
