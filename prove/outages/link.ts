import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type Outage = 'black hole' | 'refused' | 'latency' | 'packet loss';

/** The network between a dock and its broker. What it holds back is lost with either end of a connection. */
export interface Link {
  port: number;
  become(kind: Outage | 'open'): void;
  close(): void;
}

const latency = 60_000;

/** @param reach makes a connection to the broker; real packet loss lies behind it */
export const openLink = async (reach: () => Socket): Promise<Link> => {
  const pairs = new Set<[Socket, Socket]>();
  const held: { to: Socket; bytes: Buffer; from: number }[] = [];
  let now: Outage | 'open' = 'open';
  const passes = (): boolean => now === 'open' || now === 'packet loss';
  const flush = (): void => {
    for (const one of held.splice(0)) {
      if (passes() || (now === 'latency' && performance.now() - one.from >= latency)) {
        if (one.to.writable) one.to.write(one.bytes);
      } else held.push(one);
    }
  };
  const timer = setInterval(flush, 20);
  const carry = (from: Socket, to: Socket): void => {
    from.on('data', (bytes) => {
      if (passes() && held.length === 0) to.write(bytes);
      else held.push({ to, bytes, from: performance.now() });
    });
  };
  const server = createServer((near) => {
    if (now === 'refused') {
      near.resetAndDestroy();
      return;
    }
    const far = reach();
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    const end = (): void => {
      for (const socket of pair) socket.destroy();
      pairs.delete(pair);
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    near.setNoDelay(true);
    carry(near, far);
    carry(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    become(kind) {
      now = kind;
      if (kind === 'refused') for (const [near] of pairs) near.resetAndDestroy();
      flush();
    },
    close() {
      clearInterval(timer);
      server.close();
      for (const [near] of pairs) near.destroy();
    },
  };
};

/** Straight to a port of this machine. */
export const straightTo =
  (port: number, host = '127.0.0.1') =>
  (): Socket =>
    connect({ port, host, noDelay: true });
