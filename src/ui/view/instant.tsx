// A time in a view: in the viewer's time zone, as in the log on hover.

import { parseInstant } from '../../base/time.ts';

const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' });
const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** `at`: an ISO text; anything else is shown as it is. */
export function Instant({ at }: { readonly at: string | null | undefined }) {
  if (at === null || at === undefined || at === '') return null;
  const ms = parseInstant(at);
  if (ms === null) return <>{at}</>;
  return (
    <time dateTime={at} title={at}>
      {FORMAT.format(ms)}
    </time>
  );
}

/** The time of day, in epoch milliseconds, for a moment of the same day as its surroundings. */
export function Clock({ at }: { readonly at: number | null }) {
  if (at === null) return null;
  const text = new Date(at).toISOString();
  return (
    <time class="ts-view__dim" dateTime={text} title={text}>
      {CLOCK.format(at)}
    </time>
  );
}
