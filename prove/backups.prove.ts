/** Fifty backups of data that grows from one to the next: none hangs, and the last one restores every row. */
import { join } from 'node:path';
import pg from 'pg';
import { migrations } from '../apps/server/src/migrations/index.ts';
import { checkBackup, restoreTables, writeBackup } from '../apps/server/src/platform/backup/index.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { migrate } from '../apps/server/src/platform/postgres/index.ts';
import { startDatabase } from './database.ts';
import { runProof } from './proof.ts';

const backups = 50;
const longest = 60_000;
const log = createLog({ level: 'warn' });

const withName = (url: string, name: string): string => url.replace(/[^/]+$/, name);

await runProof(async (proof) => {
  const { url } = await startDatabase(proof);
  await migrate({ url, log, migrations });
  const client = new pg.Client(url);
  await client.connect();
  proof.onEnd(() => client.end());
  // A table like those of the product, of which a backup takes every row.
  await client.query(`create table growing (n bigint primary key, value text not null)`);
  const dataDir = proof.folder();
  const file = join(dataDir, 'backup.tar.zst');

  let slowest = 0;
  let done = 0;
  let rows = 0;
  for (let turn = 0; turn < backups; turn += 1) {
    // Lengths from a few bytes to far more than any buffer on the way.
    await client.query(
      `insert into growing select $1 + n, repeat(md5(n::text), 1 + ((n * $2) % 900)::int) from generate_series(1, 400) n`,
      [turn * 1_000, turn + 1],
    );
    const started = performance.now();
    const written = await writeBackup({
      url,
      dataDir,
      withObjects: false,
      file,
      release: 'prove',
      now: Date.now(),
      signal: AbortSignal.timeout(longest),
    });
    slowest = Math.max(slowest, performance.now() - started);
    rows = written.manifest.tables.find(({ name }) => name === 'growing')?.rows ?? 0;
    done += 1;
  }
  proof.promise(done === backups, `${backups} backups of growing data`, `slowest ${Math.round(slowest)} ms`);
  const { rows: open } = await client.query(
    `select 1 from pg_stat_activity where application_name = 'eyrie-backup'`,
  );
  proof.promise(open.length === 0, 'no connection is left behind', `${open.length} open`);

  await client.query('create database restored');
  const target = withName(url, 'restored');
  await migrate({ url: target, log, migrations });
  const restored = new pg.Client(target);
  await restored.connect();
  proof.onEnd(() => restored.end());
  await restored.query(`create table growing (n bigint primary key, value text not null)`);
  await restored.query('begin');
  await restoreTables(restored, file, await checkBackup(file));
  await restored.query('commit');
  const sum = `select count(*)::int as rows, md5(string_agg(n || value, ',' order by n)) as sum from growing`;
  const [before, after] = [(await client.query(sum)).rows[0], (await restored.query(sum)).rows[0]];
  proof.promise(
    after.rows === rows && after.sum === before.sum,
    'the last one restores every row',
    `${after.rows} of ${before.rows} rows`,
  );
});
