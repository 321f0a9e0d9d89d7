import { nextMaintenance, type DeviceCalls, type ParsedRequestOf } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { writeMaintenance } from './device.upkeep.ts';
import type { DeviceList } from './device-list.store.ts';
import type { Declared, DeviceNeeds, DeviceRow, DeviceValues } from './device.declared.ts';

/** The list of one kind of device, as far as the verbs beside it need it. */
interface Devices {
  lock(trx: DbOrTrx, oids: readonly string[], context: CallContext): Promise<readonly DeviceRow[]>;
  changeWithin(
    trx: DbOrTrx,
    rows: readonly DeviceRow[],
    values: DeviceValues,
    context: CallContext,
  ): Promise<unknown>;
  get(oid: string, context: CallContext): Promise<unknown>;
  remove(oids: readonly string[], context: CallContext): Promise<unknown>;
}

type Unfitting = 'deviceRetired' | 'deviceNotRetired' | 'deviceAccepted' | false;

/** The next step of the maintenance of a device, with what was done and exchanged. */
function createMaintain(
  word: Declared<DeviceList>['word'],
  list: Pick<Devices, 'lock' | 'changeWithin' | 'get'>,
  { db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>,
  audit: DeviceNeeds['auditLog'],
) {
  return async (
    { oid, maintenance, remark = '', parts = [] }: ParsedRequestOf<DeviceCalls['maintain']>,
    context: CallContext,
  ): Promise<unknown> => {
    await db.transaction().execute(async (trx) => {
      const rows = await list.lock(trx, [oid], context);
      for (const row of rows) {
        const { maintenance: state, standing, name } = row;
        if (nextMaintenance[state] !== maintenance)
          throw new Refusal('maintenanceStep', { values: { name }, data: { state } });
        if (standing === 'retired') throw new Refusal('deviceRetired', { values: { name } });
        await list.changeWithin(trx, [row], { maintenance }, context);
        const step = { maintenance, remark, parts, at: new Date(Math.round(serverTime())) };
        await writeMaintenance(trx, word, oid, { ...step, from: state, by: context.caller.memberOID });
      }
      await audit.done(trx, context, `${word}.maintain`, { oid, maintenance, remark, parts });
    });
    return list.get(oid, context);
  };
}

/** What moves a device from one standing to another: it is accepted, retired, taken back, removed and maintained. */
export function deviceVerbs(
  { word, signIns }: Pick<Declared<DeviceList>, 'word' | 'signIns'>,
  list: Devices,
  runtime: Pick<Runtime, 'db' | 'serverTime'>,
  { auditLog: audit, department }: Pick<DeviceNeeds, 'auditLog' | 'department'>,
) {
  const { db } = runtime;
  const now = (): Date => new Date(Math.round(runtime.serverTime()));

  /** The database has ended these sign-ins; a broker that keeps its own accounts is asked to as well. */
  async function endingSignIns<T>(oids: readonly string[], work: () => Promise<T>): Promise<T> {
    const serials = (await signIns?.serialsOf(db, oids)) ?? [];
    const done = await work();
    for (const sn of serials) await signIns?.endAccount(sn);
    return done;
  }

  /** Moves all of them or none. @throws Refusal naming the first that stands otherwise */
  async function move(
    verb: string,
    oids: readonly string[],
    values: DeviceValues,
    context: CallContext,
    refuse: (device: DeviceRow) => Unfitting,
  ): Promise<{ ok: true }> {
    await db.transaction().execute(async (trx) => {
      const devices = await list.lock(trx, oids, context);
      for (const device of devices) {
        const reason = refuse(device);
        if (reason) throw new Refusal(reason, { values: { name: device.name } });
      }
      await list.changeWithin(trx, devices, values, context);
      if (verb === 'retire') await signIns?.end(trx, oids, { at: now(), caller: context.caller });
      else await signIns?.follow(trx, oids);
      const named = devices.map(({ oid, name, sn }) => ({ oid, name, sn }));
      await audit.done(trx, context, `${word}.${verb}`, { rows: named });
    });
    return { ok: true };
  }

  return {
    async accept({ oids, groupOID }: { oids: string[]; groupOID: string }, context: CallContext) {
      await department.requireVisible(context.caller, groupOID);
      const values = { found: false, groupOID };
      return move(
        'accept',
        oids,
        values,
        context,
        ({ standing }) => standing !== 'found' && 'deviceAccepted',
      );
    },
    async remove({ oids }: { oids: string[] }, context: CallContext) {
      await endingSignIns(oids, () => list.remove(oids, context));
      return { ok: true as const };
    },
    retire: ({ oids }: { oids: string[] }, context: CallContext) =>
      endingSignIns(oids, () =>
        move(
          'retire',
          oids,
          { retiredAt: now() },
          context,
          (one) => one.standing === 'retired' && 'deviceRetired',
        ),
      ),
    reinstate: ({ oids }: { oids: string[] }, context: CallContext) =>
      move(
        'reinstate',
        oids,
        { retiredAt: null },
        context,
        (one) => one.standing !== 'retired' && 'deviceNotRetired',
      ),
    maintain: createMaintain(word, list, runtime, audit),
  };
}
