import { liveMoveTopic } from '@eyrie/domain';
import mqttPacket from 'mqtt-packet';
import type { IConnectPacket, ISubscribePacket, IUnsubscribePacket, Packet, Parser } from 'mqtt-packet';
import type { WebSocket } from 'ws';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { connack, connectFault, identityOf } from './live-connect.ts';
import type { LiveIdentity, LiveLimits } from './live-connect.ts';
import { Outbox } from './live-outbox.ts';
import { ReadingProbe } from './reading-probe.ts';
import type { Flusher, FlushTarget } from './live-outbox.ts';
import { allowedFilter } from './live-topics.ts';
import type { LiveGrant, LiveSubject, TopicIndex } from './live-topics.ts';

export interface ConnectionContext {
  readonly topics: TopicIndex<LiveConnection>;
  readonly flusher: Flusher;
  readonly limits: LiveLimits;
  readonly clock: Clock;
  readonly log: Log;
  /** `null`: no such credential. A rejection means that it could not be checked: refused as well. */
  authenticate(identity: LiveIdentity): Promise<LiveGrant | null>;
  maySee(grant: LiveGrant, objectKind: string, objectOID: string): boolean;
  /** Called once the credential is good; false when the session has too many connections. */
  admit(connection: LiveConnection): boolean;
  /** Called once, whoever ended it. */
  gone(connection: LiveConnection): void;
}

const refusedFilter = 0x80;
/** Close code for whoever breaks the rules; the browser learns no more. */
const policyViolation = 1008;

/** … and for whoever is to come back, to another server. */
const serviceRestart = 1012;

const move = mqttPacket.generate({
  cmd: 'publish',
  topic: liveMoveTopic,
  payload: '',
  qos: 0,
  dup: false,
  retain: false,
});

/** One browser: MQTT 3.1.1 over one WebSocket, reading only. Whatever it sends, nothing is thrown out of here. */
export class LiveConnection implements FlushTarget {
  readonly socket: WebSocket;
  readonly outbox: Outbox;
  grant: LiveGrant | null = null;
  clientId = '';
  readonly #context: ConnectionContext;
  readonly #address: string | null;
  readonly #filters = new Map<string, string[]>();
  #parser: Parser | null = null;
  /** Packets that came while the credential is being checked. */
  #early: Packet[] | null = null;
  #over = false;
  /** Monotonic moment at which silence ends the connection. */
  #deadline: number;
  #patience: number;
  /** Shows by WebSocket's own ping what has been taken: a pong comes after everything that stood before it. */
  readonly #reading: ReadingProbe;
  #windowStart: number;
  #windowPackets = 0;

