import { limits } from '@eyrie/domain';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import { countDays, createStatistics } from '../../modules/statistics/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Organisation } from './organisation.ts';

export const endpoints = (
  { runtime }: RoomBase,
  { department, organisation }: { department: DepartmentRoom; organisation: Organisation },
): readonly Endpoint[] =>
  createStatistics(runtime, {
    organisation,
    timeZoneOf: organisation.timeZoneOf,
    requireVisible: department.requireVisible,
  }).endpoints;

export const timers = ({ runtime }: RoomBase, _others: unknown): readonly Timer[] => [
  {
    name: 'statistics.count',
    every: limits.statistics.countEvery,
    once: 'any',
    run: () => countDays(runtime),
  },
];
