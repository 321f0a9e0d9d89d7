import { lastWord, type WorkOrderRecord } from '@eyrie/domain';
import type { IconName } from '@eyrie/ui';
import type { RecordAction } from '../../platform/list/index.ts';
import { OrderMoveForm, orderMoveCalls, plainMoves, type PlainMove } from './order-forms.tsx';

const icons: Readonly<Record<PlainMove, IconName>> = {
  assign: 'person',
  ignore: 'close',
  restore: 'undo',
  claim: 'check',
  complete: 'check',
  reject: 'back',
  reopen: 'redo',
};

/** The moves of orders as actions of their list: each order offers those that it takes from the reader as it stands. */
export const orderActions: readonly RecordAction<WorkOrderRecord>[] = plainMoves.map((move) => {
  const { call, label, form, danger = false } = orderMoveCalls[move];
  return {
    icon: icons[move],
    label,
    call,
    danger,
    main: move === 'claim' || move === 'complete',
    fits: ({ allowed }) => allowed.includes(lastWord(call)),
    run: (order, { dialog, change }) => {
      if (form)
        dialog({
          title: label,
          bare: true,
          content: (onClose) => <OrderMoveForm {...{ order, move, onClose }} />,
        });
      else change({ call, request: { oid: order.oid }, done: 'workOrder.moved' });
    },
  };
});
