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
  /** Ends it so that nothing of what was written arrives any more. */
  reset(): void;
  /** True while the system at the other end is known not to have all that was written. */
  holdsBack(): boolean;
}

/** Body of `deadlineTopic`. */
const deadlineShape = z.object({
  sn: z.string(),
  tid: z.string(),
  until: z.number(),
  /** When it must be here: who controlled the dock then may not do so later. */
  by: z.number().optional(),
});

interface Deadline {
  sn: string;
  tid: string;
  /** By `machineTime`. */
  until: number;
  by: number;
  timer: NodeJS.Timeout;
  written?: { connection: DeviceConnection; messageId: number | undefined; at: number };
  over: boolean;
}

const commandTopic = /^thing\/product\/([^/]+)\/(services|property\/set)$/;
const replyTopic = /\/(services_reply|property\/set_reply)$/;

/** Transaction and time of a message of the Cloud API; nothing of what is none. */
function envelopeOf(payload: string | Buffer): { tid?: string; timestamp?: number } {
  try {
    const { tid, timestamp } = JSON.parse(payload.toString()) as Record<string, unknown>;
    const at = Number(timestamp);
    return {
      ...(typeof tid === 'string' ? { tid } : {}),
      ...(at > 0 ? { timestamp: at < 1e12 ? at * 1_000 : at } : {}),
    };
  } catch {
    return {};
  }
}

/** How much longer than usual the messages of one connection are on their way. */
export class Lateness {
  /** When it was last looked at, by `machineTime`. */
  looked = -Infinity;
  readonly #wall: () => number;
  #usual: { offset: number; since: number } | undefined;
  #before = Infinity;

  constructor(wall: () => number) {
    this.#wall = wall;
  }

  /** Milliseconds that a message with this time of the device was late, by the least delay of the last minutes. */
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
 * Commands to devices live until their deadline, and the broker holds them to it by itself, also when the server that
 * sent them is gone. What was not written by then is dropped. A connection on which a command was written and not
 * confirmed is reset, for bytes in a broken connection arrive when it heals.
 */
export class CommandDeadlines {
  readonly #deps: DeadlineDependencies;
  readonly #bySn = new Map<string, Map<string, Deadline>>();
  readonly #lateness = new WeakMap<DeviceConnection, Lateness>();

  constructor(deps: DeadlineDependencies) {
    this.#deps = deps;
  }

  /** A server announces a command that follows. */
  announced(payload: string | Buffer): void {
    const parsed = deadlineShape.safeParse(JSON.parse(payload.toString()));
    if (!parsed.success) return;
    const { sn, tid, until, by = until } = parsed.data;
    const byTid = this.#bySn.get(sn) ?? new Map<string, Deadline>();
    this.#bySn.set(sn, byTid);
    const left = until - machineTime();
    const timer = setTimeout(() => this.#over(deadline), Math.max(0, left));
    const deadline: Deadline = { sn, tid, until, by, timer, over: left <= 0 };
    byTid.set(tid, deadline);
  }

  /** False for a command whose time is up before it was written: a broker that hung comes to it late. */
  mayPass({ topic, payload }: Pick<AedesPublishPacket, 'topic' | 'payload'>): boolean {
    const deadline = this.#of(topic, payload);
    if (!deadline) return true;
    const inTime = machineTime() < Math.min(deadline.until, deadline.by);
    // It is not to wait for the end of its time to be told.
    if (!inTime && !deadline.over) this.#end(deadline, 'notDelivered');
    return inTime && !deadline.over;
  }

  /** A message goes to a device. @param messageId when the device will acknowledge it */
  written(connection: DeviceConnection, packet: AedesPublishPacket, messageId: number | undefined): void {
    const deadline = this.#of(packet.topic, packet.payload);
    if (deadline) deadline.written = { connection, messageId, at: machineTime() };
  }

  /** A server's message went to all who hear it: a command that nobody heard is not delivered. */
  passed({ topic, payload }: Pick<AedesPublishPacket, 'topic' | 'payload'>): void {
    const deadline = this.#of(topic, payload);
    if (deadline && !deadline.written) this.#end(deadline, 'notDelivered');
  }

  /** True while something written on this connection is not confirmed: then it must not end in the ordinary way. */
  owes(connection: DeviceConnection): boolean {
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
    const sn = commandTopic.exec(topic)?.[1];
    const byTid = sn === undefined ? undefined : this.#bySn.get(sn);
    return byTid?.get(envelopeOf(payload).tid ?? '');
  }

  #writtenOn(connection: DeviceConnection): Deadline[] {
    const byTid = this.#bySn.get(connection.sn);
    return byTid ? [...byTid.values()].filter(({ written }) => written?.connection === connection) : [];
  }

  /** It has this message, and with it all that was written before. */
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
    const lookAgain = now - lateness.looked > limits.broker.delayLookEvery;
    if (open.length === 0 && !lookAgain) return;
    lateness.looked = now;
    const { tid, timestamp } = envelopeOf(payload);
    const late = timestamp === undefined ? 0 : lateness.of(timestamp);
    for (const deadline of open) {
      const answers = replyTopic.test(topic) && tid === deadline.tid;
      const { at = now, messageId } = deadline.written ?? {};
      // A message that was already under way, or is long under way itself, says nothing about the other direction.
      const later = late < limits.broker.timely && now - late > at + limits.broker.underWay;
      // Who acknowledges is asked for no less. And what it says does not show that it hears.
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
      // The command itself may still come, from a server that hung.
      deadline.timer = setTimeout(() => this.#forget(deadline), limits.broker.overdueKept);
      this.#deps.report({ sn: deadline.sn, tid: deadline.tid, outcome: 'notDelivered' });
      return;
    }
    // The connection takes everything with it that was not confirmed.
    for (const each of this.#writtenOn(written.connection)) this.#end(each, 'cut');
    written.connection.reset();
  }

  #forget({ sn, tid }: Deadline): void {
    const byTid = this.#bySn.get(sn);
    byTid?.delete(tid);
    if (byTid?.size === 0) this.#bySn.delete(sn);
  }
}
