import {
  limits,
  openOrderStates,
  orderSeverities,
  workOrderCalls,
  type WorkOrderRecord,
} from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form, Input, Radio } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { FormDialog } from '../../platform/form-dialog.tsx';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { RecordForm, type BulkAction } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { assigning } from './order-forms.tsx';
import './work-order.css';

/** As the call takes it. */
const reasonMost = 300;
/** Orders that are merged at once, the one that stays among them. */
const most = limits.workOrder.mergedMost + 1;

interface SeveralProps {
  orders: readonly WorkOrderRecord[];
  onClose: () => void;
  onDone: () => void;
}

/** Gives all of some orders to one person or department. */
function AssignSeveral({ orders, onClose, onDone }: SeveralProps): ReactNode {
  const text = useText();
  return (
    <RecordForm
      form={assigning}
      title="workOrder.assignSeveral"
      verb="workOrder.move.assign"
      before={<p className="ey-hint">{text('workOrder.assignHint', { count: orders.length })}</p>}
      call={workOrderCalls.assignSeveral}
      fixed={{ oids: orders.map(({ oid }) => oid) }}
      onClose={onClose}
      onSaved={onDone}
    />
  );
}

/** Why some orders cannot be one; null: they can. */
const whyNotMerged = (orders: readonly WorkOrderRecord[]): PhraseId | null => {
  const [first] = orders;
  if (!first || orders.length < 2) return 'workOrder.mergeTwo';
  if (orders.length > most) return 'workOrder.mergeMost';
  if (orders.some((one) => one.class !== first.class || one.groupOID !== first.groupOID))
    return 'refusal.ordersDiffer';
  // Only what nobody was given can be merged into another one.
  return orders.filter(({ state }) => state !== 'unassigned').length > 1 ? 'workOrder.mergeGiven' : null;
};

/** The most urgent of some orders, the first that came of several: what is merged into a lesser one would wait as long as that. */
const mostUrgent = (orders: readonly WorkOrderRecord[]): WorkOrderRecord | undefined =>
  orders.toSorted(
    (a, b) =>
      orderSeverities.indexOf(b.severity) - orderSeverities.indexOf(a.severity) || a.createdAt - b.createdAt,
  )[0];

/** Makes one of several orders about the same thing: the one that is kept is chosen here. */
function MergeOrders({ orders, onClose, onDone }: SeveralProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const id = useId();
  const client = useQueryClient();
  const given = orders.find(({ state }) => state !== 'unassigned');
  const [kept, setKept] = useState((given ?? mostUrgent(orders))?.oid ?? '');
  const [reason, setReason] = useState('');
  const why = whyNotMerged(orders);
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const oids = orders.map(({ oid }) => oid).filter((oid) => oid !== kept);
      return call(workOrderCalls.merge, { oid: kept, oids, reason: reason.trim() });
    },
    onSuccess: ({ name }) => {
      showToast('success', text('workOrder.mergedDone', { name }));
      onDone();
    },
    // After a refusal too: what somebody else moved meanwhile is then in sight.
    onSettled: () => void client.invalidateQueries({ queryKey: ['workOrder'] }),
  });
  return (
    <FormDialog
      title={text('workOrder.mergeSeveral')}
      verb={text('workOrder.move.merge')}
      onClose={onClose}
      unsaved={reason !== ''}
      ready={why === null && reason.trim().length <= reasonMost}
      why={why === null ? undefined : text(why, { most })}
      busy={isPending}
      onSubmit={() => mutate()}
    >
      {why === null ? (
        <>
          <Form.Item
            label={<span id={`${id}kept`}>{text('workOrder.mergeKeep')}</span>}
            extra={text('workOrder.mergeHint')}
          >
            <Radio.Group
              className="order-kept"
              aria-labelledby={`${id}kept`}
              value={kept}
              onChange={({ target }) => setKept(target.value as string)}
              options={orders.map(({ oid, name, state, severity, createdAt }) => ({
                value: oid,
                disabled: given !== undefined && oid !== given.oid,
                // Orders of one task have its name: these tell them apart.
                label: (
                  <>
                    <bdi>{name}</bdi> · {text(`workOrder.state.${state}`)} ·{' '}
                    {text(`workOrder.severity.${severity}`)} · <bdi>{figures.time(createdAt)}</bdi>
                  </>
                ),
              }))}
            />
          </Form.Item>
          <Form.Item label={text('field.remark')} htmlFor={`${id}reason`}>
            <Input.TextArea
              id={`${id}reason`}
              rows={2}
              count={{ show: true, max: reasonMost }}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </Form.Item>
        </>
      ) : (
        <p role="alert">{text(why, { most })}</p>
      )}
    </FormDialog>
  );
}

type Show = (props: SeveralProps) => ReactNode;
const opened =
  (title: PhraseId, Several: Show): BulkAction<WorkOrderRecord>['run'] =>
  (orders, { dialog, clear }) =>
    dialog({
      title,
      bare: true,
      content: (onClose) => (
        <Several
          orders={orders}
          onClose={onClose}
          onDone={() => {
            onClose();
            clear();
          }}
        />
      ),
    });

/** What is done with several orders at once, beside their deletion. */
export const severalOrders: readonly BulkAction<WorkOrderRecord>[] = [
  {
    icon: 'person',
    label: 'workOrder.assignSeveral',
    call: workOrderCalls.assign,
    because: 'workOrder.notToAssign',
    run: opened('workOrder.assignSeveral', AssignSeveral),
  },
  {
    icon: 'group',
    label: 'workOrder.mergeSeveral',
    right: 'work-order:assign',
    why: ({ state }) => (openOrderStates.some((one) => one === state) ? null : 'workOrder.mergeOpen'),
    run: opened('workOrder.mergeSeveral', MergeOrders),
  },
];
