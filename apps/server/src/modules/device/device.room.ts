import {
  airworthinessOf,
  deviceFields,
  incompleteOf,
  upkeepOf,
  usedOf,
  type DeviceCalls,
  type ParsedRequestOf,
  type Standing,
} from '@eyrie/domain';
import { modelName } from '@eyrie/dji';
import type { CallContext, Endpoint } from '../../platform/http/endpoint.ts';
import { invalidField, Refusal } from '../../platform/http/refusal.ts';
import {
  allowedWords,
  cellsOf,
  changedValues,
  createList,
  serveList,
  serveTable,
} from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { programmesFor } from '../maintenance-programme/index.ts';
import { gatePolicyOf, insuranceRequiredOf } from '../organisation/index.ts';
import { eventsOf } from './device-event.store.ts';
import type { DeviceList } from './device-list.store.ts';
import type { Declared, DeviceNeeds, DeviceRow, DeviceValues } from './device.declared.ts';
import { tableColumns } from './device.table.ts';
import { requireChineseName, statedModel } from './device.values.ts';
import { deviceVerbs } from './device.verbs.ts';

type AddRequest = ParsedRequestOf<DeviceCalls['add']>;
type EditRequest = ParsedRequestOf<DeviceCalls['edit']>;
type Given = Omit<EditRequest, 'oid' | 'version'>;

/** Calls that are made on a record. */
const onRecords = ['get', 'edit', 'remove', 'accept', 'retire', 'reinstate', 'maintain'] as const;
/** In which standing a device must be for a call. */
const fits = (verb: string, standing: Standing): boolean => {
  if (verb === 'accept') return standing === 'found';
  if (verb === 'reinstate') return standing === 'retired';
  return standing !== 'retired' || ['get', 'edit', 'delete'].includes(verb);
};

/** What is stored of what people give. */
const createValues =
  (
    {
      fields,
      namesByRule,
      modelValues,
    }: Pick<Declared<DeviceList>, 'fields' | 'namesByRule' | 'modelValues'>,
    { department, organisation: { policyOf } }: Pick<DeviceNeeds, 'department' | 'organisation'>,
  ) =>
  async (
    given: Given,
    { caller }: Pick<CallContext, 'caller'>,
    row: DeviceRow | null = null,
  ): Promise<DeviceValues> => {
    const { name, groupOID } = given;
    if (name !== undefined && namesByRule && (await policyOf(caller.groupRoot)).nameChineseOnly)
      requireChineseName(name);
    if (groupOID !== undefined)
      // A department that may not be seen is none.
      await department.requireVisible(caller, groupOID).catch((error: unknown) => {
        throw error instanceof Refusal
          ? invalidField('groupOID', 'unknownValue', { value: groupOID, allowed: '–' })
          : error;
      });
    const model = statedModel(given.model);
    return {
      ...(groupOID === undefined ? {} : { groupOID }),
      ...changedValues({ ...deviceFields, ...fields }, given),
      ...(model === undefined ? {} : { model, ...modelValues?.(model, row) }),
    };
  };

/** What a record shows beside its row. */
function createPresent({ word, calls, beside }: Pick<Declared<DeviceList>, 'word' | 'calls' | 'beside'>) {
  const offered = onRecords.map((name) => calls[name]);
  return async (rows: readonly DeviceRow[], { caller }: Pick<CallContext, 'caller'>, viewed: DbOrTrx) => {
    const programmes = (await programmesFor(viewed, word, [caller.groupRoot])).get(caller.groupRoot) ?? [];
    const policy = await gatePolicyOf(viewed, caller.groupRoot);
    const insured = word === 'drone' && (await insuranceRequiredOf(viewed, caller.groupRoot));
    const more = await beside?.(viewed, rows, { groupRoot: caller.groupRoot, programmes });
    return rows.map((device, at) => {
      const reportedModel = device.reportedModel === null ? null : modelName(device.reportedModel);
      const used = usedOf(device.counted);
      return {
        ...device,
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

/** The endpoints of the devices of one kind, written for what every kind has. */
function serveDevices(declared: Declared<DeviceList>, runtime: Runtime, needs: DeviceNeeds): Endpoint[] {
  const { word, page, calls, list: definition, made, fields = {}, columns, modelValues, signIns } = declared;
  const { auditLog: audit, department, organisation } = needs;
  const { db } = runtime;
  const now = (): Date => new Date(Math.round(runtime.serverTime()));

  const valuesOf = createValues(declared, needs);
  const list = createList<DeviceList, unknown, AddRequest, EditRequest>(
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
          },
          detail: { name: request.name, sn },
        };
      },
      async change(_trx, row, { oid: _oid, version: _version, ...given }, context) {
        return valuesOf(given, context, row);
      },
      taken: ({ sn }) => new Refusal('snTaken', { values: { sn } }),
      async edited({ oid }, values, { trx }) {
        await signIns?.follow(trx, [oid]);
        return { oid, ...values };
      },
      async beforeRemove(trx, rows, context) {
        await signIns?.end(
          trx,
          rows.map(({ oid }) => oid),
          { at: now(), caller: context.caller },
        );
      },
      removed: (rows) => ({ rows: rows.map(({ oid, name, sn }) => ({ oid, name, sn })) }),
    },
    { runtime, audit, department },
  );

  const table = serveTable<DeviceRow, object, AddRequest>(
    {
      word,
      title: `permission.${page}`,
      columns: tableColumns([...cellsOf(fields), ...columns]),
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
  });
}

/**
 * Everything that can be done with the devices of one kind: they are added, changed, accepted, retired, maintained and
 * exchanged with spreadsheets alike.
 */
export const deviceEndpoints: <D extends DeviceList>(
  declared: Declared<D>,
  runtime: Runtime,
  needs: DeviceNeeds,
) => Endpoint[] = serveDevices;
