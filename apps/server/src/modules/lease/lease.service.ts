import {
  answerLease,
  askLease,
  isHeld,
  overrideLease,
  releaseLease,
  renewLease,
  silentGrant,
  takeLease,
  type LeaseControl,
  type LeaseDecision,
  type LeaseHolder,
  type LeaseRow,
  type LeaseView,
} from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { nobody, type Origin, type Who } from './lease-origin.ts';
import { createTurns } from './lease-turns.ts';
import {
  dueLeases,
  ensureLease,
  mayControl,
  readLease,
  writeLease,
  type StoredLease,
} from './lease.store.ts';

export interface LeaseTarget {
  dockOID: string;
  groupRoot: string;
  control: LeaseControl;
}

/** Told after the transaction that changed a lease: publishes 9901 to both screens. */
export type LeaseListener = (
  target: LeaseTarget,
  change: { kind: 'lease' | 'leaseAsk' | 'leaseRefused'; lease: StoredLease; reason: string | null },
) => void;

export interface LeaseDependencies {
  audit: AuditLog;
  changed: LeaseListener;
  /** Does the aircraft of a dock fly, by what the gateway last wrote. */
  airborne(dockOID: string): Promise<boolean>;
}

type Step = (row: StoredLease, now: number) => LeaseDecision;

const holderOf = (caller: Caller, tabId: string): LeaseHolder => ({
  memberOID: caller.memberOID,
  sessionOID: caller.sessionOID,
  tabId,
});

