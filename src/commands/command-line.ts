// The rough shape of a shell command line: lists, pipelines and words. Enough to see which program decides the exit.

export interface SimpleCommand {
  /** Words with their quotes removed; a substitution is left as it stands. */
  readonly words: readonly string[];
  /** Inner text of `( … )`, when the command is a subshell. */
  readonly group: string | null;
}

export interface Step {
  /** How it is joined to the step before; null for the first of its list. */
  readonly join: '&&' | '||' | null;
  readonly pipeline: readonly SimpleCommand[];
}

/** Steps joined by && and ||. Lists stand one after the other: `;`, `&` and line ends part them. */
export interface CommandList {
  readonly steps: readonly Step[];
  readonly background: boolean;
}

/** A run of characters that mean nothing special. */
const PLAIN = /[^ \t\r\n\\'"`;#&|$(<]+/y;

/** Walks a command line once, from left to right. */
class Walker {
  readonly #text: string;
  #at = 0;
  #word = '';
  #inWord = false;
  #words: string[] = [];
  #group: string | null = null;
  #pipeline: SimpleCommand[] = [];
  #join: Step['join'] = null;
  #steps: Step[] = [];
  readonly #lists: CommandList[] = [];
  #heredocs: { readonly mark: string; readonly tabs: boolean }[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  walk(): readonly CommandList[] {
    while (this.#at < this.#text.length) this.#next();
    this.#endList(false);
    return this.#lists;
  }

  #next(): void {
    const text = this.#text;
    const char = text[this.#at] ?? '';
    const after = text[this.#at + 1] ?? '';
    switch (char) {
      case '\\':
        if (after !== '\n') this.#add(after);
        this.#at += 2;
        return;
      case "'":
      case '"':
        this.#quoted(char);
        return;
      case '`':
        this.#skipTo(this.#closing('`', this.#at + 1));
        return;
      case '\n':
        this.#at++;
        this.#skipHeredocs();
        this.#endList(false);
        return;
      case ' ':
      case '\t':
      case '\r':
        this.#endWord();
        this.#at++;
        return;
      case ';':
        this.#at++;
        this.#endList(false);
        return;
      case '#':
        if (this.#inWord) this.#take(1);
        else this.#at = this.#lineEnd();
        return;
      case '&':
        this.#ampersand(after);
        return;
      case '|':
        if (after === '|') this.#endStep('||', 2);
        else this.#endCommand(after === '&' ? 2 : 1);
        return;
      case '$':
        if (after === '(') this.#skipTo(this.#closingParen(this.#at + 2));
        else this.#take(1);
        return;
      case '(':
        this.#openParen();
        return;
      case '<':
        this.#less(after);
        return;
      default:
        this.#plain();
    }
  }

  /** At a character that means nothing special, and so at the beginning of a run of such. */
  #plain(): void {
    PLAIN.lastIndex = this.#at;
    this.#take(PLAIN.test(this.#text) ? PLAIN.lastIndex - this.#at : 1);
  }

  #ampersand(after: string): void {
    const before = this.#text[this.#at - 1];
    if (after === '&') this.#endStep('&&', 2);
    else if (before === '>' || before === '<' || after === '>') this.#take(1);
    else {
      this.#at++;
      this.#endList(true);
    }
  }

  #openParen(): void {
    const close = this.#closingParen(this.#at + 1);
    const alone = !this.#inWord && this.#words.length === 0;
    if (alone && this.#text[this.#at + 1] === '(') this.#words.push('((');
    else if (alone) this.#group = this.#text.slice(this.#at + 1, close);
    else this.#add('(…)');
    this.#at = close + 1;
  }

  #less(after: string): void {
    if (after !== '<' || this.#text[this.#at + 2] === '<') {
      this.#take(after === '<' ? 3 : 1);
      return;
    }
    const match = /^<<(-?)[ \t]*(?:'([^'\n]{1,80})'|"([^"\n]{1,80})"|\\?([\w.-]{1,80}))/.exec(
      this.#text.slice(this.#at, this.#at + 100),
    );
    if (match === null) {
      this.#take(2);
      return;
    }
    this.#endWord();
    this.#heredocs.push({ mark: match[2] ?? match[3] ?? match[4] ?? '', tabs: match[1] === '-' });
    this.#at += match[0].length;
  }

  #skipHeredocs(): void {
    for (const { mark, tabs } of this.#heredocs) this.#skipHeredoc(mark, tabs);
    this.#heredocs = [];
  }

  /** To behind the line that is the mark. Only lines that have the mark in them are looked at: documents are long. */
  #skipHeredoc(mark: string, tabs: boolean): void {
    const text = this.#text;
    const begin = this.#at;
    for (let found = text.indexOf(mark, begin); found !== -1; found = text.indexOf(mark, this.#at)) {
      const start = Math.max(begin, text.lastIndexOf('\n', found - 1) + 1);
      this.#at = found;
      const end = this.#lineEnd();
      const line = text.slice(start, end);
      this.#at = end + 1;
      if ((tabs ? line.replace(/^\t+/, '') : line) === mark) return;
    }
    this.#at = Math.max(begin, text.length);
  }

  #quoted(quote: string): void {
    const close = this.#closing(quote, this.#at + 1);
    this.#add(this.#text.slice(this.#at + 1, close));
    this.#at = close + 1;
  }

  /** Index of the closing quote, or the end of the text. */
  #closing(quote: string, from: number): number {
    const text = this.#text;
    let close = text.indexOf(quote, from);
    let escaped = quote === "'" ? -1 : text.indexOf('\\', from);
    while (escaped !== -1 && escaped < close) {
      // What stands behind a backslash closes nothing.
      if (close === escaped + 1) close = text.indexOf(quote, escaped + 2);
      escaped = text.indexOf('\\', escaped + 2);
    }
    return close === -1 ? text.length : close;
  }

  #closingParen(from: number): number {
    let depth = 1;
    for (let at = from; at < this.#text.length; at++) {
      const char = this.#text[at];
      if (char === '\\') at++;
      else if (char === "'" || char === '"' || char === '`') at = this.#closing(char, at + 1);
      else if (char === '(') depth++;
      else if (char === ')' && --depth === 0) return at;
    }
    return this.#text.length;
  }

  #skipTo(close: number): void {
    this.#add(this.#text.slice(this.#at, close + 1));
    this.#at = close + 1;
  }

  #lineEnd(): number {
    const end = this.#text.indexOf('\n', this.#at);
    return end === -1 ? this.#text.length : end;
  }

  #take(count: number): void {
    this.#add(this.#text.slice(this.#at, this.#at + count));
    this.#at += count;
  }

  #add(piece: string): void {
    this.#word += piece;
    this.#inWord = true;
  }

  #endWord(): void {
    if (this.#inWord) this.#words.push(this.#word);
    const condition = this.#inWord && this.#word === '[[' && this.#words.length === 1;
    this.#word = '';
    this.#inWord = false;
    if (!condition) return;
    // Inside [[ … ]] the operators join conditions, not commands.
    const close = this.#text.indexOf(']]', this.#at);
    this.#at = close === -1 ? this.#text.length : close;
  }

  #endCommand(width: number): void {
    this.#endWord();
    this.#at += width;
    if (this.#words.length > 0 || this.#group !== null) {
      this.#pipeline.push({ words: this.#words, group: this.#group });
    }
    this.#words = [];
    this.#group = null;
  }

  #endStep(join: Step['join'], width: number): void {
    this.#endCommand(width);
    if (this.#pipeline.length > 0) this.#steps.push({ join: this.#join, pipeline: this.#pipeline });
    this.#pipeline = [];
    this.#join = join;
  }

  #endList(background: boolean): void {
    // A line that ends in && or || goes on in the next one.
    const open = !this.#inWord && this.#words.length === 0 && this.#group === null && this.#pipeline.length === 0;
    if (open && this.#join !== null && this.#at < this.#text.length) return;
    this.#endStep(null, 0);
    if (this.#steps.length > 0) this.#lists.push({ steps: this.#steps, background });
    this.#steps = [];
  }
}

/** The command line that was asked for last: several questions are asked of each, one after the other. */
let lastText: string | null = null;
let lastLists: readonly CommandList[] = [];

/** Never fails: what cannot be understood ends up in the words of some command. */
export function parseCommandLine(text: string): readonly CommandList[] {
  if (text === lastText) return lastLists;
  const lists = new Walker(text).walk();
  lastText = text;
  lastLists = lists;
  return lists;
}
