// Checks which commands have the same aim.

import { expect, it } from 'vitest';
import { commandAim } from './command-aim.ts';

it.each([
  ['npm test', 'npm test'],
  ['cd /srv/orchard && CI=1 npm run build -- --watch=false 2>&1 | tail -20', 'npm run build'],
  ['go test ./pears/... -run Ripe', 'go test'],
  ['go test -count=1 ./plums', 'go test'],
  ['sudo -u gardener cargo --quiet check --workspace', 'cargo check'],
  ['/usr/local/bin/pytest tests/pears.py -q', 'pytest'],
  ['python3 -m pytest tests', 'python3 -m pytest'],
  ['python3 scripts/prune.py --dry-run', 'python3 scripts/prune.py'],
  ['git add -A && git commit -m "Ripe pears"', 'git add + git commit'],
  ['make lint; make lint', 'make lint'],
  ['docker compose up -d', 'docker compose up'],
  ['npx tsc --noEmit', 'npx tsc'],
  ['bash -lc "npm test"', 'npm test'],
  ['for f in pears plums; do make jar; done', 'make jar'],
  ['tsc -p ./tsconfig.json', 'tsc'],
  ['gh pr merge 7 --squash', 'gh pr merge'],
  ['uv run pytest -q tests', 'uv run pytest'],
  ['uv run python scripts/prune.py', 'uv run python scripts/prune.py'],
  ['bun run build', 'bun run build'],
])('%s is to %s', (command, aim) => {
  expect(commandAim(command)).toBe(aim);
});

it.each([
  'ls -la /srv',
  'cat pears.txt | head -3',
  'cd /srv && grep -rn ripe .',
  'python3 -c "print(1)"',
  'uv run python -c "print(1)"',
  'gh api repos/orchard/pears',
  'git diff --stat',
  "node - <<'EOF'\nconsole.log(1)\nEOF",
  '',
  '$(pick) pears',
  `npm test ${'x'.repeat(5000)}`,
])('%s has no aim', (command) => {
  expect(commandAim(command)).toBeNull();
});
