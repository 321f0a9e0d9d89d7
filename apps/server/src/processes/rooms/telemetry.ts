import { limits } from '@eyrie/domain';
import { thinTelemetry } from '../../modules/telemetry/index.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';

const { keepFullDays, thinToSeconds } = limits.telemetry;

export const timers = ({ runtime: { db, clock } }: RoomBase, _others: unknown): readonly Timer[] => [
  {
    name: 'telemetry.thin',
    every: 3_600_000,
    once: 'any',
    run: () => thinTelemetry(db, new Date(clock.wall() - keepFullDays * 86_400_000), thinToSeconds),
  },
];
