import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { bench, useCommandBench } from './command.fixture.ts';

useCommandBench();

describe('an order to save the aircraft of which nobody said when it was clicked', () => {
  it.each([
    [undefined, true],
    ['now', undefined],
  ])('counts from its receipt, and says so: %s', async (clicked, atReceipt) => {
    const at = await bench.ready();
    const issuedAt = clicked === undefined ? {} : { issuedAt: bench.clock.wall() };
    const { record } = await bench.order(at.who, { dockOID: at.dockOID, method: 'hover', ...issuedAt });
    const { rows } = await sql<{
      args: { atReceipt?: boolean };
      said: { arguments?: { atReceipt?: boolean } };
    }>`
      select command.arguments as args, audit_log.detail as said from command
      join audit_log on audit_log.action = 'command.hover' and audit_log.detail->>'commandOID' = command.oid::text
      where command.oid = ${record.commandOID}::uuid`.execute(bench.db);
    expect(rows[0]?.args.atReceipt).toBe(atReceipt);
    expect(rows[0]?.said.arguments?.atReceipt).toBe(atReceipt);
  });
});

describe('an order by a record that is not proved to be its device’s', () => {
  it.each(['returnHome', 'hover', 'flightPause'] as const)(
    'is refused before anything else, whatever its lease: %s',
    async (method) => {
      const at = await bench.ready();
      at.link.dock = { ...at.link.dock, proved: false };
      const { dockOID, epoch } = at;
      const refused = await bench.order(at.who, { dockOID, method, epoch, issuedAt: 1 });
      expect(refused).toMatchObject({ status: 409, reason: 'notProved', record: { state: 'failed' } });
      expect(bench.sentTo(dockOID)).toEqual([]);
      expect(bench.strangers).toContain(`${dockOID} ${method}`);
      const own = await bench.ready();
      await bench.order(own.who, { dockOID: own.dockOID, method: 'hover' });
      expect(bench.strangers.some((one) => one.startsWith(own.dockOID))).toBe(false);
    },
  );
});
