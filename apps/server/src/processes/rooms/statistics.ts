import { limits } from '@eyrie/domain';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import {
  countDays,
  countServiceLevels,
  createStatistics,
  lookAtDocks,
} from '../../modules/statistics/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Organisation } from './organisation.ts';

interface Others {
  auditLog: AuditLog;
  department: DepartmentRoom;
  organisation: Organisation;
}

export const endpoints = (
  { runtime }: RoomBase,
  { auditLog, department, organisation }: Others,
): readonly Endpoint[] =>
  createStatistics(runtime, {
    organisation,
    audit: auditLog,
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
  {
    name: 'statistics.look',
    every: limits.statistics.lookEvery,
    once: 'any',
    run: () => lookAtDocks(runtime.db),
  },
  {
    name: 'statistics.levels',
    every: limits.statistics.levelsEvery,
    once: 'any',
    run: () => runtime.db.transaction().execute(countServiceLevels),
  },
];
