// Objects with one property computed on first access: lists of calls never access it, views do.

/**
 * Base class for that. The property is own and enumerable, so that JSON, copies and comparisons include it. One accessor
 * serves all objects: a getter for each would often cost more than computing the property. Subclasses declare the
 * property's name and type.
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
