import type { HealthItem } from '@eyrie/domain';
import { StateSymbol, type DeviceState } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useExplain } from '../../platform/explain.ts';
import { useLanguage } from '../../platform/language.ts';
import { useText } from '../../platform/text.tsx';
import './telemetry.css';

const states: readonly DeviceState[] = ['offline', 'attention', 'alarm'];

/** Cause and next step, unfolded by whoever wants them. */
function More({ item }: { item: HealthItem }): ReactNode {
  const text = useText();
  const explain = useExplain();
  if (!explain) return null;
  const { code, inTheSky, args, module } = item;
  const { cause, nextStep } = explain({ family: 'health', code, inTheSky, args, module });
  return (
    <details className="health-more">
      <summary>{text('deviceHealth.more')}</summary>
      <p>{cause}</p>
      <p>
        <strong>{nextStep}</strong>
      </p>
    </details>
  );
}

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
            <More item={item} />
          </li>
        ))}
    </ul>
  );
}
