import type { AuditState } from '@eyrie/domain';
import { sql } from 'kysely';
import {
  defineList,
  equals,
  keyword,
  versionOfRow,
  usualSort,
  type Condition,
} from '../../platform/list/index.ts';

const ofRun = sql`from detection_outcome one where one.detection_oid = detection.oid
  and one.verdict is distinct from 'deleted'`;
const someAudited = sql<boolean>`exists (select 1 ${ofRun} and one.verdict is not null)`;
const someLeft = sql<boolean>`exists (select 1 ${ofRun} and one.verdict is null)`;
const byAudit: Readonly<Record<AuditState, Condition>> = {
  unaudited: sql<boolean>`not ${someAudited}`,
  partially: sql<boolean>`(${someAudited} and ${someLeft})`,
  fully: sql<boolean>`(${someAudited} and not ${someLeft})`,
};

export const detectionList = defineList({
  table: 'detection',
  scope: 'department',
  name: 'name',
  // The findings of a run are read once for its three figures.
  pageJoins: sql`cross join lateral (select count(*)::int as outcomes, count(one.verdict)::int as audited,
    count(*) filter (where one.verdict = 'confirmed')::int as confirmed ${ofRun}) counted`,
  columns: {
    oid: 'oid',
    groupOID: 'group_oid',
    groupRoot: 'group_root',
    groupName: sql<string>`(select name from department where department.oid = detection.group_oid)`,
    name: 'name',
    model: 'model',
    modelVersion: 'model_version',
    sourceId: 'source_id',
    kind: 'kind',
    flightOID: 'flight_oid',
    taskName: sql<string | null>`(select task.name from flight join task on task.oid = flight.task_oid
      where flight.oid = detection.flight_oid)`,
    state: 'state',
    message: 'message',
    outcomes: sql<number>`counted.outcomes`,
    audited: sql<number>`counted.audited`,
    confirmed: sql<number>`counted.confirmed`,
    createdByOID: 'created_by',
    createdBy: sql<string>`(select name from member where member.oid = detection.created_by)`,
    createdAt: 'created_at',
    version: versionOfRow('detection'),
  },
  filters: {
    keyword: keyword('detection.name', 'detection.model'),
    flightOID: equals('detection.flight_oid'),
    audit: (value: AuditState): Condition => byAudit[value],
  },
  sort: usualSort('detection'),
  order: '-createdAt',
});
