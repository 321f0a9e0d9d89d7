import {
  maintenanceProgrammeCalls,
  maintenanceProgrammeFields as fields,
  replaceRulesOf,
  rulesOf,
  type MaintenanceProgrammeRecord,
  type ParsedRequestOf,
  type ProgrammeKind,
} from '@eyrie/domain';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import {
  allowedWords,
  cellsOf,
  createList,
  fieldCells,
  firstValues,
  serveList,
  serveTable,
  type RowOf,
} from '../../platform/list/index.ts';
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
      make: (_trx, given, { caller: { groupRoot } }, createdAt) => {
        const { name, kind } = given;
        requireRule(kind, given);
        return { values: { ...firstValues(fields, given), groupRoot, createdAt }, detail: { name, kind } };
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
      columns: fieldCells(cellsOf(fields)),
      add: maintenanceProgrammeCalls.add,
      list,
    },
    deps,
  );
  return serveList(maintenanceProgrammeCalls, list, table);
};
