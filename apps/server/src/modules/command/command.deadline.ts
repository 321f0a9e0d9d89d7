import { commandRules, limits, type CommandMethod } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Command } from './command.store.ts';

/** Waits for work outside the database until the command expires. Then the command is refused, unsent. */
export const untilExpiry = async <T>(
  { serverTime }: Pick<Runtime, 'serverTime'>,
  { expiresAt }: Pick<Command, 'expiresAt'>,
  work: Promise<T>,
): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Refusal('expired')), Math.max(0, expiresAt - serverTime()) + 1);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
};

/** How long a call waits for the outcome of its order, ms: every step may take its time, and the row a second. */
export const answerTimeout = (method: CommandMethod): number => {
  const rule = commandRules[method];
  return rule.ttl + rule.ack + (method === 'startJob' ? limits.command.ack : 0) + 1_000;
};
