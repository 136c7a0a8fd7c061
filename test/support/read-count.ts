// Counts how often work looks at what it was given: how work grows, told without a clock.

export class ReadCount {
  reads = 0;

  /** The same value; every look at one of its members counts. */
  readonly of = <Value extends object>(value: Value): Value =>
    new Proxy(value, {
      get: (target, name) => {
        this.reads++;
        return Reflect.get(target, name);
      },
    });
}
