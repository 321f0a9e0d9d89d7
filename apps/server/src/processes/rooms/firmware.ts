import { modelName } from '@eyrie/dji';
import { limits } from '@eyrie/domain';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import { createFirmware, type FirmwareRoom, type ToNotifyRollout } from '../../modules/firmware/index.ts';
import type { NotificationRoom } from '../../modules/notification/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Dock } from './dock.ts';

export const make = ({ runtime, store }: RoomBase): FirmwareRoom =>
  createFirmware(runtime, { objects: store.objects });

interface Others {
  auditLog: AuditLog;
  dock: Dock;
  firmware: FirmwareRoom;
  notification: NotificationRoom;
}

export const endpoints = (_base: RoomBase, { auditLog, dock, firmware }: Others): readonly Endpoint[] =>
  firmware.endpoints({ audit: auditLog, dockInScope: dock.inScope });

/** Who can approve a rollout knows that it waits, and who asked for it what became of it. */
const notifyOf =
  ({ notifyAbove, notifyMembers }: NotificationRoom) =>
  async ({ state, groupOID, askedBy, model, firmware }: ToNotifyRollout, trx: DbOrTrx): Promise<void> => {
    const values = { model: modelName(model), firmware };
    if (state === 'asked')
      return notifyAbove(groupOID, 'dock:control', { kind: 'rolloutAsked', values }, trx);
    const kind =
      state === 'rejected'
        ? 'rolloutRejected'
        : state === 'stopped'
          ? 'rolloutStopped'
          : state === 'done'
            ? 'rolloutDone'
            : null;
    if (kind) await notifyMembers(trx, [askedBy], { kind, values });
  };

export const timers = (
  _base: RoomBase,
  { auditLog: audit, firmware, notification }: Pick<Others, 'auditLog' | 'firmware' | 'notification'>,
): Timer[] => [
  {
    name: 'firmware.rollouts',
    every: limits.rollout.lookEvery,
    once: 'any',
    run: firmware.rolloutPass({ audit, notify: notifyOf(notification) }),
  },
  { name: 'firmware.sweep', every: limits.firmware.silence, once: 'any', run: firmware.sweep },
];
