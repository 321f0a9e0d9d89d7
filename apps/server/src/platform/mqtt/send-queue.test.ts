import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, createServer, Socket, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, it, vi } from 'vitest';
import { unacknowledged, unacknowledgedOf } from './send-queue.ts';

const linux = existsSync('/proc/self/net/tcp');
const version6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1');

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
  // Of several, each its own: nothing is on its way to this end.
  const [of, none, back] = await unacknowledgedOf([near, new Socket(), far]);
  expect([of, none, back]).toEqual([expect.any(Number), null, 0]);
  expect(of).toBeGreaterThan(0);
  far.resume();
  await vi.waitFor(() => expect([near.writableLength, unacknowledged(near)]).toEqual([0, 0]), 20_000);
  near.destroy();
  far.destroy();
  server.close();
});

it.skipIf(!linux || !version6)('tells addresses of version 6 apart, as those of version 4', async () => {
  const server = createServer();
  server.listen(0, '::1');
  await once(server, 'listening');
  const near = connect((server.address() as AddressInfo).port, '::1');
  await Promise.all([once(server, 'connection'), once(near, 'connect')]);
  const { localPort = 0, remotePort = 0 } = near;
  const by = (remoteAddress: string) => unacknowledged({ localPort, remotePort, remoteAddress });
  expect([unacknowledged(near), by('0:0:0:0:0:0:0:1'), by('2001:db8::1')]).toEqual([0, 0, null]);
  near.destroy();
  server.close();
});

it('knows nothing of a connection that is no more', () => {
  expect(unacknowledged({ localPort: 1, remoteAddress: '127.0.0.1', remotePort: 1 })).toBeNull();
  expect(unacknowledged({} as Socket)).toBeNull();
});
