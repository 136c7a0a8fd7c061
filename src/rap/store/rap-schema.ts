// The schema of rap.sqlite: threads, calls, the journal of events, and rejected messages.

import type { Migration } from '../../sqlite/migrate.ts';

export const RAP_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    sql: `
-- A conversation; group_id on the wire.
CREATE TABLE thread (
  thread INTEGER PRIMARY KEY,
  group_id TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL CHECK (state IN ('open', 'closed')),
  title TEXT,
  user_id TEXT,
  ancestors TEXT,
  opened_at INTEGER NOT NULL,
  -- Of the newest event, give or take a second.
  last_at INTEGER NOT NULL,
  closed_at INTEGER
) STRICT;
CREATE INDEX thread_last ON thread (last_at);

-- An invocation.
CREATE TABLE call (
  call INTEGER PRIMARY KEY,
  thread INTEGER NOT NULL REFERENCES thread,
  id TEXT NOT NULL,
  call_id TEXT,
  operation TEXT NOT NULL,
  base TEXT,
  endpoint TEXT,
  repeatable INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'completed', 'cancelled', 'expired', 'failed', 'closed')),
  delivery TEXT NOT NULL CHECK (delivery IN ('agent', 'queued', 'accepted', 'refused', 'unreachable')),
  subscription TEXT CHECK (subscription IN ('active', 'ended', 'cancelled')),
  registered_at INTEGER NOT NULL,
  deadline_at INTEGER,
  settled_at INTEGER,
  request_seq INTEGER NOT NULL,
  result_seq INTEGER,
  UNIQUE (thread, id)
) STRICT;
-- One index for all that asks about pending calls. By deadline, not by thread: calls end about in the order in which
-- they began, so few pages change at a time.
CREATE INDEX call_pending ON call (deadline_at, thread, delivery) WHERE state = 'pending';
CREATE INDEX call_subscribed ON call (thread) WHERE subscription = 'active';

-- Callback addresses. Of the secret part only a hash is kept, so a call that is sent again gets a second address.
CREATE TABLE address (
  selector TEXT PRIMARY KEY,
  call INTEGER NOT NULL,
  secret_hash BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- What happened, in order. Numbers are never used twice: the newest row is never deleted. Callbacks are kept as they were sent, without addresses that are secrets.
CREATE TABLE event (
  seq INTEGER PRIMARY KEY,
  thread INTEGER NOT NULL,
  call INTEGER,
  kind TEXT NOT NULL,
  at INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;
-- By thread inside blocks of 4,096 events: new entries of all threads land on a few pages, so that one commit of many
-- threads' results stays small. A reader walks the blocks from its place on.
CREATE INDEX event_thread ON event (seq >> 12, thread);

-- A question to the person that keeps a call pending. The address is removed as soon as it is not needed.
CREATE TABLE ask (
  ask INTEGER PRIMARY KEY,
  call INTEGER NOT NULL REFERENCES call,
  kind TEXT NOT NULL CHECK (kind IN ('oauth', 'user_choice')),
  seq INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'answering', 'answered', 'failed', 'withdrawn')),
  selected INTEGER,
  url TEXT
) STRICT;
CREATE INDEX ask_call ON ask (call);
CREATE INDEX ask_answering ON ask (ask) WHERE state = 'answering';
-- A call that has ended asks nothing any more, however it ended.
CREATE TRIGGER ask_withdraw AFTER UPDATE OF state ON call WHEN OLD.state = 'pending' AND NEW.state <> 'pending' BEGIN
  UPDATE ask SET state = 'withdrawn', url = NULL WHERE call = NEW.call AND state IN ('open', 'answering');
END;

-- Delivery ids seen before, by which repeated events are recognised.
CREATE TABLE delivery (
  call INTEGER NOT NULL REFERENCES call,
  webhook_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (call, webhook_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX delivery_at ON delivery (at);

-- The newest state of each view of a thread.
CREATE TABLE view (
  thread INTEGER NOT NULL REFERENCES thread,
  view_type TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (thread, view_type)
) STRICT, WITHOUT ROWID;

-- Tool servers of a thread, as discovered when the thread began.
CREATE TABLE toolset (
  thread INTEGER NOT NULL REFERENCES thread,
  base TEXT NOT NULL,
  manifest TEXT,
  problem TEXT,
  fetched_at INTEGER NOT NULL,
  PRIMARY KEY (thread, base)
) STRICT, WITHOUT ROWID;

-- What was not let in, and why.
CREATE TABLE rejection (
  rejection INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  reason TEXT NOT NULL,
  status INTEGER NOT NULL,
  group_id TEXT,
  id TEXT,
  type TEXT,
  bytes INTEGER NOT NULL,
  body TEXT
) STRICT;
`,
  },
  {
    version: 2,
    sql: `
-- Questions of the runtime itself (confirm), and why an answer has not arrived yet.
DROP TRIGGER ask_withdraw;
CREATE TABLE ask_next (
  ask INTEGER PRIMARY KEY,
  call INTEGER NOT NULL REFERENCES call,
  kind TEXT NOT NULL CHECK (kind IN ('oauth', 'user_choice', 'confirm')),
  seq INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'answering', 'answered', 'failed', 'withdrawn')),
  selected INTEGER,
  url TEXT,
  problem TEXT
) STRICT;
INSERT INTO ask_next (ask, call, kind, seq, state, selected, url) SELECT ask, call, kind, seq, state, selected, url FROM ask;
DROP TABLE ask;
ALTER TABLE ask_next RENAME TO ask;
CREATE INDEX ask_call ON ask (call);
CREATE INDEX ask_answering ON ask (ask) WHERE state = 'answering';
CREATE TRIGGER ask_withdraw AFTER UPDATE OF state ON call WHEN OLD.state = 'pending' AND NEW.state <> 'pending' BEGIN
  UPDATE ask SET state = 'withdrawn', url = NULL WHERE call = NEW.call AND state IN ('open', 'answering');
END;

-- Events that came before the result that confirms their subscription.
CREATE TABLE held (
  held INTEGER PRIMARY KEY,
  call INTEGER NOT NULL REFERENCES call,
  at INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX held_call ON held (call);
`,
  },
];
