import { randomUUID } from 'node:crypto';
import { limits } from '@eyrie/domain';
import { decodeServiceReply, decodeSetReply, type DeviceMessage, type ServiceReply } from '@eyrie/dji';
import type { RefusalReason } from '@eyrie/domain';
import type { CommandLimit, DeliveryNotice } from '../../platform/mqtt/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { provedAddress, type DockLink } from '../dock/index.ts';
import type { Step } from './command.plan.ts';
import type { Command } from './command.store.ts';
import { commandWireOf } from './command.wire.ts';

export interface ExchangeDependencies {
  /** Rejects at once without a broker. Nothing is queued, and nothing reaches the device after the limit. */
  publish(topic: string, payload: string, limit: CommandLimit): Promise<void>;
  /** An answer came after its time. */
  late(commandOID: string, reply: DeviceAnswer): void;
}

interface Pending {
  dockOID: string;
  bid: string;
  property: boolean;
  /** Of what goes over the link of sticks; null: of everything else. */
  bySticks: { method: string; seq: number } | null;
  answer(reply: DeviceAnswer): void;
  notDelivered(): void;
}

/** `reason`: why it refuses, of a device that says so in words; `text`: in its own. */
export interface DeviceAnswer extends Pick<ServiceReply, 'accepted' | 'result'> {
  reason?: RefusalReason;
  text?: string | undefined;
}

/** The device's answer, silence (null), or the broker's notice that the device was not connected. */
export type Answer = DeviceAnswer | 'notDelivered' | null;

const ownOf = (
  pending: ReadonlyMap<string, Pending>,
  { dock }: DockLink,
  tid: string | null,
): Pending | undefined => {
  const waiting = pending.get(tid ?? '');
  return waiting?.dockOID === dock.oid ? waiting : undefined;
};

const answerBySticks = (
  pending: ReadonlyMap<string, Pending>,
  { dock }: DockLink,
  { method, data, raw }: DeviceMessage,
): void => {
  for (const { dockOID, bySticks, answer } of pending.values()) {
    if (dockOID !== dock.oid || bySticks?.method !== method || bySticks.seq !== raw['seq']) continue;
    const reply = decodeServiceReply(data, raw);
    if (reply) return answer(reply);
  }
};

/** Sends a message and matches its answer by tid and bid. An answer that matches nothing is ignored. */
export const createExchange = (runtime: Runtime, deps: ExchangeDependencies) => {
  const pending = new Map<string, Pending>();

  /**
   * Sends a step once. `reply` is null when the device kept silent for the step's time.
   * @param reachBy monotonic ms after which the broker does not take it any more
   */
  const send = (
    command: Command,
    link: DockLink,
    step: Step,
    tid: string,
    reachBy?: number,
  ): { sent: Promise<void>; reply: Promise<Answer> } => {
    const bid = step.bid ?? randomUUID();
    let answer: (reply: Answer) => void = () => undefined;
    const reply = new Promise<Answer>((resolve) => (answer = resolve));
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      answer(null);
      setTimeout(() => pending.delete(tid), limits.command.resolveFor).unref();
    }, step.ack);
    const waiting: Pending = {
      dockOID: command.dockOID,
      bid,
      property: step.service.property === true,
      bySticks: null,
      answer: (received) => {
        pending.delete(tid);
        clearTimeout(timer);
        if (late) deps.late(command.oid, received);
        else answer(received);
      },
      notDelivered: () => {
        pending.delete(tid);
        clearTimeout(timer);
        answer('notDelivered');
      },
    };
    pending.set(tid, waiting);
    const serverTime = runtime.serverTime();
    const { issuedAt, expiresAt } = command;
    // The last guards before the device: whose it is, and that it has the method. What it answers to one that it lacks is
    // unknown.
    const publish = async (): Promise<void> => {
      const address = provedAddress(link.dock);
      const wire = commandWireOf(link);
      if (!wire.has(link, step.service.method)) throw new Refusal('methodMissing');
      const now = runtime.clock.wall();
      const { topic, payload, seq } = wire.encode({ link, step, tid, bid, issuedAt, expiresAt, now });
      if (seq !== undefined) waiting.bySticks = { method: step.service.method, seq };
      await deps.publish(topic, payload, {
        ...address,
        tid,
        within: expiresAt - serverTime,
        ...(reachBy === undefined ? {} : { reachWithin: reachBy - runtime.clock.mono() }),
      });
    };
    const sent = publish().catch((error: unknown) => {
      pending.delete(tid);
      clearTimeout(timer);
      answer(null);
      throw error;
    });
    return { sent, reply };
  };

  return {
    send,
    /** The broker's notice about the delivery of a message. */
    delivered(link: DockLink, { tid, outcome }: Pick<DeliveryNotice, 'tid' | 'outcome'>): void {
      if (outcome === 'notDelivered') ownOf(pending, link, tid)?.notDelivered();
    },
    /** A device that names the order alone has answered it. */
    answered(link: DockLink, tid: string, reply: DeviceAnswer): void {
      ownOf(pending, link, tid)?.answer(reply);
    },
    /** A dock spoke on the topic of sticks: an answer there names method and number alone. */
    repliedBySticks: (link: DockLink, message: DeviceMessage) => answerBySticks(pending, link, message),
    /** An answer arrived. Those to unknown or already answered tids are ignored. */
    replied(link: DockLink, message: DeviceMessage): void {
      const waiting = ownOf(pending, link, message.tid);
      if (!waiting) return;
      if (message.bid !== null && message.bid !== waiting.bid) return;
      const reply = waiting.property
        ? decodeSetReply(message.data)
        : decodeServiceReply(message.data, message.raw);
      if (reply) waiting.answer(reply);
    },
  };
};
export type Exchange = ReturnType<typeof createExchange>;
