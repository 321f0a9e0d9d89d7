import type { GateItem } from '@eyrie/domain';
import { StateSymbol, type DeviceState } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { gateValue } from './gate-value.ts';
import './flight.css';

const states: Readonly<Record<GateItem['verdict'], DeviceState>> = {
  ok: 'live',
  warn: 'attention',
  bad: 'alarm',
  unknown: 'offline',
};
const order: readonly GateItem['verdict'][] = ['bad', 'unknown', 'warn', 'ok'];

const useGateText = (): ((item: GateItem['item'], value: GateItem['value']) => string | null) => {
  const text = useText();
  const figures = useFigures();
  const { messages } = useIntl();
  return (item, value) => {
    const read = gateValue(item, value, (id) => id in messages);
    if (read === null) return null;
    if ('id' in read) return text(read.id);
    if ('words' in read) return read.words;
    // The return altitude stands beside the field in which it is typed, in metres.
    if (read.unitId === 'unit.metrePerSecond') return figures.speed(read.amount);
    return figures.amount(read.amount, text(read.unitId));
  };
};

/** The pre-flight check, what is in the way first. */
export function GateList({ items }: { items: readonly GateItem[] }): ReactNode {
  const text = useText();
  const gateText = useGateText();
  const sorted = items.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  return (
    <ul className="gate-list">
      {sorted.map(({ item, verdict, value, limit }) => {
        const current = gateText(item, value);
        const wanted = gateText(item, limit);
        return (
          <li key={item}>
            <StateSymbol state={states[verdict]} word={text(`gate.verdict.${verdict}`)} />
            <span>{text(`gate.${item}`)}</span>
            <span className="gate-figures">
              {current === null ? null : <bdi>{text('flight.gateValue', { value: current })}</bdi>}
              {wanted === null ? null : <bdi>{text('flight.gateLimit', { limit: wanted })}</bdi>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
