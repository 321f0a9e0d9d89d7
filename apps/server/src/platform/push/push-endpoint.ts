import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { PushConnection, type PushLimits } from './push-connection.ts';

export interface PushEndpointOptions<Grant> {
  server: Pick<Server, 'on' | 'off'>;
  /** Upgrades of other paths are left to others. */
  path: string;
  /** Whose request this is; null: nobody's. A rejection means that it could not be checked: refused as well. */
  authenticate(request: IncomingMessage): Promise<Grant | null>;
  /** Readers with the same key share the number of connections that is allowed. */
  keyOf(grant: Grant): string;
  /** Calls `end` when the right of a reader is lost. @returns lets go, when the connection is over */
  hold?(grant: Grant, end: () => void): () => void;
  limits: PushLimits;
  clock: Clock;
  log: Log;
}

export interface PushEndpoint<Grant> {
  /** @param state what the text is the newest state of; null: an event */
  push(text: string, state: string | null, isFor: (grant: Grant) => boolean): void;
  /** Ends the connections of these readers; nothing more is delivered to them. */
  end(which: (grant: Grant) => boolean): void;
  grants(): Grant[];
  stop(): void;
}

const refuse = (socket: Duplex, status: string): void => {
  socket.on('error', () => undefined);
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};

const pathOf = (request: IncomingMessage): string => (request.url ?? '').split('?', 1)[0] ?? '';

/** A one-way WebSocket: texts to readers who showed a token when they connected. */
export function createPushEndpoint<Grant>(options: PushEndpointOptions<Grant>): PushEndpoint<Grant> {
  const { limits, clock, log, keyOf } = options;
  const readers = new Set<PushConnection<Grant>>();
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: limits.inboundBytes,
    perMessageDeflate: false,
  });
  /** Requests whose token is being checked. */
  let checking = 0;
  /** Rises with every end: who was checked before it is checked again. */
  let ends = 0;

  const admit = (request: IncomingMessage, socket: Duplex, head: Buffer, grant: Grant): void => {
    const own = [...readers].filter((one) => keyOf(one.grant) === keyOf(grant));
    // The same page come back: its oldest connection is dead without knowing it.
    if (own.length >= limits.perSession) own[0]?.end();
    sockets.handleUpgrade(request, socket, head, (ws) => {
      let release = (): void => undefined;
      const gone = (one: PushConnection<Grant>): void => {
        readers.delete(one);
        release();
      };
      const reader = new PushConnection(ws, grant, { limits, clock, gone });
      readers.add(reader);
      release = options.hold?.(grant, () => reader.end()) ?? release;
    });
  };

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    socket.on('error', () => undefined);
    if (checking >= limits.strangers) return refuse(socket, '503 Service Unavailable');
    checking += 1;
    try {
      let asked: number;
      let grant: Grant | null;
      do {
        asked = ends;
        grant = await options.authenticate(request);
      } while (grant !== null && asked !== ends);
      if (socket.destroyed) return;
      if (grant === null) refuse(socket, '401 Unauthorized');
      else admit(request, socket, head, grant);
    } catch (err) {
      log.warn({ err }, 'a token for pushes could not be checked');
      refuse(socket, '503 Service Unavailable');
    } finally {
      checking -= 1;
    }
  };
  const listener = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (pathOf(request) === options.path) void upgrade(request, socket, head);
  };
  options.server.on('upgrade', listener);
  const flushing = setInterval(() => {
    for (const reader of readers) reader.flush();
  }, limits.flushEvery);
  const pinging = setInterval(() => {
    for (const reader of readers) reader.ping();
  }, limits.pingEvery);

  return {
    push(text, state, isFor) {
      for (const reader of readers) if (isFor(reader.grant)) reader.push(text, state);
    },
    end(which) {
      ends += 1;
      for (const reader of readers) if (which(reader.grant)) reader.end();
    },
    grants: () => [...readers].filter((one) => !one.over).map(({ grant }) => grant),
    stop() {
      clearInterval(flushing);
      clearInterval(pinging);
      options.server.off('upgrade', listener);
      for (const reader of readers) reader.end();
      sockets.close();
    },
  };
}
