import { z } from 'zod';
import { call } from '../call.ts';
import { limits } from '../limits.ts';
import { byOid, oid } from '../shape.ts';
import { answeredChecklist, checklistAnswer } from './checklist.ts';

const path = '/nebula-five/uavflight/checklist';

const flightChecklist = z.object({
  flightOID: oid,
  /** What the organisation asks before this flight; none: nothing, or it starts by itself. */
  questions: z.array(z.string()),
  /** What was answered; null: nobody has. */
  answered: answeredChecklist.nullable(),
});
export type FlightChecklist = z.output<typeof flightChecklist>;

/** Questions that are answered before a flight begins, and stored with it. */
export const checklistCalls = {
  get: call({
    method: 'GET',
    path: `${path}/get.rest`,
    effect: 'reads',
    summary: 'Questions of the organisation before a flight, and what was answered',
    permission: ['flight:view', '/TaskManagerNew', '/FlyArrange', '/PortMonitorSee', '/DataStatistics'],
    request: byOid,
    response: flightChecklist,
  }),
  answer: call({
    method: 'POST',
    path: `${path}/answer.rest`,
    effect: 'changes',
    audit: 'flight.checklist',
    refuses: ['flightStarted', 'checklistChanged'],
    summary: 'Answer the questions before a flight that waits; later answers replace earlier ones',
    permission: ['flight:start', 'flight:edit'],
    request: z.object({ oid, answers: z.array(checklistAnswer).min(1).max(limits.checklist.questions) }),
    response: flightChecklist,
  }),
};
