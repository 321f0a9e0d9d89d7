import type { Socket } from 'node:net';
import type { AedesPublishPacket, Client, ConnectPacket, PublishPacket, Subscription } from 'aedes';
import { limits } from '@eyrie/domain';
import { createGatherer } from '../gather.ts';
import type { Log } from '../log.ts';
import type { SparingWarn } from '../sparing-log.ts';
import type { CommandDeadlines } from './command-deadlines.ts';
import { FrameLimits, type FrameLimit } from './frame-limits.ts';
import type { Denials } from './denials.ts';
import { secretMatches } from './directory.ts';
import type { Directory, DockBinding } from './directory.ts';
import type { DeviceSession, Presence } from './presence.ts';
import type { Relays } from './relays.ts';
import { failClient, insideOf, reasonCodes } from './packet-rules.ts';
import {
  deadlineTopic,
  frameLimitTopic,
  isServerTopic,
  judge,
  ofForeignDrone,
  relayTopics,
  serialNumber,
} from './topics.ts';
import type { Direction } from './topics.ts';

/** Messages that go nowhere: no subscription with a wildcard reaches a topic that begins with a dollar sign. */
const SINK = '$eyrie/dropped';

type Decision = 'allowed' | 'dropped' | 'denied';

/** Who may sign in, publish and subscribe on the embedded broker. A denial ends the connection and is logged. */
export class Acl {
  readonly #directory: Directory;
  readonly #presence: Presence;
  readonly #relays: Relays;
  readonly #deadlines: CommandDeadlines;
  readonly #frames = new FrameLimits();
  readonly #frameDropped: (limit: FrameLimit) => void;
  readonly #denials: Denials;
  readonly #log: Log;
  /** Docks that change in the same moment are read in one query. */
  readonly #refreshed = createGatherer<string, void>({
    most: limits.broker.askedAtOnce,
    work: async (sns) => {
      await this.#refreshSome([...new Set(sns)]);
      return [];
    },
  });
  #reachable = true;

  readonly #warn: SparingWarn;

  constructor(
    {
      directory,
      presence,
      relays,
      deadlines,
      denials,
      warn,
      frameDropped,
    }: {
      directory: Directory;
      presence: Presence;
      relays: Relays;
      deadlines: CommandDeadlines;
      denials: Denials;
      warn: SparingWarn;
      /** A frame of sticks was written to nobody, and never will be. */
      frameDropped(limit: FrameLimit): void;
    },
    log: Log,
  ) {
    this.#directory = directory;
    this.#deadlines = deadlines;
    this.#denials = denials;
    this.#presence = presence;
    this.#relays = relays;
    this.#log = log;
    this.#warn = warn;
    this.#frameDropped = frameDropped;
  }

  /** The binding of a dock whose secret is right; undefined otherwise. @throws when the database is away. */
  async checkSecret(sn: string, password: Buffer | undefined): Promise<DockBinding | undefined> {
    if (!serialNumber.test(sn) || password === undefined) return undefined;
    const binding = await this.#directory.find(sn);
    return binding && secretMatches(password, binding.secretHash) ? binding : undefined;
  }

  /** The record of another organisation that waits for this serial number, whose secret it is. */
  async claimOf(sn: string, password: Buffer | undefined): Promise<string | null> {
    if (!serialNumber.test(sn) || password === undefined) return null;
    return this.#directory.claimOf(sn, password);
  }

  allowsWill(binding: DockBinding, will: NonNullable<ConnectPacket['will']>): boolean {
    return !will.retain && judge(will.topic, 'publish', binding) === 'allowed';
  }

  publish(client: Client | null, packet: PublishPacket, done: (error?: Error | null) => void): void {
    if (client === null) return done();
    if (this.#presence.isServer(client)) {
      // A retained command would be flown by the next device that connects.
      packet.retain = false;
      if (!isServerTopic(packet.topic)) return done(new Error(`not a topic of servers: ${packet.topic}`));
      if (packet.topic === deadlineTopic) {
        this.#deadlines.announced(packet.payload);
        this.#drop(packet);
        return done(null);
      }
      if (packet.topic === frameLimitTopic) {
        this.#frames.announced(packet.payload);
        this.#drop(packet);
        return done(null);
      }
      const late = this.#frames.late(packet.topic, packet.payload);
      if (late) {
        this.#frameDropped(late);
        this.#drop(packet);
      } else if (!this.#deadlines.mayPass(packet)) {
        this.#log.warn({ topic: packet.topic }, 'a command came to the broker after its time; dropped');
        this.#drop(packet);
      }
      return done(null);
    }
    const relay = this.#relays.snOf(client);
    if (relay !== null) {
      const allowed = !packet.retain && relayTopics(relay, 'publish').includes(packet.topic);
      return done(allowed ? null : this.#denyRelay(relay, packet.topic));
    }
    const session = this.#presence.session(client);
    if (!session) return done(new Error('not signed in'));
    if (packet.retain) return done(this.#deny(session, 'publish', `${packet.topic} (retained)`));
    this.#decide(session, packet.topic, 'publish', (decision) => {
      if (decision === 'denied') return done(this.#deny(session, 'publish', packet.topic));
      if (decision === 'dropped') this.#drop(packet);
      done(null);
    });
  }

  subscribe(
    client: Client,
    subscription: Subscription,
    done: (error: Error | null, subscription?: Subscription | null) => void,
  ): void {
    if (this.#presence.isServer(client)) {
      return isServerTopic(subscription.topic)
        ? done(null, subscription)
        : done(new Error(`not a topic of servers: ${subscription.topic}`));
    }
    const relay = this.#relays.snOf(client);
    if (relay !== null) {
      const { topic } = subscription;
      if (relayTopics(relay, 'subscribe').includes(topic)) return done(null, subscription);
      return done(this.#denyRelay(relay, topic));
    }
    const session = this.#presence.session(client);
    if (!session) return done(new Error('not signed in'));
    const deny = (topic: string): void => {
      const error = this.#deny(session, 'subscribe', topic);
      // An MQTT 5 client reads the reason before it is disconnected.
      if (client.version === 5) done(null, null);
      else done(error);
    };
    const tooMany = Object.keys(insideOf(client).subscriptions).length >= limits.broker.subscriptions;
    if (tooMany) return deny(`${subscription.topic} (too many)`);
    this.#decide(session, subscription.topic, 'subscribe', (decision) => {
      if (decision === 'denied') deny(subscription.topic);
      else done(null, decision === 'allowed' ? subscription : null);
    });
  }

  /** Checked for every delivery: a right at the subscription may have been taken away since. */
  forward(client: Client, packet: AedesPublishPacket): AedesPublishPacket | null {
    if (this.#presence.isServer(client)) return packet;
    const relay = this.#relays.snOf(client);
    if (relay !== null) return this.#forwardToRelay(client, relay, packet);
    const session = this.#presence.session(client);
    if (!session || judge(packet.topic, 'subscribe', session.binding) !== 'allowed') return null;
    if (!this.#deadlines.isFor(session.binding.oid, packet)) {
      this.#log.warn({ sn: session.sn }, 'an order by another record of this serial number; dropped');
      return null;
    }
    const prepared = session.inFlight.prepare(packet);
    if (!prepared)
      this.#log.warn({ sn: session.sn, topic: packet.topic }, 'a message is longer than the device takes');
    else {
      this.#frames.handed(packet.payload);
      this.#deadlines.written(session, prepared, prepared.qos === 0 ? undefined : prepared.messageId);
    }
    return prepared;
  }

  #forwardToRelay(client: Client, sn: string, packet: AedesPublishPacket): AedesPublishPacket | null {
    if (!relayTopics(sn, 'subscribe').includes(packet.topic)) return null;
    const limit = this.#frames.of(packet.payload);
    // A stop may still get through, and what a server of the release before sends may be one.
    const waits = limit !== undefined && limit.kind !== 'stops';
    if (waits && this.#relays.holdsBack(client)) return null;
    this.#frames.handed(packet.payload);
    this.#relays.written(client, limit);
    return packet;
  }

  /** A server's message went to all subscribers: a frame that none of them was given is reported. */
  passed({ payload }: Pick<AedesPublishPacket, 'payload'>): void {
    const limit = this.#frames.unhanded(payload);
    if (limit) this.#frameDropped(limit);
  }

  #drop(packet: PublishPacket): void {
    packet.topic = SINK;
    packet.payload = '';
  }

  #decide(
    session: DeviceSession,
    topic: string,
    direction: Direction,
    act: (decision: Decision) => void,
  ): void {
    const verdict = judge(topic, direction, session.binding);
    if (typeof verdict === 'string') return act(verdict);
    this.#decideDrone(session, verdict.drone)
      .catch((): Decision => 'dropped')
      .then(act)
      // What the library makes of it is a fault of this connection alone.
      .catch((error: unknown) => failClient(session.client, error));
  }

  /**
   * An aircraft that the binding does not name. A dock sends messages of a new aircraft before it can be bound: those
   * are dropped without a denial. An aircraft of another dock is denied; one that goes between a dock and the hand of a
   * pilot is heard where it is bound, and the other must not lose its connection for what it says of it.
   */
  async #decideDrone(session: DeviceSession, drone: string): Promise<Decision> {
    const known = await this.#directory.find(session.sn);
    if (known?.droneSns.has(drone)) {
      session.binding = known;
      return 'allowed';
    }
    const owner = await this.#directory.ownerOf(drone);
    if (!owner) return ofForeignDrone(owner, session.binding);
    await this.refresh(session.sn);
    if (session.binding.droneSns.has(drone)) return 'allowed';
    return ofForeignDrone(owner, session.binding);
  }

  #denyRelay(sn: string, topic: string): Error {
    this.#warn(
      sn,
      { sn, topic: topic.slice(0, limits.broker.topicBytes) },
      'denied on a connection for sticks',
    );
    return new Error('not allowed');
  }

  #deny(session: DeviceSession, direction: Direction, topic: string): Error {
    const what = { sn: session.sn, direction, topic: topic.slice(0, limits.broker.topicBytes) };
    this.#warn(session.sn, what, 'denied');
    const denied = direction === 'publish' ? 'devicePublish' : 'deviceSubscribe';
    const { remoteAddress = null } = session.client.conn as Socket;
    this.#denials.note({ denied, sn: session.sn, address: remoteAddress, topic });
    // The library would answer an MQTT 5 client and keep the connection.
    if (session.client.version === 5)
      setImmediate(() => insideOf(session.client).disconnect({ reasonCode: reasonCodes.notAuthorised }));
    return new Error('not allowed');
  }

  /** Reads one connected dock again and ends its connection when it is gone or has another secret. */
  async refresh(sn: string): Promise<void> {
    this.#directory.forget(sn);
    await this.#refreshed.add(sn);
  }

  /** The same for all connected docks: notifications can be lost. */
  async refreshAll(): Promise<void> {
    this.#directory.sweep();
    await Promise.all([this.#refreshSome(this.#presence.sns()), this.#relays.refresh()]);
  }

  async #refreshSome(sns: string[]): Promise<void> {
    const before = sns.map((sn) => this.#presence.sessionOf(sn));
    let found: Map<string, DockBinding>;
    try {
      found = await this.#directory.read(sns);
      this.#reachable = true;
    } catch (err) {
      // Connected devices stay: an aircraft in the air needs its link more than a fresh check.
      if (this.#reachable) this.#log.error({ err }, 'the list of docks cannot be read; nobody new is let in');
      this.#reachable = false;
      return;
    }
    for (const session of before) {
      if (!session || this.#presence.sessionOf(session.sn) !== session) continue;
      const binding = found.get(session.sn);
      const same = binding?.oid === session.binding.oid;
      if (same && binding.secretHash.equals(session.binding.secretHash)) session.binding = binding;
      else {
        this.#log.warn({ sn: session.sn }, 'a dock was removed or has a new secret; disconnected');
        this.#directory.forget(session.sn);
        session.client.close();
      }
    }
  }
}
