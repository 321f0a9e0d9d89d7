import { lastWord, workOrderCalls, type WorkOrderDetail, type WorkOrderRecord } from '@eyrie/domain';
import { EmptyPage } from '@eyrie/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { DefectPanel } from '../../modules/detection/index.ts';
import { viewAddress } from '../../modules/route/index.ts';
import {
  CompareOrder,
  FieldLink,
  OrderDetails,
  OrderMoveForm,
  OrderSurroundings,
  orderMoveCalls,
  plainMoves,
  useFlyAgain,
  type PlainMove,
} from '../../modules/work-order/index.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { call } from '../../platform/http.ts';
import { CallButton } from '../../platform/list/index.ts';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';

/** The moves that the order takes from the reader as it stands. */
function Moves({ order }: { order: WorkOrderRecord }): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const [asked, setAsked] = useState<PlainMove | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (move: PlainMove) => call(orderMoveCalls[move].call, { oid: order.oid } as object),
    onSuccess: () => showToast('success', text('workOrder.moved')),
    onSettled: () => void client.invalidateQueries({ queryKey: ['workOrder'] }),
  });
  const again = useFlyAgain((view) => viewAddress(view as Parameters<typeof viewAddress>[0]));
  const open = plainMoves.filter((move) => order.allowed.includes(lastWord(orderMoveCalls[move].call)));
  return (
    <div className="ey-flow ey-gap-8">
      {open.map((move) => (
        <CallButton
          key={move}
          label={orderMoveCalls[move].label}
          call={orderMoveCalls[move].call}
          record={order}
          danger={orderMoveCalls[move].danger ?? false}
          onClick={() => {
            if (orderMoveCalls[move].form) setAsked(move);
            else if (!isPending) mutate(move);
          }}
        />
      ))}
      {order.mediaOID === null ? null : (
        <Allowed call={workOrderCalls.flyAgain}>
          <Button loading={again.busy} onClick={() => again.fly({ oid: order.oid })}>
            {text('workOrder.flyAgain')}
          </Button>
        </Allowed>
      )}
      <FieldLink oid={order.oid} />
      {asked ? <OrderMoveForm order={order} move={asked} onClose={() => setAsked(null)} /> : null}
    </div>
  );
}

const renderMoves = ({ order, defectOID }: WorkOrderDetail): ReactNode => (
  <>
    <Moves order={order} />
    {order.mediaOID === null ? null : <CompareOrder order={order} />}
    {defectOID === null ? null : <DefectPanel oid={defectOID} />}
    <OrderSurroundings oid={order.oid} />
  </>
);

export default function OrderPage(): ReactNode {
  const text = useText();
  const [address] = useSearchParams();
  const oid = address.get('oid');
  const sees = useAllowed('/AlarmWorksheet');
  return (
    <div className="order-page">
      <h1>{text('permission./WarnWorkDetails')}</h1>
      {oid ? (
        <OrderDetails oid={oid} renderActions={renderMoves} />
      ) : (
        <EmptyPage
          icon="alarm"
          sentence={text('workOrder.openFromList')}
          action={sees ? <a href="#/AlarmWorksheet">{text('permission./AlarmWorksheet')}</a> : null}
        />
      )}
    </div>
  );
}
