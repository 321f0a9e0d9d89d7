import type { Resource } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useExplain } from '../../platform/explain.ts';
import { useFigures } from '../../platform/figures.ts';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import type { DeskNow } from './desk.queries.ts';

type Alarms = NonNullable<DeskNow['alarms']>;
type Orders = NonNullable<DeskNow['orders']>;

/** The name, as the way to its page where the reader may open that. */
export function Way({ page, oid, children }: { page: Resource; oid: string; children: string }): ReactNode {
  return useAllowed(page) ? (
    <a href={`#${page}?oid=${encodeURIComponent(oid)}`}>
      <bdi>{children}</bdi>
    </a>
  ) : (
    <bdi>{children}</bdi>
  );
}

export function OpenAlarms({ alarms: { warnings, cautions, list } }: { alarms: Alarms }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const explain = useExplain();
  return (
    <>
      <h4>{text('desk.alarms')}</h4>
      {warnings + cautions === 0 ? (
        <p className="desk-hint">{text('desk.noAlarms')}</p>
      ) : (
        <p className="desk-counts ey-flow">
          {warnings > 0 ? (
            <StateSymbol state="alarm" word={text('desk.warnings', { count: warnings })} />
          ) : null}
          {cautions > 0 ? (
            <StateSymbol state="attention" word={text('desk.cautions', { count: cautions })} />
          ) : null}
        </p>
      )}
      <ul className="desk-list">
        {list.map(({ oid, dockOID, dockName, code, inTheSky, args, module, firstAt }) => (
          <li key={oid}>
            <Way page="/PortMonitorSee" oid={dockOID}>
              {dockName}
            </Way>
            {': '}
            <bdi>
              {explain ? explain({ family: 'health', code, inTheSky, args, module }).meaning : code}
            </bdi>{' '}
            <span className="desk-hint">{text('desk.since', { time: figures.time(firstAt) })}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

export function OpenOrders({ orders: { counts, list } }: { orders: Orders }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const some = counts.filter(({ count }) => count > 0);
  return (
    <>
      <h4>{text('desk.orders')}</h4>
      {some.length === 0 ? (
        <p className="desk-hint">{text('desk.noOrders')}</p>
      ) : (
        <p>
          {some
            .map(({ state, count }) => text('desk.count', { state: text(`workOrder.state.${state}`), count }))
            .join(' · ')}
        </p>
      )}
      <ul className="desk-list">
        {list.map(({ oid, name, state, createdAt }) => (
          <li key={oid}>
            <Way page="/WarnWorkDetails" oid={oid}>
              {name}
            </Way>{' '}
            <span className="desk-hint">
              {text(`workOrder.state.${state}`)} · {figures.time(createdAt)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
