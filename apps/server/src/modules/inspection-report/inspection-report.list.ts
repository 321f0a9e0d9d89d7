import {
  inspectionReportCalls as calls,
  lastWord,
  type ParsedRequestOf,
  type ReportRecord,
} from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import { allowedWords, createList, type ListDeps, type RowOf } from '../../platform/list/index.ts';
import type { DepartmentRoom } from '../department/index.ts';
import { reportList } from './inspection-report.list.store.ts';

type Add = ParsedRequestOf<typeof calls.add>;
type Edit = ParsedRequestOf<typeof calls.edit>;
export type ReportRow = RowOf<typeof reportList>;

export interface ReportListDeps extends ListDeps {
  department: DepartmentRoom;
}

const locked = (row: ReportRow): Refusal =>
  new Refusal('reportLocked', { values: { name: row.name }, data: { state: row.state } });
export const requireDraft = (rows: readonly ReportRow[]): void => {
  const found = rows.find(({ state }) => state !== 'draft');
  if (found) throw locked(found);
};

const changing = [calls.edit, calls.remove, calls.addStep, calls.approve] as const;
/** What the caller may do of a report as it stands: an approved one can be read and made into files. */
const allowedOf = (row: ReportRow, resources: ReadonlySet<string>): string[] => {
  const open = row.state === 'draft' ? [calls.get, calls.generate, ...changing] : [calls.get, calls.generate];
  return allowedWords(resources, open).concat(
    resources.has('/InspectionMonth') ? [lastWord(calls.download)] : [],
  );
};

/** The reports of a department and those below it. */
export const createReportList = (deps: ReportListDeps) =>
  createList<typeof reportList, ReportRecord, Add, Edit>(
    {
      list: reportList,
      word: 'inspectionReport',
      present: (rows, { caller }) =>
        rows.map(({ approvedByOID: _approver, createdByOID: _writer, ...row }) => ({
          ...row,
          allowed: allowedOf({ ...row, approvedByOID: null, createdByOID: '' }, caller.resources),
        })),
      async make(_trx, { month, name, groupOID = null }, { caller }, createdAt) {
        const own = groupOID ?? caller.groupOID;
        await deps.department.requireVisible(caller, own);
        return {
          values: {
            groupRoot: caller.groupRoot,
            groupOID: own,
            name,
            month,
            createdByOID: caller.memberOID,
            createdAt,
          },
          detail: { name, month },
        };
      },
      taken: ({ month }) => new Refusal('reportExists', { values: { month } }),
      change: (_trx, row, { name }) => {
        requireDraft([row]);
        return name === undefined ? {} : { name };
      },
      beforeRemove: async (_trx, rows) => requireDraft(rows),
      removed: (rows) => ({ rows: rows.map(({ oid, name }) => ({ oid, name })) }),
    },
    deps,
  );
export type ReportRoomList = ReturnType<typeof createReportList>;
