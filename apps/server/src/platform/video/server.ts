import { createHash, randomBytes } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { limits } from '@eyrie/domain';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { createMediaServer } from './media-server.ts';
import type { Broadcast, MediaSession } from './media-server.ts';
import { takeConnections, type TakenConnection } from './rtmp-connections.ts';
import { guardRtmp } from './rtmp-gate.ts';
import { streamName, streamPath, verifyStream } from './sign.ts';
import type { StreamUse } from './sign.ts';

export interface VideoServerConfig {
  host: string;
  rtmpPort: number;
  /** Where our own proxies fetch from; port 0: any free one. */
  flvHost: string;
  flvPort: number;
  secret: string;
}

export interface VideoNotice {
  event: 'publish' | 'unpublish';
  stream: string;
}

export interface RunningVideoServer {
  rtmpPort: number;
  flvPort: number;
  stop(): Promise<void>;
}

/** Starts RTMP for publishers and HTTP-FLV on the loopback for our own proxy; both only with a signature. */
export async function startVideoServer(
  config: VideoServerConfig,
  log: Log,
  clock: Clock,
  report: (notice: VideoNotice) => void,
): Promise<RunningVideoServer> {
  const refusals = createRefusalLog(log, clock);
  // The media server checks its own, weaker signature. It gets one only after ours has been checked.
  const innerSecret = randomBytes(32).toString('hex');
  const { server, broadcasts, rtmpSession } = createMediaServer(
    {
      bind: config.host,
      auth: { play: true, publish: true, secret: innerSecret },
      webadmin: { enable: false },
      record: { auto: false },
    },
    (message) => log.debug({ message }, 'video server'),
  );
  const check = (session: MediaSession, use: StreamUse): boolean => {
    const right = verifyStream(
      config.secret,
      use,
      session.streamPath,
      session.streamQuery['sign'],
      clock.wall(),
    );
    session.streamQuery = right ? { sign: innerSign(innerSecret, session.streamPath, clock) } : {};
    if (!right) refusals.note('not signed', { use, path: session.streamPath, address: session.ip });
    return right;
  };
  const publishers = new WeakSet<MediaSession>();
  const connections = new WeakMap<MediaSession, TakenConnection>();
  server.on('prePlay', (session) => void check(session, 'play'));
  server.on('prePublish', (session) => {
    if (!check(session, session.protocol === 'flv' ? 'feed' : 'publish')) return;
    if (session.req) session.socket = session.req.socket;
    takeOver(session, broadcasts.get(session.streamPath), report);
    publishers.add(session);
    connections.get(session)?.signed();
  });
  server.on('postPublish', ({ streamPath: path, broadcast }) => {
    // The library forgets a stream whose publisher ends while nobody watches, also where another takes it over.
    if (broadcast) broadcasts.set(path, broadcast);
  });
  server.on('donePublish', (session) => {
    // A player that waits on a dead stream would show its last frame for ever.
    for (const viewer of broadcasts.get(session.streamPath)?.subscribers.values() ?? []) viewer.close();
  });
  takeConnections(server.rtmpServer.tcpServer, (socket, connection) => {
    const session = rtmpSession(socket);
    const signed = (): boolean => publishers.has(session);
    guardRtmp(session, signed, (reason, error) => refusals.note(reason, { address: session.ip, err: error }));
    connections.set(session, connection);
    session.run();
  });
  const rtmpPort = await listening(server.rtmpServer.tcpServer, config.rtmpPort, config.host);
  server.rtmpServer.tcpServer.on('error', (err) => log.error({ err }, 'the RTMP port has a fault'));
  const flv = createHttpServer((request, response) => {
    serveFlv(request, response, {
      // Without a publisher the library would answer a head of 13 bytes and then nothing.
      statusOf: (name, sign) => {
        if (!verifyStream(config.secret, 'play', streamPath(name), sign, clock.wall())) return 403;
        return broadcasts.get(streamPath(name))?.publisher ? 200 : 404;
      },
      mayFeed: (name, sign) => verifyStream(config.secret, 'feed', streamPath(name), sign, clock.wall()),
      pass: (prepared) => server.httpServer.handleFlv(prepared, response),
    });
  });
  // A picture that is handed on lasts for as long as its camera is watched.
  flv.requestTimeout = 0;
  const flvPort = await listening(flv, config.flvPort, config.flvHost);
  return {
    rtmpPort,
    flvPort,
    stop: async () => {
      server.rtmpServer.stop();
      flv.closeAllConnections();
      await new Promise((resolve) => {
        flv.close(resolve);
      });
    },
  };
}

