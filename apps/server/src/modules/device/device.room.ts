import { airworthinessOf, incompleteOf, upkeepOf, usedOf, type Standing } from '@eyrie/domain';
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
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { programmesFor } from '../maintenance-programme/index.ts';
import { gatePolicyOf, insuranceRequiredOf } from '../organisation/index.ts';
import { eventsOf } from './device-event.store.ts';
import type { Declared, DeviceNeeds, DeviceRow } from './device.declared.ts';
import { tableColumns } from './device.table.ts';
import { requireChineseName, statedModel, stored } from './device.values.ts';
import { deviceVerbs } from './device.verbs.ts';

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

/** What is stored of what people give. */
const createValues =
  <D>(
    { namesByRule, modelValues }: Pick<Declared<D>, 'namesByRule' | 'modelValues'>,
    { department, organisation: { policyOf } }: Pick<DeviceNeeds, 'department' | 'organisation'>,
  ) =>
  async (
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

/** What a record shows beside its row. */
function createPresent<D>({ word, calls, beside }: Pick<Declared<D>, 'word' | 'calls' | 'beside'>) {
  const offered = onRecords.flatMap((name) => calls[name] ?? []);
  return async (rows: readonly RowOf<D>[], { caller }: Pick<CallContext, 'caller'>, viewed: DbOrTrx) => {
    const programmes = (await programmesFor(viewed, word, [caller.groupRoot])).get(caller.groupRoot) ?? [];
    const policy = await gatePolicyOf(viewed, caller.groupRoot);
    const insured = word === 'drone' && (await insuranceRequiredOf(viewed, caller.groupRoot));
    const more = await beside?.(viewed, rows, { groupRoot: caller.groupRoot, programmes });
    return rows.map((row, at) => {
      const device = row as unknown as DeviceRow;
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
  };
}

/**
 * Everything that can be done with the devices of one kind: they are added, changed, accepted, retired, maintained and
 * exchanged with spreadsheets alike.
 */
export function deviceEndpoints<D>(declared: Declared<D>, runtime: Runtime, needs: DeviceNeeds): Endpoint[] {
  const { word, page, calls, list: definition, made, columns, modelValues, signIns } = declared;
  const { auditLog: audit, department, organisation } = needs;
  const { db } = runtime;
  const now = (): Date => new Date(Math.round(runtime.serverTime()));
  type Values = ValuesOf<D>;
  type Row = RowOf<D>;
  const deviceOf = (row: Row): DeviceRow => row as unknown as DeviceRow;

  const valuesOf = createValues(declared, needs);
  const list = createList<D, unknown, AddRequest, EditRequest>(
    {
      list: definition,
      word,
      present: createPresent(declared),
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

  const table = serveTable<Row, object, AddRequest>(
    {
      word,
      title: `permission.${page}`,
      columns: tableColumns(columns),
      add: calls.add,
      unique: ['sn'],
      list,
    },
    { runtime, audit, department, timeZoneOf: organisation.timeZoneOf },
  );

  return serveList(calls, list, {
    ...table,
    ...deviceVerbs(declared, list, runtime, { auditLog: audit, department }),
    async events({ oid }: { oid: string }, context: CallContext) {
      await list.get(oid, context);
      return { list: await eventsOf(db, oid) };
    },
  } as never);
}
