// SQL expressions over a row of calls that are not columns.

/** The command, as far as SQL can get it, of rows `c` of calls. */
export const COMMAND_OF_ROW = `coalesce(c.detail ->> '$.f.command', CASE c.detail ->> '$.c' WHEN 1 THEN c.summary
  ELSE substr(c.summary, 1, length(c.summary) - 1) || (c.detail ->> '$.c') END)`;

/** For rows `c` of calls: the call hides a failure. */
export const IS_MASKED = `coalesce(instr(c.flags, 'masks-failure') > 0, 0)`;
