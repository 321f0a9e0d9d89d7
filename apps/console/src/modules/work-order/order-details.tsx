import { classNameOf, workOrderCalls, type OrderLogRow, type WorkOrderDetail } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { FactList, Loaded, loadStateOf } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { drawClass, useClassWords } from '../../parts.ts';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { PictureCanvas } from '../../platform/picture-canvas.tsx';
import { FieldWorkList } from './field-work-list.tsx';
import { OrderDue } from './order-due.tsx';
import { OrderStateSign } from './order-state.tsx';
import './work-order.css';

/** ms: somebody else may move it. */
const renewEvery = 10_000;

/** What became of the other order: the one whose log it is stays as it is where it takes one up or gives one back. */
const otherPhrase = ({ move, from, to }: OrderLogRow): PhraseId => {
  if (move === 'restore') return 'workOrder.logSplit';
  return from === to ? 'workOrder.logTaken' : 'workOrder.logInto';
};

function Log({ log }: { log: readonly OrderLogRow[] }): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <ol className="order-log ey-grid ey-gap-8">
      {log.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows of merged orders of one name are alike, and are only added
        <li key={index}>
          <span>
            <bdi>{figures.time(row.at)}</bdi>{' '}
            <bdi>{text('workOrder.logRow', { by: row.by, move: text(`workOrder.move.${row.move}`) })}</bdi>
          </span>
          {row.assigneeName ? <span>{text('workOrder.logTo', { name: row.assigneeName })}</span> : null}
          {row.verification ? <span>{text(`workOrder.verification.${row.verification}`)}</span> : null}
          {row.other === null ? null : <span>{text(otherPhrase(row), { name: row.other })}</span>}
          {row.rule === null ? null : <span>{text('workOrder.logRule', { name: row.rule })}</span>}
          {row.reason ? <bdi>{row.reason}</bdi> : null}
        </li>
      ))}
    </ol>
  );
}

const linkOf = ({ oid, name }: { oid: string; name: string }): ReactNode => (
  <a href={`#/WarnWorkDetails?oid=${encodeURIComponent(oid)}`}>
    <bdi>{name}</bdi>
  </a>
);

