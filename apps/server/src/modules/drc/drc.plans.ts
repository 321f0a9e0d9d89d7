import { randomBytes } from 'node:crypto';
import { drcModeEnter, drcModeExit, gatewayOrders, type DrcAccount } from '@eyrie/dji';
import { limits, refusedFor, type CommandMethod } from '@eyrie/domain';
import { hashSecret } from '../../platform/device-secret.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Command, CommandPlan, PlanContext, PlanRefusal } from '../command/index.ts';
import { factsOf } from '../dock/index.ts';
import type { DrcForwarder, DrcForwarderDependencies } from './drc.forwarder.ts';
import { saveAccount } from './drc.store.ts';

export interface DrcPlanDependencies {
  /** As docks reach the broker. */
  brokerUrl(): string;
  /** Name of the account of a dock for its second connection. */
  accountName(sn: string): string;
  /** Lets a dock open its second connection; false: the accounts of this broker are kept by hand. */
  admit(sn: string, secret: string): Promise<boolean>;
  forwarder: Pick<DrcForwarder, 'begin' | 'end'>;
}

const refusedBy =
  (method: CommandMethod) =>
  ({ link, now }: PlanContext): PlanRefusal | null => {
    if (!gatewayOrders(link.dock.model, method)) return { reason: 'methodMissing' };
    const reason = refusedFor(method, factsOf(link, now));
    return reason && { reason };
  };

const enter = (
  { clock, serverTime }: Runtime,
  { brokerUrl, accountName, admit, forwarder }: DrcPlanDependencies,
): CommandPlan => {
  const accounts = new WeakMap<Command, DrcAccount>();
  return {
    refuse: refusedBy('drcEnter'),
    async authorise({ link, command }) {
      const { sn, oid } = link.dock;
      const { accountLife, stateFrequency, obstacleFrequency } = limits.drc;
      const password = randomBytes(24).toString('base64url');
      if (!(await admit(sn, password))) throw new Refusal('drcAccountMissing');
      const expiresAt = serverTime() + accountLife;
      const clientId = `${sn}-${Math.floor(clock.wall())}`;
      const account = { url: brokerUrl(), clientId, username: accountName(sn), password, expiresAt };
      accounts.set(command, { ...account, stateFrequency, obstacleFrequency });
      const secretHash = hashSecret(password);
      return async (trx) => {
        await saveAccount(trx, oid, secretHash, new Date(expiresAt));
        return undefined;
      };
    },
    steps: async ({ command }) => {
      const account = accounts.get(command);
      if (!account) throw new Refusal('drcAccountMissing');
      return [
        async () => ({
          service: drcModeEnter(account),
          ack: limits.command.ackDrcEnter,
          bid: command.oid,
        }),
      ];
    },
    async settled({ link, command }, state) {
      const { issuedBy: memberOID, sessionOID, tabId, epoch } = command;
      if (state !== 'succeeded' || sessionOID === null || tabId === null || epoch === null) return;
      forwarder.begin(link, { memberOID, sessionOID, tabId, epoch });
    },
  };
};

const exit = (
  method: 'drcExit' | 'drcEnd',
  { forwarder }: Pick<DrcPlanDependencies, 'forwarder'>,
): CommandPlan => ({
  refuse: refusedBy(method),
  steps: async ({ link, command }) => {
    // Before the dock hears of it: what is sent into a link that closes reaches nobody.
    if (method === 'drcExit') forwarder.end(link.dock.oid, 'left');
    return [async () => ({ service: drcModeExit(), ack: limits.command.ack, bid: command.oid })];
  },
});

/** What a gateway has of the room: the way of frames between servers, and the account of a dock for them. */
export type DrcParts = Omit<DrcPlanDependencies, 'forwarder'> &
  Pick<DrcForwarderDependencies, 'channel' | 'dismiss'>;

/** How a dock opens and closes its link for sticks. */
export const drcPlans = (runtime: Runtime, deps: DrcPlanDependencies) => ({
  drcEnter: enter(runtime, deps),
  drcExit: exit('drcExit', deps),
  drcEnd: exit('drcEnd', deps),
});
