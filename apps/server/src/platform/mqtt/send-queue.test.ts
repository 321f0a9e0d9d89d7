import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
import { unacknowledged } from './send-queue.ts';

const linux = existsSync('/proc/self/net/tcp');

it.skipIf(!linux)('tells what the other end has not taken, and that it has taken all', async () => {
  const server = createServer({ pauseOnConnect: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const near = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [[far]] = (await Promise.all([once(server, 'connection'), once(near, 'connect')])) as [
    [Socket],
    unknown,
  ];
  expect(unacknowledged(near)).toBe(0);
  // More than the systems of both ends keep for each other.
  near.write(Buffer.alloc(32_000_000));
  await vi.waitFor(() => expect(unacknowledged(near)).toBeGreaterThan(0), 20_000);
  far.resume();
  await vi.waitFor(() => expect([near.writableLength, unacknowledged(near)]).toEqual([0, 0]), 20_000);
  near.destroy();
  far.destroy();
  server.close();
});

it('knows nothing of a connection that is no more', () => {
  expect(unacknowledged({ localPort: 1, remoteAddress: '127.0.0.1', remotePort: 1 })).toBeNull();
  expect(unacknowledged({} as Socket)).toBeNull();
});
