import { windAbortCalls, type ParsedRequestOf } from '@eyrie/domain';
import { serve, type CallContext, type Endpoint } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import { say } from '../../platform/http/words.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { draftWindReturn } from '../command/index.ts';
import { flightVisible } from './flight.seen.store.ts';
import {
  decideWindAbort,
  lockWindAbort,
  takeUnnotifiedWind,
  unansweredWind,
  windAborts,
  type HeldWindAbort,
} from './wind-abort.store.ts';

type WindRuntime = Pick<Runtime, 'db' | 'newOid' | 'serverTime' | 'log'>;
interface WindDependencies {
  audit: AuditLog;
}

const windDetail = ({ flightOID, wind, windLimit, seconds }: HeldWindAbort) => ({
  flightOID,
  wind,
  windLimit,
  seconds,
});

/** Orders the return home in the transaction that decides it. False: no gateway speaks to the dock. */
const order = (
  runtime: WindRuntime,
  trx: DbOrTrx,
  { oid: key, dockOID, groupRoot, flightOID }: HeldWindAbort,
  memberOID: string,
): Promise<boolean> =>
  draftWindReturn(runtime, trx, { dock: { oid: dockOID, groupRoot }, flightOID, memberOID, key });

const answer =
  (runtime: WindRuntime, { audit }: WindDependencies) =>
  (request: ParsedRequestOf<typeof windAbortCalls.answer>, context: CallContext) =>
    runtime.db.transaction().execute(async (trx) => {
      const { oid, reason = '' } = request;
      const asked = await lockWindAbort(trx, oid);
      if (!asked || !(await flightVisible(trx, context.caller, asked.flightOID))) throw notFound();
      const at = new Date(Math.round(runtime.serverTime()));
      if (asked.state !== 'asked' || (asked.answerUntil ?? 0) < at.getTime())
        throw new Refusal('windAnswered', {
          values: {
            state: say(context.language, `windAbort.state.${asked.state}`),
            name: asked.answeredBy ?? '–',
          },
        });
      const goesOn = request.answer === 'goOn';
      if (goesOn && reason.trim() === '') throw invalidField('reason', 'required');
      const by = context.caller.memberOID;
      await decideWindAbort(trx, oid, { state: goesOn ? 'goOn' : 'ordered', at, by, reason });
      if (!goesOn && !(await order(runtime, trx, asked, by))) throw new Refusal('dockOffline');
      const detail = { ...windDetail(asked), answer: request.answer, reason };
      await audit.done(trx, context, 'flight.windAnswer', detail, asked.dockOID);
      const found = (await windAborts(trx, asked.flightOID)).find((one) => one.oid === oid);
      if (!found) throw notFound();
      return found;
    });

export const windAbortEndpoints = (runtime: WindRuntime, deps: WindDependencies): Endpoint[] => [
  serve(windAbortCalls.list, async ({ oid }, { caller }) => {
    if (!(await flightVisible(runtime.db, caller, oid))) throw notFound();
    return { list: await windAborts(runtime.db, oid) };
  }),
  serve(windAbortCalls.answer, answer(runtime, deps)),
];

/** Nobody answered in time: the aircraft is called home. */
const callHome = async (
  runtime: WindRuntime,
  { audit }: WindDependencies,
  trx: DbOrTrx,
  oid: string,
): Promise<void> => {
  const asked = await lockWindAbort(trx, oid, true);
  if (asked?.state !== 'asked') return;
  const at = new Date(Math.round(runtime.serverTime()));
  const nobody = { at, by: null, reason: '' };
  if (asked.flightState === 'over') return decideWindAbort(trx, oid, { state: 'over', ...nobody });
  // No gateway speaks to its dock now: it is looked at again in a moment.
  if (!(await order(runtime, trx, asked, asked.executorOID))) return;
  await decideWindAbort(trx, oid, { state: 'ordered', ...nobody });
  await audit.write(trx, {
    groupRoot: asked.groupRoot,
    memberOID: null,
    sessionOID: null,
    address: null,
    dockOID: asked.dockOID,
    action: 'flight.windReturn',
    outcome: 'alarm',
    detail: windDetail(asked),
    correlationId: oid,
  });
};

/** Timer step, safe on several servers at once: what nobody answered in time is ordered, and people are notified. */
export const createWindAnswers =
  (
    runtime: WindRuntime,
    deps: WindDependencies,
    notify: (dockOID: string, kind: 'windAsked' | 'windReturn') => Promise<void>,
  ) =>
  async (): Promise<void> => {
    for (const oid of await unansweredWind(runtime.db, new Date(runtime.serverTime())))
      await runtime.db
        .transaction()
        .execute((trx) => callHome(runtime, deps, trx, oid))
        // The others are called home all the same.
        .catch((err: unknown) => runtime.log.error({ err, oid }, 'an aircraft was not called home'));
    for (const { dockOID, state } of await takeUnnotifiedWind(runtime.db))
      await notify(dockOID, state === 'asked' ? 'windAsked' : 'windReturn');
  };
