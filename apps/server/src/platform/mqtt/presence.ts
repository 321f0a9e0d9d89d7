import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@eyrie/domain';
import type { Client, ConnectPacket } from 'aedes';
import type { Packet } from 'mqtt-packet';
import type { Clock } from '../clock.ts';
import type { CommandDeadlines, DeviceConnection } from './command-deadlines.ts';
import type { DockBinding } from './directory.ts';
import { InFlight } from './in-flight.ts';
import { unacknowledged } from './send-queue.ts';
import type { ClientNotice } from './topics.ts';

/** A connection from its first byte on. */
export interface Knock {
  internal: boolean;
  /** As the client wrote it, or the one that it was given. */
  clientId: string;
  assigned: boolean;
  /** Seconds that an MQTT 5 client wanted its session kept. */
  sessionExpiry: number;
  will: ConnectPacket['will'];
  signedIn: () => void;
  /** Ends the connection; what was written and has not arrived never will. */
  reset: () => void;
}

/** A device that has signed in. */
export interface DeviceSession extends DeviceConnection {
  clientId: string;
  client: Client;
  /** What it may do; replaced while it is connected. */
  binding: DockBinding;
  /** Monotonic time of the last sign of life. */
  lastSpoke: number;
  /** Its sign-in is complete and has been told. */
  announced: boolean;
  inFlight: InFlight;
  /** Told of its next word (true) or of its end (false). */
  nextWord: ((spoke: boolean) => void)[];
}

/** Who is connected to the embedded broker, and which of two that claim to be one dock is believed. */
export class Presence {
  readonly #clock: Clock;
  readonly #deadlines: CommandDeadlines;
  readonly #knocks = new WeakMap<object, Knock>();
  readonly #devices = new Map<Client, DeviceSession>();
  readonly #bySn = new Map<string, DeviceSession>();
  readonly #servers = new Set<Client>();
  readonly #bySocket = new WeakMap<object, DeviceSession>();
  /** Called for what happens to a dock; set once at the start. */
  onNotice: (sn: string, event: ClientNotice['event']) => void = () => undefined;

  constructor(clock: Clock, deadlines: CommandDeadlines) {
    this.#clock = clock;
    this.#deadlines = deadlines;
  }

  knock(socket: Socket, internal: boolean, { signedIn, reset }: Pick<Knock, 'signedIn' | 'reset'>): void {
    const unknown = { clientId: '', assigned: false, sessionExpiry: 0, will: undefined };
    this.#knocks.set(socket, { internal, ...unknown, signedIn, reset });
  }

  knockOf(client: Client): Knock | undefined {
    return this.#knocks.get(client.conn);
  }

  admitServer(client: Client): void {
    this.#servers.add(client);
  }

  /** True when another dock is connected with this client id. */
  isForeign(sn: string, clientId: string): boolean {
    for (const one of this.#bySn.values()) if (one.clientId === clientId && one.sn !== sn) return true;
    return false;
  }

  /**
   * Lets a device in. The same client id takes over from its earlier connection (see `isTwin`). Another client id is a second
   * device under the same name while the first one has spoken within ten seconds: false, and the twin is told.
   */
  admit(client: Client, clientId: string, binding: DockBinding): boolean {
    // It may have hung up while its secret was being checked; then nobody would ever tell that it left.
    if (client.conn.destroyed) return false;
    const now = this.#clock.mono();
    const present = this.#bySn.get(binding.sn);
    if (present && present.clientId !== clientId) {
      if (now - present.lastSpoke < limits.dock.twinWindow) {
        this.onNotice(binding.sn, 'twinRefused');
        return false;
      }
      present.client.close();
    }
    const session = {
      sn: binding.sn,
      clientId,
      client,
      binding,
      lastSpoke: now,
      announced: false,
      inFlight: new InFlight(client),
      nextWord: [],
      reset: () => this.knockOf(client)?.reset(),
      holdsBack: () => {
        const socket = client.conn as Socket;
        return socket.writableLength > 0 || (unacknowledged(socket) ?? 0) > 0;
      },
    };
    this.#devices.set(client, session);
    this.#bySocket.set(client.conn, session);
    this.#bySn.set(binding.sn, session);
    // One that hangs up before its sign-in is complete never gets a clientDisconnect.
    client.conn.once('close', () => this.left(client));
    return true;
  }

  /** The device that is signed in on a socket, or was. */
  sessionOn(socket: object): DeviceSession | undefined {
    return this.#bySocket.get(socket);
  }

  isServer(client: Client): boolean {
    return this.#servers.has(client);
  }

  /** Holds the sign-in of a dock, whose secret is right, until a server hears it. False: none did, or it hung up. */
  async untilHeard(sn: string, newcomer: Client): Promise<boolean> {
    const end = this.#clock.mono() + limits.broker.heardWithin;
    while (!this.#isHeard(sn)) {
      if (newcomer.conn.destroyed || this.#clock.mono() > end) return false;
      await delay(limits.broker.heardEvery);
    }
    return true;
  }

  /** True when a server hears what a dock says: without one its words would be acknowledged and lost. */
  #isHeard(sn: string): boolean {
    const heard = [`thing/product/${sn}/osd`, 'thing/#'];
    for (const server of this.#servers) {
      const { subscriptions } = server as unknown as { subscriptions: Record<string, unknown> };
      if (heard.some((topic) => Object.hasOwn(subscriptions, topic))) return true;
    }
    return false;
  }

  session(client: Client): DeviceSession | undefined {
    return this.#devices.get(client);
  }

  sessionOf(sn: string): DeviceSession | undefined {
    return this.#bySn.get(sn);
  }

  spoke(client: Client, packet: Packet): void {
    const session = this.#devices.get(client);
    if (!session) return;
    const acknowledges = packet.cmd === 'puback' && session.inFlight.acknowledged(packet.messageId ?? 0);
    this.#deadlines.heard(session, packet, acknowledges);
    session.lastSpoke = this.#clock.mono();
    for (const told of session.nextWord.splice(0)) told(true);
  }

  /**
   * A dock that comes back under its client id may have left a dead connection behind, or be a copy of one that is
   * well. The one that is in tells: it speaks again, or it does not.
   */
  async isTwin(sn: string, clientId: string, newcomer: Client): Promise<boolean> {
    const present = this.#bySn.get(sn);
    if (!present || present.clientId !== clientId) return false;
    if (this.#clock.mono() - present.lastSpoke >= limits.dock.twinWindow) return false;
    const spoke = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), limits.dock.twinWait);
      const told = (is: boolean): void => {
        clearTimeout(timer);
        resolve(is);
      };
      present.nextWord.push(told);
      newcomer.conn.once('close', () => told(false));
    });
    if (spoke && !newcomer.conn.destroyed) this.onNotice(sn, 'twinRefused');
    return spoke;
  }

  /** The sign-in of a client is complete. */
  arrived(client: Client): void {
    const session = this.#devices.get(client);
    if (!session) return;
    session.announced = true;
    this.onNotice(session.sn, 'connected');
  }

  /** The client is gone; a device is told of unless a newer connection of it has taken over. */
  left(client: Client): void {
    this.#servers.delete(client);
    const session = this.#devices.get(client);
    this.#devices.delete(client);
    for (const told of session?.nextWord.splice(0) ?? []) told(false);
    if (!session || this.#bySn.get(session.sn) !== session) return;
    this.#bySn.delete(session.sn);
    if (session.announced) this.onNotice(session.sn, 'disconnected');
  }

  all(): Client[] {
    return [...this.#devices.keys(), ...this.#servers];
  }

  sns(): string[] {
    return [...this.#bySn.keys()];
  }
}
