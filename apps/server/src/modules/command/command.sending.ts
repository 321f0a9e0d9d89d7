import { setTimeout as delay } from 'node:timers/promises';
import { commandMethods, commandRules, limits, type LeaseControl } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import { isSending } from './command.sending.store.ts';

const methodsOf = (control: LeaseControl) =>
  commandMethods.filter((method) => commandRules[method].control === control);

/**
 * Waits until no order of a former holder is on its way to the broker. One that was claimed before control changed
 * hands may still leave; its claim runs out by itself, so that a gateway that hangs holds nobody up for longer.
 */
export const createSendingWait = ({ db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>) => {
  const most = Math.ceil((limits.command.sendWithin + limits.broker.answer) / limits.command.sendingEvery);
  /** @param epoch the number of the lease as it now stands */
  return async (dockOID: string, control: LeaseControl, epoch: number): Promise<void> => {
    const orders = { dockOID, methods: methodsOf(control), epoch };
    for (let turn = 0; turn < most && (await isSending(db, orders, serverTime())); turn += 1)
      await delay(limits.command.sendingEvery);
  };
};
