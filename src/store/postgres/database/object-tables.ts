// Blocks of logs that lie as objects outside of the database (schema 5): their rows name them, and those that no row names are noted
// until they are deleted.

export const OBJECTS_SCHEMA = `
-- The object that has the bytes of a block; null where they are in \`body\`.
ALTER TABLE log_blocks ADD COLUMN object TEXT;
ALTER TABLE log_blocks ALTER COLUMN body DROP NOT NULL;

-- Objects that are to be deleted from then on: rows that named them are gone, or were to come and did not.
CREATE TABLE gone_objects (object TEXT PRIMARY KEY, due timestamptz NOT NULL DEFAULT now());

CREATE FUNCTION note_gone_object() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO gone_objects (object) VALUES (OLD.object) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER log_blocks_go AFTER DELETE ON log_blocks FOR EACH ROW WHEN (OLD.object IS NOT NULL)
  EXECUTE FUNCTION note_gone_object();
`;
