import type { Socket } from 'node:net';
import { limits } from '@eyrie/domain';
import type { Log } from '../log.ts';
import type { Presence } from './presence.ts';

/** Drops clients that stop reading, before their buffers cost the others memory. */
export function dropSlow(presence: Presence, log: Log): void {
  for (const client of presence.all()) {
    const socket = client.conn as Socket;
    const { bufferBytes, serverBufferBytes } = limits.broker;
    const most = presence.pendingOf(client)?.internal ? serverBufferBytes : bufferBytes;
    if (socket.writableLength <= most) continue;
    log.warn({ client: client.id, bytes: socket.writableLength }, 'a client reads too slowly; disconnected');
    socket.destroy();
  }
}
