// The box for the filter language: checks what is typed, points at the wrong word, and offers how it could go on.

import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { FilterCheck } from '../../api/wire/library.ts';
import { Icon } from '../../ui/icon.tsx';
import { api } from '../state/api.ts';
import './filter-box.css';

const PAUSE_MS = 120;

export interface FilterBoxProps {
  readonly value: string;
  readonly label: string;
  readonly placeholder: string;
  /** Told once what is typed can be read as a filter. */
  readonly onChange: (filter: string) => void;
  readonly input?: RefObject<HTMLInputElement | null>;
}

function useCheck(text: string, at: number, isOpen: boolean): FilterCheck | undefined {
  const [check, setCheck] = useState<FilterCheck | undefined>(undefined);
  useEffect(() => {
    if (!isOpen && text === '') {
      setCheck(undefined);
      return undefined;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      api.get('filterCheck', { query: { text, at: String(at) } }, controller.signal).then(setCheck, () => undefined);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text, at, isOpen]);
  return check;
}

export function FilterBox(props: FilterBoxProps): ComponentChildren {
  const { value, label, placeholder, onChange } = props;
  const own = useRef<HTMLInputElement>(null);
  const input = props.input ?? own;
  const listId = useId();
  const [text, setText] = useState(value);
  const [caret, setCaret] = useState(value.length);
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const check = useCheck(text, caret, isOpen);

  useEffect(() => {
    setText(value);
  }, [value]);

  useEffect(() => {
    if (check?.ok === true && text !== value) onChange(text);
  }, [check]);

  const offers = isOpen ? (check?.completions.items.slice(0, 12) ?? []) : [];
  const error = check?.ok === false ? check.errors[0] : undefined;

  const type = (typed: string, at: number): void => {
    setText(typed);
    setCaret(at);
    setChosen(-1);
    if (typed === '') onChange('');
  };
  const accept = (index: number): void => {
    const offer = offers[index];
    if (offer === undefined || check === undefined) return;
    const { from, to } = check.completions;
    const typed = text.slice(0, from) + offer.insert + text.slice(to);
    type(typed, from + offer.insert.length);
    input.current?.focus();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      if (isOpen && offers.length > 0) setIsOpen(false);
      else input.current?.blur();
    } else if (event.key === 'ArrowDown' && offers.length > 0) setChosen((chosen + 1) % offers.length);
    else if (event.key === 'ArrowUp' && offers.length > 0)
      setChosen(((chosen + offers.length) % (offers.length + 1)) - (chosen <= 0 ? 1 : 0));
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen >= 0) accept(chosen);
    else if (event.key === 'Enter') {
      setIsOpen(false);
      if (error === undefined) onChange(text);
      return;
    } else return;
    event.preventDefault();
  };
  return (
    <div class="filter-box">
      <div class={`filter-box__field${error === undefined ? '' : ' filter-box__field--wrong'}`}>
        <Icon name="search" />
        <input
          ref={input}
          type="text"
          value={text}
          placeholder={placeholder}
          aria-label={label}
          aria-invalid={error !== undefined}
          role="combobox"
          aria-expanded={offers.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(chosen >= 0 ? { 'aria-activedescendant': `${listId}-${chosen}` } : {})}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => {
            setIsOpen(true);
            type(event.currentTarget.value, event.currentTarget.selectionStart ?? event.currentTarget.value.length);
          }}
          onFocus={() => setIsOpen(true)}
          onBlur={() => setIsOpen(false)}
          onKeyDown={onKey}
        />
        {text === '' ? null : (
          <button type="button" class="button button--plain" aria-label="Clear the filter" onClick={() => type('', 0)}>
            <Icon name="close" />
          </button>
        )}
      </div>
      {error === undefined ? null : (
        <p class="filter-box__error" role="alert">
          <code>{text.slice(error.from, error.to) || text.slice(Math.max(0, error.from - 8), error.from)}</code>{' '}
          {error.message}
          {error.hint === null ? '' : ` ${error.hint}`}
        </p>
      )}
      {offers.length === 0 ? null : (
        <div class="filter-box__offers" id={listId} role="listbox" aria-label="Suggestions">
          {offers.map((offer, i) => (
            <div
              key={offer.label}
              id={`${listId}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={i === chosen}
              class="filter-box__offer"
              // Before the box loses the focus.
              onMouseDown={(event) => {
                event.preventDefault();
                accept(i);
              }}
            >
              <code>{offer.label}</code>
              <span>{offer.help}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
