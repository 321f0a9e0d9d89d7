import {
  airworthinessOf,
  incompleteOf,
  nextMaintenance,
  upkeepOf,
  usedOf,
  type DevicePart,
  type MaintenanceState,
  type Standing,
} from '@eyrie/domain';
import { modelName } from '@eyrie/dji';
import type { CallContext, Endpoint } from '../../platform/http/endpoint.ts';
import { invalidField, Refusal } from '../../platform/http/refusal.ts';
import {
  allowedWords,
  createList,
  serveList,
  serveTable,
  type RowOf,
  type ValuesOf,
} from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { programmesFor } from '../maintenance-programme/index.ts';
import { gatePolicyOf, insuranceRequiredOf } from '../organisation/index.ts';
import { eventsOf } from './device-event.store.ts';
import { writeMaintenance } from './device.upkeep.ts';
import type { Declared, DeviceNeeds, DeviceRow } from './device.declared.ts';
import { tableColumns } from './device.table.ts';
import { requireChineseName, statedModel, stored } from './device.values.ts';

interface Given {
  name?: string | undefined;
  groupOID?: string | undefined;
  model?: string | undefined;
  firmware?: string | undefined;
  vendor?: 'DJI' | 'own' | undefined;
  [field: string]: unknown;
}
type AddRequest = Given & { sn: string };
type EditRequest = Given & { oid: string; version?: number | undefined };

/** Calls that are made on a record. */
const onRecords = ['get', 'edit', 'remove', 'accept', 'retire', 'reinstate', 'maintain'];
/** In which standing a device must be for a call. */
const fits = (verb: string, standing: Standing): boolean => {
  if (verb === 'accept') return standing === 'found';
  if (verb === 'reinstate') return standing === 'retired';
  return standing !== 'retired' || ['get', 'edit', 'delete'].includes(verb);
};

/**
 * Everything that can be done with the devices of one kind: they are added, changed, accepted, retired, maintained and
 * exchanged with spreadsheets alike.
 */
