import { EmptyPage } from '@eyrie/ui';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { AsOf } from '../../platform/as-of.tsx';
import { useText } from '../../platform/text.tsx';
import { FieldOrder } from './field-order.tsx';
import { keptFieldOrders, type KeptOrder, type KeptOrders } from './field-orders.ts';
import { FieldOutbox } from './field-outbox.tsx';
import type { FieldQueue, FieldWorkItem } from './field-queue.ts';
import { OrderDue } from './order-due.tsx';
import { OrderStateSign } from './order-state.tsx';
import { useFieldWork } from './use-field-work.ts';

function KeptList({ orders }: { orders: readonly KeptOrder[] }): ReactNode {
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
          </Link>
          <OrderStateSign state={order.state} />
          <OrderDue order={order} />
        </li>
      ))}
    </ul>
  );
}

type Shown = Pick<KeptOrder, 'oid' | 'name' | 'allowed'> & Partial<KeptOrder>;

/** An order as it is kept; of one that is not, what was begun of it here, so that nobody types it again. */
const shownOf = (
  oid: string,
  orders: readonly KeptOrder[],
  items: readonly FieldWorkItem[],
): Shown | undefined => {
  const begun = items.find(
    ({ orderOID, step, phase }) => orderOID === oid && step === 'complete' && phase === 'draft',
  );
  return orders.find((one) => one.oid === oid) ?? (begun && { oid, name: begun.orderName, allowed: [] });
};

function ShownOrder({
  order,
  items,
  queue,
}: {
  order: Shown;
  items: readonly FieldWorkItem[];
  queue: FieldQueue;
}): ReactNode {
  const text = useText();
  const { name, state, verification = null, remark, lat, lng } = order;
  return (
    <section className="field-order">
      <h2>
        <bdi>{name}</bdi>
      </h2>
      {state === undefined ? null : <OrderStateSign state={state} verification={verification} />}
      {remark ? <bdi>{remark}</bdi> : null}
      {typeof lat === 'number' && typeof lng === 'number' ? (
        <a href={`geo:${lat},${lng}`}>{text('workOrder.field.way')}</a>
      ) : null}
      <FieldOrder {...{ order, items, queue }} />
    </section>
  );
}

/**
 * The page for the person in the field, opened without a connection: their orders as the server last had them, and what they do,
 * which is kept here.
 */
export function FieldAway({ member }: { member: string }): ReactNode {
  const text = useText();
  const [address] = useSearchParams();
  const oid = address.get('oid');
  /** Undefined: still being looked for. */
  const [kept, setKept] = useState<KeptOrders | null>();
  const { items, unkept, queue } = useFieldWork(member);
  useEffect(() => {
    let wanted = true;
    void keptFieldOrders(member).then((found) => wanted && setKept(found));
    return () => {
      wanted = false;
    };
  }, [member]);
  const shown = oid === null ? undefined : shownOf(oid, kept?.orders ?? [], items);
  const isMissing = kept === null || (kept !== undefined && queue !== null && oid !== null && !shown);
  return (
    <main className="field-page ey-grid ey-gap-12">
      <h1>{text('workOrder.fieldTitle')}</h1>
      <p role="status" className="field-notice ey-panel">
        {text('workOrder.field.offline')}
      </p>
      {unkept ? (
        <p role="alert" className="field-notice ey-panel">
          {text('workOrder.field.unkept')}
        </p>
      ) : null}
      {queue ? <FieldOutbox {...{ items, queue }} /> : null}
      {kept ? (
        <p className="ey-muted">
          <AsOf since={kept.at} />
        </p>
      ) : null}
      {isMissing ? <p className="ey-muted">{text('workOrder.field.notKept')}</p> : null}
      {oid === null && kept ? <KeptList orders={kept.orders} /> : null}
      {oid === null ? null : <Link to="/WorkOrderField">{text('workOrder.field.mine')}</Link>}
      {shown && queue ? <ShownOrder order={shown} {...{ items, queue }} /> : null}
    </main>
  );
}
