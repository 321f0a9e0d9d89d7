import {
  checklistCalls,
  checklistStanding,
  type ChecklistStanding,
  type FlightChecklist,
  type ParsedRequestOf,
} from '@eyrie/domain';
import { serve, type CallContext, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { checklistQuestionsOf } from '../organisation/index.ts';
import { taskOfRun } from './approval.store.ts';
import { answeredOf, storeAnswers } from './checklist.store.ts';
import { lockFlight } from './flight.locks.store.ts';
import { flightVisible } from './flight.seen.store.ts';
import { flightByOid, type FlightRow } from './flight.store.ts';

type Asked = Pick<FlightRow, 'oid' | 'group_root' | 'route_oid'>;

/**
 * What the organisation asks before a flight. A run of a timed task starts without anybody who could answer, and whoever
 * flies by hand stands there.
 */
const questionsOf = async (
  db: DbOrTrx,
  { oid, group_root, route_oid }: Asked,
): Promise<readonly string[]> => {
  if (route_oid === null) return [];
  const questions = await checklistQuestionsOf(db, group_root);
  return questions.length === 0 || (await taskOfRun(db, oid)) ? [] : questions;
};

/** How the checklist of a flight stands at a moment, epoch ms; null: nothing is asked. */
export const checklistOf = async (
  db: DbOrTrx,
  flight: Asked,
  now: number,
): Promise<ChecklistStanding | null> => {
  const questions = await questionsOf(db, flight);
  return questions.length === 0 ? null : checklistStanding(questions, await answeredOf(db, flight.oid), now);
};

const shown = async (db: DbOrTrx, flight: Asked): Promise<FlightChecklist> => ({
  flightOID: flight.oid,
  questions: [...(await questionsOf(db, flight))],
  answered: await answeredOf(db, flight.oid),
});

/** The flight where the caller sees it. @throws Refusal `notFound` */
const seen = async (db: DbOrTrx, { caller }: CallContext, oid: string): Promise<FlightRow> => {
  const flight = (await flightVisible(db, caller, oid)) ? await flightByOid(db, oid) : null;
  if (!flight) throw notFound();
  return flight;
};

const answer =
  ({ db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>, audit: AuditLog) =>
  ({ oid, answers }: ParsedRequestOf<typeof checklistCalls.answer>, context: CallContext) =>
    db.transaction().execute(async (trx) => {
      await seen(trx, context, oid);
      await lockFlight(trx, oid);
      const flight = await seen(trx, context, oid);
      if (flight.state !== 'created')
        throw new Refusal('flightStarted', {
          values: { count: 1 },
          data: { oids: [oid], state: flight.state },
        });
      // What is answered is what is asked now: a question that somebody has never read is not answered by them.
      const asked = await questionsOf(trx, flight);
      const given = answers.map(({ question }) => question);
      if (asked.length !== given.length || asked.some((question) => !given.includes(question)))
        throw new Refusal('checklistChanged');
      await storeAnswers(trx, oid, { answers, by: context.caller.memberOID, at: Math.round(serverTime()) });
      const refused = answers.filter((one) => one.answer === 'no').map(({ question }) => question);
      const detail = {
        flightOID: oid,
        questions: answers.length,
        ...(refused.length > 0 ? { refused } : {}),
      };
      await audit.done(trx, context, 'flight.checklist', detail, flight.dock_oid);
      return shown(trx, flight);
    });

export const checklistEndpoints = (
  runtime: Pick<Runtime, 'db' | 'serverTime'>,
  { audit }: { audit: AuditLog },
): Endpoint[] => [
  serve(checklistCalls.get, async ({ oid }, context) =>
    shown(runtime.db, await seen(runtime.db, context, oid)),
  ),
  serve(checklistCalls.answer, answer(runtime, audit)),
];
