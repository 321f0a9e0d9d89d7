/**
 * A process beside the embedded database. When every server that used it is dead, and none has come back to adopt
 * it within the grace, it stops the database, so that a killed server leaves nothing behind for ever.
 * Arguments: cluster directory, owners directory, poll and grace in milliseconds.
 */
import { existsSync } from 'node:fs';
import { runningPostmaster } from './cluster.ts';
import { liveOwners } from './owners.ts';

const [dir = '', ownersDir = '', poll = '1000', grace = '20000'] = process.argv.slice(2);
let alone = 0;

const timer = setInterval(() => {
  const orphaned = !existsSync(ownersDir) || liveOwners(ownersDir).length === 0;
  alone = orphaned ? alone + Number(poll) : 0;
  const running = runningPostmaster(dir);
  if (orphaned && running === undefined) clearInterval(timer);
  if (alone < Number(grace)) return;
  clearInterval(timer);
  // SIGINT is PostgreSQL's fast shutdown: open transactions are rolled back, everything is on disk.
  if (running) process.kill(running.pid, 'SIGINT');
}, Number(poll));
