import { orderTargetCalls } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { addBy, editBy, listRoom, ListView } from '../../platform/list/index.ts';

const form = {
  word: 'orderTarget',
  also: ['workOrder'],
  fields: {
    name: { label: 'orderTarget.name' },
    state: { label: 'orderTarget.state', options: 'workOrder.state' },
    severity: { label: 'orderTarget.severity', options: 'workOrder.severity' },
    hours: { label: 'orderTarget.hours' },
    days: { label: 'orderTarget.days' },
    fromHour: { label: 'orderTarget.fromHour' },
    toHour: { label: 'orderTarget.toHour' },
  },
  refusals: { targetTaken: 'severity', hoursReversed: 'toHour' },
  saved: 'orderTarget.saved',
} as const;
const { state: _state, severity: _severity, ...changeable } = form.fields;

const targets = listRoom({
  word: 'orderTarget',
  title: 'orderTarget.title',
  icon: 'bell',
  calls: orderTargetCalls,
  labels: { name: 'orderTarget.name', hours: 'orderTarget.hours', days: 'orderTarget.days' },
  filters: { keyword: { kind: 'search', label: 'orderTarget.search' } },
  order: '-createdAt',
  hint: 'orderTarget.hint',
  none: 'orderTarget.none',
  noneFound: 'orderTarget.noneFound',
  nameOf: ({ name }) => name,
  begin: addBy(form, orderTargetCalls.add, 'orderTarget.add'),
  actionsWidth: 110,
  columns: ({ text, figures }) => [
    {
      title: text('orderTarget.name'),
      width: 140,
      ellipsis: true,
      render: (_, { name }) => <bdi>{name}</bdi>,
    },
    {
      title: text('orderTarget.state'),
      width: 120,
      render: (_, { state }) => text(`workOrder.state.${state}`),
    },
    {
      title: text('orderTarget.severity'),
      width: 120,
      render: (_, { severity }) => text(`workOrder.severity.${severity}`),
    },
    {
      title: text('orderTarget.hours'),
      width: 200,
      render: (_, { hours, days, fromHour, toHour }) => (
        <>
          {figures.amount(hours, text('unit.hour'), 2)}
          <br />
          {text('orderTarget.working', {
            days: text(`orderTarget.days.${days}`),
            from: figures.amount(fromHour),
            to: figures.amount(toHour),
          })}
        </>
      ),
    },
    {
      title: text('workOrder.department'),
      fold: 0,
      width: 140,
      ellipsis: true,
      render: (_, { groupName }) => <bdi>{groupName}</bdi>,
    },
  ],
  actions: [
    editBy({ ...form, fields: changeable }, orderTargetCalls.edit, 'orderTarget.edit'),
    {
      icon: 'trash',
      label: 'app.delete',
      danger: true,
      call: orderTargetCalls.remove,
      run: (row, { remove }) => remove(row),
    },
  ],
  removal: { title: 'orderTarget.deleteTitle', done: 'orderTarget.deleted' },
});

/** For how long orders may stand as they do. */
export function OrderTargets(): ReactNode {
  return <ListView tab local room={targets} />;
}
