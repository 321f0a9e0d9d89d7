import type { AuditLog } from '../../modules/audit-log/index.ts';
import { createSpeaker, type SpeakerRoom } from '../../modules/speaker/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Unit } from '../../platform/runtime.ts';
import type { RoomBase } from '../room-wiring.ts';

export const make = ({ runtime, store }: RoomBase): SpeakerRoom =>
  createSpeaker(runtime, { objects: store.objects });

export const endpoints = (
  _base: RoomBase,
  { auditLog, speaker }: { auditLog: AuditLog; speaker: SpeakerRoom },
): readonly Endpoint[] => speaker.endpoints({ audit: auditLog });

export const units = ({ units: started }: SpeakerRoom): Unit[] => [...started];
