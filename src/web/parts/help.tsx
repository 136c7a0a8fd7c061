// What the words and marks of the dashboard mean, and the keys of the current page.

import type { ComponentChildren } from 'preact';
import { keyGroups, keyName } from '../state/keys.ts';
import { Dialog } from './dialog.tsx';
import './help.css';

const WORDS: readonly (readonly [word: string, meaning: string])[] = [
  ['failures', 'Calls that failed and should not have. Whose problem it was is told with each.'],
  ['expected', 'A failure that is an answer: a search without a hit, files that differ. It does not count.'],
  ['⚠ masked', 'The call succeeded, and something in it failed: tests behind “| tail”, say.'],
  ['fixed, recovered', 'A later call did the same thing, and it worked.'],
  ['≤ 2.1 s', 'At most so long: the log has no duration, only the times of the lines around the call.'],
  ['~$1.20', 'Estimated from tokens and list prices: the log has no cost.'],
  ['active', 'Time in which something happened. The span runs from the first line to the last, pauses included.'],
  ['broken off', 'The log ends in the middle of a turn.'],
  ['copy', 'A call that a resumed or forked session repeats. It is shown there too, and counted once.'],
  ['problem', 'A line that could not be read as it should. Nothing of it is lost.'],
  ['not logged', 'The agent never writes this down.'],
];

function Keys(): ComponentChildren {
  return keyGroups().map(({ title, bindings }) => (
    <section key={title}>
      <h2>{title}</h2>
      <dl>
        {bindings
          .filter(({ keys }) => keys.length > 0)
          .map(({ keys, does }) => (
            <div key={does}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{keyName(key)}</kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
      </dl>
    </section>
  ));
}

export function Help({ onClose }: { readonly onClose: () => void }): ComponentChildren {
  return (
    <Dialog label="Help" onClose={onClose}>
      <h1 class="help__title">Help</h1>
      <div class="help">
        <section>
          <h2>Words and marks</h2>
          <dl>
            {WORDS.map(([word, meaning]) => (
              <div key={word}>
                <dt>{word}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
        <div class="help__keys">
          <Keys />
        </div>
      </div>
      <div class="help__foot">
        <button type="button" class="button" autofocus onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
