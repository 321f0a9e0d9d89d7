import { beginsFlight, commandCalls, commandRules, fenceRefusal, type CommandMethod } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { linksProved, type DockLink } from '../dock/index.ts';
import { readLease, type StoredLease } from '../lease/index.ts';
import { spendChallenge } from './challenge.store.ts';
import { claimHolds } from './claim.store.ts';
import type { Command } from './command.store.ts';
import { absentSenderStatusOf, senderStatusOf, type SenderStatus } from './sender.store.ts';

export interface FenceDependencies {
  instanceId: string;
  /** Why no flight of an organisation may begin now. Checked in the transaction that authorises a start. */
  newFlightRefusal(trx: DbOrTrx, groupRoot: string): Promise<Refusal | null>;
  /** Whether this order is the start of a run of a timed task that has come, or of a flight whose turn has. */
  isScheduledStart(trx: DbOrTrx, command: Pick<Command, 'key' | 'flightOID' | 'issuedBy'>): Promise<boolean>;
  /** Whether this order is the return home that the wind asks for. */
  isWindReturn(trx: DbOrTrx, command: Pick<Command, 'key' | 'flightOID'>): Promise<boolean>;
  /** Whether this order is the upgrade of a dock that a firmware rollout has ordered. */
  isRolloutUpgrade(trx: DbOrTrx, command: Pick<Command, 'key' | 'dockOID' | 'issuedBy'>): Promise<boolean>;
}

type OwnOrders = Pick<FenceDependencies, 'isScheduledStart' | 'isWindReturn' | 'isRolloutUpgrade'>;

/** Whether people arranged that the server orders this now. */
const isArranged = async (
  trx: DbOrTrx,
  command: Command,
  { isScheduledStart, isRolloutUpgrade }: OwnOrders,
): Promise<boolean> => {
  if (command.method === 'startJob') return isScheduledStart(trx, command);
  return command.method === 'ota' && isRolloutUpgrade(trx, command);
};

/** Each must have been called with one of these. A command without a right is refused to everybody. */
const rightsFor = ({ method }: Command): readonly string[] => {
  const called = Object.entries(commandCalls).find(([name]) => name === method);
  const permission = called?.[1].permission ?? 'public';
  return typeof permission === 'string' ? [] : permission;
};

/** @throws Refusal when a sender may not order this now */
const requireStatus = ({ signedIn, sees, rights }: SenderStatus, asked: readonly string[]): void => {
  if (!signedIn) throw new Refusal('notSignedIn');
  if (!sees) throw new Refusal('notFound');
  if (rights.length === 0) throw new Refusal('notAllowed', { values: { permission: asked[0] ?? 'public' } });
};

const requireProof = (proved: boolean): void => {
  if (!proved) throw new Refusal('notProved');
};

/**
 * Checks whose the device is, before everything else, and the sender again: rights that the call had may have been taken
 * away since.
 * @returns whether a lease may be missing
 */
const requireSender = async (
  trx: DbOrTrx,
  command: Command,
  now: number,
  own: OwnOrders,
): Promise<boolean> => {
  const { withoutLease, control } = commandRules[command.method];
  const { sessionOID, dockOID, issuedBy: memberOID } = command;
  const rights = rightsFor(command);
  if (sessionOID) {
    const status = await senderStatusOf(trx, { sessionOID, dockOID, rights }, now);
    requireProof(status.proved);
    requireStatus(status, rights);
    return withoutLease && status.rights.includes('dock:emergency');
  }
  if (!control) {
    requireProof(await linksProved(trx, [dockOID]));
    return false;
  }
  const arranger = await absentSenderStatusOf(trx, { memberOID, dockOID, rights });
  requireProof(arranger.proved);
  // Of the orders of the server itself three need control: coming home from the wind, past whoever has it,
  if (command.method === 'returnHome' && (await own.isWindReturn(trx, command))) return true;
  // a start whose time has come, and an upgrade whose wave has.
  if (!(await isArranged(trx, command, own))) throw new Refusal('controlMissing');
  requireStatus(arranger, rights);
  return false;
};

/** Why this lease does not cover the order; null: it does. */
const fenceOf = (
  lease: StoredLease,
  { issuedBy: memberOID, tabId, epoch, method }: Command,
  sessionOID: string,
  now: number,
): ReturnType<typeof fenceRefusal> => {
  if (epoch === null) return 'notHeld';
  const refusal = fenceRefusal(lease, { memberOID, sessionOID, tabId, epoch }, now);
  // An emergency order must not fail because the holder used another tab.
  return refusal === 'tabMissing' && commandRules[method].withoutLease ? null : refusal;
};

