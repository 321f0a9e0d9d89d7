import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../testing/caller.ts';
import { createCommandBench, type CommandBench } from '../../testing/command-bench.ts';

let bench: CommandBench;
beforeAll(async () => {
  bench = await createCommandBench();
});
afterAll(() => bench.stop());

it('an order and the taking of control do not wait for the row of other work that is not committed', async () => {
  const { db, audit, groupRoot, order, nonce, sentTo } = bench;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: written, resolve: wrote } = Promise.withResolvers<void>();
  const other = db.transaction().execute(async (trx) => {
    await audit.write(trx, { groupRoot, action: 'route.import', outcome: 'done' });
    wrote();
    await ended;
  });
  await Promise.race([written, other]);
  try {
    // Takes control as well.
    const { who, dockOID, flightOID, epoch, tabId } = await bench.ready();
    const secret = await nonce(who, dockOID, 'startJob');
    const { status } = await order(who, { dockOID, flightOID, epoch, tabId, nonce: secret });
    expect(status).toBe(200);
    await until(
      'sent',
      async () => sentTo(dockOID),
      (sent) => sent.length > 0,
    );
  } finally {
    end();
    await other;
  }
});
