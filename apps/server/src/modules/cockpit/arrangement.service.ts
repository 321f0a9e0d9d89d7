import {
  factoryArrangement,
  keptArrangement,
  type arrangementCalls,
  type Arrangement,
  type ArrangementRecord,
  type ParsedRequestOf,
} from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import {
  displayOfMember,
  keep,
  keptOf,
  lockArrangements,
  type ArrangementOf,
  type KeptRow,
} from './arrangement.store.ts';
import { displays } from './display.store.ts';

export interface ArrangementDeps {
  runtime: Pick<Runtime, 'db' | 'serverTime'>;
  audit: AuditLog;
}

type Asked = Pick<ParsedRequestOf<typeof arrangementCalls.save>, 'page' | 'displayOID'>;

/** Of what another release wrote, what this one knows; where nothing of it can be shown, it is as if nothing was kept. */
const readKept = (row: KeptRow | undefined): Arrangement | null =>
  keptArrangement.safeParse(row?.arrangement).data ?? null;

/** What applies: its own, else that of the organisation, else that of the product. */
async function inForce(db: DbOrTrx, of: ArrangementOf): Promise<ArrangementRecord> {
  const own = await keptOf(db, of);
  const shared = of.displayOID === undefined ? own : await keptOf(db, { ...of, displayOID: undefined });
  const [ownKept, sharedKept] = [readKept(own), readKept(shared)];
  const row = ownKept ? own : sharedKept ? shared : undefined;
  const whose = ownKept && of.displayOID !== undefined ? 'display' : sharedKept ? 'organisation' : 'product';
  return {
    page: of.page,
    of: whose,
    version: own?.version ?? 0,
    changedBy: row?.changedBy ?? null,
    changedAt: row?.changedAt.getTime() ?? null,
    ...structuredClone(ownKept ?? sharedKept ?? factoryArrangement[of.page]),
  } as ArrangementRecord;
}

/** Which panels screens show and where. */
export function createArrangements({ runtime: { db, serverTime }, audit }: ArrangementDeps) {
  const change = async (
    asked: Asked & { version: number },
    arrangement: Arrangement | null,
    context: CallContext,
  ): Promise<ArrangementRecord> => {
    const { groupRoot, memberOID } = context.caller;
    const of = { groupRoot, displayOID: asked.displayOID, page: asked.page };
    await db.transaction().execute(async (trx) => {
      await lockArrangements(trx, groupRoot);
      const [display] =
        asked.displayOID === undefined
          ? []
          : await displays.lock(trx, { caller: context.caller }, [asked.displayOID]);
      if (asked.displayOID !== undefined && !display) throw notFound();
      if (display && display.page !== asked.page)
        throw invalidField('page', 'unknownValue', { value: asked.page, allowed: display.page });
      const version = (await keptOf(trx, of))?.version ?? 0;
      if (version !== asked.version) throw new Refusal('conflict', { data: { version } });
      const at = new Date(Math.round(serverTime()));
      await keep(trx, of, { version: version + 1, arrangement, memberOID, at });
      await audit.done(trx, context, arrangement ? 'cockpit.arrange' : 'cockpit.reset', {
        ...(display ? { oid: display.oid, name: display.name } : {}),
        page: asked.page,
        version: version + 1,
      });
    });
    return inForce(db, of);
  };

  return {
    async get(
      { page, displayOID }: ParsedRequestOf<typeof arrangementCalls.get>,
      { caller }: CallContext,
    ): Promise<ArrangementRecord> {
      const { groupRoot, memberOID } = caller;
      if (displayOID !== undefined && !(await displays.byOid(db, { caller }, displayOID))) throw notFound();
      const own = displayOID ?? (await displayOfMember(db, groupRoot, memberOID));
      return inForce(db, { groupRoot, displayOID: own, page });
    },
    /** @throws Refusal `conflict` where another version is in force by now */
    save: (
      { theme, tourEvery, wide, double, ...asked }: ParsedRequestOf<typeof arrangementCalls.save>,
      context: CallContext,
    ) => change(asked, { theme, tourEvery, wide, double }, context),
    reset: (asked: ParsedRequestOf<typeof arrangementCalls.reset>, context: CallContext) =>
      change(asked, null, context),
  };
}
