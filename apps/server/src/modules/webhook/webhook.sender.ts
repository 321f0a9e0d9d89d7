import { limits } from '@eyrie/domain';
import { AddressRefused, type Outgoing } from '../../platform/outgoing.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Seal } from '../../platform/seal.ts';
import { signedHeaders } from './webhook.sign.ts';
import { claimDue, settleDelivery, type DueDelivery } from './webhook.store.ts';

export interface SenderDeps {
  runtime: Pick<Runtime, 'db' | 'serverTime' | 'log'>;
  seal: Seal;
  post: Outgoing;
}

/** What is sent: the same bytes at every attempt. */
const bodyOf = ({ event, at, data }: DueDelivery): string =>
  JSON.stringify({ type: event, timestamp: at.toISOString(), data });

const reasonOf = (error: unknown): string => {
  if (error instanceof AddressRefused) return 'address refused';
  const { code, name } = error as { code?: string; name?: string };
  return (code ?? name ?? 'failed').slice(0, 100);
};

/** One attempt. @returns its status, and why it failed; null: it was taken */
const attempt = async ({ seal, post, runtime }: SenderDeps, delivery: DueDelivery) => {
  try {
    const body = bodyOf(delivery);
    const secret = await seal.open(delivery.secret);
    const headers = signedHeaders(secret, `msg_${delivery.oid}`, runtime.serverTime(), body);
    const { status } = await post(delivery.url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Eyrie' },
      body,
    });
    // A redirect is an answer like any other, and none that takes the event.
    return { status, error: status >= 200 && status < 300 ? null : `HTTP ${status}` };
  } catch (error) {
    return { status: null, error: reasonOf(error) };
  }
};

/** Sends what is due, as often as the receiver needs. Any number of servers may do it at once. */
export const createSender = (deps: SenderDeps) => {
  const { db, serverTime } = deps.runtime;
  return async (): Promise<void> => {
    const due = await claimDue(db, new Date(serverTime()));
    await Promise.all(
      due.map(async (delivery) => {
        const { status, error } = await attempt(deps, delivery);
        const now = serverTime();
        const pause = limits.webhook.retries[delivery.attempts - 1];
        const nextAt = error === null || pause === undefined ? null : new Date(now + pause);
        await settleDelivery(db, delivery, { status, error, nextAt, now: new Date(now) });
      }),
    );
  };
};
