/** Faults between the parts of a whole product: a network that swallows, a database that hangs. */
import { readFileSync, readdirSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Proof } from './proof.ts';

export interface Network {
  port: number;
  /** Nothing passes, and nothing is refused either. */
  hold(): void;
  heal(): void;
  /** Every connection breaks at once; the next ones pass. */
  cut(): void;
  /** Bytes that browsers have sent so far. */
  sent(): number;
}

/** What lies between the browsers and the server at this port of this machine. */
export const openNetwork = async ({ onEnd }: Proof, to: number): Promise<Network> => {
  let held = false;
  let sent = 0;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      const end = (): void => {
        near.destroy();
        far.destroy();
        sockets.delete(socket);
      };
      socket.on('error', end).on('close', end);
      if (held) socket.pause();
    }
    near.on('data', (bytes: Buffer) => {
      sent += bytes.length;
    });
    near.pipe(far);
    far.pipe(near);
    if (held) for (const socket of [near, far]) socket.pause();
  });
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onEnd(() => {
    server.close();
    cut();
  });
  return {
    port: (server.address() as AddressInfo).port,
    hold() {
      held = true;
      for (const socket of sockets) socket.pause();
    },
    // What was on its way when the network went is lost with its connection.
    heal() {
      held = false;
      cut();
    },
    cut,
    sent: () => sent,
  };
};

/** Stops a database with all of its processes where they are, as a machine does that hangs, or lets them go on. */
export const signalDatabase = (postmaster: number, signal: 'SIGSTOP' | 'SIGCONT'): void => {
  const of = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return (
          readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(postmaster)
        );
      } catch {
        return false;
      }
    });
  for (const pid of [postmaster, ...of.map(Number)]) process.kill(pid, signal);
};