/** A start whose time has come has no lease of its own, and goes past nobody who controls the dock. */
const heldByAnother = (lease: StoredLease, { issuedBy }: Command, now: number): 'notHeld' | null =>
  lease.holder !== null && lease.expiresAt > now && lease.holder.memberOID !== issuedBy ? 'notHeld' : null;

/** The refusal of an order without the lease it needs. It names the holder, if there is one. */
const leaseRefusal = (
  lease: StoredLease,
  command: Command,
  fence: NonNullable<ReturnType<typeof fenceRefusal>>,
  now: number,
): Refusal => {
  if (fence === 'tabMissing') return new Refusal('tabMissing');
  if (fence === 'otherTab') return new Refusal('controlOtherTab');
  const other = lease.holder !== null && lease.expiresAt > now && lease.holder.memberOID !== command.issuedBy;
  if (!other) return new Refusal(command.epoch === null ? 'controlMissing' : 'controlLost');
  return new Refusal('controlHeld', {
    values: { name: lease.holderName ?? '–', seconds: Math.ceil((lease.expiresAt - now) / 1000) },
    data: {
      holder: { oid: lease.holder?.memberOID, name: lease.holderName },
      expiresAt: lease.expiresAt,
    },
  });
};

/** @param mayBeMissing the sender may give emergency orders without a lease */
const requireLease = async (
  trx: DbOrTrx,
  command: Command,
  mayBeMissing: boolean,
  now: number,
): Promise<void> => {
  const { sessionOID, method } = command;
  const { control } = commandRules[method];
  if (!control) return;
  // Read even if it may be missing: the lock makes a change of the lease wait until this order is written.
  const lease = await readLease(trx, command.dockOID, control, now, 'share');
  const fence =
    sessionOID === null ? heldByAnother(lease, command, now) : fenceOf(lease, command, sessionOID, now);
  if (fence && !mayBeMissing) throw leaseRefusal(lease, command, fence, now);
};

/** Spends the confirmation of an order. It is valid for one method. */
export const spendConfirmation = async (
  trx: DbOrTrx,
  command: Pick<Command, 'nonceHash' | 'issuedBy' | 'dockOID'>,
  method: CommandMethod,
  now: number,
): Promise<void> => {
  if (!command.nonceHash) throw new Refusal('confirmationMissing');
  const spent = await spendChallenge(trx, {
    nonceHash: command.nonceHash,
    memberOID: command.issuedBy,
    dockOID: command.dockOID,
    method,
    now,
  });
  if (!spent) throw new Refusal('confirmationSpent');
};

/** The rules that need the database. Each refuses with its own reason, in the transaction that authorises the command. */
export const createFence = (runtime: Pick<Runtime, 'serverTime'>, deps: FenceDependencies) => {
  const requireClaim = async (
    trx: DbOrTrx,
    link: DockLink,
    { dockOID }: Command,
    now: number,
  ): Promise<void> => {
    if (!(await claimHolds(trx, dockOID, deps.instanceId, link.fence, now))) throw new Refusal('startingUp');
  };

  return {
    /** Checks the gateway's claim, whose the device is, the sender, maintenance and the lease. */
    async hold(trx: DbOrTrx, link: DockLink, command: Command): Promise<void> {
      const now = runtime.serverTime();
      await requireClaim(trx, link, command, now);
      const leaseMayBeMissing = await requireSender(trx, command, now, deps);
      const closed = beginsFlight(command.method)
        ? await deps.newFlightRefusal(trx, link.dock.groupRoot)
        : null;
      if (closed) throw closed;
      await requireLease(trx, command, leaseMayBeMissing, now);
    },
    /** Spends the confirmation, once for a command, with its first step. */
    async confirm(trx: DbOrTrx, command: Command): Promise<void> {
      // People confirmed a scheduled start when they arranged it.
      if (!commandRules[command.method].confirm || command.sessionOID === null) return;
      await spendConfirmation(trx, command, command.method, runtime.serverTime());
    },
    /** Whether the command is too old to be sent. */
    expired: (command: Command): boolean => runtime.serverTime() > command.expiresAt,
  };
};
export type Fence = ReturnType<typeof createFence>;
