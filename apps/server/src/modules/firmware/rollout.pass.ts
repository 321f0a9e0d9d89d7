import { isFinal, limits, rolloutStep, upgradeTypes, type CommandState } from '@eyrie/domain';
import { notifyTaken } from '../../platform/notify-taken.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { draftRolloutUpgrade } from '../command/index.ts';
import {
  followedPlaces,
  lockRollout,
  movePlace,
  moveRollout,
  rolloutsToFollow,
  takeUnnotifiedRollouts,
  type FollowedPlace,
  type RolloutRow,
  type ToNotifyRollout,
} from './rollout.store.ts';

type PassRuntime = Pick<Runtime, 'db' | 'newOid' | 'serverTime' | 'log'>;

/** What became of a dock that was ordered; null: nothing yet. */
const outcomeOf = (place: FollowedPlace, now: number): Pick<FollowedPlace, 'state' | 'reason'> | null => {
  const { upgrade_state: upgrade, command_state: command } = place;
  if (upgrade === 'done' || upgrade === 'failed') return { state: upgrade, reason: null };
  if (upgrade !== null) return null;
  // Refused before it left: its order says why.
  if (command !== null && isFinal(command as CommandState)) return { state: 'failed', reason: null };
  // Its order is gone, or stands open without an upgrade: no report of it will come.
  const abandoned = now - place.changed_at.getTime() > 2 * limits.firmware.silence;
  return abandoned ? { state: 'failed', reason: 'deviceSilent' } : null;
};

/** Takes what has become of the docks that were ordered. @returns the docks as they stand now */
const follow = async (trx: DbOrTrx, places: readonly FollowedPlace[], at: Date): Promise<FollowedPlace[]> => {
  const now: FollowedPlace[] = [];
  for (const place of places) {
    const outcome = place.state === 'ordered' ? outcomeOf(place, at.getTime()) : null;
    if (outcome) await movePlace(trx, place.oid, { ...outcome, changed_at: at });
    now.push(outcome ? { ...place, ...outcome } : place);
  }
  return now;
};

/** Orders a wave. A dock that cannot be ordered has failed, and the rest of its wave is not begun. */
const order = async (
  runtime: PassRuntime,
  trx: DbOrTrx,
  rollout: RolloutRow,
  wave: readonly FollowedPlace[],
  at: Date,
): Promise<void> => {
  for (const { oid, dock_oid: dockOID, sn, there } of wave) {
    const commandOID = there
      ? await draftRolloutUpgrade(runtime, trx, {
          dock: { oid: dockOID, groupRoot: rollout.group_root },
          memberOID: rollout.asked_by,
          key: oid,
          arguments: {
            devices: [{ sn, type: upgradeTypes.normal, firmwareOID: rollout.package_oid ?? rollout.oid }],
          },
        })
      : null;
    if (commandOID === null) {
      const reason = there ? 'dockOffline' : 'notFound';
      await movePlace(trx, oid, { state: 'failed', reason, changed_at: at });
      return;
    }
    await movePlace(trx, oid, { state: 'ordered', command_oid: commandOID, changed_at: at });
  }
};

/** Says in the audit log how a rollout ended without a person. */
const record = (audit: AuditLog, trx: DbOrTrx, rollout: RolloutRow, places: readonly FollowedPlace[]) => {
  const failed = places.filter(({ state }) => state === 'failed').map(({ dock_oid: dockOID }) => dockOID);
  const { model, target: firmware } = rollout;
  return audit.write(trx, {
    groupRoot: rollout.group_root,
    memberOID: null,
    sessionOID: null,
    address: null,
    dockOID: failed[0] ?? null,
    action: failed.length > 0 ? 'firmware.rolloutStopped' : 'firmware.rolloutDone',
    outcome: failed.length > 0 ? 'alarm' : 'done',
    detail: { oid: rollout.oid, model, firmware, docks: failed },
    correlationId: rollout.oid,
  });
};

/** Moves one rollout on by one step, in one transaction: another server has it, or nobody. */
const advance = async (runtime: PassRuntime, audit: AuditLog, trx: DbOrTrx, oid: string): Promise<void> => {
  const rollout = await lockRollout(trx, oid, true);
  if (!rollout) return;
  const at = new Date(Math.round(runtime.serverTime()));
  const places = await follow(trx, await followedPlaces(trx, oid), at);
  // Of one that was stopped or ended only what was under way is followed to its end.
  if (rollout.state !== 'running') return;
  const step = rolloutStep(places);
  if (step.do === 'follow') return;
  if (step.do === 'order') {
    const wave = places.filter((place) => place.wave === step.wave && place.state === 'waiting');
    return order(runtime, trx, rollout, wave, at);
  }
  await moveRollout(trx, oid, { state: step.do === 'stop' ? 'stopped' : 'done', changed_at: at });
  await record(audit, trx, rollout, places);
};

/** Timer step, safe on several servers at once and after a kill: what is next stands in the tables alone. */
export const createRolloutPass =
  (
    runtime: PassRuntime,
    { audit, notify }: { audit: AuditLog; notify(rollout: ToNotifyRollout, trx: DbOrTrx): Promise<void> },
  ) =>
  async (): Promise<void> => {
    for (const oid of await rolloutsToFollow(runtime.db))
      await runtime.db
        .transaction()
        .execute((trx) => advance(runtime, audit, trx, oid))
        // The others go on all the same.
        .catch((err: unknown) => runtime.log.error({ err, oid }, 'a firmware rollout was not moved on'));
    await notifyTaken(runtime, takeUnnotifiedRollouts, notify);
  };
