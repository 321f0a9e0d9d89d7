import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import mqttPacket from 'mqtt-packet';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { LiveConnection } from './live-connection.ts';
import type { LiveIdentity, LiveLimits } from './live-connect.ts';
import type { ConnectionContext } from './live-connection.ts';
import { Flusher } from './live-outbox.ts';
import { subjectOf, TopicIndex } from './live-topics.ts';
import type { LiveGrant, LiveSubject } from './live-topics.ts';

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** The part of an `http.Server` that is needed here. */
export interface UpgradeSource {
  on(event: 'upgrade', listener: UpgradeListener): unknown;
  off(event: 'upgrade', listener: UpgradeListener): unknown;
}

export interface LiveEndpointOptions {
  server: UpgradeSource;
  /** Upgrades of other paths are left to others. */
  path: string;
  /** Checks all three parts of a credential; `null` for a wrong one, a rejection when it cannot be checked. */
  authenticate(identity: LiveIdentity): Promise<LiveGrant | null>;
  /** May a page of this origin connect; `undefined` when the header is missing, as with programs. */
  originAllowed(origin: string | undefined): boolean;
  /** May the holder see messages about this device (`DOCK`, oid). Asked for each delivery: answer from memory. */
  maySee(grant: LiveGrant, objectKind: string, objectOID: string): boolean;
  clock: Clock;
  log: Log;
  limits: LiveLimits;
}

export interface LiveStats {
  /** Connections with a good credential, and those without one yet. */
  connections: number;
  strangers: number;
  topics: number;
  /** Messages written to browsers since the start, each counted once a browser. */
  delivered: number;
}

export interface LiveEndpoint {
  /**
   * Hands a message to everyone who reads its topic and may see it. The newest one of a state is kept for those who
   * come later; an empty payload forgets the topic. `about` names the device of a message whose topic does not.
   */
  publish(topic: string, payload: Buffer | string, about?: LiveSubject): void;
  /** Organisations of the connections with a good credential. */
  organisations(): Set<string>;
  /** The devices of which somebody who may see them asks by name for the topic of this code. */
  watched(code: number): Set<string>;
  /** Drops the state of everything of an organisation of which nothing more is published. */
  forget(groupRoot: string): void;
  /** Ends every connection of a session; nothing more is delivered to it. */
  endSession(sessionOID: string): void;
  stats(): LiveStats;
  /** Ends all connections and lets go of the server. */
  stop(): void;
}

const refuseUpgrade = (socket: Duplex, status: string): void => {
  socket.on('error', () => undefined);
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};

const pathOf = (request: IncomingMessage): string => (request.url ?? '').split('?', 1)[0] ?? '';

const speaksMqtt = (request: IncomingMessage): boolean =>
  (request.headers['sec-websocket-protocol'] ?? '').split(',').some((name) => name.trim() === 'mqtt');

/** Who is connected: strangers until their credential is checked, then by session and client id. */
class Attendance {
  readonly strangers = new Set<LiveConnection>();
  readonly known = new Set<LiveConnection>();
  readonly #byClientId = new Map<string, LiveConnection>();
  readonly #limits: LiveLimits;

  constructor(limits: LiveLimits) {
    this.#limits = limits;
  }

  arrive(connection: LiveConnection): void {
    this.strangers.add(connection);
    // Honest pages say who they are within milliseconds, so a flood pushes out its own.
    if (this.strangers.size > this.#limits.strangers) {
      const [oldest] = this.strangers;
      oldest?.end('too many strangers');
    }
  }

  ofSession(sessionOID: string): LiveConnection[] {
    return [...this.known].filter((connection) => connection.grant?.sessionOID === sessionOID);
  }

