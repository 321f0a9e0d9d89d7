import { mediaFirst } from '@eyrie/dji';
import { limits } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import type { CommandPlan } from '../command/index.ts';
import { mediaOutstanding } from './media.first.store.ts';

const first: CommandPlan = {
  refuse: () => null,
  authorise:
    async () =>
    async (trx, { command }) => {
      const { flightOID } = command;
      if (flightOID === null || !(await mediaOutstanding(trx, flightOID))) throw new Refusal('mediaComplete');
      return undefined;
    },
  steps: async ({ command }) => [
    async () => ({ service: mediaFirst(command.flightOID ?? ''), ack: limits.command.ack, bid: null }),
  ],
};

/** What may be ordered about the media of a dock. Which flight comes first only its own word says. */
export const mediaPlans = { mediaFirst: first };
