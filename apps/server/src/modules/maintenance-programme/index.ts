import {
  maintenanceProgrammeCalls,
  replaceRules,
  replaceRulesOf,
  rulesOf,
  upkeepRules,
  type MaintenanceProgrammeRecord,
  type ParsedRequestOf,
  type ProgrammeKind,
} from '@eyrie/domain';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { allowedWords, createList, serveList, serveTable, type RowOf } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DepartmentRoom } from '../department/index.ts';
import { maintenanceProgrammeList } from './maintenance-programme.store.ts';

export { programmesFor, type StoredProgramme } from './maintenance-programme.store.ts';

type Add = ParsedRequestOf<typeof maintenanceProgrammeCalls.add>;
type Edit = ParsedRequestOf<typeof maintenanceProgrammeCalls.edit>;
type Row = RowOf<typeof maintenanceProgrammeList>;
const { get, edit, remove } = maintenanceProgrammeCalls;

/** @throws Refusal `programmeEmpty` when it asks for nothing that its kind of device counts */
const requireRule = (kind: ProgrammeKind, limits: object): void => {
  const rules = [...rulesOf(kind), ...replaceRulesOf(kind)];
  if (rules.every((rule) => Reflect.get(limits, rule) == null)) throw new Refusal('programmeEmpty');
};

export const endpoints = (
  { runtime }: { runtime: Runtime },
  { auditLog: audit, department }: { auditLog: AuditLog; department: DepartmentRoom },
): Endpoint[] => {
  const deps = { runtime, audit, department };
  const list = createList<typeof maintenanceProgrammeList, MaintenanceProgrammeRecord, Add, Edit>(
    {
      list: maintenanceProgrammeList,
      word: 'maintenanceProgramme',
      present: (rows, { caller }) =>
        rows.map((row) => ({ ...row, allowed: allowedWords(caller.resources, [get, edit, remove]) })),
      make: (_trx, { model = '', remark = '', warnPercent = 90, ...given }, { caller }, createdAt) => {
        requireRule(given.kind, given);
        const { name, kind } = given;
        return {
          values: { ...given, model, remark, warnPercent, groupRoot: caller.groupRoot, createdAt },
          detail: { name, kind },
        };
      },
      change: (_trx, row, { oid: _oid, version: _version, ...given }) => {
        requireRule(row.kind, { ...row, ...given });
        return given;
      },
      removed: (rows) => ({ rows: rows.map(({ oid, name }) => ({ oid, name })) }),
    },
    deps,
  );
  const table = serveTable<Row, object, Add>(
    {
      word: 'maintenanceProgramme',
      title: 'permission./MaintenanceProgramme',
      columns: [
        { field: 'name', heading: 'maintenanceProgramme.name', cell: ({ name }) => name },
        { field: 'kind', heading: 'maintenanceProgramme.kind', cell: ({ kind }) => kind },
        { field: 'model', heading: 'maintenanceProgramme.model', cell: ({ model }) => model },
        ...[...upkeepRules, ...replaceRules].map((rule) => ({
          field: rule,
          heading: `maintenanceProgramme.${rule}`,
          cell: (row: Row) => row[rule],
          read: Number,
        })),
        {
          field: 'warnPercent',
          heading: 'maintenanceProgramme.warnPercent',
          cell: ({ warnPercent }) => warnPercent,
          read: Number,
        },
        { field: 'remark', heading: 'maintenanceProgramme.remark', cell: ({ remark }) => remark },
      ],
      add: maintenanceProgrammeCalls.add,
      list,
    },
    deps,
  );
  return serveList(maintenanceProgrammeCalls, list, table);
};
