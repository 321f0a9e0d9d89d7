import { randomUUID } from 'node:crypto';
import { limits } from '@eyrie/domain';
import { decodeServiceReply, encodeService, topics, type DeviceMessage, type ServiceReply } from '@eyrie/dji';
import type { Runtime } from '../../platform/runtime.ts';
import type { DockLink } from '../dock/index.ts';
import type { Step } from './command.plan.ts';
import type { Command } from './command.store.ts';

export interface ExchangeDependencies {
  /** Publishes at QoS 0, rejects at once without a broker; nothing is queued. */
  publish(topic: string, payload: string): Promise<void>;
  /** An answer came after its time. */
  late(commandOID: string, reply: ServiceReply): void;
}

interface Pending {
  dockOID: string;
  bid: string;
  answer(reply: ServiceReply): void;
}

/** One message out, one answer in. Matched by tid and bid; what matches nothing is ignored. */
export const createExchange = (runtime: Runtime, deps: ExchangeDependencies) => {
  const pending = new Map<string, Pending>();

  /** Sends a step once. `reply` is null when the device kept silent for the step's time. */
  const send = (
    command: Command,
    link: DockLink,
    step: Step,
    tid: string,
  ): { sent: Promise<void>; reply: Promise<ServiceReply | null> } => {
    const bid = step.bid ?? randomUUID();
    let answer: (reply: ServiceReply | null) => void = () => undefined;
    const reply = new Promise<ServiceReply | null>((resolve) => (answer = resolve));
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      answer(null);
      setTimeout(() => pending.delete(tid), limits.command.resolveFor).unref();
    }, step.ack);
    pending.set(tid, {
      dockOID: command.dockOID,
      bid,
      answer: (received) => {
        pending.delete(tid);
        clearTimeout(timer);
        if (late) deps.late(command.oid, received);
        else answer(received);
      },
    });
    const payload = encodeService({
      tid,
      bid,
      timestamp: runtime.clock.wall(),
      gateway: link.dock.sn,
      service: step.service,
    });
    const sent = deps.publish(topics.services(link.dock.sn), payload).catch((error: unknown) => {
      pending.delete(tid);
      clearTimeout(timer);
      answer(null);
      throw error;
    });
    return { sent, reply };
  };

  return {
    send,
    /** A services_reply arrived. Answers to unknown or already answered tids are ignored. */
    replied(link: DockLink, message: DeviceMessage): void {
      if (!message.tid) return;
      const waiting = pending.get(message.tid);
      if (!waiting || waiting.dockOID !== link.dock.oid) return;
      if (message.bid !== null && message.bid !== waiting.bid) return;
      const reply = decodeServiceReply(message.data);
      if (reply) waiting.answer(reply);
    },
  };
};
export type Exchange = ReturnType<typeof createExchange>;
