import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { limits } from '@eyrie/domain';
import type { Client } from 'aedes';
import { expect, it, vi } from 'vitest';
import { hashSecret } from '../device-secret.ts';
import { Relays } from './relays.ts';
import { unacknowledged } from './send-queue.ts';
import { relayName } from './topics.ts';

const linux = existsSync('/proc/self/net/tcp');

it.skipIf(!linux)('drops frames of a dock that takes none, and nothing once it has taken them', async () => {
  const server = createServer({ pauseOnConnect: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const near = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [[far]] = (await Promise.all([once(server, 'connection'), once(near, 'connect')])) as [
    [Socket],
    unknown,
  ];
  let now = 0;
  const account = { sn: 'DOCK1', dock_oid: 'dock', secret_hash: hashSecret('secret') };
  const database = { pool: { query: async () => ({ rows: [account] }) } };
  const relays = new Relays(database as unknown as ConstructorParameters<typeof Relays>[0], {
    mono: () => now,
    connectionOf: () => ({ raw: near, reset: () => undefined }),
    cut: () => undefined,
    overdue: () => undefined,
  });
  const client = { conn: near, close: () => undefined } as unknown as Client;
  expect(relays.holdsBack(client)).toBe(true);
  expect(await relays.admit(client, relayName('DOCK1'), Buffer.from('secret'))).toBe(true);

  near.write(Buffer.alloc(32_000_000));
  await vi.waitFor(() => expect(unacknowledged(near)).toBeGreaterThan(0), 20_000);
  // The table is read beside the loop: this frame waits for nothing, and those after it are dropped.
  expect(relays.holdsBack(client)).toBe(false);
  await vi.waitFor(() => expect(relays.holdsBack(client)).toBe(true), 20_000);

  far.resume();
  await vi.waitFor(() => expect([near.writableLength, unacknowledged(near)]).toEqual([0, 0]), 20_000);
  expect(relays.holdsBack(client)).toBe(true);
  now += 200;
  // It may be a stop: what was found a while ago drops nothing.
  expect(relays.holdsBack(client)).toBe(false);
  near.destroy();
  far.destroy();
  server.close();
});

it.skipIf(!linux)('resets a connection on which what moves has not arrived in its time', async () => {
  const server = createServer({ pauseOnConnect: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const near = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [[far]] = (await Promise.all([once(server, 'connection'), once(near, 'connect')])) as [
    [Socket],
    unknown,
  ];
  let now = 0;
  const did: string[] = [];
  const account = { sn: 'DOCK1', dock_oid: 'dock', secret_hash: hashSecret('secret') };
  const database = { pool: { query: async () => ({ rows: [account] }) } };
  const relays = new Relays(database as unknown as ConstructorParameters<typeof Relays>[0], {
    mono: () => now,
    connectionOf: () => ({
      raw: near,
      reset: () => {
        did.push('reset');
        near.resetAndDestroy();
      },
    }),
    cut: ({ ref }) => void did.push(`cut ${ref}`),
    overdue: (sn) => void did.push(`overdue ${sn}`),
  });
  const client = { conn: near, close: () => undefined } as unknown as Client;
  await relays.admit(client, relayName('DOCK1'), Buffer.from('secret'));
  expect(relays.mustReset(near)).toBe(false);
  near.write(Buffer.alloc(32_000_000));
  await vi.waitFor(() => expect(unacknowledged(near)).toBeGreaterThan(0), 20_000);
  relays.written(client, { sn: 'DOCK1', until: 0, ref: 'frame', kind: 'moves' });
  expect([relays.mustReset(near), relays.mustReset(far)]).toEqual([true, false]);

  now = limits.drc.unconfirmed;
  relays.watch();
  await vi.waitFor(() => expect(relays.holdsBack(client)).toBe(true), 20_000);
  expect(did).toEqual([]);
  now = 2 * limits.drc.unconfirmed + 1;
  relays.watch();
  await vi.waitFor(() => expect(did).toEqual(['overdue DOCK1', 'reset', 'cut frame']), 20_000);
  // What had not left this system is gone with it.
  const received = new Promise<number>((resolve) => {
    let bytes = 0;
    far.on('data', (data) => (bytes += data.length));
    far.on('error', () => undefined).on('close', () => resolve(bytes));
  });
  far.resume();
  expect(await received).toBeLessThan(32_000_000);
  server.close();
});
