import { createAppearance, type AppearanceRoom } from '../../modules/appearance/index.ts';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Unit } from '../../platform/runtime.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Organisation } from './organisation.ts';
import type { Session } from './session.ts';

interface Needs {
  auditLog: AuditLog;
  organisation: Organisation;
  session: Session;
}

export const needs = ['auditLog', 'organisation', 'session'] as const;
export const make = (
  { runtime, store, liveUrl }: RoomBase,
  { auditLog, organisation, session }: Needs,
): AppearanceRoom =>
  createAppearance(runtime, { audit: auditLog, organisation, session, objects: store.objects, liveUrl });

export const endpoints = (
  _base: RoomBase,
  { appearance }: { appearance: AppearanceRoom },
): readonly Endpoint[] => appearance.endpoints;

export const units = (room: AppearanceRoom): Unit[] => room.units;
