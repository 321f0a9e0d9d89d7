import type { DockStatus, HealthItem } from '@eyrie/domain';
import { StateSymbol, type DeviceState } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { isOld, type Aged } from '../../platform/aged.ts';
import { useNow } from '../../platform/clock.ts';
import { useExplain } from '../../platform/explain.ts';
import { useFigures } from '../../platform/figures.ts';
import { useLanguage } from '../../platform/language.ts';
import { serverMoment } from '../../platform/server-time.ts';
import { useText } from '../../platform/text.tsx';
import { healthWord } from './health-word.ts';
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

function Items({ items }: { items: readonly HealthItem[] }): ReactNode {
  const text = useText();
  const language = useLanguage((state) => state.language);
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

/** What the devices complain about, the worst first, each code in words. Silence is not health: it says so. */
export function HealthList({ dock }: { dock: Aged<DockStatus> }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const at = useNow();
  const { data, ageMs, level } = dock;
  const word = healthWord(data, ageMs);
  if (word !== null && (ageMs === null || !isOld(level))) return <p className="ey-hint">{text(word)}</p>;
  const items = data && data.hms.length > 0 ? <Items items={data.hms} /> : null;
  if (ageMs === null || !isOld(level)) return items;
  return (
    <>
      <p className="ey-hint">
        {text('state.unknownSince', { time: figures.clock(serverMoment(at - ageMs)) })}
      </p>
      {items}
    </>
  );
}