/** Strangers can make refusals as fast as they like: one line at once, then their number now and then. */
function createRefusalLog(log: Log, clock: Clock) {
  let since = -Infinity;
  let unsaid = 0;
  return {
    note(reason: string, facts: object): void {
      const now = clock.mono();
      unsaid += 1;
      if (now - since < limits.videoServer.refusalLogEvery) return;
      log.warn({ reason, refused: unsaid, ...facts }, 'a connection of the video server was refused');
      since = now;
      unsaid = 0;
    },
  };
}

function innerSign(secret: string, path: string, clock: Clock): string {
  const seconds = Math.floor((clock.wall() + limits.videoServer.upstreamLife) / 1000);
  return `${seconds}-${createHash('md5').update(`${path}-${seconds}-${secret}`).digest('hex')}`;
}

/** A publisher with a right signature replaces an earlier one, whose line may be dead without anyone knowing. */
function takeOver(
  session: MediaSession,
  broadcast: Broadcast | undefined,
  report: (notice: VideoNotice) => void,
): void {
  if (!broadcast) return;
  broadcast.publishGraceMs = limits.videoServer.resumeWithin;
  const earlier = broadcast.publisher;
  if (earlier && earlier !== session && !earlier.socket?.destroyed) {
    endEarlier(earlier);
    broadcast._finishPublish();
  }
  const stream = session.streamName;
  report({ event: 'publish', stream });
  session.socket?.once('close', () => {
    if (broadcast.publisher === session || broadcast.publisher === null)
      report({ event: 'unpublish', stream });
  });
}

/** Ends a publisher whose stream another has taken over. */
function endEarlier(session: MediaSession): void {
  if (!session.req) {
    session.socket?.destroy();
    return;
  }
  // By an answer it learns that its stream is another's now, and not that this process ended, after which it would come back.
  session.req.removeAllListeners('data').resume();
  session.close();
  setTimeout(() => session.socket?.destroy(), limits.videoServer.resumeWithin).unref();
}

interface FlvAnswers {
  statusOf(name: string, sign: string): number;
  /** Whether a process of our own may hand a stream on. */
  mayFeed(name: string, sign: string): boolean;
  /** Gives a request to the media server. */
  pass(prepared: IncomingMessage): void;
}

/**
 * Answers `GET /live/{stream}.flv?sign=…` by the media server, in the form that it expects from its own router, and takes
 * the same by POST from the process that got it by WebRTC.
 */
function serveFlv(request: IncomingMessage, response: ServerResponse, answers: FlvAnswers): void {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const name = /^\/live\/([^/]+)\.flv$/.exec(url.pathname)?.[1] ?? '';
  const sign = url.searchParams.get('sign') ?? '';
  const prepared = (): IncomingMessage =>
    Object.assign(request, {
      params: { app: streamPath(name).split('/')[1], name },
      query: { sign },
      hostname: '127.0.0.1',
    });
  response.on('error', () => undefined);
  if (request.method === 'POST' && streamName.test(name) && answers.mayFeed(name, sign)) {
    request.setTimeout(limits.videoServer.silence, () => request.socket.destroy());
    answers.pass(prepared());
    return;
  }
  const status = request.method === 'GET' && streamName.test(name) ? answers.statusOf(name, sign) : 404;
  if (status !== 200) {
    // Nobody reads what comes with it.
    response.writeHead(status, request.method === 'GET' ? {} : { connection: 'close' }).end();
    return;
  }
  response.writeHead(200, { 'Content-Type': 'video/x-flv', 'Cache-Control': 'no-store' });
  const timer = setInterval(() => {
    // A viewer that cannot keep up would gather the stream in memory; its player starts anew.
    if (response.writableLength > limits.videoServer.viewerBufferBytes) response.destroy();
  }, limits.videoServer.slowCheckEvery);
  response.on('close', () => clearInterval(timer));
  answers.pass(prepared());
}

/** The port that a server got; a port that is taken rejects with its number. */
function listening(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
