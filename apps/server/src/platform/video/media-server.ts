import { createRequire } from 'node:module';
import type { Server, Socket } from 'node:net';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The parts of node-media-server that we use. It carries no types of its own. */
export interface MediaSession {
  ip: string;
  protocol: string;
  streamPath: string;
  streamName: string;
  streamQuery: Record<string, unknown>;
  isPublisher: boolean;
  /** From when on it publishes. */
  broadcast?: Broadcast;
  /** Of RTMP sessions, and of those that publish over HTTP. */
  socket?: Socket;
  /** Of HTTP sessions. */
  req?: IncomingMessage;
  close(): void;
}

/** The reader of one RTMP connection. Its methods are called on the instance, so they can be replaced on it. */
export interface RtmpReader {
  parserPacket: { header: { type: number; length: number }; payload: Buffer; bytes: number };
  inPackets: ReadonlyMap<number, unknown>;
  packetParse(): void;
  packetAlloc(): void;
  packetHandler(): void;
  onConnect(message: { cmdObj?: unknown }): void;
  onPublish(message: { streamName?: unknown }): void;
  onPlay(message: unknown): void;
}

export interface RtmpSession extends MediaSession {
  id: string;
  rtmp: RtmpReader;
  socket: Socket;
  /** Listens to the socket with the handlers that the session has by then. */
  run(): void;
  onData(bytes: Buffer): void;
}

export interface Broadcast {
  publisher: MediaSession | null;
  subscribers: Map<string, MediaSession>;
  publishGraceMs: number;
  _finishPublish(): void;
}

export interface MediaServer {
  on(
    event: 'prePlay' | 'prePublish' | 'postPublish' | 'donePublish',
    listener: (session: MediaSession) => void,
  ): void;
  rtmpServer: { stop(): void; tcpServer: Server; _sockets: Set<Socket> };
  httpServer: { handleFlv(request: IncomingMessage, response: ServerResponse): void };
}

export interface MediaServerConfig {
  bind: string;
  auth: { play: boolean; publish: boolean; secret: string };
  webadmin: { enable: boolean };
  record: { auto: boolean };
}

interface MediaLogger {
  level: string;
  log(message: string, level?: string): void;
}

const require = createRequire(import.meta.url);

/** Makes a media server that has not started anything yet; its words go to the given function. */
export function createMediaServer(
  config: MediaServerConfig,
  say: (message: string, level: string) => void,
): {
  server: MediaServer;
  broadcasts: Map<string, Broadcast>;
  /** Makes a session for a connection; it does not listen yet. */
  rtmpSession(socket: Socket): RtmpSession;
} {
  const logger = require('node-media-server/src/core/logger.js') as MediaLogger;
  logger.log = (message, level = 'info') => say(message, level);
  const MediaServerClass = require('node-media-server') as new (
    config: MediaServerConfig & { rtmp: { port: number } },
  ) => MediaServer;
  const RtmpSessionClass = require('node-media-server/src/session/rtmp_session.js') as new (
    socket: Socket,
  ) => RtmpSession;
  const context = require('node-media-server/src/core/context.js') as {
    broadcasts: Map<string, Broadcast>;
    sessions: Map<string, MediaSession>;
  };
  // Without a port it makes no server. It never listens by itself: on a taken port it would end its process.
  const server = new MediaServerClass({ ...config, rtmp: { port: 1935 } });
  // The library reads whatever a connection sends; connections are taken by whoever asks for sessions instead.
  server.rtmpServer.tcpServer.removeAllListeners('connection');
  return {
    server,
    broadcasts: context.broadcasts,
    rtmpSession: (socket) => {
      const session = new RtmpSessionClass(socket);
      context.sessions.set(session.id, session);
      server.rtmpServer._sockets.add(socket);
      socket.once('close', () => server.rtmpServer._sockets.delete(socket));
      return session;
    },
  };
}
