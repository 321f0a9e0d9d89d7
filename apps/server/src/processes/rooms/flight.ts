import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import { limits } from '@eyrie/domain';
import {
  approvalEndpoints,
  createApprovalPass,
  createConditionPass,
  createFlightRetaining,
  createTurns,
  createAssigneePass,
  createWindAnswers,
  flightEndpoints,
  flights,
  windAbortEndpoints,
  type ArrangingDependencies,
} from '../../modules/flight/index.ts';
import type { NotificationRoom } from '../../modules/notification/index.ts';
import type { Timer } from '../../platform/timers.ts';
import { createMedia } from '../../modules/media/index.ts';
import type { RouteRoom } from '../../modules/route/index.ts';
import type { SessionRoom } from '../../modules/session/index.ts';
import type { TaskRoom } from '../../modules/task/index.ts';
import type { Caller, Endpoint } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import type { RoomBase } from '../room-wiring.ts';
import { createTurnVerdict } from '../scheduled-flights.ts';
import type { Dock } from './dock.ts';

export const make = ({ runtime, control, store, objectsUrl }: RoomBase) => ({
  media: createMedia(runtime, { objects: store.objects, objectsUrl }),
  /** @throws Refusal `notFound` unless the flight is the dock's own and the caller may see it. */
  requireOf: async (caller: Caller, flightOID: string, dockOID: string): Promise<void> => {
    const flight = await flights.byOid(control.db, { caller }, flightOID);
    if (flight?.dockOID !== dockOID) throw notFound();
  },
});
export type Flight = ReturnType<typeof make>;

interface Others {
  auditLog: AuditLog;
  department: DepartmentRoom;
  dock: Dock;
  flight: Flight;
  notification: NotificationRoom;
  route: RouteRoom;
  task: TaskRoom;
}

/** What a flight is arranged by. */
export const arranging = (
  { gateNow }: Pick<RoomBase, 'gateNow'>,
  { auditLog, dock, route, task }: Pick<Others, 'auditLog' | 'dock' | 'route' | 'task'>,
): ArrangingDependencies => ({
  audit: auditLog,
  dockInScope: dock.inScope,
  routeForFlight: route.forFlight,
  routeToday: route.today,
  routeFlown: route.flown,
  ensureManualTask: task.ensureManualTask,
  gateNow,
});

export const endpoints = (base: RoomBase, others: Others): Endpoint[] => [
  ...others.flight.media.endpoints,
  ...flightEndpoints(base.runtime, { ...arranging(base, others), department: others.department }),
  ...windAbortEndpoints(base.runtime, { audit: others.auditLog }),
  ...approvalEndpoints({ runtime: base.runtime, audit: others.auditLog, department: others.department }),
];

/** Whoever controls docks is to know of it. */
const notifyOfWind =
  ({ notifyHolders }: NotificationRoom) =>
  (dockOID: string, kind: 'windAsked' | 'windReturn'): Promise<void> =>
    notifyHolders(dockOID, 'dock:control', { kind, level: 'alarm' });

const watches = ({ runtime }: RoomBase, { auditLog: audit, notification }: Others): readonly Timer[] => [
  {
    name: 'flight.windAnswers',
    every: limits.windAbort.lookEvery,
    once: 'any',
    run: createWindAnswers(runtime, { audit }, notifyOfWind(notification)),
  },
  {
    name: 'flight.assignees',
    every: limits.flightChoice.notifyEvery,
    once: 'any',
    run: createAssigneePass(runtime, ({ assigneeOID, task, dock, by }, trx) =>
      notification.notifyMembers(trx, [assigneeOID], {
        kind: 'flightAssigned',
        values: { task, dock, by },
      }),
    ),
  },
  {
    name: 'flight.approvals',
    every: limits.approval.notifyEvery,
    once: 'any',
    run: createApprovalPass(runtime, ({ state, groupOID, name, askedBy }, trx) =>
      state === 'waiting'
        ? notification.notifyAbove(
            groupOID,
            'flight:approve',
            { kind: 'approvalAsked', values: { name } },
            trx,
          )
        : notification.notifyMembers(trx, [askedBy], {
            kind: state === 'approved' ? 'approvalGiven' : 'approvalRefused',
            values: { name },
          }),
    ),
  },
];

export const timers = (base: RoomBase, others: Others & { session: SessionRoom }): readonly Timer[] => [
  {
    name: 'flight.turns',
    every: limits.flightSeries.turnEvery,
    once: 'any',
    atStart: true,
    run: createTurns(base.runtime, {
      audit: others.auditLog,
      verdictOf: createTurnVerdict(base.runtime, others.session, arranging(base, others)),
      notify: ({ groupOID, ...values }, trx) =>
        others.notification.notifyAbove(groupOID, 'flight:start', { kind: 'turnHeld', values }, trx),
    }),
  },
  {
    name: 'flight.conditions',
    every: limits.task.condition.lookEvery,
    once: 'any',
    atStart: true,
    run: createConditionPass(base.runtime),
  },
  {
    name: 'flight.retain',
    every: limits.flightKeeping.every,
    once: 'any',
    run: createFlightRetaining(base.runtime, { audit: others.auditLog, objects: base.store.objects }),
  },
  ...watches(base, others),
];