  constructor(socket: WebSocket, context: ConnectionContext, address: string | null = null) {
    this.socket = socket;
    this.#address = address;
    this.#context = context;
    this.outbox = new Outbox(context.limits.clientEvents);
    this.#patience = context.limits.connectTimeout;
    this.#windowStart = context.clock.mono();
    this.#deadline = this.#windowStart + this.#patience;
    socket.on('message', (data, isBinary) => this.#guarded(() => this.#received(data as Buffer, isBinary)));
    this.#reading = new ReadingProbe(socket, context);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#ended());
  }

  maySee(subject: LiveSubject | null): boolean {
    if (this.#over || !this.grant) return false;
    return subject === null || this.#context.maySee(this.grant, subject.kind, subject.oid);
  }

  /** Ends the connection if it has been silent for too long. Before CONNECT other words do not prolong it. */
  checkSilence(): void {
    if (this.#over) return;
    if (this.#context.clock.mono() > this.#deadline) this.end('silent');
    else if (this.#reading.unanswered() > this.#context.limits.stalled) this.end('stalled');
  }

  takes(): boolean {
    return this.#reading.unanswered() <= this.#context.limits.behind;
  }

  written(): void {
    this.#reading.written();
  }

  /** Asks it to connect to another server, and ends the connection. */
  move(): void {
    if (this.#over) return;
    if (this.grant && this.takes()) this.socket.send(move);
    this.end('server stops', {}, serviceRestart);
  }

  /** Ends the connection: from now on nothing is delivered, whatever still lies in its line. */
  end(reason: string, details: object = {}, code = policyViolation): void {
    if (this.#over) return;
    const { log } = this.#context;
    log.info({ reason, clientId: this.clientId, ...this.#who(), ...details }, 'A live connection is ended');
    // A peer that does not read would keep a polite goodbye waiting, and what stands before it.
    if (this.socket.bufferedAmount > this.#context.limits.packetBytes || !this.takes())
      this.socket.terminate();
    else this.socket.close(code);
    this.#ended();
  }

  #who(): object {
    return this.grant ? { member: this.grant.memberOID, session: this.grant.sessionOID } : {};
  }

  #ended(): void {
    if (this.#over) return;
    this.#over = true;
    this.#early = null;
    for (const filter of this.#filters.values()) this.#context.topics.unsubscribe(this, filter);
    this.#filters.clear();
    this.#context.flusher.remove(this);
    this.#context.gone(this);
  }

  #guarded(work: () => void): void {
    if (this.#over) return;
    try {
      work();
    } catch (error) {
      this.end('failure', { err: error });
    }
  }

  #send(packet: Packet): void {
    this.socket.send(mqttPacket.generate(packet));
  }

  #received(data: Buffer, isBinary: boolean): void {
    if (!isBinary) {
      this.end('text frame');
      return;
    }
    if (!this.#parser) {
      this.#parser = mqttPacket.parser({ protocolVersion: 4 });
      this.#parser.on('packet', (packet) => this.#guarded(() => this.#packet(packet)));
      this.#parser.on('error', (error: unknown) => this.end('malformed', { err: error }));
    }
    const left = this.#parser.parse(data);
    // An announced packet could otherwise be gathered up to 256 MB, frame by frame.
    if (left > this.#context.limits.packetBytes) this.end('packet too long');
  }

  /** A browser says little: whoever says much is not one. */
  #withinBudget(now: number): boolean {
    const { inboundWindow, inboundPackets } = this.#context.limits;
    if (now - this.#windowStart > inboundWindow) {
      this.#windowStart = now;
      this.#windowPackets = 0;
    }
    this.#windowPackets += 1;
    return this.#windowPackets <= inboundPackets;
  }

  #packet(packet: Packet): void {
    const now = this.#context.clock.mono();
    if (!this.#withinBudget(now)) {
      this.end('too many packets');
      return;
    }
    if (this.#early) {
      this.#early.push(packet);
      return;
    }
    if (!this.grant) {
      if (packet.cmd === 'connect') this.#connect(packet);
      else this.end('not connected', { cmd: packet.cmd });
      return;
    }
    this.#deadline = now + this.#patience;
    this.#command(packet);
  }

  #command(packet: Packet): void {
    if (packet.cmd === 'pingreq') this.#send({ cmd: 'pingresp' });
    else if (packet.cmd === 'subscribe') this.#subscribe(packet);
    else if (packet.cmd === 'unsubscribe') this.#unsubscribe(packet);
    else if (packet.cmd === 'disconnect') this.#leave();
    else {
      const topic = packet.cmd === 'publish' ? { topic: packet.topic.slice(0, 200) } : {};
      this.#context.log.warn({ cmd: packet.cmd, ...topic, ...this.#who() }, 'A browser may only read');
      this.end('may only read');
    }
  }

  #leave(): void {
    this.socket.close();
    this.#ended();
  }

  #connect(packet: IConnectPacket): void {
    const fault = connectFault(packet, this.#context.limits);
    if (fault !== null) {
      this.#refuse(fault);
      return;
    }
    this.#early = [];
    const identity = identityOf(packet, this.#address);
    // The check itself may throw before it gives a promise; either way nobody gets in.
    Promise.resolve()
      .then(() => this.#context.authenticate(identity))
      .then(
        (grant) => this.#guarded(() => this.#checked(packet, grant)),
        (error: unknown) =>
          this.#guarded(() => {
            this.#context.log.warn({ err: error }, 'A live credential could not be checked');
            this.#refuse(connack.unavailable);
          }),
      );
  }

  #refuse(returnCode: number): void {
    this.#send({ cmd: 'connack', returnCode, sessionPresent: false });
    this.end('refused', { returnCode });
  }

  #checked(packet: IConnectPacket, grant: LiveGrant | null): void {
    if (!grant) {
      this.#refuse(connack.notAuthorised);
      return;
    }
    const { limits, clock } = this.#context;
    this.clientId = packet.clientId;
    this.grant = grant;
    if (!this.#context.admit(this)) {
      this.#refuse(connack.unavailable);
      return;
    }
    const asked = packet.keepalive ?? 0;
    const keepalive = asked === 0 ? limits.keepaliveMax : Math.min(asked, limits.keepaliveMax);
    this.#patience = keepalive * 1500;
    this.#deadline = clock.mono() + this.#patience;
    this.#send({ cmd: 'connack', returnCode: connack.accepted, sessionPresent: false });
    const early = this.#early ?? [];
    this.#early = null;
    for (const waiting of early) this.#guarded(() => this.#command(waiting));
  }

  #subscribe(packet: ISubscribePacket): void {
    const { grant } = this;
    const { limits, log } = this.#context;
    if (!grant) return;
    const asked = packet.subscriptions.map(({ topic }) => ({
      topic,
      levels: allowedFilter(topic, grant, limits.topicLevels),
    }));
    const fresh = new Set(asked.map(({ topic }) => topic).filter((topic) => !this.#filters.has(topic)));
    const full = this.#filters.size + fresh.size > limits.subscriptions;
    const granted = asked.map(({ levels }) => (levels && !full ? 0 : refusedFilter));
    this.#send({ cmd: 'suback', messageId: packet.messageId ?? 0, granted });
    if (granted.includes(refusedFilter)) {
      const refused = asked.find(({ levels }) => full || !levels)?.topic.slice(0, 200);
      log.warn({ filter: refused, full, ...this.#who() }, 'A subscription is refused');
      this.end('refused subscription');
      return;
    }
    for (const { topic, levels } of asked) if (levels) this.#follow(topic, levels);
  }

  #follow(name: string, levels: string[]): void {
    const { topics, flusher } = this.#context;
    const filter = this.#filters.get(name) ?? levels;
    // Asked again, the present is sent again (MQTT 3.1.1, 3.8.4), but the filter stands once.
    if (filter !== levels) topics.unsubscribe(this, filter);
    this.#filters.set(name, levels);
    for (const topic of topics.subscribe(this, levels)) if (topic.packet) this.outbox.addState(topic);
    if (!this.outbox.empty) flusher.mark(this);
  }

  #unsubscribe(packet: IUnsubscribePacket): void {
    for (const name of packet.unsubscriptions) {
      const filter = this.#filters.get(name);
      if (filter) this.#context.topics.unsubscribe(this, filter);
      this.#filters.delete(name);
    }
    this.#send({ cmd: 'unsuback', messageId: packet.messageId ?? 0, granted: [] });
  }
}
