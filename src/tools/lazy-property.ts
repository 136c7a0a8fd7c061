// Objects with one part that is worked out when it is first asked for: lists of calls never ask, views do.

/**
 * Base of a class with such a part. The part is the object's own and enumerable, so that JSON, copies and comparisons
 * have it like any other. One accessor serves all objects: a getter of its own for each would cost more than many a
 * part is worth. Subclasses declare the part by its name and type.
 */
export abstract class LazyProperty<Part> {
  static readonly #accessor: PropertyDescriptor & ThisType<LazyProperty<unknown>> = {
    configurable: true,
    enumerable: true,
    get() {
      return this.#part();
    },
  };

  readonly #make: () => Part;
  #made: { readonly part: Part } | null = null;

  constructor(name: string, make: () => Part) {
    this.#make = make;
    Object.defineProperty(this, name, LazyProperty.#accessor);
  }

  #part(): Part {
    this.#made ??= { part: this.#make() };
    return this.#made.part;
  }
}
