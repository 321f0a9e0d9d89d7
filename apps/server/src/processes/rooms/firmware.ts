import { limits } from '@eyrie/domain';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import { createFirmware, type FirmwareRoom } from '../../modules/firmware/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Dock } from './dock.ts';

export const make = ({ runtime, store }: RoomBase): FirmwareRoom =>
  createFirmware(runtime, { objects: store.objects });

interface Others {
  auditLog: AuditLog;
  dock: Dock;
  firmware: FirmwareRoom;
}

export const endpoints = (_base: RoomBase, { auditLog, dock, firmware }: Others): readonly Endpoint[] =>
  firmware.endpoints({ audit: auditLog, dockInScope: dock.inScope });

export const timers = (_base: RoomBase, { firmware }: { firmware: FirmwareRoom }): Timer[] => [
  { name: 'firmware.sweep', every: limits.firmware.silence, once: 'any', run: firmware.sweep },
];
