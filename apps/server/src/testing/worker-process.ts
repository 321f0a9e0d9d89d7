/** A server as far as background work goes, in a process of its own, that begins work and never ends it. */
import { createWork } from '../modules/operation/work.service.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { newOid } from '../platform/oid.ts';
import { connectDatabase } from '../platform/postgres/index.ts';

const [, , url = ''] = process.argv;
const log = createLog({ level: 'silent' });
const database = connectDatabase({ url, log });
const work = createWork(
  { db: database.kysely, log, clock: systemClock, serverTime: Date.now, newOid },
  { url, instanceId: 'killed', worker: true },
);
work.register('diagnosis', async ({ progress }) => {
  for (;;) {
    await progress(0.5, 'hanging');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
});
await work.unit.start();
