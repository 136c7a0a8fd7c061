// The share dialog: what would be masked, by rule, what else to mask, and the download.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { SharePreview } from '../../api/wire/share.ts';
import { formatCount, plural } from '../../base/units.ts';
import { DataTable } from '../../ui/parts/data-table.tsx';
import { oneLine } from '../../ui/text/one-line.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Unanswered } from '../parts/states.tsx';
import type { SessionName } from '../state/addresses.ts';
import { api, useQuestion } from '../state/api.ts';
import './share-dialog.css';

const FORMATS = [
  { format: 'html', title: 'One HTML file', hint: 'opens in any browser, without a network' },
  { format: 'md', title: 'Markdown', hint: 'for an issue or a pull request' },
  { format: 'bundle', title: 'Bundle', hint: 'its records, for another Toolscope' },
] as const;

type Format = (typeof FORMATS)[number]['format'];

/** Shorter texts are parts of ordinary words. */
const SHORTEST = 3;

function Masked({ preview }: { readonly preview: SharePreview }): ComponentChildren {
  const { masked } = preview;
  if (masked.length === 0) return <p>No rule finds anything to mask.</p>;
  return (
    <DataTable
      label="What is masked"
      columns={['What', 'Places', 'For example']}
      rows={masked.map(({ rule, name, kind, count, examples }) => [
        <span key={rule} class={kind === 'secret' ? 'share-dialog__secret' : undefined}>
          {name}
        </span>,
        formatCount(count),
        examples.map(oneLine).join(', '),
      ])}
    />
  );
}

function LeftOut({ preview }: { readonly preview: SharePreview }): ComponentChildren {
  const parts = Object.entries(preview.leftOut).map(([why, count]) => `${why} (${count})`);
  if (parts.length === 0) return null;
  return <p class="share-dialog__dim">Left out, for it cannot be looked through: {parts.join(', ')}.</p>;
}

interface MoreProps {
  readonly texts: readonly string[];
  readonly suggestions: readonly string[];
  readonly onChange: (texts: readonly string[]) => void;
}

/** Texts that no rule recognises: one click for likely ones, an input for all others. */
function MaskMore({ texts, suggestions, onChange }: MoreProps): ComponentChildren {
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const add = (more: string): void => {
    if (!texts.includes(more)) onChange([...texts, more]);
  };
  return (
    <section>
      <h2>Mask more</h2>
      <form
        class="share-dialog__row"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.length < SHORTEST) return;
          add(text);
          setTyped('');
        }}
      >
        <input
          class="input"
          value={typed}
          aria-label="A text to mask"
          placeholder="A name, a customer, a host"
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <button type="submit" class="button" disabled={text.length < SHORTEST}>
          Mask it
        </button>
        {suggestions.map((word) => (
          <button key={word} type="button" class="button" onClick={() => add(word)}>
            Mask “{oneLine(word)}”
          </button>
        ))}
      </form>
      {texts.length === 0 ? null : (
        <ul class="share-dialog__texts" aria-label="Texts that are masked in this share">
          {texts.map((one) => (
            <li key={one}>
              {oneLine(one)}{' '}
              <button
                type="button"
                class="ts-button ts-button--small"
                aria-label={`Do not mask ${oneLine(one)}`}
                onClick={() => onChange(texts.filter((other) => other !== one))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface SaveProps {
  readonly name: SessionName;
  readonly mask: string;
  readonly preview: SharePreview | undefined;
  readonly isReady: boolean;
  readonly onClose: () => void;
}

function Save({ name, mask, preview, isReady, onClose }: SaveProps): ComponentChildren {
  const [format, setFormat] = useState<Format>('html');
  const [withImages, setWithImages] = useState(true);
  const images = preview?.images.shared ?? 0;
  const query = { format, ...(mask === '' ? {} : { mask }), ...(withImages ? {} : { images: '0' as const }) };
  return (
    <>
      <fieldset class="share-dialog__formats">
        <legend>As</legend>
        {FORMATS.map(({ format: one, title, hint }) => (
          <label key={one}>
            <input type="radio" name="format" checked={format === one} onChange={() => setFormat(one)} /> {title}{' '}
            <span class="share-dialog__dim">{hint}</span>
          </label>
        ))}
      </fieldset>
      {images === 0 || format === 'md' ? null : (
        <label>
          <input
            type="checkbox"
            checked={withImages || format === 'bundle'}
            disabled={format === 'bundle'}
            onChange={({ currentTarget }) => setWithImages(currentTarget.checked)}
          />{' '}
          With {plural(images, 'image')}: what they show is not looked through
        </label>
      )}
      <div class="share-dialog__foot">
        <a
          class="button"
          href={api.url('sessionPatch', { parts: name, query: { download: '1', redact: '1', mask } })}
          download="session.patch"
          title="Hunks with something to mask are left out; a comment at its top says so"
        >
          Save its changes as a patch for others
        </a>
        <div class="share-dialog__ends">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          {isReady ? (
            <a class="button share-dialog__save" href={api.url('sessionShare', { parts: name, query })} download="">
              Save
            </a>
          ) : (
            <span class="share-dialog__dim">Looking…</span>
          )}
        </div>
      </div>
    </>
  );
}

interface ShareDialogProps {
  readonly name: SessionName;
  readonly onClose: () => void;
}

export function ShareDialog({ name, onClose }: ShareDialogProps): ComponentChildren {
  const [texts, setTexts] = useState<readonly string[]>([]);
  const mask = texts.join('\n');
  const { agent, session } = name;
  const parts = { agent, session };
  const question = useQuestion(
    (stop) => api.get('sharePreview', { parts, query: mask === '' ? {} : { mask } }, stop),
    [agent, session, mask],
  );
  const { answer } = question.state.value;
  return (
    <Dialog label="Share this session" onClose={onClose}>
      <div class="share-dialog">
        <h1>Share this session</h1>
        <p class="share-dialog__dim">
          Masked with asterisks before anything is written. Rules find forms, not meanings: read what you give away.
        </p>
        {answer === undefined ? (
          <Unanswered question={question} what="Looking for what to mask…" />
        ) : (
          <>
            <p>
              {plural(answer.calls, 'call')} in {plural(answer.turns, 'turn')}
            </p>
            <Masked preview={answer} />
            <LeftOut preview={answer} />
          </>
        )}
        <MaskMore texts={texts} suggestions={answer?.suggestions ?? []} onChange={setTexts} />
        <Save name={parts} mask={mask} preview={answer} isReady={answer !== undefined} onClose={onClose} />
      </div>
    </Dialog>
  );
}
