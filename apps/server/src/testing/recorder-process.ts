/** A server as far as recordings go, in a process of its own, that a test kills. */
import { createRecordings } from '../modules/video/index.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { createDiskObjects } from '../platform/objects/index.ts';
import { newOid } from '../platform/oid.ts';
import { connectDatabase } from '../platform/postgres/index.ts';
import { createTimers } from '../platform/timers.ts';

/** `source`: a server of the test that says which streams arrive, and hands them on. */
const [, , url = '', dataDir = '', source = ''] = process.argv;
const log = createLog({ level: 'warn' });
const clock = systemClock;
const runtime = { db: connectDatabase({ url, log }).kysely, log, clock, serverTime: Date.now, newOid };
const { timer, unit } = createRecordings(runtime, {
  instanceId: 'killed',
  objects: await createDiskObjects({ dataDir, clock, publicUrl: () => '' }),
  dataDir,
  video: {
    streams: async () => (await (await fetch(`${source}/streams`)).json()) as string[],
    sourceUrl: async () => `${source}/flv`,
  },
});
await unit.start();
await createTimers({
  ...runtime,
  databaseUp: () => true,
  runs: () => true,
  takeTurn: async () => async () => undefined,
})
  .unit('timers', [timer])
  .start();
// It lives as long as its test.
process.stdin.on('end', () => process.exit()).resume();
