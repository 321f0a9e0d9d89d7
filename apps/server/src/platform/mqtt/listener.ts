import { readFileSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { limits } from '@eyrie/domain';
import type { SparingWarn } from '../sparing-log.ts';
import { guardPackets } from './packet-guard.ts';

const CONNECT_BYTES = 8_192;

export interface ListenerOptions {
  port: number;
  host: string;
  tls: { cert: string; key: string } | undefined;
  warn: SparingWarn;
  /**
   * @param reset ends the connection and discards what the system has not delivered yet
   * @param raw the connection below TLS
   */
  onSocket: (socket: Socket, reset: () => void, raw: Socket) => void;
  /** True while a connection must be reset: an ordinary close delivers what was written, however late. */
  mustReset: (socket: Socket) => boolean;
  /** A packet announces more bytes than allowed: the connection must end. */
  onTooLarge: (socket: Socket) => void;
}

/** A listening port of the broker with its bounds on sockets and packets. */
export interface Listener {
  port: number;
  /** The client on this socket has sent its CONNECT, so it does not count as half open any more. */
  signedIn(socket: Socket): void;
  close(): Promise<void>;
}

/** Makes the function that resets a connection, and uses it for every end of one that must be reset. */
function makeReset(socket: Socket, raw: Socket, mustReset: ListenerOptions['mustReset']): () => void {
  const destroy = socket.destroy.bind(socket);
  let resetting = false;
  const reset = (): void => {
    if (resetting || raw.destroyed) return;
    resetting = true;
    raw.resetAndDestroy();
    // Without this it would wait for writes that are not done.
    if (raw === socket) destroy();
    else raw.destroy();
    destroy();
  };
  socket.destroy = (error) => {
    if (mustReset(socket)) reset();
    return destroy(error);
  };
  return reset;
}

export async function openListener(options: ListenerOptions): Promise<Listener> {
  const { warn } = options;
  const sockets = new Set<Socket>();
  /** Sockets without a CONNECT so far, oldest first. */
  const waiting = new Set<Socket>();

  function accept(socket: Socket): void {
    if (sockets.size >= limits.broker.connections) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    waiting.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      waiting.delete(socket);
    });
    guardPackets(socket, { connect: CONNECT_BYTES, packet: limits.broker.packetBytes }, (bytes) => {
      const address = socket.remoteAddress ?? '';
      warn(address, { bytes, address }, 'a packet is too large; disconnected');
      options.onTooLarge(socket);
    });
    // Under a flood of empty connections the oldest are dropped: an honest client sends CONNECT within milliseconds.
    if (waiting.size > limits.broker.halfOpen) waiting.values().next().value?.destroy();
    const raw = rawOf(socket);
    options.onSocket(socket, makeReset(socket, raw, options.mustReset), raw);
  }

  /** Under TLS only the connection below can be reset. */
  const raws = new Map<string, Socket>();
  const nameOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
  const rawOf = (socket: Socket): Socket => raws.get(nameOf(socket)) ?? socket;

  // Large enough that a write never reports a full buffer, which would stall all other clients of the broker.
  const buffers = { highWaterMark: limits.broker.highWaterMark };
  const server: Server = options.tls
    ? createTlsServer(
        { ...buffers, cert: readFileSync(options.tls.cert), key: readFileSync(options.tls.key) },
        accept,
      )
    : createPlainServer(buffers, accept);
  server.on('tlsClientError', () => undefined);
  if (options.tls)
    server.on('connection', (raw: Socket) => {
      const name = nameOf(raw);
      raws.set(name, raw);
      raw.once('close', () => raws.delete(name));
    });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    signedIn: (socket) => waiting.delete(socket),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
