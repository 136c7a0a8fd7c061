// The made-up vocabulary: sentences, code, shell output, commands and paths of software that does not exist.

import type { Rng } from './rng.ts';

const NOUNS = [
  'lantern',
  'harbor',
  'ledger',
  'tide',
  'beacon',
  'anchor',
  'pulley',
  'meadow',
  'cistern',
  'orchard',
  'gantry',
  'kiln',
  'spindle',
  'trellis',
  'quarry',
  'sluice',
  'turbine',
  'valve',
  'wharf',
  'almanac',
  'bellows',
  'cargo',
  'drawbridge',
  'ferry',
  'granary',
  'hopper',
  'inlet',
  'jetty',
  'kestrel',
  'lattice',
  'manifest',
  'nozzle',
  'outpost',
  'parcel',
  'queue',
  'rudder',
  'signal',
  'tally',
  'vessel',
  'weir',
  'buffer',
  'cursor',
  'index',
  'token',
  'batch',
  'cache',
  'frame',
  'route',
  'schema',
  'slot',
  'stream',
  'window',
  'worker',
  'packet',
  'record',
  'segment',
  'shard',
  'snapshot',
] as const;
const VERBS = [
  'load',
  'store',
  'merge',
  'split',
  'drain',
  'flush',
  'resolve',
  'measure',
  'collect',
  'route',
  'encode',
  'decode',
  'parse',
  'render',
  'retry',
  'rotate',
  'schedule',
  'settle',
  'trim',
  'unpack',
  'verify',
  'watch',
  'weigh',
  'zip',
  'count',
  'compare',
  'attach',
  'detach',
  'expand',
  'fold',
  'gather',
  'hoist',
  'inspect',
  'join',
  'label',
  'mount',
] as const;
const ADJECTIVES = [
  'stale',
  'empty',
  'nested',
  'partial',
  'shared',
  'pending',
  'frozen',
  'remote',
  'local',
  'sparse',
  'narrow',
  'quiet',
  'amber',
  'brisk',
  'copper',
  'distant',
  'early',
  'faded',
  'gentle',
  'hollow',
  'idle',
  'jagged',
  'late',
  'mossy',
] as const;
const GLUE = [
  'when the',
  'before the',
  'after each',
  'because the',
  'without a',
  'inside the',
  'so that every',
  'unless the',
  'while the',
  'instead of the',
  'together with the',
  'for each',
  'next to the',
  'only if the',
] as const;
const FOLDERS = ['src', 'lib', 'internal', 'pkg', 'core', 'tools', 'test', 'docs', 'scripts', 'app'] as const;

export const LANGUAGES = ['ts', 'go', 'py', 'rs'] as const;
export type Language = (typeof LANGUAGES)[number];

export function noun(rng: Rng): string {
  return rng.pick(NOUNS);
}

export function verb(rng: Rng): string {
  return rng.pick(VERBS);
}

