import { flightCalls, limits, type Assignment, type Clarity } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { issuesIn } from '../../platform/field-issues.ts';

/** What a person has chosen so far. */
export interface FlightDraft {
  routeOID: string | null;
  dockOID: string | null;
  returnAltitude: number | null;
  lostAction: 'return' | 'continue';
  clarity: Clarity;
  taskName: string;
  taskOID: string | null;
  /** The flight whose rest it flies. */
  continues?: string;
  aiTypes?: string[];
  /** Metres. */
  aiRange?: number | null;
  workOrderType?: string | null;
  /** Null: whoever arranges it. */
  assigneeOID?: string | null;
  assignment?: Assignment;
  controllerOID?: string | null;
  gimbalOID?: string | null;
}

export type FlightField = (typeof fields)[number];
export type FlightFault = { id: PhraseId; values?: Record<string, string | number> } | { text: string };
export type FlightFaults = Partial<Record<FlightField, FlightFault>>;

const fields = [
  'routeOID',
  'dockOID',
  'returnAltitude',
  'lostAction',
  'clarity',
  'taskName',
  'aiTypes',
  'aiRange',
  'workOrderType',
  'assigneeOID',
  'controllerOID',
  'gimbalOID',
] as const;
const aiRange = { min: limits.flightChoice.aiRangeMin, max: limits.flightChoice.aiRangeMax };
const altitude = { min: limits.flight.returnAltitudeMin, max: limits.flight.returnAltitudeMax };

/** A safe height to begin with: above the route's highest point, within the limits, on whole ten metres. */
export const suggestedAltitude = (highest: number): number =>
  Math.min(altitude.max, Math.max(100, Math.ceil((highest + 20) / 10) * 10));

/** What people chose beside how it flies, for a request; nothing is sent of what nobody chose. */
export const choicesOf = ({
  aiTypes = [],
  aiRange: range,
  workOrderType,
  assigneeOID,
  assignment,
}: FlightDraft) => ({
  ...(aiTypes.length > 0 ? { aiTypes, ...(typeof range === 'number' ? { aiRange: range } : {}) } : {}),
  ...(workOrderType ? { workOrderType } : {}),
  ...(assigneeOID ? { assigneeOID } : {}),
  ...(assignment ? { assignment } : {}),
});

/** The request of a draft: the call's own schema decides, so browser and server cannot differ. */
export const flightRequest = (draft: FlightDraft) =>
  flightCalls.add.request.safeParse({
    routeOID: draft.routeOID ?? undefined,
    dockOID: draft.dockOID ?? undefined,
    returnAltitude: draft.returnAltitude ?? undefined,
    lostAction: draft.lostAction,
    clarity: draft.clarity,
    ...(draft.taskOID ? { taskOID: draft.taskOID } : {}),
    ...(draft.taskName.trim() ? { taskName: draft.taskName } : {}),
    ...(draft.continues ? { continues: draft.continues } : {}),
    ...choicesOf(draft),
    ...(draft.controllerOID ? { controllerOID: draft.controllerOID } : {}),
    ...(draft.gimbalOID ? { gimbalOID: draft.gimbalOID } : {}),
  });

const ownFault = (field: FlightField, missing: boolean): FlightFault => {
  if (field === 'aiTypes')
    return { id: 'arrange.aiTypesMost', values: { max: limits.flightChoice.aiTypesMost } };
  if (field === 'aiRange') return { id: 'arrange.aiRangeFault', values: aiRange };
  if (field === 'returnAltitude' && !missing) return { id: 'issue.returnAltitude', values: altitude };
  const names: Record<FlightField, PhraseId> = {
    routeOID: 'flight.chooseRoute',
    dockOID: 'flight.chooseDock',
    returnAltitude: 'issue.number',
    lostAction: 'issue.number',
    clarity: 'issue.number',
    taskName: 'flight.taskName',
    aiTypes: 'arrange.aiTypesMost',
    aiRange: 'arrange.aiRangeFault',
    workOrderType: 'flight.workOrderType',
    assigneeOID: 'flight.assignee',
    controllerOID: 'flight.controller',
    gimbalOID: 'flight.gimbal',
  };
  return { id: names[field] };
};

/** What is wrong with a draft, by field; empty when it can be sent. */
export const faultsOf = (draft: FlightDraft): FlightFaults => {
  const parsed = flightRequest(draft);
  if (parsed.success) return {};
  const faults: FlightFaults = {};
  for (const issue of parsed.error.issues) {
    const field = fields.find((name) => name === issue.path[0]);
    if (field) faults[field] ??= ownFault(field, draft[field] === null);
  }
  return faults;
};

/** Faults the server found, beside the fields they belong to. */
export const faultsFrom = (data: unknown): FlightFaults => {
  const faults: FlightFaults = {};
  for (const issue of issuesIn(data)) {
    const field = fields.find((name) => name === issue.path);
    if (field) faults[field] ??= { text: issue.message };
  }
  return faults;
};
