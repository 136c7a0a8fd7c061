// Tests which programs a command line runs, and which it only mentions.

import { describe, expect, it } from 'vitest';
import { programsOf } from './program-names.ts';

describe('programsOf', () => {
  it.each<[string, readonly string[]]>([
    ['docker ps', ['docker']],
    ['cd /srv && docker compose up -d', ['cd', 'docker']],
    ['ls | grep docker', ['ls', 'grep']],
    ['echo "docker is great"', ['echo']],
    ['cat docker.txt; rm docker', ['cat', 'rm']],
    ['sudo -u root docker ps', ['sudo', 'docker']],
    ['env -u HOME A=1 docker ps', ['env', 'docker']],
    ['A=1 B=2 docker ps', ['docker']],
    ['/usr/local/bin/docker ps', ['docker']],
    ['timeout -k 5 30 docker ps || true', ['timeout', 'docker', 'true']],
    ['docker ps -q | xargs -n 1 -r docker rm', ['docker', 'xargs']],
    ["bash -lc 'cd /x && docker ps'", ['bash', 'cd', 'docker']],
    ['sh -c "docker ps"', ['sh', 'docker']],
    ['(cd x; docker ps)', ['cd', 'docker']],
    ['if docker ps; then echo up; fi', ['docker', 'echo']],
    ['for id in $(docker ps -q); do podman stop $id; done', ['docker', 'podman']],
    ['ids=$(docker ps -q)', ['docker']],
    ['echo `docker ps`', ['docker', 'echo']],
    ["find . -name '*.js' -exec prettier --check {} +", ['find', 'prettier']],
    ["cat <<'EOF'\ndocker ps\nEOF", ['cat']],
    ['2>/dev/null docker ps', ['docker']],
    ['! docker ps', ['docker']],
    [`echo begin\n${'Zm9v'.repeat(16)}\ndocker ps`, ['echo', 'docker']],
    ['nohup docker ps &', ['nohup', 'docker']],
    ['$TOOL run', []],
    ['', []],
  ])('%s', (command, expected) => {
    expect(programsOf([command])).toEqual(expected);
  });

  it('names each program once, over all commands', () => {
    expect(programsOf(['git add .', 'git commit && npm test'])).toEqual(['git', 'npm']);
  });
});
