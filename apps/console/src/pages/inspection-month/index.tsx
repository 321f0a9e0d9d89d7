import { inspectionReportCalls, reportStates } from '@eyrie/domain';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { departmentField } from '../../parts.ts';
import { addBy, choices, editBy, listRoom, ListView, removeBy } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { Schedules } from './schedules.tsx';

const form = {
  word: 'inspectionReport',
  fields: {
    month: {
      label: 'inspectionReport.month',
      hint: ['inspectionReport.monthHint', {}],
      dir: 'ltr',
    },
    name: { label: 'inspectionReport.name' },
    groupOID: { label: 'inspectionReport.department', field: departmentField(undefined, true) },
  },
  saved: 'inspectionReport.saved',
} as const;
const { name } = form.fields;

function SchedulesButton({ open }: { open: () => void }): ReactNode {
  const text = useText();
  return <Button onClick={open}>{text('reportSchedule.title')}</Button>;
}

const reports = listRoom({
  word: 'inspectionReport',
  title: 'permission./InspectionMonth',
  icon: 'alarm',
  calls: inspectionReportCalls,
  labels: { name: 'inspectionReport.name' },
  filters: {
    keyword: { kind: 'search', label: 'inspectionReport.search' },
    state: {
      kind: 'choice',
      label: 'inspectionReport.state',
      any: 'inspectionReport.anyState',
      options: choices(reportStates, 'inspectionReport.state'),
    },
  },
  order: '-month',
  none: 'inspectionReport.none',
  noneFound: 'inspectionReport.noneFound',
  nameOf: (report) => report.name,
  begin: addBy(form, inspectionReportCalls.add, 'inspectionReport.add'),
  head: ({ dialog }) => (
    <SchedulesButton
      open={() => dialog({ title: 'reportSchedule.title', width: 1080, content: () => <Schedules /> })}
    />
  ),
  actionsWidth: 130,
  columns: ({ text, figures }) => [
    {
      title: text('inspectionReport.name'),
      width: 220,
      ellipsis: true,
      render: (_, report) => <bdi>{report.name}</bdi>,
    },
    {
      title: text('inspectionReport.month'),
      width: 120,
      render: (_, { month }) => <bdi dir="ltr">{month}</bdi>,
    },
    {
      title: text('inspectionReport.department'),
      width: 160,
      ellipsis: true,
      render: (_, { groupName }) => <bdi>{groupName}</bdi>,
    },
    {
      title: text('inspectionReport.state'),
      width: 120,
      render: (_, { state }) => text(`inspectionReport.state.${state}`),
    },
    {
      title: text('inspectionReport.createdAt'),
      width: 180,
      render: (_, { createdAt }) => <bdi>{figures.time(createdAt)}</bdi>,
    },
  ],
  actions: [
    {
      icon: 'window',
      label: 'inspectionReport.open',
      run: ({ oid }, { navigate }) => void navigate(`/InspectionDetails?oid=${oid}`),
    },
    editBy({ ...form, fields: { name } }, inspectionReportCalls.edit, 'inspectionReport.edit'),
    removeBy(inspectionReportCalls.remove),
  ],
  removal: { title: 'inspectionReport.deleteTitle', done: 'inspectionReport.deleted' },
});

export default function ReportsPage(): ReactNode {
  return <ListView room={reports} />;
}
