// Schema 7: what made writing calls dear and served no question. Each index costs every call about a microsecond, and every week a table
// of its own.

/** From schema 6 to 7; a new database takes the same step. */
export const LOADING_SCHEMA = `
-- Whoever adds facts notes their weeks (write/facts): with a trigger that sees new rows, COPY would add them one by one.
DROP TRIGGER facts_come ON facts;

-- Calls are asked for by their number, or by session and place. One index of numbers is enough.
ALTER TABLE calls DROP CONSTRAINT calls_pkey;
DROP INDEX calls_pk;
ALTER TABLE calls ADD PRIMARY KEY (pk, session_pk, week);

-- Hooks are looked for session by session, which calls_place has.
DROP INDEX calls_hooks;
`;
