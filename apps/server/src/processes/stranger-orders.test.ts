import { limits } from '@eyrie/domain';
import { expect, it, vi } from 'vitest';
import type { AuditEntry } from '../modules/audit-log/index.ts';
import type { SerialHolder } from '../modules/dock/index.ts';
import type { Db, Runtime } from '../platform/runtime.ts';
import { createStrangerOrders } from './stranger-orders.ts';

const place = (owner: SerialHolder | null | Error = { oid: 'theirs', groupRoot: 'north' }) => {
  let now = 0;
  const rows: AuditEntry[] = [];
  const notified: unknown[][] = [];
  const asked: string[] = [];
  const faults: unknown[] = [];
  const ordered = createStrangerOrders(
    {
      db: {
        transaction: () => ({ execute: (work: (trx: unknown) => Promise<unknown>) => work({}) }),
      } as unknown as Db,
      clock: { mono: () => now, wall: () => 0 },
      log: { error: (facts: unknown) => void faults.push(facts) } as unknown as Runtime['log'],
    },
    {
      audit: { write: async (_trx, row) => void rows.push(row) },
      notifyHolders: async (...given) => void notified.push(given),
    },
    async (_db, dockOID) => {
      asked.push(dockOID);
      if (owner instanceof Error) throw owner;
      return owner;
    },
  );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { ordered, rows, notified, asked, faults, settle, later: (ms: number) => void (now += ms) };
};

it('whose device it is reads in its log that another tried to order it, and is alarmed', async () => {
  const { ordered, rows, notified, settle } = place();
  ordered('ours', 'hover');
  await settle();
  expect(rows).toMatchObject([
    {
      groupRoot: 'north',
      dockOID: 'theirs',
      memberOID: null,
      action: 'dock.orderedElsewhere',
      outcome: 'refused',
      detail: { method: 'hover' },
    },
  ]);
  expect(notified).toEqual([['theirs', 'dock:edit', { kind: 'orderedElsewhere', level: 'alarm' }]]);
});

it('nobody is notified of a serial number that no device has', async () => {
  const { ordered, rows, notified, asked, settle } = place(null);
  ordered('ours', 'hover');
  await settle();
  expect([asked, rows, notified]).toEqual([['ours'], [], []]);
});

it('is notified once in a while of each record, however often it is tried', async () => {
  const { ordered, asked, settle, later } = place();
  for (const after of [0, 0, limits.dock.twinReportEvery - 1]) {
    later(after);
    ordered('ours', 'hover');
  }
  ordered('another', 'hover');
  later(1);
  ordered('ours', 'hover');
  await settle();
  expect(asked).toEqual(['ours', 'another', 'ours']);
});

it('of very many records those are forgotten that were reported first', async () => {
  const { ordered, asked, settle, later } = place(null);
  ordered('first', 'hover');
  for (let at = 0; at < 9_999; at += 1) ordered(`${at}`, 'hover');
  ordered('first', 'hover');
  await settle();
  expect(asked).toHaveLength(10_000);
  ordered('one more', 'hover');
  ordered('first', 'hover');
  await settle();
  expect(asked.slice(10_000)).toEqual(['one more', 'first']);
  // What is reported anew stands behind the others again.
  later(limits.dock.twinReportEvery);
  ordered('5', 'hover');
  for (let at = 0; at < 9_990; at += 1) ordered(`late ${at}`, 'hover');
  asked.length = 0;
  ordered('5', 'hover');
  await settle();
  expect(asked.filter((one) => one === '5')).toEqual([]);
});

it('a report that fails is a line of the log, and ends nothing', async () => {
  const { ordered, faults } = place(new Error('away'));
  ordered('ours', 'hover');
  await vi.waitFor(() => expect(faults).toMatchObject([{ dockOID: 'ours' }]));
});