export function adjective(rng: Rng): string {
  return rng.pick(ADJECTIVES);
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** `drainPendingSlot` */
export function identifier(rng: Rng): string {
  return `${verb(rng)}${capital(adjective(rng))}${capital(noun(rng))}`;
}

/** `harbor-ledger` */
export function projectName(rng: Rng): string {
  return `${noun(rng)}-${noun(rng)}`;
}

/** `fix/drain-stale-queue` */
export function branchName(rng: Rng): string {
  return rng.chance(0.4) ? 'main' : `${rng.pick(['fix', 'feat', 'chore'])}/${verb(rng)}-${adjective(rng)}-${noun(rng)}`;
}

/** "Drain the stale queue before each shard" */
export function title(rng: Rng): string {
  return `${capital(verb(rng))} the ${adjective(rng)} ${noun(rng)} ${rng.pick(GLUE)} ${noun(rng)}`;
}

export function sentence(rng: Rng): string {
  const start = rng.pick(['The', 'Every', 'This', 'Now the', 'First, the', 'That', 'Here the', 'A']);
  const middle = `${adjective(rng)} ${noun(rng)} should ${verb(rng)} ${rng.pick(GLUE)} ${noun(rng)}`;
  const tail = rng.chance(0.4) ? `, then ${verb(rng)} the \`${identifier(rng)}\` ${noun(rng)}` : '';
  return `${start} ${middle}${tail}.`;
}

/** One line of plain prose: a few sentences, a bullet, a heading, or nothing. */
export function proseLine(rng: Rng): string {
  const kind = rng.int(12);
  if (kind === 0) return '';
  if (kind === 1) return `## ${capital(adjective(rng))} ${noun(rng)}`;
  if (kind <= 4)
    return `- **${capital(noun(rng))}**: ${verb(rng)} the ${noun(rng)} in \`${relativePath(rng, 'ts')}:${rng.between(4, 900)}\``;
  return Array.from({ length: rng.between(1, 3) }, () => sentence(rng)).join(' ');
}

/** Prose with characters outside ASCII, among them the line separators that break careless line readers. */
export function unicodeLine(rng: Rng): string {
  const mark = rng.pick(['→', '…', '—', '✓', '✗', '«', '»', 'é', 'ü', 'ß', '日', '本', '한', '🚢', '\u2028', '\u00a0']);
  return `${sentence(rng)} ${mark} ${adjective(rng)} ${noun(rng)}`;
}

export function relativePath(rng: Rng, language: Language): string {
  const depth = rng.between(1, 3);
  const folders = [rng.pick(FOLDERS), ...Array.from({ length: depth - 1 }, () => noun(rng))];
  return `${folders.join('/')}/${verb(rng)}-${noun(rng)}.${language}`;
}

const CODE: Readonly<Record<Language, readonly ((rng: Rng) => string)[]>> = {
  ts: [
    (r) => `  const ${noun(r)} = await ${identifier(r)}(${noun(r)}, { ${noun(r)}: ${r.int(99)} });`,
    (r) => `  if (${noun(r)} === undefined) return null;`,
    (r) => `export function ${identifier(r)}(${noun(r)}: ${capital(noun(r))}): ${capital(noun(r))} {`,
    (r) => `    throw new Error(\`cannot ${verb(r)} "\${${noun(r)}}"\\n\`);`,
    (r) => `  // ${sentence(r)}`,
    () => '  }',
    () => '}',
    () => '',
    (r) => `  const ${verb(r)}Pattern = /^${noun(r)}\\s+(\\d+)$/;`,
    (r) => `  return ${noun(r)}.filter((${noun(r)}) => ${noun(r)}.${noun(r)} > ${r.int(500)}).map(${identifier(r)});`,
    (r) => `import { ${identifier(r)} } from './${noun(r)}-${noun(r)}.ts';`,
  ],
  go: [
    (r) => `\t${noun(r)}, err := ${identifier(r)}(ctx, ${noun(r)})`,
    () => '\tif err != nil {',
    (r) => `\t\treturn nil, fmt.Errorf("${verb(r)} ${noun(r)}: %w", err)`,
    () => '\t}',
    (r) => `func (s *${capital(noun(r))}) ${capital(identifier(r))}(${noun(r)} string) (*${capital(noun(r))}, error) {`,
    () => '}',
    () => '',
    (r) => `\t// ${sentence(r)}`,
    (r) => `\tfor _, ${noun(r)} := range s.${noun(r)}s {`,
    (r) => `\t\tslog.Info("${verb(r)}", "${noun(r)}", ${noun(r)}, "count", len(${noun(r)}s))`,
  ],
  py: [
    (r) => `    ${noun(r)} = self.${identifier(r)}(${noun(r)}, ${noun(r)}=${r.int(40)})`,
    (r) => `    if not ${noun(r)}:`,
    (r) => `        raise ValueError(f"cannot ${verb(r)} {${noun(r)}!r}")`,
    (r) => `def ${verb(r)}_${noun(r)}(${noun(r)}: str, ${noun(r)}: int = ${r.int(20)}) -> None:`,
    () => '',
    (r) => `    """${sentence(r)}"""`,
    (r) => `    return [${noun(r)} for ${noun(r)} in ${noun(r)}s if ${noun(r)}["${noun(r)}"] != '${adjective(r)}']`,
  ],
  rs: [
    (r) => `    let ${noun(r)} = ${verb(r)}_${noun(r)}(&${noun(r)})?;`,
    (r) => `    match ${noun(r)}.${verb(r)}() {`,
    (r) => `        Some(${noun(r)}) => ${noun(r)}.${verb(r)}_${noun(r)}("${adjective(r)}"),`,
    (r) => `        None => bail!("no ${noun(r)} to ${verb(r)}"),`,
    () => '    }',
    () => '}',
    () => '',
    (r) => `    /// ${sentence(r)}`,
    (r) => `pub fn ${verb(r)}_${noun(r)}(${noun(r)}: &str) -> Result<${capital(noun(r))}> {`,
  ],
};

export function codeLine(rng: Rng, language: Language): string {
  return rng.pick(CODE[language])(rng);
}

const ESC = '\u001b';

/** A line of a test run on a terminal with colours. */
export function colouredLine(rng: Rng): string {
  return `${ESC}[32mPASS${ESC}[39m ${relativePath(rng, 'ts')} ${ESC}[2m(${rng.int(80)} tests)${ESC}[22m ${rng.int(900)}ms`;
}

export function stackFrame(rng: Rng): string {
  return `    at ${identifier(rng)} (${relativePath(rng, 'ts')}:${rng.between(1, 500)}:${rng.between(1, 60)})`;
}

/** One plain line of what a command prints: listings, test runs, builds, logs. */
export function shellLine(rng: Rng): string {
  switch (rng.int(9)) {
    case 0:
      return `-rw-r--r--  1 dev dev ${String(rng.int(99_999)).padStart(6)} Mar ${rng.between(10, 28)} ${relativePath(rng, 'go')}`;
    case 1:
      return `${rng.hex(7)} ${rng.pick(['fix', 'feat', 'docs', 'test'])}(${noun(rng)}): ${verb(rng)} the ${adjective(rng)} ${noun(rng)}`;
    case 2:
      return `ok  \tacme.test/${noun(rng)}/${noun(rng)}\t${(rng.int(9000) / 1000).toFixed(3)}s`;
    case 3:
      return `${relativePath(rng, 'ts')}(${rng.int(400)},${rng.int(90)}): error TS${rng.between(2000, 2800)}: Property '${noun(rng)}' does not exist.`;
    case 4:
      return `${relativePath(rng, 'py')}:${rng.int(700)}:    ${noun(rng)} = "${adjective(rng)} ${noun(rng)}"`;
    case 5:
      return `level=info msg="${verb(rng)} ${noun(rng)}" count=${rng.int(5000)} took=${rng.int(900)}ms`;
    case 6:
      return `--- FAIL: Test${capital(identifier(rng))} (${(rng.int(300) / 100).toFixed(2)}s)`;
    case 7:
      return `{"${noun(rng)}":"${adjective(rng)}","${noun(rng)}":${rng.int(100)},"path":"${relativePath(rng, 'rs')}"}`;
    default:
      return `${relativePath(rng, rng.pick(LANGUAGES))}`;
  }
}

/** A command a coding agent would run. */
export function commandLine(rng: Rng): string {
  const path = relativePath(rng, rng.pick(LANGUAGES));
  switch (rng.int(9)) {
    case 0:
      return `git -C . log --oneline -${rng.between(3, 40)} -- ${path}`;
    case 1:
      return `npm run ${verb(rng)} -- --filter "${noun(rng)} ${adjective(rng)}" 2>&1 | tail -${rng.between(5, 60)}`;
    case 2:
      return `go test ./${noun(rng)}/... -run Test${capital(identifier(rng))} -count=1`;
    case 3:
      return `sed -n '${rng.between(1, 200)},${rng.between(201, 600)}p' ${path}`;
    case 4:
      return `ls -la ${path.slice(0, path.lastIndexOf('/'))} && wc -l ${path}`;
    case 5:
      return `git add ${path} && git commit -m "$(cat <<'EOF'\n${title(rng)}\n\n${sentence(rng)}\nEOF\n)"`;
    case 6:
      return `grep -rn "${identifier(rng)}" ${path.split('/')[0]} --include='*.ts' | head -${rng.between(5, 50)}`;
    case 7:
      return `python3 - <<'PY'\nimport json\nfor ${noun(rng)} in range(${rng.int(50)}):\n    print(json.dumps({"${noun(rng)}": ${noun(rng)}}))\nPY`;
    default:
      return `make ${verb(rng)}-${noun(rng)} ${capital(noun(rng))}=${rng.int(9)}`;
  }
}

/** What the person types. */
export function promptLine(rng: Rng): string {
  return rng.pick([
    `please ${verb(rng)} the ${noun(rng)} in ${relativePath(rng, 'ts')}`,
    `why does the ${noun(rng)} ${verb(rng)} ${rng.pick(GLUE)} ${noun(rng)}?`,
    'continue',
    'yes, go ahead',
    `${title(rng)}. ${sentence(rng)} ${sentence(rng)}`,
    `the ${adjective(rng)} ${noun(rng)} is still wrong: ${sentence(rng)}`,
  ]);
}
