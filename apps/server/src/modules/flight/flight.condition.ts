import { limits } from '@eyrie/domain';
import type { Db, DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { draftForCondition } from '../command/index.ts';
import {
  closeCondition,
  lockCondition,
  mayLie,
  openConditions,
  storeAsked,
  storePrepared,
  type OpenCondition,
} from './flight.condition.store.ts';

const { again, againMost, atOnce, takeBackWithin } = limits.task.condition;

/** What is done about a flight that has a condition; null: it is waited. */
export type ConditionStep = 'prepareJob' | 'undoJob' | 'prepared' | 'close' | null;

type OrderState = OpenCondition['prepareState'];
const underWay: ReadonlySet<OrderState> = new Set(['drafted', 'authorised', 'sent', 'accepted']);
/** The dock has answered. */
const taken: ReadonlySet<OrderState> = new Set(['succeeded', 'accepted_late']);

/**
 * How long after an order the next one of its kind comes, ms. It doubles with each that came to nothing: a dock that keeps
 * refusing is not asked thousands of times within a long window.
 * @param refused how many came to nothing
 */
const pauseAfter = (refused: number): number => Math.min(again * 2 ** Math.max(0, refused - 1), againMost);

const isLongAgo = (at: Date | null, refused: number, now: number): boolean =>
  at === null || now - at.getTime() >= pauseAfter(refused);

/** It moves nothing, so what was refused or stayed without an answer is asked for again. */
const prepareStep = (condition: OpenCondition, now: number): ConditionStep => {
  const { preparedAt, readyAt, prepareAt, prepareState, prepareRefused, endsAt, starting } = condition;
  if (preparedAt !== null || readyAt !== null) return null;
  if (taken.has(prepareState)) return 'prepared';
  if (starting || underWay.has(prepareState) || now >= endsAt.getTime()) return null;
  return isLongAgo(prepareAt, prepareRefused, now) ? 'prepareJob' : null;
};

const undoStep = (condition: OpenCondition, now: number): ConditionStep => {
  const { prepareState, undoAt, undoState, undoRefused, endsAt } = condition;
  if (underWay.has(prepareState) || underWay.has(undoState)) return null;
  // What the dock refuses to give back it does not have, or does not know any more.
  const answered = taken.has(undoState) || undoState === 'rejected';
  if (!mayLie(condition) || answered || now - endsAt.getTime() > takeBackWithin) return 'close';
  return isLongAgo(undoAt, undoRefused, now) ? 'undoJob' : null;
};

/** What is next for a flight that waits for a condition, or has waited. @param now epoch ms */
export const conditionStep = (condition: OpenCondition, now: number): ConditionStep => {
  if (condition.begun || condition.flightState === 'inFlight') return 'close';
  return condition.flightState === 'created' ? prepareStep(condition, now) : undoStep(condition, now);
};

type ConditionRuntime = Pick<Runtime, 'db' | 'newOid' | 'serverTime' | 'log'>;

const take = async (runtime: ConditionRuntime, trx: DbOrTrx, flightOID: string): Promise<ConditionStep> => {
  const condition = await lockCondition(trx, flightOID);
  if (!condition) return null;
  const now = Math.round(runtime.serverTime());
  const at = new Date(now);
  const step = conditionStep(condition, now);
  if (step === 'close') await closeCondition(trx, flightOID, at);
  else if (step === 'prepared') await storePrepared(trx, flightOID, at);
  else if (step !== null) {
    const { dockOID, groupRoot, memberOID } = condition;
    const order = { dock: { oid: dockOID, groupRoot }, flightOID, memberOID, method: step };
    const commandOID = await draftForCondition(runtime, trx, order);
    // As long as no gateway speaks to the dock it is tried again by the next pass.
    if (commandOID !== null) await storeAsked(trx, flightOID, step, { commandOID, at });
  }
  return step;
};

/** Every open one, however many there are. */
const eachOpen = async (db: Db, work: (flightOID: string) => Promise<void>): Promise<void> => {
  let after: string | null = null;
  for (;;) {
    const found: string[] = await openConditions(db, { after, most: atOnce });
    for (const flightOID of found) await work(flightOID);
    after = found.at(-1) ?? null;
    if (found.length < atOnce) return;
  }
};

/**
 * Timer step, safe on several servers at once: has docks take the tasks of flights that wait for a condition, and gives
 * back what lies at a dock of a flight that comes no more. All of it stands in rows, so that another server goes on.
 */
export const createConditionPass = (runtime: ConditionRuntime) => (): Promise<void> =>
  eachOpen(runtime.db, async (flightOID) => {
    try {
      await runtime.db.transaction().execute((trx) => take(runtime, trx, flightOID));
    } catch (err) {
      runtime.log.error({ err, flightOID }, 'the condition of a flight was left as it is');
    }
  });
