import type { Server, Socket } from 'node:net';
import { limits } from '@eyrie/domain';

const bounds = limits.videoServer;

/** Connections that have not signed a publish, by address. */
class Strangers {
  readonly #byAddress = new Map<string, Set<Socket>>();
  #size = 0;

  add(socket: Socket, address: string): void {
    const own = this.#byAddress.get(address) ?? new Set();
    this.#byAddress.set(address, own.add(socket));
    this.#size += 1;
    // An honest publisher signs within milliseconds, so a flood pushes out its own.
    if (this.#size > bounds.strangers) this.#oldestOfMost()?.destroy();
  }

  delete(socket: Socket, address: string): void {
    const own = this.#byAddress.get(address);
    if (!own?.delete(socket)) return;
    this.#size -= 1;
    if (own.size === 0) this.#byAddress.delete(address);
  }

  #oldestOfMost(): Socket | undefined {
    let most: Set<Socket> | undefined;
    for (const sockets of this.#byAddress.values()) if (sockets.size > (most?.size ?? 0)) most = sockets;
    const [oldest] = most ?? [];
    return oldest;
  }
}

export interface TakenConnection {
  /** It has signed a publish: from now on it is no stranger. */
  signed(): void;
}

/** The media server sets no bound on its connections: those that are silent, or do not sign in time, are closed here. */
export function takeConnections(
  server: Pick<Server, 'on'>,
  take: (socket: Socket, connection: TakenConnection) => void,
): void {
  const strangers = new Strangers();
  let open = 0;
  server.on('connection', (socket: Socket) => {
    if (open >= bounds.connections) {
      socket.destroy();
      return;
    }
    open += 1;
    const address = socket.remoteAddress ?? '';
    const timer = setTimeout(() => socket.destroy(), bounds.signIn);
    const known = (): void => {
      clearTimeout(timer);
      strangers.delete(socket, address);
    };
    socket.setTimeout(bounds.silence, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.once('close', () => {
      open -= 1;
      known();
    });
    strangers.add(socket, address);
    if (!socket.destroyed) take(socket, { signed: known });
  });
}
