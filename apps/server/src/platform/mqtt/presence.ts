import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { limits, openDeviceTopic } from '@eyrie/domain';
import type { Client, ConnectPacket } from 'aedes';
import type { Packet } from 'mqtt-packet';
import type { Clock } from '../clock.ts';
import type { CommandDeadlines, DeviceConnection } from './command-deadlines.ts';
import type { DockBinding } from './directory.ts';
import { InFlight } from './in-flight.ts';
import { unacknowledged } from './send-queue.ts';
import type { ClientNotice, SignInNotice } from './topics.ts';

/** A connection before, and after, its sign-in. */
export interface PendingConnection {
  internal: boolean;
  /** The client's own id, or the assigned one. */
  clientId: string;
  assigned: boolean;
  /** Session expiry that an MQTT 5 client asked for, seconds. */
  sessionExpiry: number;
  will: ConnectPacket['will'];
  /** Level of the protocol that the client speaks; 0 until it has said so. */
  protocol: number;
  tls: boolean;
  signedIn: () => void;
  /** Ends the connection and discards what has not been delivered. */
  reset: () => void;
  /** The connection below TLS. */
  raw: Socket;
}

/** A device that has signed in. */
export interface DeviceSession extends DeviceConnection {
  clientId: string;
  client: Client;
  /** What it may do; replaced while it is connected. */
  binding: DockBinding;
  /** Monotonic time of the last packet. */
  lastSpoke: number;
  /** Its sign-in is complete and was reported. */
  announced: boolean;
  inFlight: InFlight;
  /** Called at its next packet (true) or its end (false). */
  nextMessage: ((spoke: boolean) => void)[];
}

/** Who is connected to the embedded broker, and which of two connections for one dock is accepted. */
export class Presence {
  readonly #clock: Clock;
  readonly #deadlines: CommandDeadlines;
  readonly #pending = new WeakMap<object, PendingConnection>();
  readonly #devices = new Map<Client, DeviceSession>();
  readonly #bySn = new Map<string, DeviceSession>();
  readonly #byClientId = new Map<string, Set<DeviceSession>>();
  readonly #servers = new Set<Client>();
  readonly #bySocket = new WeakMap<object, DeviceSession>();
  /** Called when a dock connects, disconnects or has a twin; set once at the start. */
  onNotice: (sn: string, event: ClientNotice['event'], signIn: SignInNotice) => void = () => undefined;

  constructor(clock: Clock, deadlines: CommandDeadlines) {
    this.#clock = clock;
    this.#deadlines = deadlines;
  }

