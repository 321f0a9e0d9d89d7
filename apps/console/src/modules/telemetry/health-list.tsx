import type { HealthItem } from '@eyrie/domain';
import { StateSymbol, type DeviceState } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useLanguage } from '../../platform/language.ts';
import { useText } from '../../platform/text.tsx';
import './telemetry.css';

const states: readonly DeviceState[] = ['offline', 'attention', 'alarm'];

/** What the devices complain about, the worst first, each code in words. */
export function HealthList({ items }: { items: readonly HealthItem[] }): ReactNode {
  const text = useText();
  const language = useLanguage((state) => state.language);
  if (items.length === 0) return <p className="health-none">{text('monitor.noHealth')}</p>;
  return (
    <ul className="health-list">
      {items
        .toSorted((a, b) => b.level - a.level)
        .map((item) => (
          <li key={`${item.code} ${item.device} ${JSON.stringify(item.args)}`}>
            <StateSymbol
              state={states[Math.min(2, Math.max(0, item.level))] ?? 'alarm'}
              word={item.text[language]}
            />
            <span>
              {text(`monitor.device.${item.device}`)} · <bdi dir="ltr">{item.code}</bdi>
            </span>
          </li>
        ))}
    </ul>
  );
}
