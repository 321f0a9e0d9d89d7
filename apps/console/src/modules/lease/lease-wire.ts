import { leaseCalls, type LeaseControl, type LeaseView } from '@eyrie/domain';
import { now } from '../../platform/clock.ts';
import { call } from '../../platform/http.ts';
import { callWhileLeaving } from '../../platform/parting.ts';
import { learnServerTime } from '../../platform/server-time.ts';
import { tabId } from '../../platform/tab.ts';
import type { Answered, LeaseWire } from './lease-client.ts';

/** Every answer about a lease carries the server's time, by which clicks are dated. */
const answered = async (ask: () => Promise<LeaseView>): Promise<Answered> => {
  const sentAt = now();
  const view = await ask();
  const receivedAt = now();
  learnServerTime(view.serverTime, sentAt, receivedAt);
  return { view, sentAt, receivedAt };
};

/** The lease calls of one dock. Only what a person asked for shows a toast when it is refused. */
export const leaseWire = (oid: string, control: LeaseControl): LeaseWire => {
  const target = { oid, control, tabId };
  const quiet = { toast: false } as const;
  return {
    get: () => answered(() => call(leaseCalls.get, { oid, control }, quiet)),
    take: () => answered(() => call(leaseCalls.take, target)),
    ask: () => answered(() => call(leaseCalls.ask, target)),
    renew: (epoch) => answered(() => call(leaseCalls.renew, { ...target, epoch }, quiet)),
    release: (epoch) => call(leaseCalls.release, { ...target, epoch }),
    answer: (accept) => answered(() => call(leaseCalls.answer, { ...target, accept })),
    override: (reason, nonce) => answered(() => call(leaseCalls.override, { ...target, reason, nonce })),
    leave: (epoch) => callWhileLeaving(leaseCalls.release, { ...target, epoch }),
  };
};
