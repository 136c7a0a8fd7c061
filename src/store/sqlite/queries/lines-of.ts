// Lines of a text that comes in pieces, ended only by \n: JSON leaves other separators as they are.

export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest: string[] = [];
  for await (const piece of pieces) {
    const lines = piece.split('\n');
    rest.push(lines.shift() ?? '');
    for (const line of lines) {
      yield rest.join('');
      rest = [line];
    }
  }
}
