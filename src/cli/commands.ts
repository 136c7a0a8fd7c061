// The list of commands, one entry each, by what they are for. A command is loaded only by load().

import type { CommandEntry } from './command.ts';

interface CommandGroup {
  readonly title: string;
  readonly commands: readonly CommandEntry[];
}

export const commandGroups: readonly CommandGroup[] = [
  {
    title: 'Dashboard',
    commands: [
      {
        name: 'serve',
        summary: 'Run the dashboard and the HTTP API on this machine, and follow the logs.',
        load: async () => (await import('./commands/serve.ts')).serve,
      },
      {
        name: 'open',
        summary: 'Open the dashboard of the running server, signed in, and print an address that works once.',
        load: async () => (await import('./commands/open.ts')).open,
      },
    ],
  },
  {
    title: 'Sessions',
    commands: [
      { name: 'ls', summary: 'List sessions, newest first.', load: async () => (await import('./commands/ls.ts')).ls },
      {
        name: 'summary',
        summary: 'Did it work? How one session ended, what it changed, where its time went, what it cost.',
        load: async () => (await import('./commands/summary.ts')).summary,
      },
      {
        name: 'show',
        summary: 'Read one session as a conversation: what was said, every call, and what it changed.',
        load: async () => (await import('./commands/show.ts')).show,
      },
      {
        name: 'diff',
        summary:
          'Compare two sessions: what one did and the other did not, where they first differ, what each came to.',
        load: async () => (await import('./commands/diff.ts')).diff,
      },
      {
        name: 'mark',
        summary: 'Pin, rename or hide a session, or take that back; without a session, list what is marked.',
        load: async () => (await import('./commands/mark.ts')).mark,
      },
    ],
  },
  {
    title: 'Calls, files and texts',
    commands: [
      {
        name: 'calls',
        summary: 'List tool calls that match a filter, newest first.',
        load: async () => (await import('./commands/calls.ts')).calls,
      },
      {
        name: 'call',
        summary: 'Show everything about one call: its life, timing, permission, hooks, bodies and evidence.',
        load: async () => (await import('./commands/call.ts')).call,
      },
      {
        name: 'tail',
        summary: 'Show the latest calls of all sessions; with -f, follow new ones live.',
        load: async () => (await import('./commands/tail.ts')).tail,
      },
      {
        name: 'files',
        summary: 'List the files that agents read and changed, most recently touched first.',
        load: async () => (await import('./commands/files.ts')).files,
      },
      {
        name: 'search',
        summary: 'Find any text in any log, newest first: prompts, answers, tool inputs, results, paths, errors.',
        load: async () => (await import('./commands/search.ts')).search,
      },
    ],
  },
  {
    title: 'Totals',
    commands: [
      {
        name: 'stats',
        summary:
          'Count calls, failures and durations by tool, model, agent, project, day, hook, permission or background work.',
        load: async () => (await import('./commands/stats.ts')).stats,
      },
      {
        name: 'errors',
        summary: 'Count failures by class, and how many of them the agent recovered from.',
        load: async () => (await import('./commands/errors.ts')).errors,
      },
      {
        name: 'trends',
        summary: 'Say whether it got worse: calls, failures, recovery, waiting and cost by week, with intervals.',
        load: async () => (await import('./commands/trends.ts')).trends,
      },
      {
        name: 'sql',
        summary: 'Query the index in SQL, read-only.',
        load: async () => (await import('./commands/sql.ts')).sql,
      },
    ],
  },
  {
    title: 'To give away',
    commands: [
      {
        name: 'share',
        summary: 'Write one session as a file to give away: redacted HTML or Markdown.',
        load: async () => (await import('./commands/share.ts')).share,
      },
      {
        name: 'export',
        summary: 'Export one session as a trace: for Perfetto, or as OTLP for OpenTelemetry.',
        load: async () => (await import('./commands/export.ts')).exportSession,
      },
      {
        name: 'secrets',
        summary: 'List keys, tokens and passwords that sit in the logs, masked, so that they can be replaced.',
        load: async () => (await import('./commands/secrets.ts')).secrets,
      },
    ],
  },
  {
    title: 'For agents',
    commands: [
      {
        name: 'setup',
        summary:
          'Set up the agents on this machine: hooks, MCP server and status line; shown first, and undone with --undo.',
        load: async () => (await import('./commands/setup.ts')).setup,
      },
      {
        name: 'hook',
        summary:
          'Install, uninstall or check hooks, which report from inside the agent; alone, the hook that agents run.',
        load: async () => (await import('./commands/hook.ts')).hook,
        direct: async (args) => (await import('./hooks/start-hook.ts')).startHook(args),
      },
      {
        name: 'mcp',
        summary: 'Answer agents over the Model Context Protocol: what failed before, what worked, what was changed.',
        load: async () => (await import('./commands/mcp.ts')).mcp,
      },
      {
        name: 'status-line',
        summary: 'Print one line about a session for the agent that runs it: calls, failures, waiting, cost.',
        load: async () => (await import('./commands/status-line.ts')).statusLine,
      },
    ],
  },
  {
    title: 'Single logs and streams',
    commands: [
      {
        name: 'inspect',
        summary: 'Read log files or folders and show every tool call in them, without an index.',
        load: async () => (await import('./commands/inspect.ts')).inspect,
      },
      {
        name: 'tee',
        summary: 'Pass on the output of a headless agent in a pipe, and record it with the time of every line.',
        load: async () => (await import('./commands/tee.ts')).tee,
      },
    ],
  },
  {
    title: 'What Toolscope keeps',
    commands: [
      {
        name: 'index',
        summary: 'Bring the index up to date with the logs; other commands do this on their own.',
        load: async () => (await import('./commands/index.ts')).index,
      },
      {
        name: 'doctor',
        summary: 'Check that logs are found and read in full, and report what is not.',
        load: async () => (await import('./commands/doctor.ts')).doctor,
      },
      {
        name: 'purge',
        summary: 'Delete archived copies of logs, and what the index knows about logs that are gone.',
        load: async () => (await import('./commands/purge.ts')).purge,
      },
    ],
  },
  {
    title: 'Other',
    commands: [
      {
        name: 'rap',
        summary: 'Receive tool results over HTTP (Reactive Agent Protocol): serve, check, demo, export.',
        load: async () => (await import('./commands/rap.ts')).rap,
      },
      {
        name: 'schema',
        summary: "Print the JSON Schema (2020-12) of a tool's input and results.",
        load: async () => (await import('./commands/schema.ts')).schema,
      },
      {
        name: 'completion',
        summary: 'Print a script that completes commands and options in your shell.',
        load: async () => (await import('./commands/completion.ts')).completion,
      },
    ],
  },
];

export const commands: readonly CommandEntry[] = commandGroups.flatMap((group) => group.commands);
