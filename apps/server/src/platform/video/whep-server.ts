import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIP, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { limits } from '@eyrie/domain';
import type { Log } from '../log.ts';
import { payloadFor, payloadToReceive, readOffer } from './offer.ts';
import type { Library } from './peer.ts';
import { WhepStream, type StreamEnd } from './whep-stream.ts';
import { WhepViewer } from './whep-viewer.ts';
import { WhipPublisher, type PublishEnd } from './whip-publisher.ts';

const bounds = limits.whep;

export interface WhepServerConfig {
  host: string;
  /** UDP, one for all viewers and publishers; 0: any free one. */
  port: number;
  /** Name or address under which browsers reach the port; undefined: the addresses of this machine. */
  publicHost: string | undefined;
  /** What the parent proves itself with. */
  key: string;
}

/** Why an offer was not taken. */
export type OfferRefusal = StreamEnd | 'malformed' | 'busy';
export interface OfferRequest {
  id: string;
  /** Name of the stream, and where it is fetched as FLV, or handed on as such. */
  stream: string;
  address: string;
  sdp: string;
  /** Where the request of the other side arrived: it is reached there. */
  arrivedAt: string | null;
}
export type OfferAnswer = { answer: string } | { refused: OfferRefusal };

/** What a viewer is sent: frames, none because its camera sends none (or lately sent none), or nothing for it has ended. */
export type Standing = 'sending' | 'still' | 'gone';

export interface WhepNotice {
  id: string;
  why: StreamEnd | PublishEnd;
}

export interface RunningWhepServer {
  port: number;
  controlPort: number;
  stop(): Promise<void>;
}

/** Finds out whether a UDP port can be had, which the library would only say by silence. */
function freeUdpPort(host: string, port: number): Promise<number> {
  const socket = createSocket(isIP(host) === 6 ? 'udp6' : 'udp4');
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, host, () => {
      const found = socket.address().port;
      socket.close(() => resolve(found));
    });
  });
}

const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** Addresses that an answer names, the likeliest first. */
async function hostsOf({ host, publicHost }: WhepServerConfig, arrivedAt: string | null): Promise<string[]> {
  if (publicHost !== undefined)
    return (await lookup(publicHost, { all: true })).map(({ address }) => address);
  if (!isWildcard(host)) return [isIP(host) ? host : (await lookup(host)).address];
  const own = Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address),
  );
  const first = arrivedAt?.replace(/^::ffff:/, '') ?? '';
  return [...new Set([...(isIP(first) ? [first] : []), ...own])].slice(0, 8);
}

/** Those who watch pictures, and the pictures that they watch. */
function createViewers(
  config: WhepServerConfig,
  library: Library,
  log: Log,
  report: (notice: WhepNotice) => void,
) {
  const streams = new Map<string, WhepStream>();
  const viewers = new Map<string, WhepViewer>();
  const streamOf = (name: string, address: string): WhepStream => {
    const running = streams.get(name);
    if (running) return running;
    const stream = new WhepStream(address, () => {
      if (streams.get(name) === stream) streams.delete(name);
    });
    streams.set(name, stream);
    return stream;
  };
  return {
    async take(
      { id, stream: name, address, sdp, arrivedAt }: OfferRequest,
      port: number,
    ): Promise<OfferAnswer> {
      const offer = readOffer(sdp);
      if (!offer) return { refused: 'malformed' };
      if (viewers.size >= bounds.viewers) return { refused: 'busy' };
      const stream = streamOf(name, address);
      const [format, hosts] = await Promise.all([stream.format(), hostsOf(config, arrivedAt)]);
      stream.letGo();
      if (typeof format === 'string') return { refused: format };
      const payload = payloadFor(offer, format.profile);
      if (!payload) return { refused: 'malformed' };
      const ended = (why: WhepNotice['why']): void => {
        viewers.delete(id);
        report({ id, why });
      };
      try {
        const peer = { id, offer, payload, bindAddress: config.host, port, hosts };
        const viewer = new WhepViewer(library, { ...peer, stream, ended });
        viewers.set(id, viewer);
        return { answer: viewer.answer };
      } catch (error) {
        log.warn({ err: error }, 'an offer was not taken');
        return { refused: 'malformed' };
      }
    },
    end: (id: string): void => viewers.get(id)?.end('left'),
    standing(id: string): Standing {
      const viewer = viewers.get(id);
      return viewer ? (viewer.stoodStill() ? 'still' : 'sending') : 'gone';
    },
    endAll(): void {
      for (const viewer of viewers.values()) viewer.end('left');
      for (const stream of streams.values()) stream.end('noStream');
    },
  };
}

