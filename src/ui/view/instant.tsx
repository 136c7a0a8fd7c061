// Owns a moment in a view: in the reader's own time, the log's spelling on hover.

import { parseInstant } from '../../base/time.ts';

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
