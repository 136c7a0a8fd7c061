// Runs checks of the zoo in parallel: most of a check is waiting, but not all of it.

const AT_ONCE = 16;

/** What `check` finds for each of them, by name. */
export async function inPool<Animal, Found>(
  animals: readonly Animal[],
  check: (animal: Animal) => Promise<Found>,
): Promise<Map<Animal, Found>> {
  const found = new Map<Animal, Found>();
  const queue = [...animals];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) found.set(next, await check(next));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}
