import { flightKeepingCalls, flightKinds, limits, type KeptFlightRules } from '@eyrie/domain';
import { serve, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { allowedOnRules, changeAll, inBatches, requireWhole } from '../../platform/keeping/index.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { dropFlightTelemetry } from '../telemetry/index.ts';
import {
  filesOfRetired,
  flightRetentionOf,
  flightRetentionPreview,
  forgetFile,
  holdFlights,
  lockOldFlights,
  retireFlights,
  rootsWithFlightRules,
  setFlightRetention,
} from './flight.keeping.store.ts';

const { actsAfter, atOnce } = limits.flightKeeping;

const rulesFor = async (db: DbOrTrx, caller: Caller): Promise<KeptFlightRules> => {
  const { setAt, ...rules } = await flightRetentionOf(db, caller.groupRoot);
  return {
    ...rules,
    actsFrom: setAt === null ? null : setAt + actsAfter,
    allowed: allowedOnRules(caller, 'flight:keep'),
  };
};

/** Holds of records of flights, and rules of how long they are kept. */
export const flightKeepingEndpoints = (
  { db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>,
  { audit }: { audit: AuditLog },
): Endpoint[] => {
  const now = (): number => Math.round(serverTime());
  return [
    serve(flightKeepingCalls.hold, ({ oids, reason }, context) => {
      const hold = { at: new Date(now()), by: context.caller.memberOID, reason };
      return changeAll(
        { db, audit },
        { oids, context, action: 'flight.hold' },
        (trx, all) => holdFlights(trx, context.caller, all, hold),
        { reason },
      );
    }),
    serve(flightKeepingCalls.release, ({ oids }, context) =>
      changeAll({ db, audit }, { oids, context, action: 'flight.release' }, (trx, all) =>
        holdFlights(trx, context.caller, all, null),
      ),
    ),
    serve(flightKeepingCalls.retention, (_request, { caller }) => rulesFor(db, caller)),
    serve(flightKeepingCalls.setRetention, async (rules, context) => {
      const { caller } = context;
      requireWhole(caller);
      await db.transaction().execute(async (trx) => {
        if (!(await setFlightRetention(trx, caller.groupRoot, rules, new Date(now()))))
          throw new Refusal('conflict');
        const { version: _version, ...set } = rules;
        await audit.done(trx, context, 'flight.setRetention', set);
      });
      return rulesFor(db, caller);
    }),
    serve(flightKeepingCalls.retentionPreview, async (rules, { caller }) => {
      requireWhole(caller);
      const { counted, oldest } = await flightRetentionPreview(db, caller.groupRoot, rules, now());
      return {
        kinds: flightKinds.map((kind) => ({
          kind,
          count: counted.find((row) => row.kind === kind)?.count ?? 0,
        })),
        held: counted.reduce((sum, { held }) => sum + held, 0),
        flights: oldest.map(({ oid, name, endedAt }) => ({ oid, name, endedAt: endedAt.getTime() })),
      };
    }),
  ];
};

interface RetainDependencies {
  audit: Pick<AuditLog, 'write'>;
  objects: Pick<Objects, 'delete'>;
}

/** Deletes some records of an organisation with their telemetry, each with its line in the audit log. @returns how many */
const retireSome = (
  { db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>,
  { audit }: Pick<RetainDependencies, 'audit'>,
  groupRoot: string,
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const now = Math.round(serverTime());
    const { setAt, version: _version, ...rules } = await flightRetentionOf(trx, groupRoot);
    // They were changed since this pass began: from then on they wait again.
    if (setAt === null || setAt + actsAfter > now) return 0;
    const old = await lockOldFlights(trx, groupRoot, rules, now);
    if (old.length === 0) return 0;
    const oids = old.map(({ oid }) => oid);
    await retireFlights(trx, oids, new Date(now));
    const rows = await dropFlightTelemetry(trx, oids);
    for (const { oid, name, kind, endedAt, distance, duration } of old)
      await audit.write(trx, {
        groupRoot,
        memberOID: null,
        sessionOID: null,
        address: null,
        dockOID: null,
        action: 'flight.retire',
        outcome: 'done',
        detail: {
          flightOID: oid,
          name,
          flightKind: kind,
          endedAt: endedAt.getTime(),
          distance,
          duration,
          telemetry: rows.get(oid) ?? 0,
        },
        correlationId: oid,
      });
    return old.length;
  });

/** Timer step, safe on several servers at once: deletes records that are too old for the rules of their organisation. */
export const createFlightRetaining =
  (runtime: Pick<Runtime, 'db' | 'serverTime' | 'log'>, deps: RetainDependencies) =>
  async (): Promise<void> => {
    const { db, serverTime, log } = runtime;
    for (const groupRoot of await rootsWithFlightRules(db, new Date(serverTime() - actsAfter)))
      await inBatches(atOnce, () => retireSome(runtime, deps, groupRoot)).catch((err: unknown) =>
        log.error({ err, groupRoot }, 'records of flights that are too old were left'),
      );
    // A file whose row was deleted before a crash is found here again.
    for (const { oid, objectKey } of await filesOfRetired(db)) {
      await deps.objects.delete(objectKey);
      await forgetFile(db, oid);
    }
  };
