import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { limits } from '@eyrie/domain';
import { Refusal } from './refusal.ts';

export interface ConnectionBounds {
  /** Requests of one connection that are answered at the same time. */
  pipelined: number;
  /** The same, of all connections of one address. */
  addressRequests: number;
  /** Open connections of one address. */
  addressConnections: number;
}

/** How long connections may stand still, in the form of the framework. @param stillFor shorter in tests */
export const connectionTimes = (stillFor: number = limits.http.stillFor) => ({
  // Uploads of devices may take minutes: slow bodies are timed where they are read.
  requestTimeout: 0,
  keepAliveTimeout: limits.http.keepAliveTimeout,
  connectionTimeout: stillFor,
});

/** Counts what is open by a key; forgets a key when nothing is. */
const createCounts = <K>() => {
  const counts = new Map<K, number>();
  return {
    of: (key: K): number => counts.get(key) ?? 0,
    add: (key: K): void => void counts.set(key, (counts.get(key) ?? 0) + 1),
    remove(key: K): void {
      const left = (counts.get(key) ?? 0) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
  };
};

const family = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Whether an address is that of a proxy that speaks for many. */
const createIsProxy = (trusted: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList();
  for (const one of trusted) {
    const [address = '', prefix] = one.split('/');
    if (prefix === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(prefix), family(address));
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
    return list.check(plain, family(plain));
  };
};

/** What the parser of a connection does with a request; 2 makes it stop as for an upgrade. Not part of Node's types. */
interface ParsedSocket extends Socket {
  parser?: { onIncoming?: () => number } | null;
}

/** Ends a connection at once. Without stopping the parser, each of a thousand requests in one packet would cost its time. */
const cut = (socket: ParsedSocket): void => {
  if (socket.parser?.onIncoming) socket.parser.onIncoming = () => 2;
  socket.destroy();
};

/**
 * Bounds what one connection and one address may have under way, whoever they are. Nobody's browser asks a second time
 * on a connection before the first answer is there: a connection that asks far ahead is cut, because an answer that
 * nobody reads would hold its files and bytes.
 */
export const boundConnections = (
  app: FastifyInstance,
  trustedProxies: readonly string[],
  bounds: ConnectionBounds = limits.http.bounds,
): void => {
  const isProxy = createIsProxy(trustedProxies);
  const onSocket = createCounts<Socket>();
  const fromAddress = createCounts<string>();
  const connected = createCounts<string>();

  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    if (connected.of(address) >= bounds.addressConnections) {
      socket.destroy();
      return;
    }
    connected.add(address);
    socket.once('close', () => connected.remove(address));
  });
  // Before anything is made of the request.
  app.server.prependListener('request', ({ socket }: IncomingMessage) => {
    if (onSocket.of(socket) >= bounds.pipelined) cut(socket);
  });
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const { ip } = request;
    if (socket.destroyed) {
      reply.hijack();
      return;
    }
    if (fromAddress.of(ip) >= bounds.addressRequests) {
      done(new Refusal('tooManyRequests', { retryAfterSeconds: 2 }));
      return;
    }
    onSocket.add(socket);
    fromAddress.add(ip);
    reply.raw.once('close', () => {
      onSocket.remove(socket);
      fromAddress.remove(ip);
    });
    done();
  });
};
