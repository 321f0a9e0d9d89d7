import { isLastingWind, judgedWind, limits, watchWind, type WindHeard, type WindWatch } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { draftWindReturn } from '../command/index.ts';
import { motionOf, statusOf, telemetryOf, type DockLink } from '../dock/index.ts';
import { executorOf, insertWindAbort, isOnDuty } from './wind-abort.store.ts';

const { stateFresh } = limits.command;

/** What an organisation decided about wind; `seconds` null: no aircraft is called home for it. */
export interface WindRule {
  seconds: number | null;
  answerSeconds: number;
}
export interface WindAbortDependencies {
  audit: AuditLog;
  windRule(groupRoot: string): Promise<WindRule>;
}

/** The wind as it was heard last, of the aircraft before that of its dock; null: what was said is old, or nothing was. */
export const windHeard = (link: DockLink, now: number): WindHeard | null => {
  const { windLimit: limit } = link.dock;
  const words = [
    { wind: telemetryOf(link, now).wind, at: link.droneSnapshot.at['wind_speed'] },
    { wind: statusOf(link, now).wind, at: link.dockSnapshot.at['wind_speed'] },
  ];
  for (const { wind, at } of words)
    if (wind !== null && at !== undefined && now - at <= stateFresh) return { wind, limit, at };
  return null;
};

/** Watches the wind around aircraft that fly a route. Judged here alone, where it is heard. */
export const createWindWatch = (
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime' | 'log'>,
  { audit, windRule }: WindAbortDependencies,
) => {
  const watches = new WeakMap<DockLink, WindWatch>();
  const busy = new WeakSet<DockLink>();

  /** Asks whoever is on duty, or calls the aircraft home. False: it was asked before and nobody has answered yet. */
  const act = async (link: DockLink, watch: WindWatch, { answerSeconds }: WindRule): Promise<boolean> => {
    const { oid: dockOID, groupRoot, windLimit: limit } = link.dock;
    const { flightOID, most: wind, since, at: heardAt } = watch;
    const seconds = Math.round((heardAt - (since ?? heardAt)) / 1_000);
    return runtime.db.transaction().execute(async (trx) => {
      const now = Math.round(runtime.serverTime());
      const asks = await isOnDuty(trx, dockOID, now);
      const oid = runtime.newOid();
      const answerUntil = asks ? new Date(now + answerSeconds * 1_000) : null;
      const found = {
        oid,
        groupRoot,
        flightOID,
        dockOID,
        wind,
        limit,
        seconds,
        at: new Date(now),
        answerUntil,
      };
      if (!(await insertWindAbort(trx, found))) return false;
      const memberOID = asks ? undefined : await executorOf(trx, flightOID);
      const order = { dock: { oid: dockOID, groupRoot }, flightOID, key: oid };
      // Without a claim on the dock nothing is kept either: it is tried again with the next word.
      if (memberOID && !(await draftWindReturn(runtime, trx, { ...order, memberOID })))
        throw new Error('no gateway speaks to the dock');
      await audit.write(trx, {
        groupRoot,
        memberOID: null,
        sessionOID: null,
        address: null,
        dockOID,
        action: asks ? 'flight.windAsked' : 'flight.windReturn',
        outcome: 'alarm',
        detail: { flightOID, wind, windLimit: limit, seconds },
        correlationId: oid,
      });
      return true;
    });
  };

  const checkWind = async (link: DockLink, watch: WindWatch): Promise<void> => {
    const rule = await windRule(link.dock.groupRoot);
    if (rule.seconds === null || !isLastingWind(watch, rule.seconds)) return;
    if (!(await act(link, watch, rule))) return;
    const now = watches.get(link);
    if (now?.flightOID === watch.flightOID) watches.set(link, judgedWind(now, watch));
  };

  return {
    /** Another look at an open flight; what it leads to goes on beside it. */
    look(link: DockLink, flightOID: string, now: number): void {
      const { airborne, returning } = motionOf(link, now);
      // What comes home already is not called; by hand a person flies.
      const flies = airborne && !returning && link.job?.flightOID === flightOID;
      const watch = watchWind(watches.get(link), flightOID, flies ? windHeard(link, now) : null);
      watches.set(link, watch);
      if (watch.since === null || watch.at === watch.since || busy.has(link)) return;
      busy.add(link);
      void checkWind(link, watch)
        .catch((err: unknown) => runtime.log.error({ err, dock: link.dock.sn }, 'wind not judged'))
        .finally(() => busy.delete(link));
    },
  };
};
