// A process that archives the index: started by the tests to be killed at any moment.

import { writeSync } from 'node:fs';
import { openArchive } from '../../src/archive/open-archive.ts';
import { openIndex } from '../../src/store/sqlite/open-index.ts';
import { storeOver } from '../support/sqlite-database.ts';

const [folder = ''] = process.argv.slice(2);
const { database } = openIndex(folder);
const archive = openArchive({ folder, store: storeOver(database) });
writeSync(1, 'ready\n');
await archive.catchUp();
await archive.close();
database.close();
writeSync(1, 'done\n');
