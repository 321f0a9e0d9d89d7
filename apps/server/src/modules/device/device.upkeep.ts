import {
  upkeepOf,
  usedOf,
  type DevicePart,
  type MaintenanceState,
  type ProgrammeKind,
  type UpkeepItem,
  type UpkeepProgramme,
} from '@eyrie/domain';
import { modelName } from '@eyrie/dji';
import { writing } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { programmesFor } from '../maintenance-programme/index.ts';
import { insertDeviceEvents } from './device-event.store.ts';
import {
  beginUpkeep,
  devicesInUse,
  devicesMadeDue,
  lockInUse,
  recordEndingInsurances,
  tableOf,
  upkeptDevice,
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
  kind: ProgrammeKind;
  item: UpkeepItem;
}

/** What its programmes say of a device; its model is the one that it reports, else the one that was typed. */
const judged = (
  programmes: readonly UpkeepProgramme[],
  kind: ProgrammeKind,
  { model, reportedModel, counted }: Pick<UpkeepRow, 'model' | 'reportedModel' | 'counted'>,
): UpkeepItem[] =>
  upkeepOf(programmes, {
    kind,
    model: reportedModel === null ? model : modelName(reportedModel),
    used: usedOf(counted),
  });

/**
 * Judges every device of a kind by the programmes of its organisation and sets those that have reached a limit to
 * *awaiting*, each once whichever server is first.
 * @param list the list of the kind, by which its rows are written
 * @param changed called in the transaction with those that were set
 */
export async function sweepUpkeep(
  { db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>,
  kind: ProgrammeKind,
  list: object,
  changed: (trx: DbOrTrx, oids: readonly string[]) => Promise<void> = async () => undefined,
): Promise<DueDevice[]> {
  const table = tableOf(kind);
  const programmes = await programmesFor(db, kind);
  const swept: DueDevice[] = [];
  if (programmes.size === 0) return swept;
  const groupRoots = [...programmes.keys()];
  let after = first;
  for (;;) {
    const rows = await devicesInUse(db, kind, { groupRoots, after, most: piece });
    const due = rows.flatMap((found): DueDevice[] => {
      const { oid, name, groupRoot, groupOID } = found;
      const reached = judged(programmes.get(groupRoot) ?? [], kind, found);
      const item = reached.find(({ level }) => level === 'due');
      return item ? [{ oid, name, groupRoot, groupOID, kind, item }] : [];
    });
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
        await changed(trx, [...locked]);
        swept.push(...taken);
      });
    const last = rows.at(-1);
    if (!last || rows.length < piece) return swept;
    after = last.oid;
  }
}

/**
 * Gives devices back that a programme made due and none makes due any more: it was deleted, or asks for less. What a
 * person noted stays, and so does what the device has used since its last maintenance.
 */
export async function releaseUpkeep(
  { db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>,
  kind: ProgrammeKind,
  list: object,
  changed: (trx: DbOrTrx, oids: readonly string[]) => Promise<void> = async () => undefined,
): Promise<void> {
  const programmes = await programmesFor(db, kind);
  const free = (await devicesMadeDue(db, kind)).filter((found) =>
    judged(programmes.get(found.groupRoot) ?? [], kind, found).every(({ level }) => level !== 'due'),
  );
  if (free.length === 0) return;
  await db.transaction().execute(async (trx) => {
    const oids = free.map(({ oid }) => oid);
    const locked = await lockInUse(trx, tableOf(kind), oids, 'awaiting');
    await writing(list).update(trx, [...locked], { maintenance: 'none' } as never);
    const event = { event: 'maintenance', from: 'awaiting', to: 'none' } as const;
    await insertDeviceEvents(
      trx,
      new Date(serverTime()),
      [...locked].map((deviceOID) => ({ deviceOID, ...event })),
    );
    await changed(trx, [...locked]);
  });
}

/** What the programmes of an organisation say of one device now. */
export async function upkeepNow(
  db: DbOrTrx,
  { kind, oid, groupRoot }: { kind: ProgrammeKind; oid: string; groupRoot: string },
): Promise<UpkeepItem[]> {
  const found = await upkeptDevice(db, kind, oid);
  if (!found) return [];
  const programmes = (await programmesFor(db, kind, [groupRoot])).get(groupRoot) ?? [];
  return judged(programmes, kind, found);
}

/** Notes a step of the maintenance of a device; with the last one its programmes count anew. */
export async function writeMaintenance(
  trx: DbOrTrx,
  kind: ProgrammeKind,
  deviceOID: string,
  step: {
    from: MaintenanceState;
    maintenance: MaintenanceState;
    by: string;
    remark: string;
    parts: readonly DevicePart[];
    at: Date;
  },
): Promise<void> {
  const { from, maintenance: to, by, remark, parts, at } = step;
  if (to === 'none') await beginUpkeep(trx, kind, deviceOID, at);
  await insertDeviceEvents(trx, at, [{ deviceOID, event: 'maintenance', by, from, to, remark, parts }]);
}

/** Insurances of docks and aircraft that end soon, each at 30, 7 and 0 days once. */
export const endingInsurances = ({
  db,
  serverTime,
}: Pick<Runtime, 'db' | 'serverTime'>): Promise<EndingInsurance[]> =>
  recordEndingInsurances(db, reminders, new Date(serverTime()));
