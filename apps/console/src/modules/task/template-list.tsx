import { isSingle, taskTemplateCalls, taskTemplateFields as fields, type TaskTemplate } from '@eyrie/domain';
import { useMemo, type ReactNode } from 'react';
import { columnsOf, editBy, listRoom, ListView, wordsOf, removeBy } from '../../platform/list/index.ts';

const templateForm = {
  word: 'taskTemplate',
  fields: wordsOf(fields),
  saved: 'taskTemplate.renamed',
} as const;

const typeOf = ({ schedule }: TaskTemplate) => {
  if (schedule === null) return 'task.when.manual' as const;
  return isSingle(schedule) ? ('task.when.single' as const) : ('task.when.repeat' as const);
};

const roomOf = (onUse: (oid: string) => void) =>
  listRoom({
    word: 'taskTemplate',
    title: 'taskTemplate.title',
    icon: 'calendar',
    calls: {
      query: taskTemplateCalls.query,
      remove: taskTemplateCalls.remove,
      restore: taskTemplateCalls.restore,
    },
    filters: { keyword: { kind: 'search', label: 'taskTemplate.search' } },
    order: '-createdAt',
    none: 'taskTemplate.none',
    noneFound: 'taskTemplate.noneFound',
    nameOf: ({ name }) => name,
    opens: ({ oid }) => onUse(oid),
    minWidth: 660,
    actionsWidth: 130,
    columns: ({ text, figures }) => [
      ...columnsOf<TaskTemplate>({ name: fields.name }, { text, figures }),
      { title: text('task.when'), width: 140, render: (_, template) => text(typeOf(template)) },
      {
        title: text('field.remark'),
        width: 170,
        ellipsis: true,
        render: (_, { remark }) => <bdi>{remark}</bdi>,
      },
    ],
    actions: [
      { icon: 'calendar', label: 'taskTemplate.use', main: true, run: ({ oid }) => onUse(oid) },
      editBy(templateForm, taskTemplateCalls.edit, 'taskTemplate.rename'),
      removeBy(taskTemplateCalls.remove),
    ],
    removal: { title: 'taskTemplate.deleteTitle', done: 'taskTemplate.deleted' },
  });

/** Templates of tasks: begin a task with one, rename, delete. */
export function TaskTemplates({ onUse }: { onUse: (oid: string) => void }): ReactNode {
  const room = useMemo(() => roomOf(onUse), [onUse]);
  return <ListView tab local room={room} />;
}
