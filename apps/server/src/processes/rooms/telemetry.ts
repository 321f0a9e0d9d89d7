import { limits } from '@eyrie/domain';
import { careForDays, thinEarlierRows } from '../../modules/telemetry/index.ts';
import { patiently } from '../../platform/postgres/index.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';

const { keepFullDays, thinToSeconds } = limits.telemetry;
const every = 3_600_000;

/** Each works beside the calls: a day of many docks takes longer than a call may wait. */
export const timers = (
  { runtime: { clock, log }, database: { url } }: RoomBase,
  _others: unknown,
): readonly Timer[] => [
  {
    name: 'telemetry.thin',
    every,
    once: 'any',
    run: () =>
      patiently({ url, log, name: 'eyrie-days' }, (db) =>
        thinEarlierRows(db, new Date(clock.wall() - keepFullDays * 86_400_000), thinToSeconds),
      ),
  },
  {
    name: 'telemetry.days',
    every,
    once: 'any',
    run: () => patiently({ url, log, name: 'eyrie-days' }, (db) => careForDays({ db, log }, clock.wall())),
  },
];
