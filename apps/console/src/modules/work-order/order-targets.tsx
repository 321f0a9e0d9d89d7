import { orderTargetCalls, orderTargetFields, orderTargetOf, type OrderTarget } from '@eyrie/domain';
import type { ReactNode } from 'react';
import {
  addBy,
  columnsOf,
  editBy,
  labelsOf,
  listRoom,
  ListView,
  wordsOf,
  removeBy,
} from '../../platform/list/index.ts';

const { name: nameWords, ...changed } = wordsOf(orderTargetFields);
const form = {
  word: 'orderTarget',
  also: ['workOrder'],
  fields: { name: nameWords, ...wordsOf(orderTargetOf), ...changed },
  refusals: { targetTaken: 'severity', hoursReversed: 'toHour' },
  saved: 'orderTarget.saved',
} as const;

const { fromHour: _from, toHour: _to, ...history } = orderTargetFields;

const targets = listRoom({
  word: 'orderTarget',
  title: 'orderTarget.title',
  icon: 'bell',
  calls: orderTargetCalls,
  labels: labelsOf(history),
  filters: { keyword: { kind: 'search', label: 'orderTarget.search' } },
  order: '-createdAt',
  hint: 'orderTarget.hint',
  none: 'orderTarget.none',
  noneFound: 'orderTarget.noneFound',
  nameOf: ({ name }) => name,
  begin: addBy(form, orderTargetCalls.add, 'orderTarget.add'),
  actionsWidth: 110,
  columns: ({ text, figures }) => [
    ...columnsOf<OrderTarget>({ name: orderTargetFields.name, ...orderTargetOf }, { text, figures }),
    {
      title: text('orderTarget.hours'),
      width: 200,
      render: (_, target) => (
        <>
          {figures.amount(target.hours, text('unit.hour'), 2)}
          <br />
          {text('orderTarget.working', {
            days: text(`orderTarget.days.${target.days}`),
            from: figures.amount(target.fromHour),
            to: figures.amount(target.toHour),
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
    editBy({ ...form, fields: wordsOf(orderTargetFields) }, orderTargetCalls.edit, 'orderTarget.edit'),
    removeBy(orderTargetCalls.remove),
  ],
  removal: { title: 'list.deleteTitle', done: 'orderTarget.deleted' },
});

/** For how long orders may stand as they do. */
export function OrderTargets(): ReactNode {
  return <ListView tab local room={targets} />;
}
