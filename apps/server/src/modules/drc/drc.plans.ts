import { randomBytes } from 'node:crypto';
import { drcModeEnter, drcModeExit, type DrcAccount } from '@eyrie/dji';
import { limits } from '@eyrie/domain';
import { hashSecret } from '../../platform/device-secret.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { offerWhereKnown, stateAlone, type CommandPlan } from '../command/index.ts';
import type { DrcForwarder, DrcForwarderDependencies } from './drc.forwarder.ts';
import { hasAccount, saveAccount } from './drc.store.ts';

export interface DrcPlanDependencies {
  /** As docks reach the broker. */
  brokerUrl(): string;
  /** Name of the account of a dock for its second connection. */
  accountName(sn: string): string;
  /** Lets a dock open its second connection; false: the accounts of this broker are kept by hand. */
  admit(sn: string, secret: string): Promise<boolean>;
  forwarder: Pick<DrcForwarder, 'begin' | 'end' | 'closed'>;
}

const enter = (
  { clock, serverTime }: Runtime,
  { brokerUrl, accountName, admit, forwarder }: DrcPlanDependencies,
): CommandPlan => {
  const accounts = new Map<string, DrcAccount>();
  return {
    ...stateAlone(offerWhereKnown('drcEnter')),
    async authorise({ link, command }) {
      const { sn, oid } = link.dock;
      const { accountLife, stateFrequency, obstacleFrequency } = limits.drc;
      // What ends the link of whoever flew before must not end this one.
      await forwarder.closed(oid);
      const password = randomBytes(24).toString('base64url');
      const expiresAt = serverTime() + accountLife;
      const clientId = `${sn}-${Math.floor(clock.wall())}`;
      const account = { url: brokerUrl(), clientId, username: accountName(sn), password, expiresAt };
      accounts.set(command.oid, { ...account, stateFrequency, obstacleFrequency });
      const secretHash = hashSecret(password);
      return async (trx) => {
        await saveAccount(trx, oid, secretHash, new Date(expiresAt));
        return undefined;
      };
    },
    steps: async ({ link, command }) => {
      const account = accounts.get(command.oid);
      // Only now that its row is saved: what takes the account of the former run back looks there.
      if (!account || !(await admit(link.dock.sn, account.password))) throw new Refusal('drcAccountMissing');
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
      const account = accounts.get(command.oid);
      accounts.delete(command.oid);
      if (state !== 'succeeded' || !account || sessionOID === null || tabId === null || epoch === null)
        return;
      forwarder.begin(link, { memberOID, sessionOID, tabId, epoch }, hashSecret(account.password));
    },
  };
};

const exit = (
  method: 'drcExit' | 'drcEnd',
  { forwarder }: Pick<DrcPlanDependencies, 'forwarder'>,
): CommandPlan => ({
  ...stateAlone(offerWhereKnown(method)),
  // Whoever entered since then has a link that is not this one's to close.
  authorise:
    async () =>
    async (trx, { link }) =>
      method === 'drcEnd' && (await hasAccount(trx, link.dock.oid))
        ? { nothingToSend: 'othersFly' }
        : undefined,
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
