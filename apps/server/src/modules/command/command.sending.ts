import { setTimeout as delay } from 'node:timers/promises';
import { commandMethods, commandRules, limits, type LeaseControl } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import { isSending } from './command.sending.store.ts';

const methodsOf = (control: LeaseControl) =>
  commandMethods.filter((method) => commandRules[method].control === control);

/**
 * Waits until no order of the former holder is on its way to the broker: one claimed before control changed hands may
 * still be sent. Its claim expires, so that a gateway that hangs delays nobody for longer.
 */
export const createSendingWait = ({ db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>) => {
  const most = Math.ceil((limits.command.sendWithin + limits.broker.answer) / limits.command.sendingEvery);
  /** @param epoch the present number of the lease */
  return async (dockOID: string, control: LeaseControl, epoch: number): Promise<void> => {
    const orders = { dockOID, methods: methodsOf(control), epoch };
    for (let attempt = 0; attempt < most && (await isSending(db, orders, serverTime())); attempt += 1)
      await delay(limits.command.sendingEvery);
  };
};
