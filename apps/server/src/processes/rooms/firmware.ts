import { encodeLive, limits, liveTopics } from '@eyrie/domain';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import { createFirmware, type FirmwareRoom } from '../../modules/firmware/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Dock } from './dock.ts';

export const make = ({ runtime, broker, store }: RoomBase): FirmwareRoom =>
  createFirmware(runtime, {
    objects: store.objects,
    // Through the broker, so that it reaches those who are connected to another server.
    publish: (groupRoot, dockOID) =>
      void broker
        .publish(
          liveTopics.firmwareChange.topic(groupRoot, dockOID),
          encodeLive('firmwareChange', dockOID, { at: runtime.serverTime() }, runtime.serverTime()),
          { qos: 0 },
        )
        .catch((error: unknown) => runtime.log.debug({ err: error }, 'a change of an upgrade not published')),
  });

interface Others {
  auditLog: AuditLog;
  dock: Dock;
  firmware: FirmwareRoom;
}

export const endpoints = (_base: RoomBase, { auditLog, dock, firmware }: Others): readonly Endpoint[] =>
  firmware.endpoints({ audit: auditLog, dockInScope: dock.inScope });

export const timers = (_base: RoomBase, { firmware }: { firmware: FirmwareRoom }): Timer[] => [
  { name: 'firmware.sweep', every: limits.firmware.sweepEvery, once: 'any', run: firmware.sweep },
];
