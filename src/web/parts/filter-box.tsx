// The input for the filter language: checks the text, marks the wrong word, and offers completions.

import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { FilterCheck } from '../../api/wire/library.ts';
import { Icon } from '../../ui/icon.tsx';
import { api } from '../state/api.ts';
import { unreadableFilter } from '../state/readable-filter.ts';
import './filter-box.css';
import { FilterChips } from './filter-chips.tsx';

const PAUSE_MS = 120;

interface FilterBoxProps {
  readonly value: string;
  readonly label: string;
  readonly placeholder: string;
  /** Called when the text is a valid filter. */
  readonly onChange: (filter: string) => void;
  readonly input?: RefObject<HTMLInputElement | null>;
  /** Everything filtered is from one agent. */
  readonly isOneAgent?: boolean;
}

/** A checked text, with the caret position. */
interface Checked {
  readonly text: string;
  readonly at: number;
  readonly check: FilterCheck;
}

function useCheck(text: string, at: number, isOpen: boolean): Checked | undefined {
  const [checked, setChecked] = useState<Checked | undefined>(undefined);
  useEffect(() => {
    if (!isOpen && text === '') {
      setChecked(undefined);
      return undefined;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      api.get('filterCheck', { query: { text, at: String(at) } }, controller.signal).then(
        (check) => setChecked({ text, at, check }),
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text, at, isOpen]);
  return checked;
}

type WrongWord = FilterCheck['errors'][number];

/** The first wrong word that is still there. A word being typed is not wrong yet. */
function wrongWord(checked: Checked | undefined, text: string, caret: number | null): WrongWord | undefined {
  if (checked === undefined || checked.check.ok) return undefined;
  return checked.check.errors.find(({ from, to, unfinished }) => {
    if (checked.text.slice(0, to) !== text.slice(0, to)) return false;
    return caret === null || !(unfinished || (caret >= from && caret <= to));
  });
}

export function FilterBox(props: FilterBoxProps): ComponentChildren {
  const { value, label, placeholder, onChange, isOneAgent = false } = props;
  const own = useRef<HTMLInputElement>(null);
  const input = props.input ?? own;
  const listId = useId();
  const [text, setText] = useState(value === '' ? unreadableFilter.value : value);
  const [caret, setCaret] = useState(value.length);
  const [isOpen, setIsOpen] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  /** Enter was pressed: the text is complete. */
  const [isMeant, setIsMeant] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const checked = useCheck(text, caret, isOpen);
  const check = checked?.check;
  /** The current text, for late answers; and the caret position after the next render. */
  const typed = useRef(text);
  const nextCaret = useRef<number | null>(null);
  const told = useRef(value);

  useEffect(() => {
    // The page echoes what was typed here: more may have been typed since.
    if (value === told.current) return;
    told.current = value;
    typed.current = value;
    setText(value);
    setCaret(value.length);
  }, [value]);

  useEffect(() => {
    if (checked?.check.ok === true && checked.text === text) tell(text);
  }, [checked]);

  useLayoutEffect(() => {
    if (nextCaret.current === null) return;
    input.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  }, [text]);

  const isCurrent = checked !== undefined && checked.text === text && checked.at === caret;
  const offers = isOpen ? (check?.completions.items.slice(0, 12) ?? []) : [];
  const error = wrongWord(checked, text, hasFocus && !isMeant ? caret : null);

  const tell = (filter: string): void => {
    if (filter === value && unreadableFilter.value === '') return;
    told.current = filter;
    unreadableFilter.value = '';
    onChange(filter);
  };
  const type = (next: string, at: number): void => {
    typed.current = next;
    setText(next);
    setCaret(at);
    setChosen(-1);
    setIsMeant(false);
    if (next === '') tell('');
  };
  /** Inserts a completion where it was offered; text after it stays. */
  const insert = (into: string, { from, to, items }: FilterCheck['completions'], index: number): boolean => {
    const now = typed.current;
    const offer = items[index];
    if (offer === undefined || now.slice(0, to) !== into.slice(0, to)) return false;
    if (into.slice(from, to) === offer.insert) return false;
    const at = input.current?.selectionStart ?? now.length;
    nextCaret.current = at >= to ? at + offer.insert.length - (to - from) : from + offer.insert.length;
    type(now.slice(0, from) + offer.insert + now.slice(to), nextCaret.current);
    return true;
  };
  const accept = (index: number): boolean => check !== undefined && insert(text, check.completions, index);

  /** True when Tab has something to complete; else it leaves the box. */
  const complete = (): boolean => {
    if (isCurrent && chosen >= 0) return accept(chosen);
    if (!/\S$/.test(text.slice(0, caret))) return false;
    if (isCurrent) return accept(0);
    // Typed faster than checked: the box keeps the focus, and what is typed next comes after the completed word.
    api.get('filterCheck', { query: { text, at: String(caret) } }).then(
      ({ completions }) => insert(text, completions, 0),
      () => undefined,
    );
    return true;
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') {
      if (!event.shiftKey && complete()) event.preventDefault();
      return;
    }
    if (event.key === 'Escape') {
      if (isOpen && offers.length > 0) setIsOpen(false);
      else input.current?.blur();
    } else if (event.key === 'ArrowDown' && offers.length > 0) setChosen((chosen + 1) % offers.length);
    else if (event.key === 'ArrowUp' && offers.length > 0)
      setChosen(((chosen + offers.length) % (offers.length + 1)) - (chosen <= 0 ? 1 : 0));
    else if (event.key === 'Enter' && chosen >= 0) accept(chosen);
    else if (event.key === 'Enter') {
      setIsOpen(false);
      setIsMeant(true);
    } else return;
    event.preventDefault();
  };
  const followCaret = (element: HTMLInputElement): void => setCaret(element.selectionStart ?? element.value.length);
  return (
    <>
      <div class="filter-box">
        <div class={`field filter-box__field${error === undefined ? '' : ' filter-box__field--wrong'}`}>
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
            onFocus={() => {
              setIsOpen(true);
              setHasFocus(true);
            }}
            onBlur={() => {
              setIsOpen(false);
              setHasFocus(false);
            }}
            onKeyDown={onKey}
            onKeyUp={(event) => followCaret(event.currentTarget)}
            onClick={(event) => followCaret(event.currentTarget)}
          />
          {text === '' ? null : (
            <button
              type="button"
              class="button button--plain"
              aria-label="Clear the filter"
              onClick={() => type('', 0)}
            >
              <Icon name="close" />
            </button>
          )}
        </div>
        {error === undefined ? null : <Wrong error={error} scrolled={input.current?.scrollLeft ?? 0} />}
        {offers.length === 0 ? null : (
          <div class="floating filter-box__offers" id={listId} role="listbox" aria-label="Suggestions">
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
                  input.current?.focus();
                }}
              >
                <code>{offer.label}</code>
                <span>{offer.help}</span>
              </div>
            ))}
          </div>
        )}
      </div>
      <FilterChips
        filter={value}
        isOneAgent={isOneAgent}
        onChange={(filter) => {
          type(filter, filter.length);
          tell(filter);
        }}
      />
    </>
  );
}

/** The message below the wrong word. */
function Wrong(props: { readonly error: WrongWord; readonly scrolled: number }) {
  const { error, scrolled } = props;
  return (
    <>
      <span
        class="filter-box__mark"
        aria-hidden="true"
        style={{
          left: `calc(${error.from}ch - ${scrolled}px)`,
          width: `${Math.max(1, error.to - error.from)}ch`,
        }}
      />
      <p class="filter-box__error" role="alert" style={{ '--at': `calc(${error.from}ch - ${scrolled}px)` }}>
        {error.message}
        {error.hint === null ? '' : ` ${error.hint}`}
      </p>
    </>
  );
}
