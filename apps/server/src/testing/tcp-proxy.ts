import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface TcpProxy {
  port: number;
  /** `open` passes bytes, `silent` accepts and holds everything back, `refused` cuts all and takes nobody in. */
  become(state: 'open' | 'silent' | 'refused'): void;
  close(): Promise<void>;
}

/** Stands between the product and a part it needs, to take that part away in the ways networks do. */
export const openTcpProxy = async (host: string, port: number): Promise<TcpProxy> => {
  const pairs = new Set<[Socket, Socket]>();
  /** Those of them whose bytes are held back: passed on twice, they would arrive twice. */
  const held = new Set<[Socket, Socket]>();
  let state: 'open' | 'silent' | 'refused' = 'open';
  const server = createServer((near) => {
    if (state === 'refused') {
      near.resetAndDestroy();
      return;
    }
    const far = connect(port, host);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    const end = (): void => {
      near.destroy();
      far.destroy();
      pairs.delete(pair);
      held.delete(pair);
    };
    for (const socket of pair) socket.on('error', end).on('close', end).setNoDelay(true);
    near.pipe(far);
    far.pipe(near);
    if (state === 'silent') hold(pair);
  });
  const hold = (pair: [Socket, Socket]): void => {
    const [near, far] = pair;
    held.add(pair);
    near.unpipe(far);
    far.unpipe(near);
    near.pause();
    far.pause();
  };
  const release = (pair: [Socket, Socket]): void => {
    if (!held.delete(pair)) return;
    const [near, far] = pair;
    near.pipe(far);
    far.pipe(near);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    become(next) {
      state = next;
      for (const pair of pairs) {
        if (next === 'silent') hold(pair);
        else if (next === 'open') release(pair);
        else pair[0].resetAndDestroy();
      }
    },
    close: () =>
      new Promise((resolve) => {
        for (const [near] of pairs) near.destroy();
        server.close(() => resolve());
      }),
  };
};
