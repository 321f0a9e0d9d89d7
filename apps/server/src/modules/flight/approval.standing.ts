import type { ApprovalStanding, DrawnRegion } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { approvalRequiredOf } from '../organisation/index.ts';
import { rulesFor } from '../region/index.ts';
import { changedParts, partMarks, type PartMarks } from './approval.parts.ts';
import {
  latestApproval,
  taskOfRun,
  taskTerms,
  type ApprovalRow,
  type Subject,
  type TaskTerms,
} from './approval.store.ts';
import { flightByOid, routeForFlight, type FlightRow } from './flight.store.ts';

type Terms = Pick<
  FlightRow,
  'route_oid' | 'route_checksum' | 'group_oid' | 'dock_oid' | 'return_altitude' | 'lost_action' | 'clarity'
> &
  Pick<FlightRow, 'ai_types' | 'ai_range' | 'work_order_type' | 'controller_oid' | 'gimbal_oid'> &
  Partial<Pick<FlightRow, 'starts_at' | 'lines'>>;
/** What is read already by whoever asks. */
interface Read {
  route?: { oid: string; checksum: string; waypoints: unknown } | null | undefined;
  rules?: readonly DrawnRegion[];
}

const marksOf = async (
  db: DbOrTrx,
  terms: Terms,
  schedule: string | null,
  { route, rules }: Read = {},
): Promise<PartMarks | null> => {
  const flown = route ?? (await routeForFlight(db, terms));
  if (!flown) return null;
  return partMarks({
    route: flown,
    rules: rules ?? (await rulesFor(db, terms.group_oid)),
    settings: {
      dockOID: terms.dock_oid,
      returnAltitude: terms.return_altitude,
      lostAction: terms.lost_action,
      clarity: terms.clarity,
      schedule,
      startsAt: terms.starts_at ?? null,
      chosen: {
        aiTypes: terms.ai_types,
        aiRange: terms.ai_range,
        workOrderType: terms.work_order_type,
        controllerOID: terms.controller_oid,
        gimbalOID: terms.gimbal_oid,
      },
    },
  });
};

/** When a task flies, what it waits for, and what it does where its dock is busy then. */
const whenOf = ({ scheduleRule, arrangement }: Pick<TaskTerms, 'scheduleRule' | 'arrangement'>): string =>
  JSON.stringify([
    scheduleRule,
    arrangement?.busyDock ?? null,
    arrangement?.busyMinutes ?? null,
    // What was approved before there were conditions stays approved.
    ...(arrangement?.condition === undefined ? [] : [arrangement.condition]),
  ]);

const termsOfTask = async (db: DbOrTrx, taskOID: string) => {
  const task = await taskTerms(db, taskOID);
  if (!task?.arrangement || task.dockGroupOID === null) return null;
  const { routeOID, dockOID, returnAltitude, lostAction, clarity } = task.arrangement;
  const terms = {
    route_oid: routeOID,
    // A run flies the version of the route that is the newest then.
    route_checksum: '',
    group_oid: task.dockGroupOID,
    dock_oid: dockOID,
    return_altitude: returnAltitude,
    lost_action: lostAction,
    clarity,
    ai_types: task.arrangement.aiTypes ?? [],
    ai_range: task.arrangement.aiRange ?? null,
    work_order_type: task.arrangement.workOrderType ?? null,
    controller_oid: task.arrangement.controllerOID ?? null,
    gimbal_oid: task.arrangement.gimbalOID ?? null,
  } as Terms;
  return { terms, schedule: whenOf(task) };
};

/** Checksums of what would be approved now; null: its route is gone, or it was never more than a name. */
export const marksOfSubject = async (db: DbOrTrx, subject: Subject): Promise<PartMarks | null> => {
  if ('flightOID' in subject) {
    const flight = await flightByOid(db, subject.flightOID);
    return flight && marksOf(db, flight, null);
  }
  const task = await termsOfTask(db, subject.taskOID);
  return task && marksOf(db, task.terms, task.schedule);
};

const standingBy = (row: ApprovalRow | undefined, now: PartMarks | null): ApprovalStanding => {
  const state = row === undefined || row.state === 'withdrawn' ? 'missing' : row.state;
  return {
    state,
    by: row?.by ?? null,
    changed: state === 'approved' ? changedParts(row?.parts, now) : [],
  };
};

/** How the approval of a flight stands, and which one it is. */
export interface FlightApproval {
  standing: ApprovalStanding;
  approvalOID: string | null;
}

/**
 * How the approval of a flight stands: its own where one was asked for, else that of the task whose run it is. Null: its
 * organisation asks for none.
 */
export const approvalOfFlight = async (
  db: DbOrTrx,
  flight: Pick<FlightRow, 'oid' | 'group_root'> & Terms,
  read: Read = {},
): Promise<FlightApproval | null> => {
  if (!(await approvalRequiredOf(db, flight.group_root))) return null;
  const own = await latestApproval(db, { flightOID: flight.oid });
  const run = own ? undefined : await taskOfRun(db, flight.oid);
  const row = own ?? (run && (await latestApproval(db, { taskOID: run.taskOID })));
  const task = run && (await taskTerms(db, run.taskOID));
  // That it may fly from another dock was approved with the task; which one, nobody could know.
  const instead = run?.otherDockOID === flight.dock_oid && task?.arrangement?.busyDock !== 'skip';
  const terms = instead && task?.arrangement ? { ...flight, dock_oid: task.arrangement.dockOID } : flight;
  const now = await marksOf(db, terms, task ? whenOf(task) : null, read);
  return { standing: standingBy(row, now), approvalOID: row?.oid ?? null };
};

/** How the approval of a timed task stands. Null: its organisation asks for none. */
export const approvalOfTask = async (
  db: DbOrTrx,
  { taskOID, groupRoot }: { taskOID: string; groupRoot: string },
): Promise<ApprovalStanding | null> => {
  if (!(await approvalRequiredOf(db, groupRoot))) return null;
  return standingBy(await latestApproval(db, { taskOID }), await marksOfSubject(db, { taskOID }));
};
