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
  /** Of RTMP sessions. */
  socket?: Socket;
  close(): void;
}

export interface Broadcast {
  publisher: MediaSession | null;
  subscribers: Map<string, MediaSession>;
  publishGraceMs: number;
  _finishPublish(): void;
}

export interface MediaServer {
  on(event: 'prePlay' | 'prePublish' | 'donePublish', listener: (session: MediaSession) => void): void;
  rtmpServer: { run(): void; stop(): void; tcpServer: Server };
  httpServer: { handleFlv(request: IncomingMessage, response: ServerResponse): void };
}

export interface MediaServerConfig {
  bind: string;
  rtmp: { port: number };
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
): { server: MediaServer; broadcasts: Map<string, Broadcast> } {
  const logger = require('node-media-server/src/core/logger.js') as MediaLogger;
  logger.log = (message, level = 'info') => say(message, level);
  const MediaServerClass = require('node-media-server') as new (config: MediaServerConfig) => MediaServer;
  const context = require('node-media-server/src/core/context.js') as { broadcasts: Map<string, Broadcast> };
  return { server: new MediaServerClass(config), broadcasts: context.broadcasts };
}
