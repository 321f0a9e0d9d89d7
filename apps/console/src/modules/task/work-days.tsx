import { workDayCalls, workDayFields, workDayKinds, type WorkDayRecord } from '@eyrie/domain';
import type { ReactNode } from 'react';
import {
  addBy,
  choices,
  columnsOf,
  editBy,
  listRoom,
  ListView,
  wordsOf,
  type ListDialog,
  removeBy,
} from '../../platform/list/index.ts';

const form = {
  word: 'workDay',
  also: ['task'],
  fields: wordsOf(workDayFields),
  saved: 'workDay.saved',
} as const;

const room = listRoom({
  word: 'workDay',
  also: ['task'],
  title: 'workDay.title',
  icon: 'calendar',
  calls: { query: workDayCalls.query, remove: workDayCalls.remove },
  filters: {
    keyword: { kind: 'search', label: 'workDay.search' },
    kind: {
      kind: 'choice',
      label: 'workDay.kind',
      any: 'workDay.anyKind',
      options: choices(workDayKinds, 'workDay.kind'),
    },
  },
  order: '-day',
  none: 'workDay.none',
  noneFound: 'workDay.noneFound',
  nameOf: ({ day }) => day,
  hint: 'workDay.hint',
  begin: addBy(form, workDayCalls.add, 'workDay.add'),
  exchange: {
    export: workDayCalls.export,
    template: workDayCalls.template,
    import: workDayCalls.import,
    note: 'workDay.importNote',
    shown: [
      ['day', 'workDay.day'],
      ['kind', 'workDay.kind'],
      ['name', 'field.name'],
    ],
  },
  actionsWidth: 100,
  columns: (tools) => columnsOf<WorkDayRecord>(workDayFields, tools),
  actions: [editBy(form, workDayCalls.edit, 'workDay.edit'), removeBy(workDayCalls.remove)],
  removal: { title: 'workDay.deleteTitle', done: 'workDay.deleted' },
});

/** The holidays and make-up workdays of the organisation. */
function WorkDays(): ReactNode {
  return <ListView tab local room={room} />;
}

export const workDaysDialog: ListDialog = {
  title: 'workDay.title',
  width: 860,
  content: () => <WorkDays />,
};
