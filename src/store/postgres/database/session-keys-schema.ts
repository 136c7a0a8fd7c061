// Schema 8: text indexes are kept by session, as all else that belongs to one, so that every primary key of theirs contains the session.

/** The session of every row; rows of files that are not there served no search. */
function bySession(table: string, rest: string): string {
  return `
ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey, ADD COLUMN session_pk int8;
UPDATE ${table} t SET session_pk = f.session_pk FROM sources f WHERE f.pk = t.source_pk;
DELETE FROM ${table} WHERE session_pk IS NULL;
ALTER TABLE ${table} ADD PRIMARY KEY (session_pk, source_pk${rest});
`;
}

/** From schema 7 to 8; a new database takes the same step. */
export const SESSION_KEYS_SCHEMA = bySession('texts', '') + bySession('text_chunks', ', num');
