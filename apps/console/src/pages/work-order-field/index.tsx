import { limits, workOrderCalls, type WorkOrderRecord } from '@eyrie/domain';
import { EmptyPage, Loaded, loadStateOf } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import {
  FieldOrder,
  FieldOutbox,
  keepFieldOrders,
  OrderDetails,
  OrderDue,
  OrderStateSign,
  useFieldWork,
  useOnline,
  type FieldQueue,
  type FieldWorkItem,
} from '../../modules/work-order/index.ts';
import { drawClass } from '../../parts.ts';
import { call } from '../../platform/http.ts';
import { useAllowed, useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import './work-order-field.css';

/** ms: others claim orders too. */
const renewEvery = 15_000;
const pageSize = limits.list.pageSizeMax;

const ownOrders = async (signal: AbortSignal): Promise<WorkOrderRecord[]> => {
  const of = async (state: 'toBeClaimed' | 'inProcess'): Promise<WorkOrderRecord[]> => {
    const asked = { mine: true, state, sort: 'dueAt', pageNum: 1, pageSize } as const;
    return (await call(workOrderCalls.query, asked, { signal, toast: false })).list;
  };
  return (await Promise.all([of('inProcess'), of('toBeClaimed')])).flat();
};

function OrderList({ orders }: { orders: readonly WorkOrderRecord[] }): ReactNode {
  const text = useText();
  if (orders.length === 0) return <EmptyPage icon="alarm" sentence={text('workOrder.field.none')} />;
  return (
    <ul className="field-orders">
      {orders.map((order) => (
        <li key={order.oid}>
          <Link to={`/WorkOrderField?oid=${order.oid}`}>
            <strong>
              <bdi>{order.name}</bdi>
            </strong>
            {drawClass(order.class)}
          </Link>
          <OrderStateSign state={order.state} />
          <OrderDue order={order} />
          {order.claimedBy === null ? null : (
            <span>
              {text('workOrder.claimedBy')}: <bdi>{order.claimedBy}</bdi>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function OneOrder(props: {
  oid: string;
  listed: WorkOrderRecord | undefined;
  items: readonly FieldWorkItem[];
  queue: FieldQueue;
}): ReactNode {
  const { oid, listed, items, queue } = props;
  const text = useText();
  const found = useQuery({
    queryKey: ['workOrder', 'get', oid],
    queryFn: ({ signal }) => call(workOrderCalls.get, { oid }, { signal, toast: false }),
    refetchInterval: renewEvery,
  });
  const order = found.data ?? listed;
  return (
    <>
      <Link to="/WorkOrderField">{text('workOrder.field.mine')}</Link>
      {order ? (
        <section className="field-order">
          <h2>
            <bdi>{order.name}</bdi>
          </h2>
          <OrderStateSign state={order.state} verification={order.verification} />
          {order.remark ? <bdi>{order.remark}</bdi> : null}
          {order.lat === null || order.lng === null ? null : (
            <a href={`geo:${order.lat},${order.lng}`}>{text('workOrder.field.way')}</a>
          )}
          <FieldOrder {...{ order, items, queue }} />
        </section>
      ) : null}
      <OrderDetails oid={oid} />
    </>
  );
}

/** The page for the person in the field: claims, photographs and completes, with a connection or without one. */
export default function FieldPage(): ReactNode {
  const text = useText();
  const [address] = useSearchParams();
  const oid = address.get('oid');
  const online = useOnline();
  const sees = useAllowed('/AlarmWorksheet');
  const { items, unkept, queue } = useFieldWork();
  const found = useQuery({
    queryKey: ['workOrder', 'own'],
    queryFn: ({ signal }) => ownOrders(signal),
    refetchInterval: renewEvery,
  });
  const member = useSession(({ user }) => user?.oid);
  const { data: orders, dataUpdatedAt } = found;
  // A phone without a connection shows them when the page is opened again, as of the last answer, also where it changed nothing.
  useEffect(() => {
    if (member !== undefined && orders) void keepFieldOrders(member, orders, dataUpdatedAt);
  }, [member, orders, dataUpdatedAt]);
  return (
    <main className="field-page ey-grid ey-gap-12">
      <h1>{text('workOrder.fieldTitle')}</h1>
      {sees && oid === null ? <Link to="/AlarmWorksheet">{text('permission./AlarmWorksheet')}</Link> : null}
      {online ? null : (
        <p role="status" className="field-notice ey-panel">
          {text('workOrder.field.offline')}
        </p>
      )}
      {unkept ? (
        <p role="alert" className="field-notice ey-panel">
          {text('workOrder.field.unkept')}
        </p>
      ) : null}
      {queue ? <FieldOutbox {...{ items, queue }} /> : null}
      {oid === null ? (
        <Loaded state={loadStateOf(found)}>{() => <OrderList orders={found.data ?? []} />}</Loaded>
      ) : null}
      {oid !== null && queue ? (
        <OneOrder key={oid} listed={found.data?.find((one) => one.oid === oid)} {...{ oid, items, queue }} />
      ) : null}
    </main>
  );
}
