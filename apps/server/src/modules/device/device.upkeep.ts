import { upkeepOf, type DeviceKind, type UpkeepItem } from '@eyrie/domain';
import { modelName } from '@eyrie/dji';
import { writing } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { programmesFor } from '../maintenance-programme/index.ts';
import { insertDeviceEvents } from './device-event.store.ts';
import {
  devicesInUse,
  lockInUse,
  noteEndingInsurances,
  type EndingInsurance,
  type UpkeepRow,
} from './device-upkeep.store.ts';

/** So many devices are judged at a time. */
const piece = 1_000;
const first = '00000000-0000-0000-0000-000000000000';
/** Days before the end of an insurance at which is reminded. */
const reminders = [30, 7, 0];

/** A device of which maintenance has just become due, with what made it so. */
export interface DueDevice extends Pick<UpkeepRow, 'oid' | 'name' | 'groupRoot' | 'groupOID'> {
  kind: DeviceKind;
  item: UpkeepItem;
}

/**
 * Judges every device of a kind by the programmes of its organisation and sets those that have reached a limit to
 * *awaiting*, each once whichever server is first.
 * @param list the list of the kind, by which its rows are written
 */
export async function sweepUpkeep(
  { db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>,
  kind: DeviceKind,
  list: object,
): Promise<DueDevice[]> {
  const table = kind === 'drone' ? 'drone' : 'device';
  const programmes = await programmesFor(db, kind);
  const swept: DueDevice[] = [];
  if (programmes.size === 0) return swept;
  const groupRoots = [...programmes.keys()];
  let after = first;
  for (;;) {
    const rows = await devicesInUse(db, table, { kind, groupRoots, after, most: piece });
    const due = rows.flatMap(
      ({ oid, name, groupRoot, groupOID, model, reportedModel, used }): DueDevice[] => {
        const known = reportedModel === null ? model : modelName(reportedModel);
        const reached = upkeepOf(programmes.get(groupRoot) ?? [], { kind, model: known, used });
        const item = reached.find(({ level }) => level === 'due');
        return item ? [{ oid, name, groupRoot, groupOID, kind, item }] : [];
      },
    );
    if (due.length > 0)
      await db.transaction().execute(async (trx) => {
        const locked = await lockInUse(
          trx,
          table,
          due.map(({ oid }) => oid),
        );
        const taken = due.filter(({ oid }) => locked.has(oid));
        await writing(list).update(trx, [...locked], { maintenance: 'awaiting' } as never);
        await insertDeviceEvents(
          trx,
          new Date(serverTime()),
          taken.map(({ oid, item }) => ({
            deviceOID: oid,
            event: 'due',
            from: item.programme,
            to: item.rule,
            remark: `${Math.floor(item.used)}/${item.limit}`,
          })),
        );
        swept.push(...taken);
      });
    const last = rows.at(-1);
    if (!last || rows.length < piece) return swept;
    after = last.oid;
  }
}

/** Insurances of docks and aircraft that end soon, each at 30, 7 and 0 days once. */
export const endingInsurances = ({
  db,
  serverTime,
}: Pick<Runtime, 'db' | 'serverTime'>): Promise<EndingInsurance[]> =>
  noteEndingInsurances(db, reminders, new Date(serverTime()));
