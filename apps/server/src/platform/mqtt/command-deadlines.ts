import { z } from 'zod';
import { limits } from '@eyrie/domain';
import type { AedesPublishPacket } from 'aedes';
import type { Packet } from 'mqtt-packet';

import type { DeliveryNotice } from './topics.ts';

/** Monotonic milliseconds that mean the same in every process of this machine. */
export function machineTime(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
}

/** The connection of a device as far as deadlines need it. */
export interface DeviceConnection {
  sn: string;
  /** Ends it and discards what was written and not delivered. */
  reset(): void;
  /** True while the other end has not acknowledged all bytes that were written. */
  holdsBack(): boolean;
}

/** Body of `deadlineTopic`. */
const deadlineShape = z.object({
  sn: z.string(),
  /** The record whose device it is for. */
  dockOID: z.string(),
  tid: z.string(),
  until: z.number(),
  /** When the broker must have it: a later one may come from a former holder of control. */
  by: z.number().optional(),
});

interface Deadline {
  sn: string;
  dockOID: string;
  tid: string;
  /** By `machineTime`. */
  until: number;
  by: number;
  timer: NodeJS.Timeout;
  written?: { connection: DeviceConnection; messageId: number | undefined; at: number };
  over: boolean;
}

const commandTopic = /^(?:thing\/product\/([^/]+)\/(?:services|property\/set)|eyrie\/v1\/([^/]+)\/command)$/;
const replyTopic = /\/(services_reply|property\/set_reply|ack)$/;

/** Transaction id and time of a message of the Cloud API or the open contract; empty for any other payload. */
function envelopeOf(payload: string | Buffer): { tid?: string; timestamp?: number } {
  try {
    const {
      id,
      tid = id,
      at: said,
      timestamp = said,
    } = JSON.parse(payload.toString()) as Record<string, unknown>;
    const at = Number(timestamp);
    return {
      ...(typeof tid === 'string' ? { tid } : {}),
      ...(at > 0 ? { timestamp: at < 1e12 ? at * 1_000 : at } : {}),
    };
  } catch {
    return {};
  }
}

/** Measures how much longer than usual the messages of one connection take. */
export class Lateness {
  /** Last use, by `machineTime`. */
  looked = -Infinity;
  readonly #wall: () => number;
  #usual: { offset: number; since: number } | undefined;
  #before = Infinity;

  constructor(wall: () => number) {
    this.#wall = wall;
  }

  /** How late a message with this device time is against the least delay of the last minutes, ms. */
  of(timestamp: number): number {
    const offset = this.#wall() - timestamp;
    const usual = Math.min(this.#before, this.#usual?.offset ?? Infinity);
    const now = machineTime();
    if (!this.#usual || now - this.#usual.since > limits.broker.usualDelayFor) {
      this.#before = this.#usual?.offset ?? Infinity;
      this.#usual = { offset, since: now };
    } else this.#usual.offset = Math.min(this.#usual.offset, offset);
    return Math.max(0, offset - Math.min(usual, offset));
  }
}

export interface DeadlineDependencies {
  wall(): number;
  report(notice: DeliveryNotice): void;
}

/**
 * Enforces the deadline of each command in the broker, also when the server that sent it is gone. A command that was
 * not written by then is dropped. A connection on which one was written and not confirmed is reset, because its bytes
 * would still arrive when a broken connection heals.
 */
export class CommandDeadlines {
  readonly #deps: DeadlineDependencies;
  readonly #bySn = new Map<string, Map<string, Deadline>>();
  readonly #lateness = new WeakMap<DeviceConnection, Lateness>();

  constructor(deps: DeadlineDependencies) {
    this.#deps = deps;
  }

