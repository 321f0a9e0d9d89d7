import { limits } from '@eyrie/domain';
import { layOutDays, thinDockHistory, thinTelemetry } from '../../modules/telemetry/index.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';

const { keepFullDays, thinToSeconds, dockThinToSeconds } = limits.telemetry;
const keepFullMs = keepFullDays * 86_400_000;

export const timers = ({ runtime: { db, clock } }: RoomBase, _others: unknown): readonly Timer[] => [
  {
    name: 'telemetry.thin',
    every: 3_600_000,
    once: 'any',
    run: () => thinTelemetry(db, new Date(clock.wall() - keepFullMs), thinToSeconds),
  },
  {
    name: 'telemetry.days',
    every: 3_600_000,
    once: 'any',
    async run() {
      await layOutDays(db, clock.wall());
      await thinDockHistory(db, clock.wall() - keepFullMs, dockThinToSeconds);
    },
  },
];