export const createLeaseService = (runtime: Runtime, deps: LeaseDependencies) => {
  const inTurn = createTurns();
  const viewOf = (lease: StoredLease, memberOID: string, now: number): LeaseView => ({
    epoch: lease.epoch,
    holder:
      isHeld(lease, now) && lease.holder
        ? {
            oid: lease.holder.memberOID,
            name: lease.holderName ?? '–',
            mine: lease.holder.memberOID === memberOID,
          }
        : null,
    expiresAt: isHeld(lease, now) ? lease.expiresAt : null,
    asked: lease.asker !== null && lease.asker.until > now,
    serverTime: now,
  });

  const refuse = (decision: LeaseDecision, lease: StoredLease, memberOID: string, now: number): never => {
    const view = viewOf(lease, memberOID, now);
    if (decision.kind === 'lost') throw new Refusal('controlLost', { data: { ...view } });
    throw new Refusal('controlHeld', {
      values: {
        name: lease.holderName ?? '–',
        seconds: Math.max(0, Math.ceil((lease.expiresAt - now) / 1000)),
      },
      data: { ...view },
    });
  };

  /** One row for one change of a lease; nobody did what silence did. */
  const note = (
    trx: DbOrTrx,
    target: LeaseTarget,
    who: Who,
    what: {
      action: string;
      outcome: string;
      epoch: number;
      reason?: string;
      asker?: string;
      from: string | undefined;
    },
  ): Promise<void> =>
    deps.audit.write(trx, {
      groupRoot: target.groupRoot,
      memberOID: who.caller?.memberOID ?? null,
      sessionOID: who.caller?.sessionOID ?? null,
      address: who.origin?.address ?? null,
      correlationId: who.origin?.correlationId ?? null,
      dockOID: target.dockOID,
      action: `lease.${what.action}`,
      outcome: what.outcome,
      leaseEpoch: what.epoch,
      detail: {
        control: target.control,
        reason: what.reason ?? null,
        from: what.from ?? null,
        ...(what.asker ? { asker: what.asker } : {}),
      },
    });

  /** Runs one step on the locked row; writes, logs and tells when it changed something. */
  const change = async (
    target: LeaseTarget,
    who: Who,
    action: string,
    step: Step,
    options: { reason?: string; guard?: (trx: Parameters<typeof readLease>[0]) => Promise<void> } = {},
  ): Promise<{ decision: LeaseDecision; lease: StoredLease; now: number }> => {
    const result = await runtime.db.transaction().execute(async (trx) => {
      await ensureLease(trx, target.dockOID, target.control);
      await options.guard?.(trx);
      // The clock is read after the lock: a wait for it must not lengthen a lease.
      let before = await readLease(trx, target.dockOID, target.control, runtime.serverTime(), 'update');
      const now = runtime.serverTime();
      // Whoever lost the right since they asked gets control neither by silence nor by a yes: the holder keeps it.
      const askDropped = before.asker !== null && !(await mayControl(trx, target.dockOID, before.asker, now));
      if (askDropped) {
        const dropped = before.asker?.memberOID;
        await note(trx, target, nobody, {
          action: 'ask',
          outcome: 'dropped',
          epoch: before.epoch,
          from: before.holder?.memberOID,
          ...(dropped ? { asker: dropped } : {}),
        });
        before = { ...before, asker: null, askerName: null };
        await writeLease(trx, target.dockOID, target.control, before);
      }
      const silent = silentGrant(before, now);
      if (silent && action !== 'silence') {
        await writeLease(trx, target.dockOID, target.control, silent.row);
        const from = before.holder?.memberOID;
        await note(trx, target, nobody, {
          action: 'silence',
          outcome: silent.kind,
          epoch: silent.row.epoch,
          from,
        });
        before = await readLease(trx, target.dockOID, target.control, now);
      }
      const decision = step(before, now);
      const differs =
        decision.row.epoch !== before.epoch || decision.row.asker?.until !== before.asker?.until;
      if (decision.row !== before) await writeLease(trx, target.dockOID, target.control, decision.row);
      if (differs)
        await note(trx, target, who, {
          action,
          outcome: decision.kind,
          epoch: decision.row.epoch,
          ...(options.reason === undefined ? {} : { reason: options.reason }),
          from: before.holder?.memberOID,
        });
      const lease =
        decision.row === before ? before : await readLease(trx, target.dockOID, target.control, now);
      return { decision, lease, now, told: differs || silent !== null || askDropped };
    });
    if (result.told)
      deps.changed(target, {
        kind:
          action === 'answer' && result.decision.kind === 'held'
            ? 'leaseRefused'
            : result.decision.kind === 'asked'
              ? 'leaseAsk'
              : 'lease',
        lease: result.lease,
        reason: options.reason ?? null,
      });
    return result;
  };

  const granted = async (
    target: LeaseTarget,
    caller: Caller,
    origin: Origin,
    action: string,
    step: Step,
    options: Parameters<typeof change>[4] = {},
  ) => {
    const { decision, lease, now } = await change(target, { caller, origin }, action, step, options);
    if (decision.kind === 'held' || decision.kind === 'lost') refuse(decision, lease, caller.memberOID, now);
    return viewOf(lease, caller.memberOID, now);
  };

  /** Held by somebody else, as a plain look shows: nothing needs to be locked to say so. */
  const refuseIfHeld = async (target: LeaseTarget, caller: Caller, tabId: string): Promise<void> => {
    const now = runtime.serverTime();
    const lease = await readLease(runtime.db, target.dockOID, target.control, now);
    if (lease.asker !== null) return;
    const decision = takeLease(lease, holderOf(caller, tabId), now);
    if (decision.kind === 'held') refuse(decision, lease, caller.memberOID, now);
  };

  /** Drops a lease that ran out or whose session ended; the epoch rises so that nothing late can pass. */
  const drop = (row: LeaseRow, now: number): LeaseDecision => ({
    kind: 'granted',
    changed: true,
    row: { epoch: row.epoch + 1, holder: null, expiresAt: now, asker: null },
  });

  return {
    take: (target: LeaseTarget, caller: Caller, origin: Origin, tabId: string) =>
      inTurn(`${target.dockOID} ${target.control}`, async () => {
        await refuseIfHeld(target, caller, tabId);
        return granted(target, caller, origin, 'take', (row, now) =>
          takeLease(row, holderOf(caller, tabId), now),
        );
      }),
    ask: (target: LeaseTarget, caller: Caller, origin: Origin, tabId: string) =>
      granted(target, caller, origin, 'ask', (row, now) => askLease(row, holderOf(caller, tabId), now)),
    renew: (target: LeaseTarget, caller: Caller, origin: Origin, tabId: string, epoch: number) =>
      granted(target, caller, origin, 'renew', (row, now) =>
        renewLease(row, holderOf(caller, tabId), epoch, now),
      ),
    release: (target: LeaseTarget, caller: Caller, origin: Origin, tabId: string, epoch: number) =>
      granted(target, caller, origin, 'release', (row, now) =>
        releaseLease(row, holderOf(caller, tabId), epoch, now),
      ),
    override: (
      target: LeaseTarget,
      caller: Caller,
      origin: Origin,
      tabId: string,
      reason: string,
      guard: (trx: Parameters<typeof readLease>[0]) => Promise<void>,
    ) =>
      granted(
        target,
        caller,
        origin,
        'override',
        (row, now) => overrideLease(row, holderOf(caller, tabId), now),
        {
          reason,
          guard,
        },
      ),
    answer: async (target: LeaseTarget, caller: Caller, origin: Origin, tabId: string, accept: boolean) => {
      const { decision, lease, now } = await change(target, { caller, origin }, 'answer', (row, at) =>
        answerLease(row, holderOf(caller, tabId), accept, at),
      );
      if (decision.kind === 'lost') refuse(decision, lease, caller.memberOID, now);
      return viewOf(lease, caller.memberOID, now);
    },
    get: async (dockOID: string, control: LeaseControl, caller: Caller) => {
      const now = runtime.serverTime();
      return viewOf(await readLease(runtime.db, dockOID, control, now), caller.memberOID, now);
    },
    /**
     * Timer step, about once a second on any instance: grants unanswered asks, frees leases that ran out or
     * whose holder may no longer control, and says so where the aircraft is in the air.
     */
    sweep: async (groupRootOf: (dockOID: string) => Promise<string | null>) => {
      const lost: LeaseTarget[] = [];
      for (const due of await dueLeases(runtime.db, runtime.serverTime())) {
        const groupRoot = await groupRootOf(due.dockOID);
        if (!groupRoot) continue;
        const target = { dockOID: due.dockOID, control: due.control, groupRoot };
        const { decision } = await change(target, nobody, 'silence', (row, now) => {
          // Since it was read somebody else may have taken it.
          if (due.holderGone && row.epoch === due.epoch) return drop(row, now);
          const silent = silentGrant(row, now);
          if (silent) return silent;
          return row.holder && row.expiresAt <= now ? drop(row, now) : { kind: 'held', row };
        });
        if (
          decision.kind === 'granted' &&
          decision.row.holder === null &&
          due.control === 'flight' &&
          (await deps.airborne(due.dockOID))
        )
          lost.push(target);
      }
      return lost;
    },
  };
};
export type LeaseService = ReturnType<typeof createLeaseService>;
