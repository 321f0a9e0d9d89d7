import { limits } from '@eyrie/domain';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import { thinDeviceTrack, trajectoryEndpoints } from '../../modules/trajectory/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';

export const endpoints = ({ runtime }: RoomBase, { auditLog }: { auditLog: AuditLog }): readonly Endpoint[] =>
  trajectoryEndpoints(runtime, { audit: auditLog });

const { keepFullDays, thinToSeconds } = limits.telemetry;

export const timers = ({ runtime: { db, clock } }: RoomBase, _others: unknown): readonly Timer[] => [
  {
    name: 'trajectory.thin',
    every: 3_600_000,
    once: 'any',
    run: () => thinDeviceTrack(db, new Date(clock.wall() - keepFullDays * 86_400_000), thinToSeconds),
  },
];
