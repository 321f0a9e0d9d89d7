import { limits, taskTemplateFields, type TaskArrangement } from '@eyrie/domain';
import { sql } from 'kysely';
import {
  column,
  defineList,
  keyword,
  storedColumns,
  versionOfRow,
  usualSort,
  type RowOf,
} from '../../platform/list/index.ts';

export const taskTemplateList = defineList({
  table: 'task_template',
  scope: 'department',
  deletedAt: 'deleted_at',
  archive: { restoreWithin: limits.list.restoreWithin },
  name: 'name',
  columns: {
    oid: 'oid',
    groupOID: 'group_oid',
    groupRoot: 'group_root',
    groupName: sql<string>`(select name from department where department.oid = task_template.group_oid)`,
    ...storedColumns(taskTemplateFields),
    scheduleRule: 'schedule_rule',
    arrangement: column<TaskArrangement>('arrangement'),
    createdByOID: 'created_by',
    createdBy: sql<string>`(select name from member where member.oid = task_template.created_by)`,
    createdAt: 'created_at',
    version: versionOfRow('task_template'),
  },
  filters: { keyword: keyword('task_template.name') },
  sort: usualSort('task_template'),
  order: '-createdAt',
});
export type StoredTaskTemplate = RowOf<typeof taskTemplateList>;
