import { sql } from 'kysely';
import {
  ascending,
  defineList,
  descending,
  equals,
  keyword,
  versionOfRow,
} from '../../platform/list/index.ts';

export const reportList = defineList({
  table: 'inspection_report',
  scope: 'department',
  name: 'name',
  columns: {
    oid: 'oid',
    groupOID: 'group_oid',
    groupRoot: 'group_root',
    groupName: sql<string>`(select name from department where department.oid = inspection_report.group_oid)`,
    name: 'name',
    month: 'month',
    state: 'state',
    step: 'step',
    intro: 'intro',
    flights: 'flights',
    findings: 'findings',
    falseAlarms: 'false_alarms',
    orders: 'orders',
    conclusion: 'conclusion',
    figuresAt: 'figures_at',
    approvedByOID: 'approved_by',
    approvedBy: sql<
      string | null
    >`(select name from member where member.oid = inspection_report.approved_by)`,
    approvedAt: 'approved_at',
    createdByOID: 'created_by',
    createdBy: sql<string>`(select name from member where member.oid = inspection_report.created_by)`,
    createdAt: 'created_at',
    version: versionOfRow('inspection_report'),
  },
  // A text would stand in every row of the history.
  unrecorded: ['intro', 'flights', 'findings', 'falseAlarms', 'orders', 'conclusion'],
  filters: {
    keyword: keyword('inspection_report.name', 'inspection_report.month'),
    month: equals('inspection_report.month'),
    state: equals('inspection_report.state'),
  },
  sort: {
    name: [ascending('inspection_report.name')],
    month: [ascending('inspection_report.month')],
    '-month': [descending('inspection_report.month')],
  },
  order: '-month',
});