  opened(
    socket: Socket,
    internal: boolean,
    { signedIn, reset, raw }: Pick<PendingConnection, 'signedIn' | 'reset' | 'raw'>,
  ): void {
    const unknown = { clientId: '', assigned: false, sessionExpiry: 0, will: undefined, protocol: 0 };
    this.#pending.set(socket, {
      internal,
      ...unknown,
      tls: socket instanceof TLSSocket,
      signedIn,
      reset,
      raw,
    });
  }

  pendingOf(client: Client): PendingConnection | undefined {
    return this.#pending.get(client.conn);
  }

  /** How a client came: what who installs it wants to see. */
  signInOf(client: Client): SignInNotice {
    const pending = this.pendingOf(client);
    return pending ? { protocol: pending.protocol, tls: pending.tls } : {};
  }

  admitServer(client: Client): void {
    this.#servers.add(client);
  }

  /** True when another dock is connected with this client id. */
  isForeign(sn: string, clientId: string): boolean {
    for (const one of this.#byClientId.get(clientId) ?? []) if (one.sn !== sn) return true;
    return false;
  }

  /**
   * Admits a device. The same client id takes over from its earlier connection (see `isTwin`). Another client id is a
   * second device under the same name while the first has sent within ten seconds: false, and the twin is reported.
   */
  admit(client: Client, clientId: string, binding: DockBinding): boolean {
    // It may have closed while its secret was checked; its end would never be reported then.
    if (client.conn.destroyed) return false;
    const now = this.#clock.mono();
    const present = this.#bySn.get(binding.sn);
    if (present && present.clientId !== clientId) {
      if (now - present.lastSpoke < limits.dock.twinWindow) {
        this.onNotice(binding.sn, 'twinRefused', this.signInOf(client));
        return false;
      }
      present.client.close();
    }
    const session: DeviceSession = {
      sn: binding.sn,
      clientId,
      client,
      binding,
      lastSpoke: now,
      announced: false,
      inFlight: new InFlight(client),
      nextMessage: [],
      reset: () => this.pendingOf(client)?.reset(),
      holdsBack: () => {
        const socket = client.conn as Socket;
        return socket.writableLength > 0 || (unacknowledged(socket) ?? 0) > 0;
      },
    };
    this.#devices.set(client, session);
    this.#bySocket.set(client.conn, session);
    this.#bySn.set(binding.sn, session);
    const sharing = this.#byClientId.get(clientId) ?? new Set();
    this.#byClientId.set(clientId, sharing.add(session));
    // A connection that closes before its sign-in is complete causes no clientDisconnect.
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

  /** Delays the sign-in of a dock until a server subscribes to its messages. False: none did, or it closed. */
  async untilHeard(sn: string, newcomer: Client): Promise<boolean> {
    const end = this.#clock.mono() + limits.broker.heardWithin;
    while (!this.#isHeard(sn)) {
      if (newcomer.conn.destroyed || this.#clock.mono() > end) return false;
      await delay(limits.broker.heardEvery);
    }
    return true;
  }

  /** True when a server subscribes to a dock's messages. Without one they would be acknowledged and lost. */
  #isHeard(sn: string): boolean {
    const heard = [`thing/product/${sn}/osd`, 'thing/#', openDeviceTopic(sn, 'hello')];
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
    for (const answered of session.nextMessage.splice(0)) answered(true);
  }

  /**
   * A dock that connects again under its client id may have left a dead connection behind, or be a copy of a live one.
   * The present connection decides: it sends again, or it does not.
   */
  async isTwin(sn: string, clientId: string, newcomer: Client): Promise<boolean> {
    const present = this.#bySn.get(sn);
    if (!present || present.clientId !== clientId) return false;
    if (this.#clock.mono() - present.lastSpoke >= limits.dock.twinWindow) return false;
    const spoke = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), limits.dock.twinWait);
      const answered = (is: boolean): void => {
        clearTimeout(timer);
        resolve(is);
      };
      present.nextMessage.push(answered);
      newcomer.conn.once('close', () => answered(false));
    });
    if (spoke && !newcomer.conn.destroyed) this.onNotice(sn, 'twinRefused', this.signInOf(newcomer));
    return spoke;
  }

  /** The sign-in of a client is complete. */
  arrived(client: Client): void {
    const session = this.#devices.get(client);
    if (!session) return;
    session.announced = true;
    this.onNotice(session.sn, 'connected', this.signInOf(client));
  }

  #forgetClientId(session: DeviceSession): void {
    const sharing = this.#byClientId.get(session.clientId);
    sharing?.delete(session);
    if (sharing?.size === 0) this.#byClientId.delete(session.clientId);
  }

  /** The client is gone. Reported for a device unless a newer connection of it has taken over. */
  left(client: Client): void {
    this.#servers.delete(client);
    const session = this.#devices.get(client);
    this.#devices.delete(client);
    if (session) this.#forgetClientId(session);
    for (const answered of session?.nextMessage.splice(0) ?? []) answered(false);
    if (!session || this.#bySn.get(session.sn) !== session) return;
    this.#bySn.delete(session.sn);
    if (session.announced) this.onNotice(session.sn, 'disconnected', {});
  }

  all(): Client[] {
    return [...this.#devices.keys(), ...this.#servers];
  }

  sns(): string[] {
    return [...this.#bySn.keys()];
  }
}