  /** A server announces the command that follows. */
  announced(payload: string | Buffer): void {
    const parsed = deadlineShape.safeParse(JSON.parse(payload.toString()));
    if (!parsed.success) return;
    const { sn, dockOID, tid, until, by = until } = parsed.data;
    const byTid = this.#bySn.get(sn) ?? new Map<string, Deadline>();
    this.#bySn.set(sn, byTid);
    const left = until - machineTime();
    const timer = setTimeout(() => this.#over(deadline), Math.max(0, left));
    const deadline: Deadline = { sn, dockOID, tid, until, by, timer, over: left <= 0 };
    byTid.set(tid, deadline);
  }

  /** False for a command whose deadline passed before it was written, such as in a broker that hung. */
  mayPass({ topic, payload }: Pick<AedesPublishPacket, 'topic' | 'payload'>): boolean {
    const deadline = this.#of(topic, payload);
    if (!deadline) return true;
    const inTime = machineTime() < Math.min(deadline.until, deadline.by);
    // Reported at once instead of at its deadline.
    if (!inTime && !deadline.over) this.#end(deadline, 'notDelivered');
    return inTime && !deadline.over;
  }

  /** False for a command to the device of another record: a serial number may stand in several. */
  isFor(dockOID: string, { topic, payload }: Pick<AedesPublishPacket, 'topic' | 'payload'>): boolean {
    const deadline = this.#of(topic, payload);
    return !deadline || deadline.dockOID === dockOID;
  }

  /** A message goes to a device. @param messageId when the device will acknowledge it */
  written(connection: DeviceConnection, packet: AedesPublishPacket, messageId: number | undefined): void {
    const deadline = this.#of(packet.topic, packet.payload);
    if (deadline) deadline.written = { connection, messageId, at: machineTime() };
  }

  /** A server's message went to all subscribers. A command without one was not delivered. */
  passed({ topic, payload }: Pick<AedesPublishPacket, 'topic' | 'payload'>): void {
    const deadline = this.#of(topic, payload);
    if (deadline && !deadline.written) this.#end(deadline, 'notDelivered');
  }

  /** True while a command on this connection is not confirmed: then the connection must be reset, not closed. */
  hasUndelivered(connection: DeviceConnection): boolean {
    return this.#writtenOn(connection).length > 0;
  }

  /** A packet of a device arrived. @param acknowledges the message that it acknowledges was under way */
  heard(connection: DeviceConnection, packet: Packet, acknowledges: boolean): void {
    if (packet.cmd === 'puback' && acknowledges) this.#acknowledged(connection, packet.messageId);
    if (packet.cmd === 'publish') this.#said(connection, packet.topic, packet.payload);
  }

  stop(): void {
    for (const byTid of this.#bySn.values())
      for (const { timer, written } of byTid.values()) {
        clearTimeout(timer);
        written?.connection.reset();
      }
    this.#bySn.clear();
  }

  #of(topic: string, payload: string | Buffer): Deadline | undefined {
    const [, cloud, open] = commandTopic.exec(topic) ?? [];
    const sn = cloud ?? open;
    const byTid = sn === undefined ? undefined : this.#bySn.get(sn);
    return byTid?.get(envelopeOf(payload).tid ?? '');
  }

  #writtenOn(connection: DeviceConnection): Deadline[] {
    const byTid = this.#bySn.get(connection.sn);
    return byTid ? [...byTid.values()].filter(({ written }) => written?.connection === connection) : [];
  }

  /** The device has this message, and with it all that was written before. */
  #acknowledged(connection: DeviceConnection, messageId: number | undefined): void {
    const open = this.#writtenOn(connection);
    const last = open.find(({ written }) => written?.messageId === messageId)?.written?.at;
    for (const deadline of open)
      if (last !== undefined && (deadline.written?.at ?? Infinity) <= last) this.#end(deadline, 'delivered');
  }

  #said(connection: DeviceConnection, topic: string, payload: string | Buffer): void {
    const lateness = this.#lateness.get(connection) ?? new Lateness(() => this.#deps.wall());
    this.#lateness.set(connection, lateness);
    const open = this.#writtenOn(connection);
    const now = machineTime();
    const checkAgain = now - lateness.looked > limits.broker.delayCheckEvery;
    if (open.length === 0 && !checkAgain) return;
    lateness.looked = now;
    const { tid, timestamp } = envelopeOf(payload);
    const late = timestamp === undefined ? 0 : lateness.of(timestamp);
    for (const deadline of open) {
      const answers = replyTopic.test(topic) && tid === deadline.tid;
      const { at = now, messageId } = deadline.written ?? {};
      // A message sent before the command, or long delayed itself, says nothing about the other direction.
      const later = late < limits.broker.timely && now - late > at + limits.broker.underWay;
      // A device that acknowledges must do so: its other messages do not show that it received the command.
      if (answers || (messageId === undefined && later && !deadline.written?.connection.holdsBack()))
        this.#end(deadline, 'delivered');
    }
  }

  #end(deadline: Deadline, outcome: DeliveryNotice['outcome']): void {
    clearTimeout(deadline.timer);
    this.#forget(deadline);
    this.#deps.report({ sn: deadline.sn, tid: deadline.tid, outcome });
  }

  #over(deadline: Deadline): void {
    deadline.over = true;
    const { written } = deadline;
    if (!written) {
      // The command itself may still come from a server that hung.
      deadline.timer = setTimeout(() => this.#forget(deadline), limits.broker.overdueKept);
      this.#deps.report({ sn: deadline.sn, tid: deadline.tid, outcome: 'notDelivered' });
      return;
    }
    // The reset discards everything that was not confirmed.
    for (const each of this.#writtenOn(written.connection)) this.#end(each, 'cut');
    written.connection.reset();
  }

  #forget({ sn, tid }: Deadline): void {
    const byTid = this.#bySn.get(sn);
    byTid?.delete(tid);
    if (byTid?.size === 0) this.#bySn.delete(sn);
  }
}