  admit(connection: LiveConnection): boolean {
    // The same client id again is the same page come back: its old connection is dead without knowing it.
    this.#byClientId.get(connection.clientId)?.end('taken over');
    if (this.ofSession(connection.grant?.sessionOID ?? '').length >= this.#limits.perSession) return false;
    this.strangers.delete(connection);
    this.known.add(connection);
    this.#byClientId.set(connection.clientId, connection);
    return true;
  }

  leave(connection: LiveConnection): void {
    this.strangers.delete(connection);
    this.known.delete(connection);
    if (this.#byClientId.get(connection.clientId) === connection) {
      this.#byClientId.delete(connection.clientId);
    }
  }
}

/** Takes the upgrades of one path; gives back how to stop doing so. */
function acceptUpgrades(
  options: LiveEndpointOptions,
  arrive: (ws: WebSocket, address: string | null) => void,
): () => void {
  const { limits, log } = options;
  // Apart from the call, because the published types do not know `closeTimeout` yet.
  const settings = {
    noServer: true,
    clientTracking: false,
    maxPayload: limits.packetBytes,
    perMessageDeflate: false,
    handleProtocols: () => 'mqtt',
    closeTimeout: limits.closeTimeout,
  };
  const sockets = new WebSocketServer(settings);
  const listener: UpgradeListener = (request, socket, head) => {
    if (pathOf(request) !== options.path) return;
    const { origin } = request.headers;
    if (!options.originAllowed(origin)) {
      log.warn({ origin }, 'A live connection from a foreign page is refused');
      refuseUpgrade(socket, '403 Forbidden');
    } else if (!speaksMqtt(request)) refuseUpgrade(socket, '400 Bad Request');
    else
      sockets.handleUpgrade(request, socket, head, (ws) => arrive(ws, request.socket.remoteAddress ?? null));
  };
  options.server.on('upgrade', listener);
  return () => {
    options.server.off('upgrade', listener);
    sockets.close();
  };
}

/** Encodes a message once and puts it in the line of each of its readers. */
function hand(
  topics: TopicIndex<LiveConnection>,
  flusher: Flusher,
  ...[name, payload, about]: Parameters<LiveEndpoint['publish']>
): void {
  if (payload.length === 0) {
    topics.forget(name);
    return;
  }
  const topic = topics.topic(name);
  const packet = mqttPacket.generate({
    cmd: 'publish',
    topic: name,
    payload,
    qos: 0,
    dup: false,
    retain: false,
  });
  if (!topic.event) topic.packet = packet;
  for (const reader of topic.readers) {
    if (topic.event) reader.outbox.addEvent(packet, about ?? topic.subject);
    else reader.outbox.addState(topic);
    flusher.mark(reader);
  }
}

const watchedBy = (topics: TopicIndex<LiveConnection>, code: number): Set<string> => {
  const found = new Set<string>();
  for (const { reader, levels } of topics.named(String(code))) {
    const subject = subjectOf(levels);
    if (subject && reader.maySee(subject)) found.add(subject.oid);
  }
  return found;
};

/**
 * Serves the live topics to browsers: MQTT 3.1.1 over WebSocket, reading only, within the reader's own organisation.
 * A reader that does not keep up is skipped until it does and then gets the present, at no cost to the others.
 */
export function createLiveEndpoint(options: LiveEndpointOptions): LiveEndpoint {
  const { limits, log } = options;
  const topics = new TopicIndex<LiveConnection>();
  const attendance = new Attendance(limits);
  const flusher = new Flusher({
    every: limits.flushEvery,
    bytes: limits.clientBufferBytes,
    onError: (target, error) => {
      log.error({ err: error }, 'A live connection failed while being written to');
      target.socket.terminate();
    },
  });
  const context: ConnectionContext = {
    topics,
    flusher,
    limits,
    log,
    clock: options.clock,
    authenticate: (identity) => options.authenticate(identity),
    maySee: (grant, kind, oid) => options.maySee(grant, kind, oid),
    admit: (connection) => attendance.admit(connection),
    gone: (connection) => attendance.leave(connection),
  };
  const release = acceptUpgrades(options, (socket, address) =>
    attendance.arrive(new LiveConnection(socket, context, address)),
  );
  const everyone = (): LiveConnection[] => [...attendance.strangers, ...attendance.known];
  const silence = setInterval(() => {
    for (const connection of everyone()) connection.checkSilence();
  }, limits.keepaliveCheck);
  silence.unref();

  return {
    publish: (...message) => hand(topics, flusher, ...message),
    organisations: () =>
      new Set([...attendance.known].flatMap(({ grant }) => (grant ? [grant.groupRoot] : []))),
    watched: (code) => watchedBy(topics, code),
    forget: (groupRoot) => topics.forgetOwner('INFO', groupRoot),
    endSession(sessionOID) {
      for (const connection of attendance.ofSession(sessionOID)) connection.end('session over');
    },
    stats: () => ({
      connections: attendance.known.size,
      strangers: attendance.strangers.size,
      topics: topics.size,
      delivered: flusher.delivered,
    }),
    stop() {
      clearInterval(silence);
      release();
      for (const connection of everyone()) connection.move();
      flusher.stop();
    },
  };
}
