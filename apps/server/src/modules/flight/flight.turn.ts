import { blockingItems, limits, passingItems, type GateItem } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import { notifyTaken } from '../../platform/notify-taken.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { draftScheduledStart } from '../command/index.ts';
import {
  lockTurn,
  settleTurns,
  storeTurn,
  takeHeldTurns,
  turnsToLook,
  type Turn,
  type TurnToNotify,
} from './flight.turn.store.ts';

const { turnAgain, turnsAtOnce, turnSettles, turnWaits } = limits.flightSeries;

export interface TurnDependencies {
  audit: AuditLog;
  /**
   * The whole verdict on a flight, as it stands now.
   * @returns null: no gateway answers
   * @throws Refusal when the member may let no flight begin
   */
  verdictOf(turn: Turn): Promise<readonly GateItem[] | null>;
  /** Tells the people of a department that a flight does not begin by itself. */
  notify(held: TurnToNotify, trx: DbOrTrx): Promise<void>;
}

/** What keeps a flight from beginning, and whether that passes by itself. */
interface Hindrance {
  reason: string;
  values: Record<string, string | number> | null;
  passes: boolean;
}

const hindranceOf = async (
  turn: Turn,
  { verdictOf }: Pick<TurnDependencies, 'verdictOf'>,
): Promise<Hindrance | null> => {
  try {
    const items = await verdictOf(turn);
    if (items === null) return { reason: 'dockOffline', values: null, passes: true };
    const blocking = blockingItems([...items]).map(({ item }) => item);
    if (blocking.length === 0) return null;
    const values = { items: blocking.join(', '), count: blocking.length };
    return { reason: 'gateBlocked', values, passes: blocking.every((item) => passingItems.has(item)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { reason: error.reason, values: error.details.values ?? null, passes: false };
  }
};

/** A dock reports again after a landing, and batteries are charged: after longer than that nobody expects a start. */
const isHeld = ({ since, gapSeconds }: Turn, { passes }: Hindrance, now: number): boolean =>
  now - since.getTime() - gapSeconds * 1_000 > (passes ? turnWaits : turnSettles);

/**
 * Lets the parts of arrangements in order begin by themselves once the part before was flown to its end. Each is judged by
 * the whole verdict right before, and again by its gateway; where that refuses, or the part before failed, it waits for a
 * person, who is notified.
 * @returns a timer step, safe on several servers at once
 */
export const createTurns = (
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime' | 'log'>,
  deps: TurnDependencies,
): (() => Promise<void>) => {
  const { db } = runtime;
  const now = (): number => Math.round(runtime.serverTime());

  const start = async (trx: DbOrTrx, turn: Turn): Promise<boolean> => {
    const { flightOID, groupRoot, memberOID } = turn;
    const dock = { oid: turn.dockOID, groupRoot };
    const key = runtime.newOid();
    // The turn and its order are there together or not at all: a crash between them leaves neither.
    if (!(await draftScheduledStart(runtime, trx, { dock, flightOID, memberOID, key }))) return false;
    await storeTurn(trx, turn, { state: 'ordered', key }, new Date(now()));
    await deps.audit.write(trx, {
      groupRoot,
      memberOID,
      sessionOID: null,
      address: null,
      dockOID: dock.oid,
      action: 'flight.turnStart',
      outcome: 'done',
      detail: { flightOID, byServer: true },
      correlationId: key,
    });
    return true;
  };

  const decide = async (trx: DbOrTrx, found: Turn, hindrance: Hindrance | null): Promise<void> => {
    const turn = await lockTurn(trx, found.flightOID);
    // A person is quicker, or another server was; of another landing nothing was judged.
    if (!turn || turn.starting || turn.since.getTime() !== found.since.getTime()) return;
    const at = new Date(now());
    if (!turn.before.done) {
      const values = { place: turn.before.place };
      return storeTurn(trx, turn, { state: 'held', reason: 'partFailed', values }, at);
    }
    const taken = turn.dockTaken
      ? { reason: 'gateBlocked', values: { items: 'otherFlight', count: 1 }, passes: true }
      : null;
    let standing = hindrance ?? taken;
    if (standing === null) {
      if (await start(trx, turn)) return undefined;
      standing = { reason: 'dockOffline', values: null, passes: true };
    }
    const { reason, values } = standing;
    const state = isHeld(turn, standing, at.getTime()) ? 'held' : 'waits';
    return storeTurn(trx, turn, { state, reason, values }, at);
  };

  const look = async (turn: Turn): Promise<void> => {
    const hindrance = turn.before.done ? await hindranceOf(turn, deps) : null;
    await db.transaction().execute((trx) => decide(trx, turn, hindrance));
  };

  return async () => {
    const at = now();
    const asked = { now: new Date(at), lookedBefore: new Date(at - turnAgain), most: turnsAtOnce };
    // Gateways are asked about these, each at its own pace.
    await Promise.all(
      (await turnsToLook(db, asked)).map((turn) =>
        look(turn).catch((err: unknown) =>
          runtime.log.error({ err, flight: turn.flightOID }, 'the turn of a flight was left as it is'),
        ),
      ),
    );
    await settleTurns(db);
    await notifyTaken(runtime, takeHeldTurns, deps.notify);
  };
};
