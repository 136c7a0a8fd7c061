// The only script of a shared file: a filter, failures only, and expanding or collapsing all calls. The file is readable
// without it. It is embedded as text, so it imports nothing.

export function shareTools(): void {
  const main = document.querySelector('main');
  const head = main?.querySelector('header');
  if (main === null || head === null || head === undefined) return;
  const turns = [...main.querySelectorAll<HTMLElement>('section[id]')].map((section) => ({
    section,
    entries: [...section.children].filter((child) => child instanceof HTMLElement && child.tagName !== 'H2'),
  }));
  const calls = [...main.querySelectorAll<HTMLDetailsElement>('details[id]')];
  const said = new Map<Element, string>();
  const textOf = (entry: Element): string => {
    const text = said.get(entry) ?? (entry.textContent ?? '').toLowerCase();
    said.set(entry, text);
    return text;
  };

  const form = document.createElement('form');
  const labelled = (words: string, type: string): HTMLInputElement => {
    const label = form.appendChild(document.createElement('label'));
    const input = document.createElement('input');
    input.type = type;
    label.append(...(type === 'search' ? [`${words} `, input] : [input, ` ${words}`]));
    return input;
  };
  const words = labelled('Filter', 'search');
  const failures = labelled('Failures only', 'checkbox');
  const button = (text: string, isOpen: boolean): void => {
    const made = form.appendChild(document.createElement('button'));
    made.type = 'button';
    made.textContent = text;
    made.addEventListener('click', () => {
      for (const call of calls) call.open = isOpen;
    });
  };
  button('Unfold all', true);
  button('Fold all', false);
  const told = form.appendChild(document.createElement('output'));

  const narrow = (): void => {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { section, entries } of turns) {
      let here = 0;
      for (const entry of entries) {
        const fits = !failures.checked || entry.hasAttribute('data-failed');
        const isShown = fits && wanted.every((word) => textOf(entry).includes(word));
        entry.toggleAttribute('hidden', !isShown);
        if (isShown) here++;
        if (isShown && entry instanceof HTMLDetailsElement && entry.id !== '') shown++;
      }
      section.hidden = here === 0;
    }
    const isAll = wanted.length === 0 && !failures.checked;
    told.textContent = isAll ? '' : `${shown} of ${calls.length} calls`;
  };
  form.addEventListener('input', narrow);
  form.addEventListener('submit', (event) => event.preventDefault());
  head.after(form);
}
