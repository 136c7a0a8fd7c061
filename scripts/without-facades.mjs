// Takes files out of a bundle that hold nothing but the names of what lies in another one: to find, read and link a
// file costs a start 2 ms, and a command asks for five such.

/** `import "./a.js";` any number of times, then `export { x as name, … } from "./b.js";` and no more. */
const FACADE = /^((?:import "\.\/[^"]+";\n)*)export \{ ([^}]*) \} from "\.\/([^"]+)";\s*$/;

/** Undefined for a chunk with code of its own. */
function facadeOf({ isEntry, code, fileName }) {
  const [, imports, names, target] = FACADE.exec(code) ?? [];
  if (isEntry || target === undefined) return undefined;
  const asked = [...imports.matchAll(/"\.\/([^"]+)"/g)].map(([, name]) => name);
  const members = names.split(', ').map((name) => {
    const [inside, outside = inside] = name.split(' as ');
    return `${outside}: m.${inside}`;
  });
  return { fileName, asked, target, object: `{ ${members.join(', ')} }` };
}

/** The chunks with code; where one asked for a facade, it asks for what stands behind it. */
export function withoutFacades(chunks) {
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]));
  // What a facade loads besides must be loaded by the other file as well.
  const facades = chunks
    .map(facadeOf)
    .filter((facade) => facade?.asked.every((name) => importsOf.get(facade.target)?.includes(name)));
  const byName = new Map(facades.map((facade) => [facade.fileName, facade]));
  const isAsked = (name) => chunks.some(({ imports }) => imports.includes(name));
  return chunks
    .filter(({ fileName }) => !byName.has(fileName) || isAsked(fileName))
    .map((chunk) => ({
      ...chunk,
      code: chunk.code.replace(/\bimport\("\.\/([^"]+)"\)/g, (asking, name) => {
        const facade = byName.get(name);
        return facade === undefined ? asking : `import("./${facade.target}").then((m) => (${facade.object}))`;
      }),
    }));
}
