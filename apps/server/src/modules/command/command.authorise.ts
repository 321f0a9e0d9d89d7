import { commandCalls, commandRules, fenceHolds, limits } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { dockAge, dockOnline, droneAge, statusOf, type DockLink } from '../dock/index.ts';
import { readLease } from '../lease/index.ts';
import type { CommandPlans, PlanContext } from './command.plan.ts';
import { claimHolds, standingOf, type Command } from './command.store.ts';
import { spendChallenge } from './challenge.store.ts';

export interface AuthoriserDependencies {
  plans: CommandPlans;
  instanceId: string;
  brokerUp(): boolean;
  newFlightRefusal(trx: DbOrTrx, groupRoot: string): Promise<Refusal | null>;
}

/** Everything that must hold before a command may leave; each rule refuses by name. */
export const createAuthoriser = (runtime: Runtime, deps: AuthoriserDependencies) => {
  /** Is the state of the aircraft known now: by its own word, or because it stands in its dock. */
  const aircraftKnown = (link: DockLink, now: number): boolean => {
    const fresh = (age: number | null): boolean => age !== null && age <= limits.command.stateFresh;
    if (!dockOnline(link, now) || !fresh(dockAge(link, now))) return false;
    return fresh(droneAge(link, now)) || statusOf(link, now).droneInDock === true;
  };

  /** Gates that need no database: broker, dock, age of its state, restart hold. */
  const refuseByState = (context: PlanContext): void => {
    const { link, now, command } = context;
    const rule = commandRules[command.method];
    if (!deps.brokerUp()) throw new Refusal('brokerDown');
    if (rule.emergency) {
      // Return-home and hover stay free of the freshness rule as long as the broker link exists. Only what is
      // known to be down is refused: an aircraft not heard of may be in the air.
      const refusal = aircraftKnown(link, now) ? deps.plans[command.method].refuse(context) : null;
      if (refusal) throw new Refusal(refusal.reason, { values: refusal.values ?? {} });
      return;
    }
    if (now < link.holdUntil) throw new Refusal('startingUp');
    if (!dockOnline(link, now)) throw new Refusal('dockOffline');
    const age = dockAge(link, now);
    if (age === null || age > limits.command.stateFresh)
      throw new Refusal('stateStale', { values: { seconds: Math.ceil((age ?? 0) / 1000) } });
    const refusal = deps.plans[command.method].refuse(context);
    if (refusal) throw new Refusal(refusal.reason, { values: refusal.values ?? {} });
  };

  /**
   * Its sender may still send it: what the call checked may have been taken away since.
   * @returns whether a lease may be missing.
   */
  const requireSender = async (trx: DbOrTrx, command: Command, now: number): Promise<boolean> => {
    const { emergency } = commandRules[command.method];
    // What the server itself wants has no session.
    if (!command.sessionOID) return false;
    const { permission } = commandCalls[command.method];
    // A command open to everybody is none: without a right to look for, nobody holds it.
    const rights = typeof permission === 'string' ? [] : permission;
    const { sessionOID, dockOID } = command;
    const standing = await standingOf(trx, { sessionOID, dockOID, rights }, now);
    if (!standing.signedIn) throw new Refusal('notSignedIn');
    if (!standing.sees) throw new Refusal('notFound');
    if (standing.rights.length === 0)
      throw new Refusal('notAllowed', { values: { permission: permission[0] } });
    return emergency && standing.rights.includes('dock:emergency');
  };

  /** Lease, session and confirmation, in the transaction that writes the command. */
  const fence = async (trx: DbOrTrx, link: DockLink, command: Command): Promise<void> => {
    const rule = commandRules[command.method];
    const now = runtime.serverTime();
    if (!(await claimHolds(trx, command.dockOID, deps.instanceId, link.fence, now)))
      throw new Refusal('startingUp');
    const emergencyRight = await requireSender(trx, command, now);
    const closed =
      command.method === 'startJob' ? await deps.newFlightRefusal(trx, link.dock.groupRoot) : null;
    if (closed) throw closed;
    if (rule.control) {
      const lease = await readLease(trx, command.dockOID, rule.control, now, 'share');
      const holds =
        command.epoch !== null &&
        command.sessionOID !== null &&
        fenceHolds(lease, command.issuedBy, command.sessionOID, command.epoch, now);
      if (!holds && !emergencyRight) {
        const other =
          lease.holder !== null && lease.expiresAt > now && lease.holder.memberOID !== command.issuedBy;
        if (other)
          throw new Refusal('controlHeld', {
            values: { name: lease.holderName ?? '–', seconds: Math.ceil((lease.expiresAt - now) / 1000) },
            data: {
              holder: { oid: lease.holder?.memberOID, name: lease.holderName },
              expiresAt: lease.expiresAt,
            },
          });
        throw new Refusal(command.epoch === null ? 'controlMissing' : 'controlLost');
      }
    }
    if (!rule.confirm) return;
    if (!command.nonceHash) throw new Refusal('confirmationMissing');
    const spent = await spendChallenge(trx, {
      nonceHash: command.nonceHash,
      memberOID: command.issuedBy,
      dockOID: command.dockOID,
      method: command.method,
      now,
    });
    if (!spent) throw new Refusal('confirmationSpent');
  };

  const expired = (command: Command): boolean => runtime.serverTime() > command.expiresAt;

  /** Before a second step: the lease, the session and the gateway's own claim must still stand. */
  const recheck = (link: DockLink, command: Command): Promise<void> =>
    runtime.db.transaction().execute(async (trx) => {
      const now = runtime.serverTime();
      if (!(await claimHolds(trx, command.dockOID, deps.instanceId, link.fence, now)))
        throw new Refusal('startingUp');
      await requireSender(trx, command, now);
      const { control } = commandRules[command.method];
      if (!control) return;
      const lease = await readLease(trx, command.dockOID, control, now, 'share');
      if (!fenceHolds(lease, command.issuedBy, command.sessionOID ?? '', command.epoch ?? -1, now))
        throw new Refusal('controlLost');
    });

  return { refuseByState, fence, recheck, expired };
};
export type Authoriser = ReturnType<typeof createAuthoriser>;
