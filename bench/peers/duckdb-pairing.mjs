// What an engineer would write with DuckDB: tool calls paired with their results by a join. Arguments: packages' folder, logs' folder.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [installed, logs] = process.argv.slice(2);
const { DuckDBInstance } = createRequire(join(installed, 'package.json'))('@duckdb/node-api');

const SQL = `
  WITH blocks AS (
    SELECT unnest(CAST(json_extract(json, '$.message.content[*]') AS JSON[])) AS block
    FROM read_ndjson_objects('${join(logs, '**/*.jsonl')}', ignore_errors = true, maximum_object_size = 67108864)
  ),
  calls AS (SELECT block->>'$.id' AS id FROM blocks WHERE block->>'$.type' = 'tool_use'),
  results AS (
    SELECT block->>'$.tool_use_id' AS id, block->>'$.is_error' AS is_error FROM blocks WHERE block->>'$.type' = 'tool_result'
  )
  SELECT count(*)::INT AS calls, count(*) FILTER (is_error = 'true')::INT AS errors FROM calls LEFT JOIN results USING (id)`;

const connection = await (await DuckDBInstance.create(':memory:')).connect();
const reader = await connection.runAndReadAll(SQL);
console.log(JSON.stringify(reader.getRowObjects()[0]));
