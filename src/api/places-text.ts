// Where logs are looked for, in words: the same on the page and on the terminal.

/** More places than that are a wall of paths: they are counted, and listed where somebody looks for them. */
const MOST_NAMED = 3;

/** After "looks in" or "no logs in". */
export function placesText(places: readonly string[], listedBy: string): string {
  if (places.length === 0) return 'the agents’ own folders';
  if (places.length <= MOST_NAMED) return places.join(', ');
  return `the ${places.length} places where agents keep their logs (${listedBy} lists them)`;
}
