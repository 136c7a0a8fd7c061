// Owns the table of keys: what they do on the page that is shown.

import type { ComponentChildren } from 'preact';
import { keyGroups } from '../state/keys.ts';
import { Dialog } from './dialog.tsx';
import './key-help.css';

const NAMES: Readonly<Record<string, string>> = {
  'mod+k': 'Ctrl K',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ' ': 'Space',
};

export function KeyHelp({ onClose }: { readonly onClose: () => void }): ComponentChildren {
  return (
    <Dialog label="Keys" onClose={onClose}>
      <div class="key-help">
        {keyGroups().map(({ title, bindings }) => (
          <section key={title}>
            <h2>{title}</h2>
            <dl>
              {bindings.map(({ keys, does }) => (
                <div key={does}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key}>{NAMES[key] ?? key}</kbd>
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
        <button type="button" class="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
