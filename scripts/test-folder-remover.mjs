/**
 * A process beside a run of `npm test`: when its input ends, the run has ended, also by a kill. It ends the database that
 * is left in the folder of the run and removes the folder, which takes memory. Argument: the folder.
 */
import { readFileSync, readlinkSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds that a database may take to end; by then it has nothing left to lose. */
const patience = 10_000;

const [folder = ''] = process.argv.slice(2);

/** Whether the process is a PostgreSQL: another program may have its number by now. */
function isPostgres(pid) {
  try {
    return readlinkSync(`/proc/${pid}/exe`).includes('postgres');
  } catch {
    return false;
  }
}

/** The database that runs on files of the folder. */
function databaseIn(path) {
  try {
    const pid = Number(readFileSync(join(path, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    return pid > 0 && isPostgres(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself.
  }
}

for await (const _ of process.stdin);
// Under another name a worker that outlived its run finds no folder to start the database in again.
const left = `${folder}.left`;
renameSync(folder, left);
const database = databaseIn(left);
if (database !== undefined) {
  // Immediate: it is never opened again.
  signal(database, 'SIGQUIT');
  const until = performance.now() + patience;
  while (isPostgres(database) && performance.now() < until) await delay(20);
  if (isPostgres(database)) signal(database, 'SIGKILL');
}
rmSync(left, { recursive: true, force: true, maxRetries: 10 });