export function deviceEndpoints<D>(
  {
    word,
    page,
    calls,
    list: definition,
    made,
    columns,
    namesByRule,
    beside,
    modelValues,
    signIns,
  }: Declared<D>,
  runtime: Runtime,
  { auditLog: audit, department, organisation: { timeZoneOf, policyOf } }: DeviceNeeds,
): Endpoint[] {
  const { db } = runtime;
  const now = (): Date => new Date(Math.round(runtime.serverTime()));
  type Values = ValuesOf<D>;
  type Row = RowOf<D>;
  const deviceOf = (row: Row): DeviceRow => row as unknown as DeviceRow;
  const offered = onRecords.flatMap((name) => calls[name] ?? []);

  const valuesOf = async (
    given: Given,
    { caller }: Pick<CallContext, 'caller'>,
    row: unknown = null,
  ): Promise<Record<string, unknown>> => {
    const { name, groupOID, model: typed, ...more } = given;
    if (name !== undefined && namesByRule && (await policyOf(caller.groupRoot)).nameChineseOnly)
      requireChineseName(name);
    if (groupOID !== undefined)
      // A department that may not be seen is none.
      await department.requireVisible(caller, groupOID).catch((error: unknown) => {
        throw error instanceof Refusal
          ? invalidField('groupOID', 'unknownValue', { value: groupOID, allowed: '–' })
          : error;
      });
    const model = statedModel(typed);
    return {
      ...stored({ name, groupOID, ...more }),
      ...(model === undefined ? {} : { model, ...modelValues?.(model, row) }),
    };
  };

  const list = createList<D, unknown, AddRequest, EditRequest>(
    {
      list: definition,
      word,
      async present(rows, { caller }, viewed) {
        const programmes =
          (await programmesFor(viewed, word, [caller.groupRoot])).get(caller.groupRoot) ?? [];
        const policy = await gatePolicyOf(viewed, caller.groupRoot);
        const insured = word === 'drone' && (await insuranceRequiredOf(viewed, caller.groupRoot));
        const more = await beside?.(viewed, rows, { groupRoot: caller.groupRoot, programmes });
        return rows.map((row, at) => {
          const device = deviceOf(row);
          const reportedModel = device.reportedModel === null ? null : modelName(device.reportedModel);
          const used = usedOf(device.counted);
          return {
            ...row,
            ...more?.[at],
            reportedModel,
            airworthiness: airworthinessOf({ dock: [], drone: device.unfit }, policy),
            incomplete: incompleteOf(device, { insured, says: false }),
            upkeep: upkeepOf(programmes, { kind: word, model: reportedModel ?? device.model, used }),
            allowed: allowedWords(caller.resources, offered).filter((verb) => fits(verb, device.standing)),
          };
        });
      },
      async make(_trx, request, context, createdAt) {
        const { sn, vendor } = request;
        const values = await valuesOf(request, context);
        const { groupRoot, groupOID } = context.caller;
        return {
          values: {
            ...made,
            ...modelValues?.(null, null),
            groupOID,
            ...values,
            sn,
            vendor,
            groupRoot,
            createdAt,
          } as unknown as Values,
          detail: { name: request.name, sn },
        };
      },
      async change(_trx, row, { oid: _oid, version: _version, ...given }, context) {
        return (await valuesOf(given, context, row)) as unknown as Values;
      },
      taken: ({ sn }) => new Refusal('snTaken', { values: { sn } }),
      async edited(row, values, { trx }) {
        const { oid } = deviceOf(row);
        await signIns?.follow(trx, [oid]);
        return { oid, ...values };
      },
      async beforeRemove(trx, rows, context) {
        await signIns?.end(
          trx,
          rows.map((row) => deviceOf(row).oid),
          { at: now(), caller: context.caller },
        );
      },
      removed: (rows) => ({ rows: rows.map(deviceOf).map(({ oid, name, sn }) => ({ oid, name, sn })) }),
    },
    { runtime, audit, department },
  );
  /** The database has ended these sign-ins; a broker that keeps its own accounts is asked to as well. */
  async function endingSignIns<T>(oids: readonly string[], work: () => Promise<T>): Promise<T> {
    const serials = (await signIns?.serialsOf(db, oids)) ?? [];
    const done = await work();
    for (const sn of serials) await signIns?.endAccount(sn);
    return done;
  }

  /** Moves devices from one standing to another, all or none. @throws Refusal naming the first that stands otherwise */
  async function move(
    verb: string,
    oids: readonly string[],
    values: Readonly<Record<string, unknown>>,
    context: CallContext,
    refuse: (device: DeviceRow) => 'deviceRetired' | 'deviceNotRetired' | 'deviceAccepted' | false,
  ): Promise<{ ok: true }> {
    await db.transaction().execute(async (trx) => {
      const rows = await list.lock(trx, oids, context);
      for (const device of rows.map(deviceOf)) {
        const reason = refuse(device);
        if (reason) throw new Refusal(reason, { values: { name: device.name } });
      }
      await list.changeWithin(trx, rows, values as unknown as Values, context);
      if (verb === 'retire') await signIns?.end(trx, oids, { at: now(), caller: context.caller });
      else await signIns?.follow(trx, oids);
      const named = rows.map(deviceOf).map(({ oid, name, sn }) => ({ oid, name, sn }));
      await audit.done(trx, context, `${word}.${verb}`, { rows: named });
    });
    return { ok: true };
  }

  async function maintain(
    {
      oid,
      maintenance,
      remark = '',
      parts = [],
    }: { oid: string; maintenance: MaintenanceState; remark?: string; parts?: DevicePart[] },
    context: CallContext,
  ): Promise<unknown> {
    await db.transaction().execute(async (trx) => {
      const rows = await list.lock(trx, [oid], context);
      for (const row of rows) {
        const { maintenance: state, standing, name } = deviceOf(row);
        if (nextMaintenance[state] !== maintenance)
          throw new Refusal('maintenanceStep', { values: { name }, data: { state } });
        if (standing === 'retired') throw new Refusal('deviceRetired', { values: { name } });
        await list.changeWithin(trx, [row], { maintenance } as unknown as Values, context);
        const step = { maintenance, remark, parts, at: now() };
        await writeMaintenance(trx, word, oid, { ...step, from: state, by: context.caller.memberOID });
      }
      await audit.done(trx, context, `${word}.maintain`, { oid, maintenance, remark, parts });
    });
    return list.get(oid, context);
  }

  const table = serveTable<Row, object, AddRequest>(
    {
      word,
      title: `permission.${page}`,
      columns: tableColumns(columns),
      add: calls.add,
      unique: ['sn'],
      list,
    },
    { runtime, audit, department, timeZoneOf },
  );

  return serveList(calls, list, {
    ...table,
    accept: ({ oids, groupOID }: { oids: string[]; groupOID: string }, context: CallContext) =>
      department
        .requireVisible(context.caller, groupOID)
        .then(() =>
          move(
            'accept',
            oids,
            { found: false, groupOID },
            context,
            ({ standing }) => standing !== 'found' && 'deviceAccepted',
          ),
        ),
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
          ({ standing }) => standing === 'retired' && 'deviceRetired',
        ),
      ),
    reinstate: ({ oids }: { oids: string[] }, context: CallContext) =>
      move(
        'reinstate',
        oids,
        { retiredAt: null },
        context,
        ({ standing }) => standing !== 'retired' && 'deviceNotRetired',
      ),
    maintain,
    async events({ oid }: { oid: string }, context: CallContext) {
      await list.get(oid, context);
      return { list: await eventsOf(db, oid) };
    },
  } as never);
}
