import {
  limits,
  reportScheduleCalls as calls,
  type ParsedRequestOf,
  type ReportSchedule,
} from '@eyrie/domain';
import type { Caller, Endpoint } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { allowedWords, createList, serveList, type ListDeps } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { DepartmentRoom } from '../department/index.ts';
import { holdersBy, peopleSeen } from '../member/index.ts';
import { countSeen, scheduleList, sendingRows } from './report-schedule.store.ts';

type Add = ParsedRequestOf<typeof calls.add>;
type Edit = ParsedRequestOf<typeof calls.edit>;
const { sendingLate, recipientsMost } = limits.inspectionReport;

/** @throws Refusal `notFound` unless the caller sees each of them */
const requireSeen = async (
  db: DbOrTrx,
  caller: Pick<Caller, 'groupOID' | 'groupRoot'>,
  oids: readonly string[] | undefined,
): Promise<string[] | undefined> => {
  if (oids === undefined) return undefined;
  const wanted = [...new Set(oids)];
  if ((await countSeen(db, caller, wanted)) !== wanted.length) throw notFound();
  return wanted;
};

/** When monthly reports are sent by themselves, to whom, and what became of each. */
export function reportScheduleEndpoints(
  deps: ListDeps & { runtime: Runtime; department: DepartmentRoom },
): Endpoint[] {
  const { runtime, department } = deps;
  const { db } = runtime;
  const list = createList<typeof scheduleList, ReportSchedule, Add, Edit>(
    {
      list: scheduleList,
      word: 'reportSchedule',
      present: (rows, { caller }) =>
        rows.map(({ createdByOID: _by, ...row }) => ({
          ...row,
          allowed: allowedWords(caller.resources, [calls.get, calls.edit, calls.remove]),
        })),
      make: async (trx, { groupOID: asked, recipientOIDs, ...given }, { caller }, createdAt) => {
        const groupOID = asked ?? caller.groupOID;
        await department.requireVisible(caller, groupOID);
        const recipients = (await requireSeen(trx, caller, recipientOIDs)) ?? [];
        const { groupRoot, memberOID: createdByOID } = caller;
        const { name, day, hour } = given;
        return {
          values: { groupRoot, groupOID, ...given, recipientOIDs: recipients, createdByOID, createdAt },
          detail: { name, day, hour },
        };
      },
      change: async (
        trx,
        _row,
        { name, day, hour, format, language, enabled, recipientOIDs },
        { caller },
      ) => ({
        name,
        day,
        hour,
        format,
        language,
        enabled,
        recipientOIDs: await requireSeen(trx, caller, recipientOIDs),
      }),
      removed: (rows) => ({ rows: rows.map(({ oid, name }) => ({ oid, name })) }),
    },
    deps,
  );
  return serveList(calls, list, {
    async recipients({ keyword = '', oids = [] }, { caller }) {
      const most = recipientsMost;
      const found = { right: '/InspectionMonth', keyword: keyword.trim(), most } as const;
      return {
        ...(await holdersBy(db, caller, found)),
        chosen: oids.length === 0 ? [] : await peopleSeen(db, caller, oids),
      };
    },
    async sendings({ pageNum, pageSize, ...filter }, { caller }) {
      const page = { pageNum, pageSize };
      const { rows, ...counted } = await sendingRows.page(db, { caller }, filter, page);
      const now = runtime.serverTime();
      const shown = rows.map((row) => ({ ...row, late: (row.sentAt ?? now) > row.dueAt + sendingLate }));
      return { list: shown, ...counted, ...page };
    },
  });
}
