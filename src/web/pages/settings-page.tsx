// Settings: notifications of this browser, and settings.json in the data folder, which the command line reads too.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SettingsAnswer } from '../../api/wire/settings.ts';
import { Unanswered } from '../parts/states.tsx';
import { api, useQuestion } from '../state/api.ts';
import { asError } from '../state/as-error.ts';
import { askForAttention, attention, endAttention } from '../state/attention.ts';
import { type ThemeChoice, themeChoice } from '../state/theme.ts';
import './section-page.css';
import './settings-page.css';

function AttentionSetting(): ComponentChildren {
  const now = attention.value;
  return (
    <>
      <label class="settings__line">
        <input
          type="checkbox"
          checked={now !== 'off'}
          onChange={(event) => {
            if (event.currentTarget.checked) void askForAttention();
            else endAttention();
          }}
        />
        Tell me when a session waits for permission or an answer, goes round in a loop, or is done
      </label>
      <p class="dim">
        As a notification of this browser, and in the title of the tab. One tab of Toolscope has to stay open.
      </p>
      {now === 'denied' ? (
        <p class="warn-text" role="status">
          The browser does not allow notifications for this address: only the title of the tab tells.
        </p>
      ) : null}
    </>
  );
}

const THEMES: readonly (readonly [ThemeChoice, string])[] = [
  ['system', 'As the system'],
  ['dark', 'Dark'],
  ['light', 'Light'],
];

function themeFrom(value: string): ThemeChoice {
  return THEMES.find(([theme]) => theme === value)?.[0] ?? 'system';
}

