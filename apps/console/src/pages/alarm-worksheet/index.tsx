import { orderSeverities, orderStates, workOrderCalls } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import {
  AffirmRules,
  FieldPageLink,
  OrderDetails,
  OrderDue,
  OrderSound,
  OrderStanding,
  OrderStateSign,
  OrderTargets,
  OrderTypeChoice,
  orderActions,
  severalOrders,
} from '../../modules/work-order/index.ts';
import { classField, drawClass } from '../../parts.ts';
import { useText } from '../../platform/text.tsx';
import { addBy, choices, editBy, listRoom, ListView, removeBy } from '../../platform/list/index.ts';

const form = {
  word: 'workOrder',
  fields: {
    name: { label: 'workOrder.name' },
    class: { label: 'workOrder.class', ...classField },
    severity: { label: 'workOrder.severity' },
    remark: { label: 'field.remark', lines: 3 },
  },
  saved: 'workOrder.saved',
} as const;
const { class: _class, ...changeable } = form.fields;

function DialogButton({ title, open }: { title: PhraseId; open: () => void }): ReactNode {
  const text = useText();
  return <Button onClick={open}>{text(title)}</Button>;
}

/** ms: others move orders too. */
const renewEvery = 10_000;

const worksheet = listRoom({
  word: 'workOrder',
  title: 'workOrder.title',
  icon: 'alarm',
  calls: workOrderCalls,
  labels: { name: 'workOrder.name', remark: 'field.remark' },
  filters: {
    keyword: { kind: 'search', label: 'workOrder.search' },
    state: {
      kind: 'choice',
      label: 'workOrder.state',
      any: 'list.anyState',
      options: choices(orderStates, 'workOrder.state'),
    },
    severity: {
      kind: 'choice',
      label: 'workOrder.severity',
      any: 'workOrder.anySeverity',
      options: choices(orderSeverities, 'workOrder.severity'),
    },
    type: { kind: 'own', field: (field) => <OrderTypeChoice {...field} /> },
    mine: { kind: 'flag', label: 'workOrder.mine' },
    ageing: { kind: 'flag', label: 'workOrder.lateOnly' },
  },
  order: '-createdAt',
  none: 'workOrder.none',
  noneFound: 'workOrder.noneFound',
  nameOf: ({ name }) => name,
  begin: addBy(form, workOrderCalls.add, 'workOrder.add'),
  head: ({ dialog }) => (
    <>
      <OrderSound />
      <FieldPageLink />
      <DialogButton
        title="affirmRule.title"
        open={() => dialog({ title: 'affirmRule.title', width: 1080, content: () => <AffirmRules /> })}
      />
      <DialogButton
        title="orderTarget.title"
        open={() => dialog({ title: 'orderTarget.title', width: 960, content: () => <OrderTargets /> })}
      />
    </>
  ),
  note: (_, { address }) => (
    <OrderStanding
      chosen={orderStates.find((state) => state === address.values.state) ?? null}
      onChoose={(state) => address.set({ state: state ?? '' })}
    />
  ),
  renewEvery,
  actionsWidth: 170,
  columns: ({ text, figures }) => [
    { title: text('workOrder.name'), width: 180, ellipsis: true, render: (_, { name }) => <bdi>{name}</bdi> },
    {
      title: text('workOrder.class'),
      width: 120,
      ellipsis: true,
      render: (_, { class: found }) => drawClass(found),
    },
    {
      title: text('workOrder.type'),
      fold: 4,
      width: 120,
      ellipsis: true,
      render: (_, { type }) => (type === null ? '–' : <bdi>{type.name}</bdi>),
    },
    {
      title: text('workOrder.state'),
      width: 190,
      render: (_, { state, verification, mergedInto }) => (
        <OrderStateSign {...{ state, verification, merged: mergedInto !== null }} />
      ),
    },
    {
      title: text('workOrder.severity'),
      width: 100,
      render: (_, { severity }) => text(`workOrder.severity.${severity}`),
    },
    { title: text('workOrder.due'), width: 140, render: (_, order) => <OrderDue order={order} /> },
    {
      title: text('workOrder.assignee'),
      fold: 0,
      width: 150,
      ellipsis: true,
      render: (_, { assigneeName, claimedBy }) => <bdi>{claimedBy ?? assigneeName ?? '–'}</bdi>,
    },
    {
      title: text('workOrder.department'),
      fold: 1,
      width: 140,
      ellipsis: true,
      render: (_, { groupName }) => <bdi>{groupName}</bdi>,
    },
    {
      title: text('workOrder.createdAt'),
      fold: 2,
      width: 170,
      render: (_, { createdAt }) => <bdi>{figures.time(createdAt)}</bdi>,
    },
    {
      title: text('workOrder.completedAt'),
      fold: 3,
      width: 170,
      render: (_, { completedAt }) => (completedAt === null ? '–' : <bdi>{figures.time(completedAt)}</bdi>),
    },
  ],
  actions: [
    ...orderActions,
    {
      icon: 'window',
      label: 'workOrder.details',
      run: ({ oid }, { navigate }) => void navigate(`/WarnWorkDetails?oid=${oid}`),
    },
    editBy({ ...form, fields: changeable }, workOrderCalls.edit, 'workOrder.edit'),
    removeBy(workOrderCalls.remove),
  ],
  bulk: severalOrders,
  removal: { title: 'list.deleteTitle', done: 'workOrder.deleted' },
  drawer: {
    title: 'workOrder.details',
    width: 560,
    actions: true,
    renewEvery,
    content: ({ oid }: { oid: string }) => <OrderDetails oid={oid} />,
  },
});

export default function WorksheetPage(): ReactNode {
  return <ListView room={worksheet} />;
}
