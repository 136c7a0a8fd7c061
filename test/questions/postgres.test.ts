// Tests that PostgreSQL answers every question as the contract says.

import { answersEveryQuestion } from './contract.ts';
import { fillPostgres } from './fill-postgres.ts';

answersEveryQuestion('PostgreSQL', fillPostgres);