function ThemeSetting(): ComponentChildren {
  return (
    <label class="settings__line">
      Theme
      <select
        class="input"
        value={themeChoice.value}
        onChange={(event) => {
          themeChoice.value = themeFrom(event.currentTarget.value);
        }}
      >
        {THEMES.map(([theme, title]) => (
          <option key={theme} value={theme}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

const PRICE_COLUMNS = [
  ['input', 'Input'],
  ['output', 'Output'],
  ['cacheRead', 'Cache read'],
  ['cacheWrite', 'Cache write'],
] as const;

type PriceKey = (typeof PRICE_COLUMNS)[number][0];

/** A row as typed; fields that are not shown are kept. */
interface PriceRow {
  readonly key: number;
  readonly model: string;
  readonly typed: Readonly<Partial<Record<PriceKey, string>>>;
  readonly rest: object;
}

let rowCount = 0;

function rowOf(model: string, price: Readonly<Record<string, number | undefined>>): PriceRow {
  const typed = Object.fromEntries(
    PRICE_COLUMNS.flatMap(([key]) => (price[key] === undefined ? [] : [[key, String(price[key])]])),
  );
  return { key: ++rowCount, model, typed, rest: price };
}

/** Typed numbers become numbers: the server reports what is wrong with anything else. */
function priceOf({ typed, rest }: PriceRow): unknown {
  const price: Record<string, unknown> = { ...rest };
  for (const [key] of PRICE_COLUMNS) {
    const text = (typed[key] ?? '').trim();
    if (text === '') delete price[key];
    else price[key] = Number.isFinite(Number(text)) ? Number(text) : text;
  }
  return price;
}

interface PricesProps {
  readonly found: SettingsAnswer;
  readonly save: (change: { readonly prices: Record<string, unknown> | null }) => void;
}

function Prices({ found, save }: PricesProps): ComponentChildren {
  const [rows, setRows] = useState<readonly PriceRow[]>([]);
  useEffect(() => setRows(Object.entries(found.prices).map(([model, price]) => rowOf(model, price))), [found]);
  const change = (key: number, next: Partial<PriceRow>): void =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...next } : row)));
  const last = useRef<HTMLInputElement>(null);
  return (
    <>
      <p class="dim">
        US dollars per million tokens, for models that the price table does not know or has wrong. A name that ends with
        * stands for all that begin so.
      </p>
      {rows.length === 0 ? null : (
        <div class="settings__scroll">
          <table class="settings__prices" aria-label="Own prices">
            <thead>
              <tr>
                <th scope="col">Model</th>
                {PRICE_COLUMNS.map(([key, title]) => (
                  <th key={key} scope="col">
                    {title}
                  </th>
                ))}
                <th scope="col">
                  <span class="visually-hidden">Remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.key}>
                  <td>
                    <input
                      ref={last}
                      class="input"
                      aria-label="Model"
                      value={row.model}
                      disabled={!found.canChange}
                      onInput={(event) => change(row.key, { model: event.currentTarget.value })}
                    />
                  </td>
                  {PRICE_COLUMNS.map(([key, title]) => (
                    <td key={key}>
                      <input
                        class="input settings__price"
                        inputMode="decimal"
                        aria-label={`${title}, ${row.model}`}
                        value={row.typed[key] ?? ''}
                        disabled={!found.canChange}
                        onInput={(event) =>
                          change(row.key, { typed: { ...row.typed, [key]: event.currentTarget.value } })
                        }
                      />
                    </td>
                  ))}
                  <td>
                    <button
                      type="button"
                      class="button"
                      disabled={!found.canChange}
                      onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
                    >
                      Remove
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p class="settings__buttons">
        <button
          type="button"
          class="button"
          disabled={!found.canChange}
          onClick={() => {
            setRows([...rows, rowOf('', {})]);
            requestAnimationFrame(() => last.current?.focus());
          }}
        >
          Add a model
        </button>
        <button
          type="button"
          class="button"
          disabled={!found.canChange}
          onClick={() => {
            const prices = Object.fromEntries(rows.map((row) => [row.model.trim(), priceOf(row)]));
            save({ prices: rows.length === 0 ? null : prices });
          }}
        >
          Save prices
        </button>
      </p>
    </>
  );
}

function FileProblems({ found }: { readonly found: SettingsAnswer }): ComponentChildren {
  if (found.problems.length === 0) return null;
  return (
    <div class="warn-text" role="status">
      <p>Something in the file cannot be used, and is passed over:</p>
      <ul>
        {found.problems.map(({ at, message }) => (
          <li key={at}>
            <code>{at === '' ? found.path : at}</code> {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function SettingsPage(): ComponentChildren {
  const question = useQuestion((stop) => api.get('settings', {}, stop), []);
  const [saved, setSaved] = useState<SettingsAnswer | undefined>(undefined);
  const [said, say] = useState<{ readonly text: string; readonly isWrong: boolean }>({ text: '', isWrong: false });
  const { answer } = question.state.value;
  const found = saved ?? answer;
  const save = (change: { readonly prices?: Record<string, unknown> | null; readonly archive?: boolean }): void => {
    api.post('changeSettings', {}, change).then(
      (now) => {
        setSaved(now);
        say({ text: 'Saved.', isWrong: false });
      },
      (trouble: unknown) => say({ text: asError(trouble).message, isWrong: true }),
    );
  };
  return (
    <div class="page">
      <div class="page__head">
        <h1>Settings</h1>
        <span class={said.isWrong ? 'error-text' : 'page__note'} role="status">
          {said.text}
        </span>
      </div>
      <div class="page__body section-page settings">
        <h2>This browser</h2>
        <AttentionSetting />
        <ThemeSetting />
        <h2>Everywhere</h2>
        {found === undefined ? (
          <Unanswered question={question} what="Reading the settings…" />
        ) : (
          <>
            <p class="dim">
              In <code>{found.path}</code>, which the command line reads as well.
              {found.otherKeys.length === 0
                ? ''
                : ` It also holds ${found.otherKeys.join(', ')}, which stay as they are.`}
              {found.canChange ? '' : ' The demo changes nothing in it.'}
            </p>
            <FileProblems found={found} />
            <label class="settings__line">
              <input
                type="checkbox"
                checked={found.archive}
                disabled={!found.canChange}
                onChange={(event) => save({ archive: event.currentTarget.checked })}
              />
              Keep copies of logs, so that they can be read after the agent deletes them
            </label>
            <h2>Prices</h2>
            <Prices found={found} save={save} />
          </>
        )}
      </div>
    </div>
  );
}
