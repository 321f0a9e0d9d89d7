import { timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { limits } from '@eyrie/domain';
import { Aedes } from 'aedes';
import type { AuthenticateError, AedesOptions, Client, ConnectPacket } from 'aedes';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { createSparingWarn, type SparingWarn } from '../sparing-log.ts';
import { connectDatabase } from '../postgres/index.ts';
import { Acl } from './acl.ts';
import { hashSecret } from '../device-secret.ts';
import { CommandDeadlines } from './command-deadlines.ts';
import { Denials, type DenialNotice } from './denials.ts';
import { bindingChannel, Directory } from './directory.ts';
import { openListener } from './listener.ts';
import type { Listener } from './listener.ts';
import { KeepNothing } from './keep-nothing.ts';
import { failClient, guardClient, insideOf, reasonCodes } from './packet-rules.ts';
import { Presence } from './presence.ts';
import { Relays } from './relays.ts';
import { dropSlow } from './slow-clients.ts';
import type { PendingConnection } from './presence.ts';
import type { FrameLimit } from './frame-limits.ts';
import { clientTopic, deliveryTopic, frameNoticeTopic, relayOf } from './topics.ts';
import type { ClientNotice, DeliveryNotice, FrameNotice } from './topics.ts';

export interface BrokerConfig {
  /** Where devices connect. */
  host: string;
  port: number;
  tls: { cert: string; key: string } | undefined;
  /** Where server processes of this machine connect; 0: any free port on the loopback. */
  internalPort: number;
  internal: { username: string; password: string };
  databaseUrl: string;
}

export interface RunningBroker {
  port: number;
  internalPort: number;
  stop(): Promise<void>;
}

/** The fixed header of the longest packet that the listener accepts. */
const FRAME_BYTES = 4;

/** Return codes of CONNACK in MQTT 3.1.1; the library translates them for MQTT 5. */
const refusal = { identifier: 2, unavailable: 3, credentials: 4, notAuthorised: 5 } as const;

/** Refusals that the device caused, not the state of this server. */
const deniedBy: Readonly<Record<string, 'deviceCredentials' | 'deviceIdentifier'>> = {
  credentials: 'deviceCredentials',
  identifier: 'deviceIdentifier',
};

function refuse(kind: keyof typeof refusal): AuthenticateError {
  return Object.assign(new Error(kind), { returnCode: refusal[kind] });
}

/** Starts the embedded broker: devices on one port, server processes on another, no stored sessions. */
export async function startBroker(
  config: BrokerConfig,
  log: Log,
  clock: Clock,
  report: (notice: ClientNotice | DenialNotice) => void,
): Promise<RunningBroker> {
  const database = connectDatabase({ url: config.databaseUrl, log, poolSize: 4, name: 'eyrie-broker' });
  const directory = new Directory(database, () => clock.mono());
  const publishOutcome = (notice: DeliveryNotice): void => {
    if (notice.outcome !== 'delivered') log.warn(notice, 'a command was not confirmed in its time');
    publishOwn(aedes, deliveryTopic, notice);
  };
  const deadlines = new CommandDeadlines({ wall: () => clock.wall(), report: publishOutcome });
  const presence = new Presence(clock, deadlines);
  const denials = new Denials(clock, report);
  const warn = createSparingWarn(log, clock.mono);
  const reportFrame =
    (outcome: FrameNotice['outcome']) =>
    ({ sn, ref }: FrameLimit): void => {
      if (ref !== undefined) publishOwn(aedes, frameNoticeTopic, { sn, ref, outcome } satisfies FrameNotice);
    };
  const relays = createRelays(database, { clock, presence, log }, reportFrame('cut'));
  const frameDropped = reportFrame('dropped');
  const acl = new Acl({ directory, presence, relays, deadlines, denials, warn, frameDropped }, log);
  const parts = { relays, log, warn, directory, presence, acl, deadlines, denials, clock, report };
  const aedes = await createAedes(config, parts);
  const listeners: Listener[] = [];
  const open = async (internal: boolean): Promise<Listener> => {
    const listener = await openListener({
      port: internal ? config.internalPort : config.port,
      host: internal ? '127.0.0.1' : config.host,
      tls: internal ? undefined : config.tls,
      warn,
      mustReset: (socket) => {
        const session = presence.sessionOn(socket);
        if (session === undefined) return relays.mustReset(socket);
        return deadlines.hasUndelivered(session);
      },
      onSocket: (socket, reset, raw) => {
        presence.opened(socket, internal, { signedIn: () => listener.signedIn(socket), reset, raw });
        const client = aedes.handle(socket);
        guardClient(client, (packet) => {
          // A ping or a subscription promises no report that would have to follow.
          if (packet.cmd === 'publish') relays.spoke(client);
          presence.spoke(client, packet);
        });
      },
      onTooLarge: (socket) => {
        const client = presence.sessionOn(socket)?.client;
        if (client) insideOf(client).disconnect({ reasonCode: reasonCodes.packetTooLarge });
        else socket.destroy();
      },
    });
    listeners.push(listener);
    return listener;
  };
  const timers = watches(parts);
  const stop = async (): Promise<void> => {
    for (const timer of timers) clearInterval(timer);
    deadlines.stop();
    await Promise.all(listeners.map((listener) => listener.close()));
    await new Promise<void>((resolve) => {
      aedes.close(resolve);
    });
    await database.close();
  };
  try {
    await database.listen(
      bindingChannel,
      (sn) => void acl.refresh(sn),
      () => void acl.refreshAll(),
    );
    const outside = await open(false);
    const inside = await open(true);
    return { port: outside.port, internalPort: inside.port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param cut what was written to a dock, and is not known to have arrived when its connection ended */
const createRelays = (
  database: ConstructorParameters<typeof Relays>[0],
  { clock, presence, log }: Pick<Parts, 'clock' | 'presence' | 'log'>,
  cut: (limit: FrameLimit) => void,
): Relays =>
  new Relays(database, {
    mono: () => clock.mono(),
    connectionOf: (client) => {
      const pending = presence.pendingOf(client);
      return { raw: pending?.raw ?? (client.conn as Socket), reset: () => pending?.reset() };
    },
    cut,
    overdue: (sn) => log.warn({ sn }, 'sticks have not arrived in their time; their connection is reset'),
  });

/** What ends connections that hold back, or may not stay. */
const watches = ({ presence, log, acl, relays }: Parts): NodeJS.Timeout[] => [
  setInterval(() => dropSlow(presence, log), limits.broker.slowCheckEvery),
  setInterval(() => void acl.refreshAll(), limits.broker.bindingCache),
  setInterval(() => relays.watch(), limits.drc.beat * 2),
];

interface Parts {
  relays: Relays;
  log: Log;
  warn: SparingWarn;
  directory: Directory;
  presence: Presence;
  acl: Acl;
  deadlines: CommandDeadlines;
  denials: Denials;
  clock: Clock;
  report: (notice: ClientNotice) => void;
}

async function createAedes(config: BrokerConfig, parts: Parts): Promise<Aedes> {
  const { presence, acl, clock } = parts;
  const passwordHash = hashSecret(config.internal.password);
  const options: AedesOptions = {
    // At a limit the library queues messages and works the queue off by recursion: a few thousand overflow the stack.
    concurrency: 0,
    connectTimeout: limits.broker.connectTimeout,
    maxTopicLevels: limits.broker.topicLevels,
    maxClientsIdLength: 128,
    persistence: new KeepNothing(),
    topicAliasMaximum: limits.broker.topicAliases,
    receiveMaximum: limits.broker.inFlight,
    maximumPacketSize: limits.broker.packetBytes + FRAME_BYTES,
    preConnect: (client, packet, done) => done(null, prepare(client, packet, presence)),
    authenticate: (client, username, password, done) => {
      const pending = presence.pendingOf(client);
      reportApplied(client, pending);
      if (pending?.internal) {
        const known = username === config.internal.username;
        const right =
          password !== undefined && timingSafeEqual(hashSecret(password.toString()), passwordHash);
        if (!known || !right) return done(refuse('credentials'), null);
        presence.admitServer(client);
        return done(null, true);
      }
      void answerSignIn(client, username ?? '', password, parts, done);
    },
    authorizePublish: (client, packet, done) => acl.publish(client, packet, done),
    authorizeSubscribe: (client, subscription, done) => acl.subscribe(client, subscription, done),
    authorizeForward: (client, packet) => acl.forward(client, packet),
    published: (packet, _client, done) => {
      parts.deadlines.passed(packet);
      acl.passed(packet);
      done();
    },
  };
  const aedes = await Aedes.createBroker(options);
  (aedes as unknown as { clients: object }).clients = Object.create(null) as object;
  presence.onNotice = (sn, event, came) => {
    if (event === 'connected') parts.denials.signedIn(sn);
    const notice: ClientNotice = { sn, event, at: clock.wall(), ...came };
    parts.report(notice);
    publishOwn(aedes, clientTopic, notice);
  };
  aedes.on('clientReady', (client) => presence.arrived(client));
  aedes.on('clientDisconnect', (client) => presence.left(client));
  aedes.on('connectionError', (_client, err) =>
    parts.log.debug({ err }, 'a connection failed before it signed in'),
  );
  aedes.on('clientError', (client, err) => parts.log.debug({ err, client: client.id }, 'a client failed'));
  return aedes;
}

/** Publishes something of the broker's own to the servers. */
function publishOwn(aedes: Aedes, topic: string, notice: object): void {
  const payload = Buffer.from(JSON.stringify(notice));
  aedes.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, () => undefined);
}

/**
 * Before the sign-in is checked: no session is kept over a connection, and client ids live in a space of their own
 * for each user name, so that nobody can push another device out by its client id.
 */
function prepare(client: Client, packet: ConnectPacket, presence: Presence): boolean {
  const pending = presence.pendingOf(client);
  if (!pending) return false;
  // Not half open any more: thousands that sign in at once must not drop each other while the database answers.
  pending.signedIn();
  // A device without an id gets its name: under a new id it would be a twin of its own last connection.
  pending.clientId = packet.clientId === '' ? (packet.username ?? '') : packet.clientId;
  pending.assigned = packet.clientId === '';
  pending.will = packet.will;
  pending.protocol = packet.protocolVersion ?? 4;
  packet.clean = true;
  if (packet.protocolVersion === 5) {
    pending.sessionExpiry = packet.properties?.sessionExpiryInterval ?? 0;
    packet.properties = { ...packet.properties, sessionExpiryInterval: 0 };
  }
  packet.clientId = `${pending.internal ? 'server' : `device/${packet.username ?? ''}`}/${pending.clientId}`;
  return true;
}

/** Reports to an MQTT 5 client, in CONNACK, which settings differ from those it asked for. */
function reportApplied(client: Client, pending: PendingConnection | undefined): void {
  if (client.version !== 5 || !pending) return;
  const inside = insideOf(client);
  inside._sessionExpiryClamped = pending.sessionExpiry > 0;
  inside._assignedClientId = pending.assigned ? pending.clientId : undefined;
}

/** Passes the outcome of a sign-in to the broker's callback. */
async function answerSignIn(
  client: Client,
  sn: string,
  password: Buffer | undefined,
  parts: Parts,
  done: (error: AuthenticateError | null, success: boolean | null) => void,
): Promise<void> {
  try {
    const refused = await signIn(client, sn, password, parts);
    done(refused, refused === null);
  } catch (error) {
    failClient(client, error);
  }
}

/** Without an answer of the database nobody's claim is known, and the device comes again. */
const claimed = ({ acl, log }: Parts, sn: string, password: Buffer | undefined): Promise<string | null> =>
  acl.claimOf(sn, password).catch((err: unknown) => {
    log.debug({ err, sn }, 'who waits for a serial number is not known');
    return null;
  });

/** Checks a device's sign-in; null when admitted, else the refusal with its return code. */
async function signIn(
  client: Client,
  sn: string,
  password: Buffer | undefined,
  parts: Parts,
): Promise<AuthenticateError | null> {
  const { presence, acl, warn, directory } = parts;
  const pending = presence.pendingOf(client);
  const clientId = pending?.clientId ?? '';
  try {
    if (relayOf(sn) !== null) {
      if (pending?.will || !(await parts.relays.admit(client, sn, password))) throw refuse('credentials');
      return null;
    }
    const binding = await acl.checkSecret(sn, password);
    if (!binding) throw refuse('credentials');
    // Messages that it saved while no server ran must not be lost.
    if (!(await presence.untilHeard(sn, client))) {
      // Closed without CONNACK: some devices never come back after a refusal.
      client.conn.destroy();
      throw refuse('unavailable');
    }
    const foreign =
      presence.isForeign(sn, clientId) || (clientId !== sn && (await directory.ownerOf(clientId)) !== null);
    if (foreign) throw refuse('identifier');
    if (pending?.will && !acl.allowsWill(binding, pending.will)) throw refuse('notAuthorised');
    if (await presence.isTwin(sn, clientId, client)) throw refuse('identifier');
    if (!presence.admit(client, clientId, binding)) throw refuse('identifier');
    return null;
  } catch (error) {
    const refused =
      error instanceof Error && 'returnCode' in error ? (error as AuthenticateError) : undefined;
    warn(sn, { sn, clientId, reason: refused?.message ?? error }, 'a device was refused');
    const denied = refused ? deniedBy[refused.message] : undefined;
    const address = (client.conn as Socket).remoteAddress ?? null;
    if (denied) {
      const claim = denied === 'deviceCredentials' ? await claimed(parts, sn, password) : null;
      const claims = claim === null ? {} : { claim };
      parts.denials.note({ denied, sn, address, ...claims, ...presence.signInOf(client) });
    }
    return refused ?? refuse('unavailable');
  }
}
