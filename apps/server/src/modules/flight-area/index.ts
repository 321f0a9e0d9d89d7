import type { AreaDock } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Scope } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { linksProved } from '../dock/index.ts';
import { rulesFor } from '../region/index.ts';
import { areaFileOf } from './flight-area.file.ts';
import { areaDocks, areasOutdated, wantAreas } from './flight-area.store.ts';

export { createFlightAreaGateway, type FlightAreaGateway } from './flight-area.gateway.ts';

export interface FlightAreaDeps {
  audit: AuditLog;
  /** Lets open consoles know that the areas of a dock of an organisation stand otherwise. */
  publish(groupRoot: string, groupOID: string): void;
}

/** Regions as custom flight areas of docks: which docks have them from us, and how that stands. */
export function createFlightAreas(
  { db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>,
  { audit, publish }: FlightAreaDeps,
) {
  const now = (): Date => new Date(Math.round(serverTime()));
  const wanted = async (scope: Scope, oids: readonly string[]): Promise<AreaDock[]> => {
    const found = await areaDocks(db, scope, oids);
    if (found.length !== new Set(oids).size) throw notFound();
    return found;
  };
  /** @throws Refusal `notProved`: the aircraft of another is given no areas */
  const ordered: typeof wanted = async (scope, oids) => {
    const found = await wanted(scope, oids);
    if (!(await linksProved(db, oids))) throw new Refusal('notProved');
    return found;
  };
  /** @throws Refusal `areasUnfit` naming every region that an aircraft would not take, `areasEmpty` */
  const requireFit = async ({ groupOID, dockName }: AreaDock): Promise<void> => {
    const { file, unfit } = areaFileOf(await rulesFor(db, groupOID), now().getTime());
    if (unfit.length > 0)
      throw new Refusal('areasUnfit', {
        values: {
          names: unfit
            .slice(0, 5)
            .map(({ name }) => name)
            .join(', '),
        },
        data: { unfit: unfit.slice(0, 100) },
      });
    if (!file) throw new Refusal('areasEmpty', { values: { name: dockName } });
  };

  return {
    shown: async (scope: Scope, dockOID: string | undefined): Promise<AreaDock[]> =>
      dockOID === undefined ? areaDocks(db, scope, undefined) : wanted(scope, [dockOID]),

    async send(oids: readonly string[], context: CallContext): Promise<AreaDock[]> {
      const { caller } = context;
      const docks = await ordered(caller, oids);
      for (const dock of docks) await requireFit(dock);
      await db.transaction().execute(async (trx) => {
        for (const { dockOID } of docks) {
          const { groupRoot, memberOID } = caller;
          await wantAreas(trx, { dockOID, groupRoot, memberOID, erases: false, at: now() });
          await audit.done(trx, context, 'region.sendAreas', {}, dockOID);
        }
      });
      for (const { groupOID } of docks) publish(caller.groupRoot, groupOID);
      return wanted(caller, oids);
    },

    /** Somebody typed the name of the dock: what others gave its aircraft goes as well. */
    async erase({ oid, name }: { oid: string; name: string }, context: CallContext): Promise<AreaDock[]> {
      const { caller } = context;
      const [dock] = await ordered(caller, [oid]);
      if (!dock) throw notFound();
      if (dock.dockName !== name) throw invalidField('name', 'nameDiffers', { value: name });
      await db.transaction().execute(async (trx) => {
        const { groupRoot, memberOID } = caller;
        await wantAreas(trx, { dockOID: oid, groupRoot, memberOID, erases: true, at: now() });
        await audit.done(trx, context, 'region.eraseAreas', {}, oid);
      });
      publish(caller.groupRoot, dock.groupOID);
      return wanted(caller, [oid]);
    },

    /** Regions of an organisation are others now. */
    changed: async (groupRoot: string): Promise<void> => {
      await areasOutdated(db, groupRoot, now());
    },
  };
}
export type FlightAreaRoom = ReturnType<typeof createFlightAreas>;
