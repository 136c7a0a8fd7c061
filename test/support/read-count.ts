// Counts how often work reads its input: measures growth without a clock.

export class ReadCount {
  reads = 0;

  /** The same value; every read of one of its members counts. */
  readonly of = <Value extends object>(value: Value): Value =>
    new Proxy(value, {
      get: (target, name) => {
        this.reads++;
        return Reflect.get(target, name);
      },
    });
}
