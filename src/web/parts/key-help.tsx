// The table of keyboard shortcuts of the current page.

import type { ComponentChildren } from 'preact';
import { keyGroups, keyName } from '../state/keys.ts';
import { Dialog } from './dialog.tsx';
import './key-help.css';

export function KeyHelp({ onClose }: { readonly onClose: () => void }): ComponentChildren {
  return (
    <Dialog label="Keys" onClose={onClose}>
      <h1 class="key-help__title">Keys</h1>
      <div class="key-help">
        {keyGroups().map(({ title, bindings }) => (
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
        ))}
      </div>
      <div class="key-help__foot">
        <button type="button" class="button" autofocus onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
