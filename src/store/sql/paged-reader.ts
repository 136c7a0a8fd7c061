// Items that come in pages, to be merged with others: pages are awaited, items are taken synchronously.

export class PagedReader<Item> {
  readonly #pages: AsyncIterator<readonly Item[]>;
  /** Read and not taken yet. */
  #items: readonly Item[] = [];
  #next = 0;
  #isOver = false;

  constructor(pages: AsyncIterator<readonly Item[]>) {
    this.#pages = pages;
  }

  /** Reads pages until one ends with an item for which this is false. */
  async readWhile(holds: (item: Item) => boolean): Promise<void> {
    for (let last = this.#items.at(-1); last === undefined || holds(last); last = this.#items.at(-1)) {
      if (!(await this.#readPage())) return;
    }
  }

  /** Whether there is an item to take; reads on if there is none. */
  async readMore(): Promise<boolean> {
    while (this.#next >= this.#items.length) if (!(await this.#readPage())) return false;
    return true;
  }

  /** The next loaded items, as long as this is true. */
  *takeWhile(holds: (item: Item) => boolean): Generator<Item> {
    for (let item = this.#items[this.#next]; item !== undefined && holds(item); item = this.#items[this.#next]) {
      this.#next++;
      yield item;
    }
  }

  async #readPage(): Promise<boolean> {
    if (this.#isOver) return false;
    const { value, done } = await this.#pages.next();
    this.#isOver = done === true;
    if (done === true) return false;
    this.#items = [...this.#items.slice(this.#next), ...value];
    this.#next = 0;
    return true;
  }
}