/** Devices that send pictures. */
function createPublishers(
  config: WhepServerConfig,
  library: Library,
  log: Log,
  report: (notice: WhepNotice) => void,
) {
  const publishers = new Map<string, WhipPublisher>();
  return {
    async take({ id, stream, address, sdp, arrivedAt }: OfferRequest, port: number): Promise<OfferAnswer> {
      const offer = readOffer(sdp, 'sends');
      if (!offer) return { refused: 'malformed' };
      const payload = payloadToReceive(offer);
      if (!payload) return { refused: 'malformed' };
      // Before the places are counted: several offers could wait for it at once.
      const hosts = await hostsOf(config, arrivedAt);
      // One that has sent nothing yet makes room for the next of its stream: half-open ones do not add up.
      for (const other of publishers.values())
        if (other.stream === stream && !other.sending) other.end('left');
      if (publishers.size >= limits.whip.publishers) return { refused: 'busy' };
      const ended = (why: WhepNotice['why']): void => {
        publishers.delete(id);
        report({ id, why });
      };
      try {
        const peer = { id, offer, payload, bindAddress: config.host, port, hosts };
        const publisher = new WhipPublisher(library, { ...peer, stream, feed: address, ended });
        publishers.set(id, publisher);
        return { answer: publisher.answer };
      } catch (error) {
        log.warn({ err: error }, 'an offer to send a picture was not taken');
        return { refused: 'malformed' };
      }
    },
    end: (id: string): void => publishers.get(id)?.end('left'),
    endAll(): void {
      for (const publisher of publishers.values()) publisher.end('left');
    },
  };
}

/**
 * Serves pictures by WebRTC, and takes them: offers come over HTTP on the loopback from the parent alone, pictures by one
 * UDP port.
 */
export async function startWhepServer(
  config: WhepServerConfig,
  library: Library,
  log: Log,
  report: (notice: WhepNotice) => void,
): Promise<RunningWhepServer> {
  const viewers = createViewers(config, library, log, report);
  const publishers = createPublishers(config, library, log, report);
  const port = await freeUdpPort(config.host, config.port);
  const control = createServer((request, response) => {
    serveControl(config.key, request, response, {
      offer: (offer) => viewers.take(offer, port),
      publish: (offer) => publishers.take(offer, port),
      end: (id) => {
        viewers.end(id);
        publishers.end(id);
      },
      standing: viewers.standing,
    }).catch((error: unknown) => {
      log.error({ err: error }, 'an offer failed');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    control.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return {
    port,
    controlPort: (control.address() as AddressInfo).port,
    stop: async () => {
      viewers.endAll();
      publishers.endAll();
      control.closeAllConnections();
      await new Promise((resolve) => {
        control.close(resolve);
      });
    },
  };
}

async function serveControl(
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
  does: {
    offer(offer: OfferRequest): Promise<OfferAnswer>;
    publish(offer: OfferRequest): Promise<OfferAnswer>;
    end(id: string): void;
    standing(id: string): Standing;
  },
): Promise<void> {
  if (request.headers['x-key'] !== key) {
    response.writeHead(403).end();
    return;
  }
  if (request.method === 'DELETE') {
    does.end((request.url ?? '').slice(1));
    response.writeHead(204).end();
    return;
  }
  if (request.method === 'GET') {
    response.writeHead(200).end(does.standing((request.url ?? '').slice(1)));
    return;
  }
  const offer = JSON.parse(await text(request)) as OfferRequest;
  const answer = await (request.url === '/publish' ? does.publish(offer) : does.offer(offer));
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}
