import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@eyrie/domain';
import { supervisePart } from '../child/index.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { VideoNotice } from './server.ts';
import { signStream, streamName, streamPath, verifyStream, type StreamUse } from './sign.ts';
import type { VideoProcessConfig, VideoReady } from './video-process.ts';

/** Live pictures: publishers push RTMP, our own HTTP proxy fetches FLV. */
export interface Video {
  readonly rtmpPort: number;
  readonly running: boolean;
  pid(): number | undefined;
  /** The address that a publisher is given, valid until `expiresAt` (epoch milliseconds). */
  publishUrl(stream: string, expiresAt: number): string;
  /** Whether a signature is ours, for publishing this stream, and holds now. */
  mayPublish(stream: string, sign: unknown): boolean;
  /** The same for playing it. */
  mayPlay(stream: string, sign: unknown): boolean;
  /** Where a process of our own hands on a stream that it took, for as long as a publisher may. Never for a device. */
  feedUrl(stream: string): string;
  /** The proof that a publisher of a stream is given, valid until `expiresAt` (epoch milliseconds). */
  publishSign(stream: string, expiresAt: number): string;
  /** `http://host:port` from which streams are fetched. */
  readonly flvBase: string;
  /**
   * Where the proxy fetches a stream; valid for a minute to begin with. Never for a browser.
   * @param base of another server; missing: of this one
   */
  openFlv(stream: string, base?: string): string;
  /** Names of the streams that are being published at this moment. */
  streams(): Promise<readonly string[]>;
  onPublish(handler: (stream: string) => void): () => void;
  onUnpublish(handler: (stream: string) => void): () => void;
  stop(): Promise<void>;
}

export interface VideoOptions {
  host: string;
  /** 0: any free port. */
  rtmpPort: number;
  /** Signs addresses; the same for all servers that hand pictures on to each other. */
  secret: string;
  /** `http://host:port` under which other machines fetch pictures from here; undefined: only this machine does. */
  flvUrl?: string | undefined;
  /** `rtmp://host:port` as publishers reach it; undefined: this machine. */
  publicRtmpUrl?: string | undefined;
  clock: Clock;
  log: Log;
}

/** Starts the video server in a process of its own and keeps it running on the same ports. */
export async function startVideo(options: VideoOptions): Promise<Video> {
  const { secret } = options;
  const outside = options.flvUrl === undefined ? null : new URL(options.flvUrl);
  /** Where this process itself reaches the port. */
  const near = outside === null || ['0.0.0.0', '::'].includes(options.host) ? '127.0.0.1' : options.host;
  const live = new Set<string>();
  const handlers = {
    publish: new Set<(stream: string) => void>(),
    unpublish: new Set<(stream: string) => void>(),
  };
  const part = await supervisePart<VideoProcessConfig, VideoReady, VideoNotice>({
    name: 'video',
    script: new URL('./video-process.ts', import.meta.url),
    log: options.log,
    config: (last) => ({
      host: options.host,
      rtmpPort: last?.rtmpPort ?? options.rtmpPort,
      flvHost: outside === null ? '127.0.0.1' : options.host,
      flvPort: last?.flvPort ?? Number(outside?.port || (outside ? 80 : 0)),
      secret,
      logLevel: options.log.level,
    }),
  });
  const notify = ({ event, stream }: VideoNotice): void => {
    if (event === 'publish') live.add(stream);
    else live.delete(stream);
    for (const handler of handlers[event]) handler(stream);
  };
  part.events.on('event', notify);
  part.events.on('down', () => {
    for (const stream of live) notify({ event: 'unpublish', stream });
  });
  const signOf = (use: StreamUse, stream: string, expiresAt: number): string => {
    if (!streamName.test(stream)) throw new Error(`not a stream name: ${stream}`);
    return signStream(secret, use, streamPath(stream), expiresAt);
  };
  const signed = (use: StreamUse, stream: string, expiresAt: number): string =>
    `sign=${signOf(use, stream, expiresAt)}`;
  const mayUse = (use: StreamUse, stream: string, sign: unknown): boolean =>
    streamName.test(stream) && verifyStream(secret, use, streamPath(stream), sign, options.clock.wall());
  const ownFlv = (): string => `http://${near}:${part.ready.flvPort}`;
  const subscribe = (event: VideoNotice['event'], handler: (stream: string) => void): (() => void) => {
    handlers[event].add(handler);
    return () => handlers[event].delete(handler);
  };
  return {
    get rtmpPort() {
      return part.ready.rtmpPort;
    },
    get running() {
      return part.running;
    },
    pid: () => part.pid(),
    publishUrl: (stream, expiresAt) => {
      const base = options.publicRtmpUrl ?? `rtmp://127.0.0.1:${part.ready.rtmpPort}`;
      return `${base}${streamPath(stream)}?${signed('publish', stream, expiresAt)}`;
    },
    get flvBase() {
      return options.flvUrl ?? `http://127.0.0.1:${part.ready.flvPort}`;
    },
    mayPublish: (stream, sign) => mayUse('publish', stream, sign),
    mayPlay: (stream, sign) => mayUse('play', stream, sign),
    publishSign: (stream, expiresAt) => signOf('publish', stream, expiresAt),
    feedUrl: (stream) => {
      const expiresAt = options.clock.wall() + limits.video.publishLife;
      return `${ownFlv()}${streamPath(stream)}.flv?${signed('feed', stream, expiresAt)}`;
    },
    openFlv: (stream, base = ownFlv()) => {
      const expiresAt = options.clock.wall() + limits.videoServer.upstreamLife;
      return `${base}${streamPath(stream)}.flv?${signed('play', stream, expiresAt)}`;
    },
    streams: () => Promise.resolve([...live]),
    onPublish: (handler) => subscribe('publish', handler),
    onUnpublish: (handler) => subscribe('unpublish', handler),
    stop: () => part.stop(),
  };
}

/**
 * The secret that lies in a data directory; made where there is none yet.
 */
export async function readVideoSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'video.secret');
  if (!existsSync(path)) {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(`${path}.new`, randomBytes(32).toString('base64url'), { mode: 0o600 });
    await rename(`${path}.new`, path);
  }
  return (await readFile(path, 'utf8')).trim();
}
