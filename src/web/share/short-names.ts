// Short class names for shared files. Half of such a file is markup, and most of the markup would be class names: they are
// replaced in styles and elements alike, and names without a style are left out.

/** What precedes a `{` in a style sheet: selectors, and media conditions. */
const PRELUDE = /[^{}]*\{/g;
const CLASS = /\.([A-Za-z_][\w-]*)/g;
/** Log text cannot contain this: its quotes are escaped. */
const ATTRIBUTE = / class="([^"]*)"/g;

interface ShortNames {
  readonly styles: string;
  /** `html` must contain whole tags. */
  shorten(html: string): string;
}

export function shortNames(styles: string): ShortNames {
  const known = new Map<string, string>();
  const nameOf = (name: string): string => {
    const short = known.get(name) ?? `c${known.size.toString(36)}`;
    known.set(name, short);
    return short;
  };
  const renamed = styles.replace(PRELUDE, (prelude) => prelude.replace(CLASS, (_, name: string) => `.${nameOf(name)}`));
  return {
    styles: renamed,
    shorten: (html) =>
      html.replace(ATTRIBUTE, (_, names: string) => {
        const short = names.split(' ').flatMap((name) => known.get(name) ?? []);
        if (short.length === 0) return '';
        return short.length === 1 ? ` class=${short[0]}` : ` class="${short.join(' ')}"`;
      }),
  };
}
