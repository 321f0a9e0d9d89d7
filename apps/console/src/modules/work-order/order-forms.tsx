import { orderMoves, workOrderCalls, type CallDeclaration, type WorkOrderRecord } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { loadStateOf, NoChoices } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { call } from '../../platform/http.ts';
import { RecordForm, type OwnField, type RecordFormRoom } from '../../platform/list/index.ts';
import { departmentField } from '../../parts.ts';

/** People who may work on orders, found by their name. */
function PersonField({ id, value, onChange }: OwnField): ReactNode {
  const [keyword, setKeyword] = useState('');
  const found = useQuery({
    queryKey: ['workOrder', 'assignees', keyword],
    queryFn: ({ signal }) => call(workOrderCalls.assignees, { keyword }, { signal, toast: false }),
  });
  return (
    <Select
      id={id}
      allowClear
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      value={typeof value === 'string' ? value : null}
      onChange={(next: string | undefined) => onChange(next ?? null)}
      notFoundContent={<NoChoices state={loadStateOf(found)} />}
      options={found.data?.list.map(({ oid, name, groupName }) => ({
        value: oid,
        label: <bdi>{`${name} · ${groupName}`}</bdi>,
      }))}
    />
  );
}

const form = (fields: RecordFormRoom['fields'], more: Partial<RecordFormRoom> = {}): RecordFormRoom => ({
  word: 'workOrder',
  saved: 'workOrder.moved',
  fields,
  ...more,
});
const because = form({ reason: { label: 'field.reason', lines: 3 } });

/** To whom orders are given, one or several. */
export const assigning = form(
  {
    assigneeOID: { label: 'workOrder.toPerson', field: (field) => <PersonField {...field} /> },
    assigneeGroupOID: {
      label: 'workOrder.toDepartment',
      field: departmentField(undefined, true),
    },
    reason: { label: 'field.remark', lines: 2 },
  },
  { refusals: { designatePerson: 'assigneeOID' } },
);

/** Moves that are made by a button or a form of their own; the others need pictures or several orders. */
export const plainMoves = orderMoves.filter((move) => move !== 'verify' && move !== 'merge');
export type PlainMove = (typeof plainMoves)[number];

/** Every move with its call; those without a form are made at once. */
export const orderMoveCalls: Readonly<
  Record<PlainMove, { call: CallDeclaration; label: PhraseId; form?: RecordFormRoom; danger?: true }>
> = {
  assign: {
    call: workOrderCalls.assign,
    label: 'workOrder.move.assign',
    form: assigning,
  },
  claim: { call: workOrderCalls.claim, label: 'workOrder.move.claim' },
  complete: {
    call: workOrderCalls.complete,
    label: 'workOrder.move.complete',
    form: form({ result: { label: 'workOrder.result', lines: 4 } }),
  },
  reject: { call: workOrderCalls.reject, label: 'workOrder.move.reject', form: because, danger: true },
  ignore: { call: workOrderCalls.ignore, label: 'workOrder.move.ignore', form: because },
  restore: { call: workOrderCalls.restoreOrder, label: 'workOrder.move.restore' },
  reopen: { call: workOrderCalls.reopen, label: 'workOrder.move.reopen', form: because },
};

/** What a move needs to be given. */
export function OrderMoveForm(props: {
  order: Pick<WorkOrderRecord, 'oid'>;
  move: PlainMove;
  onClose: () => void;
}): ReactNode {
  const { order, move, onClose } = props;
  const { call: declaration, label, form: asked } = orderMoveCalls[move];
  if (!asked) return null;
  return (
    <RecordForm
      form={asked}
      title={label}
      verb={label}
      call={declaration}
      fixed={{ oid: order.oid }}
      onClose={onClose}
    />
  );
}
