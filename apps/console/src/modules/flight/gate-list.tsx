import type { GateItem } from '@eyrie/domain';
import { StateSymbol, type DeviceState } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import './flight.css';

const states: Readonly<Record<GateItem['verdict'], DeviceState>> = {
  ok: 'live',
  warn: 'attention',
  bad: 'alarm',
  unknown: 'offline',
};
const order: readonly GateItem['verdict'][] = ['bad', 'unknown', 'warn', 'ok'];

/** The pre-flight check, what is in the way first. */
export function GateList({ items }: { items: readonly GateItem[] }): ReactNode {
  const text = useText();
  const sorted = items.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  return (
    <ul className="gate-list">
      {sorted.map(({ item, verdict, value, limit }) => (
        <li key={item}>
          <StateSymbol state={states[verdict]} word={text(`gate.verdict.${verdict}`)} />
          <span>{text(`gate.${item}`)}</span>
          <span className="gate-figures">
            {value === null ? null : <bdi>{text('flight.gateValue', { value })}</bdi>}
            {limit === null ? null : <bdi>{text('flight.gateLimit', { limit })}</bdi>}
          </span>
        </li>
      ))}
    </ul>
  );
}
