import { limits } from '@eyrie/domain';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import type { NotificationRoom } from '../../modules/notification/index.ts';
import { askApproval, cancelWaiting } from '../../modules/flight/index.ts';
import type { RouteRoom } from '../../modules/route/index.ts';
import type { SessionRoom } from '../../modules/session/index.ts';
import { createTask, type TaskRoom } from '../../modules/task/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';
import { createRunCheck, createScheduledFlights } from '../scheduled-flights.ts';
import type { Dock } from './dock.ts';
import { arranging } from './flight.ts';
import type { Organisation } from './organisation.ts';

interface Needs {
  auditLog: AuditLog;
  department: DepartmentRoom;
  notification: NotificationRoom;
  organisation: Organisation;
}

export const needs = ['auditLog', 'department', 'notification', 'organisation'] as const;
export const make = (
  { runtime }: RoomBase,
  { auditLog, department, notification, organisation }: Needs,
): TaskRoom =>
  createTask(runtime, {
    audit: auditLog,
    department,
    cancelFlights: cancelWaiting,
    askApproval: async (trx, taskOID, askedBy) =>
      void (await askApproval(runtime, trx, { taskOID }, askedBy)),
    timeZoneOf: organisation.timeZoneOf,
    notifyMissed: (groupOID, values) =>
      notification.notifyAbove(groupOID, 'task:edit', { kind: 'taskMissed', values }),
  });

interface Others {
  auditLog: AuditLog;
  dock: Dock;
  notification: NotificationRoom;
  route: RouteRoom;
  session: SessionRoom;
  task: TaskRoom;
}

export const endpoints = (base: RoomBase, others: Others): readonly Endpoint[] => {
  const checkFlight = createRunCheck(base.runtime, others.session, arranging(base, others));
  return [...others.task.endpoints, ...others.task.changesBy({ checkFlight })];
};

export const timers = (base: RoomBase, others: Others): readonly Timer[] => {
  const { notification, session, task } = others;
  const { foresee, arrange, launch } = createScheduledFlights(
    base.runtime,
    session,
    {
      launchBy: task.launchBy,
      foreseeBy: task.foreseeBy,
      notifyAtRisk: (groupOID, values) =>
        notification.notifyAbove(groupOID, 'task:edit', { kind: 'taskAtRisk', values }),
    },
    arranging(base, others),
  );
  const { planEvery, arrangeEvery, launchEvery, calendar } = limits.task;
  return [
    { name: 'task.plan', every: planEvery, once: 'any', atStart: true, run: task.schedule.pass },
    { name: 'task.replan', every: planEvery, once: 'any', run: task.replanByCalendar },
    { name: 'task.expand', every: calendar.expandEvery, once: 'any', run: task.calendar.pass },
    { name: 'task.foresee', every: limits.task.foresee.every, once: 'any', run: foresee },
    { name: 'task.arrange', every: arrangeEvery, once: 'any', atStart: true, run: arrange },
    { name: 'task.launch', every: launchEvery, once: 'any', atStart: true, run: launch },
  ];
};
