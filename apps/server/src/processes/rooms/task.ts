import { limits } from '@eyrie/domain';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import type { NotificationRoom } from '../../modules/notification/index.ts';
import { askApproval, cancelWaiting, checkChoices } from '../../modules/flight/index.ts';
import type { RouteRoom } from '../../modules/route/index.ts';
import type { SessionRoom } from '../../modules/session/index.ts';
import { createTask, type TaskRoom } from '../../modules/task/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';
import { createForecast } from '../../modules/weather/index.ts';
import { createRunCheck, createRunJudge, createScheduledFlights } from '../scheduled-flights.ts';
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
    checkChoices,
    askApproval: async (trx, taskOID, askedBy) =>
      void (await askApproval(runtime, trx, { taskOID }, askedBy)),
    timeZoneOf: organisation.timeZoneOf,
    notifyRuns: (groupOID, kind, values, trx) =>
      notification.notifyAbove(groupOID, 'task:edit', { kind, values }, trx),
  });

interface Others {
  auditLog: AuditLog;
  dock: Dock;
  notification: NotificationRoom;
  route: RouteRoom;
  session: SessionRoom;
  task: TaskRoom;
}

/** What the provider of the setting says of the next days; asked for by the timer alone. */
const forecasts = ({ runtime, weather: settings, onlyHere: loopback }: RoomBase) => {
  const forecast = createForecast(runtime, { settings, loopback });
  return {
    forecastFor: forecast.known,
    renewedFor: async (places: Parameters<typeof forecast.known>[0]) => {
      await forecast.renew(places);
      return forecast.known(places);
    },
  };
};

export const endpoints = (base: RoomBase, others: Others): readonly Endpoint[] => {
  const { forecastFor } = forecasts(base);
  const given = { ...arranging(base, others), forecastFor };
  const checkFlight = createRunCheck(base.runtime, others.session, given);
  return [...others.task.endpoints, ...others.task.changesBy({ checkFlight })];
};

export const timers = (base: RoomBase, others: Others): readonly Timer[] => {
  const { notification, session, task } = others;
  const { forecastFor, renewedFor } = forecasts(base);
  const { foresee, arrange, launch } = createScheduledFlights(
    base.runtime,
    session,
    { launchBy: task.launchBy, foreseeBy: task.foreseeBy },
    { ...arranging(base, others), forecastFor },
  );
  const checkAhead = task.verdictsBy({
    judge: createRunJudge(base.runtime, session, { forecastFor: renewedFor }),
    notifyAtRisk: (groupOID, values) =>
      notification.notifyAbove(groupOID, 'task:edit', { kind: 'taskAtRisk', values }),
  });
  const { planEvery, arrangeEvery, launchEvery, calendar } = limits.task;
  return [
    { name: 'task.plan', every: planEvery, once: 'any', atStart: true, run: task.schedule.pass },
    { name: 'task.replan', every: planEvery, once: 'any', run: task.replanByCalendar },
    { name: 'task.expand', every: calendar.expandEvery, once: 'any', run: task.calendar.pass },
    { name: 'task.foresee', every: limits.task.foresee.every, once: 'any', run: foresee },
    {
      name: 'task.verdict',
      every: limits.task.verdict.every,
      once: 'any',
      run: async () => void (await checkAhead()),
    },
    { name: 'task.arrange', every: arrangeEvery, once: 'any', atStart: true, run: arrange },
    { name: 'task.launch', every: launchEvery, once: 'any', atStart: true, run: launch },
  ];
};
