import { asyncTableCalls, limits, occurrenceStates } from '@eyrie/domain';
import { RunState } from '../../modules/task/index.ts';
import { asksOid, choices, listRoom, period } from '../../platform/list/index.ts';
import { named } from './flight-table.tsx';

export const runTable = listRoom({
  word: 'asyncTable.runs',
  also: ['task'],
  title: 'asyncTable.runs',
  icon: 'calendar',
  calls: { query: asyncTableCalls.runs },
  choosable: true,
  dense: true,
  filters: {
    keyword: { kind: 'search', label: 'asyncTable.searchTask' },
    state: {
      kind: 'choice',
      label: 'task.status',
      any: 'asyncTable.anyState',
      options: choices(occurrenceStates, 'task.run'),
    },
    ...period('asyncTable.period', ['field.from', 'field.until']),
    taskOID: { kind: 'link', asks: asksOid('taskOID') },
  },
  none: 'asyncTable.noRuns',
  noneFound: 'asyncTable.noneFound',
  nameOf: ({ taskName, wall }) => `${taskName} ${wall}`,
  exchange: { export: asyncTableCalls.exportRuns, most: limits.list.exportMost },
  actions: [],
  columns: ({ text, figures }) => [
    { title: text('asyncTable.dueAt'), width: 170, render: (_, row) => <bdi>{figures.time(row.dueAt)}</bdi> },
    { title: text('task.name'), width: 180, ellipsis: true, render: (_, row) => named(row.taskName) },
    { title: text('task.status'), width: 130, render: (_, row) => <RunState run={row} /> },
    { title: text('field.reason'), width: 260, ellipsis: true, render: (_, row) => row.message ?? '–' },
    { title: text('field.dock'), width: 140, ellipsis: true, render: (_, row) => named(row.dockName) },
    {
      title: text('detail.key.wall'),
      width: 150,
      render: (_, row) => <bdi dir="ltr">{row.wall.replace('T', ' ')}</bdi>,
    },
    { title: text('field.timeZone'), width: 140, render: (_, row) => <bdi dir="ltr">{row.timeZone}</bdi> },
    {
      title: text('task.movedTo'),
      width: 150,
      render: (_, row) => <bdi dir="ltr">{row.movedTo?.replace('T', ' ') ?? '–'}</bdi>,
    },
    {
      title: text('task.runDecided'),
      width: 170,
      render: (_, row) => <bdi>{figures.time(row.decidedAt)}</bdi>,
    },
    { title: text('field.department'), width: 140, ellipsis: true, render: (_, row) => named(row.groupName) },
  ],
});