/** The order with which it is worked on, and those that are worked on with it. */
function Merged({ detail: { order, merged } }: { detail: WorkOrderDetail }): ReactNode {
  const text = useText();
  return (
    <>
      {order.mergedInto === null ? null : (
        <p>
          {text('workOrder.mergedInto')} {linkOf(order.mergedInto)}
        </p>
      )}
      {merged.length === 0 ? null : (
        <>
          <h2>{text('workOrder.mergedHere')}</h2>
          <ul className="order-log ey-grid ey-gap-8">
            {merged.map((one) => (
              <li key={one.oid}>{linkOf(one)}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** When it became late. */
function Escalations({ escalations }: Pick<WorkOrderDetail, 'escalations'>): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (escalations.length === 0) return null;
  return (
    <>
      <h2>{text('workOrder.escalations')}</h2>
      <ol className="order-log ey-grid ey-gap-8">
        {escalations.map(({ level, state, dueAt }) => (
          <li key={`${dueAt} ${level}`}>
            <bdi>{figures.time(dueAt)}</bdi>
            <span>
              {text(level === 1 ? 'workOrder.escalation.1' : 'workOrder.escalation.2', {
                state: text(`workOrder.state.${state}`),
              })}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Flights to the same view, and how each stands. */
function Again({ again }: Pick<WorkOrderDetail, 'again'>): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (again.length === 0) return null;
  return (
    <>
      <h2>{text('workOrder.again')}</h2>
      <ul className="order-log ey-grid ey-gap-8">
        {again.map(({ oid, routeOID, routeName, dockName, by, at, flights }) => (
          <li key={oid}>
            <bdi>{routeName}</bdi>
            <span>
              <bdi>{figures.time(at)}</bdi> <bdi>{text('workOrder.againBy', { by, dock: dockName })}</bdi>
            </span>
            {flights.map((flight) => (
              <span key={flight.oid}>
                {text('workOrder.againFlight', {
                  state: flight.outcome
                    ? text(`flight.outcome.${flight.outcome}`)
                    : text(`flight.state.${flight.state}`),
                })}
              </span>
            ))}
            {flights.length === 0 ? (
              <span>{text(routeOID === null ? 'workOrder.againRouteGone' : 'workOrder.againWaiting')}</span>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}

function Picture({ detail: { outcome, picture, order } }: { detail: WorkOrderDetail }): ReactNode {
  const text = useText();
  const words = useClassWords();
  if (!outcome || !picture) return <p className="ey-hint">{text('workOrder.noPicture')}</p>;
  const name = classNameOf(order.class, words);
  const box = { id: outcome.oid, box: outcome.box, name, look: 'confirmed' as const };
  return (
    <div className="order-picture">
      <PictureCanvas
        url={picture.url}
        alt={text('detection.pictureOf', { index: 1, count: 1 })}
        size={outcome.picture}
        boxes={[box]}
      />
    </div>
  );
}

function Facts({ order }: Pick<WorkOrderDetail, 'order'>): ReactNode {
  const text = useText();
  const figures = useFigures();
  const moment = (at: number | null): ReactNode => (at === null ? '–' : <bdi>{figures.time(at)}</bdi>);
  return (
    <FactList
      className="list-facts"
      facts={[
        [text('workOrder.name'), <bdi key="name">{order.name}</bdi>],
        [
          text('workOrder.state'),
          <OrderStateSign
            key="state"
            state={order.state}
            verification={order.verification}
            merged={order.mergedInto !== null}
          />,
        ],
        [text('workOrder.severity'), text(`workOrder.severity.${order.severity}`)],
        [text('workOrder.due'), <OrderDue key="due" order={order} />],
        [text('workOrder.type'), <bdi key="type">{order.type?.name ?? '–'}</bdi>],
        [text('workOrder.class'), drawClass(order.class)],
        [text('workOrder.department'), <bdi key="department">{order.groupName}</bdi>],
        [text('workOrder.assignee'), <bdi key="assignee">{order.assigneeName ?? '–'}</bdi>],
        [text('workOrder.claimedBy'), <bdi key="claimedBy">{order.claimedBy ?? '–'}</bdi>],
        [text('workOrder.claimedAt'), moment(order.claimedAt)],
        [text('workOrder.completedAt'), moment(order.completedAt)],
        [text('workOrder.result'), <bdi key="result">{order.result || '–'}</bdi>],
        [
          text('workOrder.verification'),
          order.verification === null ? '–' : text(`workOrder.verification.${order.verification}`),
        ],
        [
          text('field.place'),
          <bdi key="place" dir="ltr">
            {order.lat === null || order.lng === null
              ? '–'
              : `${order.lat.toFixed(6)}, ${order.lng.toFixed(6)}`}
          </bdi>,
        ],
        [text('field.remark'), <bdi key="remark">{order.remark || '–'}</bdi>],
        [text('workOrder.createdBy'), <bdi key="createdBy">{order.createdBy}</bdi>],
        [text('workOrder.createdAt'), moment(order.createdAt)],
      ]}
    />
  );
}

/** An order with its picture and its log. */
export function OrderDetails({
  oid,
  renderActions,
}: {
  oid: string;
  renderActions?: (detail: WorkOrderDetail) => ReactNode;
}): ReactNode {
  const text = useText();
  const found = useQuery({
    queryKey: ['workOrder', 'detail', oid],
    queryFn: ({ signal }) => call(workOrderCalls.findByOID, { oid }, { signal, toast: false }),
    refetchInterval: renewEvery,
  });
  return (
    <Loaded state={loadStateOf(found)}>
      {() =>
        found.data ? (
          <div className="order-details">
            <Picture detail={found.data} />
            {renderActions?.(found.data)}
            <Facts order={found.data.order} />
            <Merged detail={found.data} />
            <Again again={found.data.again} />
            <FieldWorkList works={found.data.field} />
            <Escalations escalations={found.data.escalations} />
            <h2>{text('workOrder.log')}</h2>
            <Log log={found.data.log} />
          </div>
        ) : null
      }
    </Loaded>
  );
}
