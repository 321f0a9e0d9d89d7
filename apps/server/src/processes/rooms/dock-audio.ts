import type { AuditLog } from '../../modules/audit-log/index.ts';
import { createDockAudio, type DockAudioRoom } from '../../modules/dock-audio/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Unit } from '../../platform/runtime.ts';
import type { RoomBase } from '../room-wiring.ts';

export const make = ({ runtime, store }: RoomBase): DockAudioRoom =>
  createDockAudio(runtime, { objects: store.objects });

export const endpoints = (
  _base: RoomBase,
  { auditLog, dockAudio }: { auditLog: AuditLog; dockAudio: DockAudioRoom },
): readonly Endpoint[] => dockAudio.endpoints({ audit: auditLog });

export const units = ({ units: started }: DockAudioRoom): Unit[] => [...started];
