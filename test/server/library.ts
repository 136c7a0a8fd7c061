// The made-up logs that the server's tests serve: every kind of body, failures, a subagent, hostile text.

import { join } from 'node:path';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';

export const SESSION = '11111111-2222-4333-8444-555555555555';
export const HOSTILE_ID = '../../etc/passwd?x=<script>#%2e%2e';

/** A picture of one point. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const LONG = 'x'.repeat(300_000);

function mainLog(): ClaudeLog {
  const log = new ClaudeLog(SESSION);
  log.prompt('Mend the <b>gate</b>');
  log.say('I will look first.', 'm1');
  log.call('toolu_ls', 'Bash', { command: 'ls -la', description: 'List' }, 'm1');
  log.result('toolu_ls', 'a\nb', { structured: { stdout: 'a\nb', stderr: '', interrupted: false, isImage: false } });
  log.call('toolu_read', 'Read', { file_path: '/home/dev/orchard/gate.ts' }, 'm2');
  log.result('toolu_read', '<tool_use_error>File does not exist.</tool_use_error>', { isError: true });
  log.call('toolu_read2', 'Read', { file_path: '/home/dev/orchard/gate.ts' }, 'm3');
  log.result('toolu_read2', '     1→let gate = 1;', {
    structured: {
      type: 'text',
      file: {
        filePath: '/home/dev/orchard/gate.ts',
        content: 'let gate = 1;',
        numLines: 1,
        startLine: 1,
        totalLines: 1,
      },
    },
  });
  log.call('toolu_edit', 'Edit', { file_path: '/home/dev/orchard/gate.ts', old_string: '1', new_string: '2' }, 'm4');
  log.result('toolu_edit', 'The file has been updated.', {
    structured: {
      filePath: '/home/dev/orchard/gate.ts',
      oldString: '1',
      newString: '2',
      originalFile: 'let gate = 1;\n',
      structuredPatch: [
        { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-let gate = 1;', '+let gate = 2;'] },
      ],
      userModified: false,
      replaceAll: false,
    },
  });
  log.call('toolu_image', 'Read', { file_path: '/home/dev/orchard/gate.png' }, 'm5');
  log.result('toolu_image', [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } }]);
  log.call('toolu_html', 'Bash', { command: 'cat page.html' }, 'm6');
  log.result('toolu_html', '<script>alert(1)</script>', {
    structured: { stdout: '<script>alert(1)</script>', stderr: '', interrupted: false },
  });
  log.call('toolu_long', 'Bash', { command: 'yes' }, 'm7');
  log.result('toolu_long', LONG, { structured: { stdout: LONG, stderr: '', interrupted: false } });
  log.call(HOSTILE_ID, '<img src=x onerror=alert(1)>', { a: '\u001b]8;;http://evil.example\u0007x' }, 'm8');
  log.result(HOSTILE_ID, 'done');
  log.say('Done: the gate is mended.', 'm9');
  return log;
}

/** A folder of logs, and the path of the main one. */
export function madeUpLogs(): { readonly folder: string; readonly log: string } {
  const name = join('projects', '-home-dev-orchard', `${SESSION}.jsonl`);
  const other = new ClaudeLog('22222222-2222-4333-8444-555555555555', { cwd: '/home/dev/harbor' });
  other.prompt('Count the ships');
  other.call('toolu_count', 'Grep', { pattern: 'ship', path: '.' });
  other.result('toolu_count', 'Found 2 files\na.ts\nb.ts', {
    structured: { mode: 'files_with_matches', filenames: ['a.ts', 'b.ts'], numFiles: 2 },
  });
  const folder = folderWith({
    [name]: mainLog().text(),
    [join('projects', '-home-dev-harbor', `${other.session}.jsonl`)]: other.text(),
  });
  return { folder, log: join(folder, name) };
}
