// A PostgreSQL filled with the logs below a folder.

import { Indexer } from '../../src/library/indexer.ts';
import { TextIndexWriter } from '../../src/search/text-index-writer.ts';
import { openLog } from '../../src/sources/kinds/open-source.ts';
import { Connection } from '../../src/store/postgres/database/connection.ts';
import { connectionSettings } from '../../src/store/postgres/database/connection-settings.ts';
import { migrate } from '../../src/store/postgres/database/migrate.ts';
import { PostgresIndex } from '../../src/store/postgres/postgres-index.ts';
import { PostgresQuestions } from '../../src/store/postgres/postgres-questions.ts';
import { PostgresTexts } from '../../src/store/postgres/write/text-rows.ts';
import { newDatabase } from '../support/postgres.ts';
import { type FillEngine, NOW } from './filled.ts';

export const fillPostgres = (async (logs) => {
  const database = await newDatabase();
  const connection = await Connection.open(connectionSettings(database.address));
  await migrate(connection);
  const questions = new PostgresQuestions(connection);
  const index = new PostgresIndex(connection, { wholeOf: (session) => questions.whole(session) });
  const indexer = new Indexer(index, { now: () => NOW });
  await indexer.sweep([logs]);
  await new TextIndexWriter({ texts: new PostgresTexts(connection), questions }, openLog, { isEager: true }).catchUp();
  await indexer.close();
  return {
    questions,
    address: database.address,
    async close() {
      await connection.close();
      await database.drop();
    },
  };
}) satisfies FillEngine;
