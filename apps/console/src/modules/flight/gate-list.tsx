import type { GateItem, GateWaived } from '@eyrie/domain';
import { StateSymbol, type DeviceState } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useMessages } from '../../platform/language.ts';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { gateRank, gateReasonsOf, gateValue, gateVerdict } from './gate-value.ts';
import './flight.css';

/** As `gateRank` counts: failed, not checked, either of them as a mere warning, passed. */
const states: readonly DeviceState[] = ['alarm', 'offline', 'attention', 'attention', 'live'];

const useGateText = (): ((item: GateItem['item'], value: GateItem['value']) => string | null) => {
  const text = useText();
  const figures = useFigures();
  const messages = useMessages();
  return (item, value) => {
    const read = gateValue(item, value, (id) => id in messages);
    if (read === null) return null;
    if ('id' in read) return text(read.id);
    if ('ids' in read) return read.ids.map((id) => text(id)).join(text('monitor.listComma'));
    if ('words' in read) return read.words;
    if ('instant' in read) return figures.time(read.instant);
    // The return altitude stands beside the field in which it is typed, in metres.
    if (read.unitId === 'unit.metrePerSecond') return figures.speed(read.amount);
    return figures.amount(read.amount, text(read.unitId));
  };
};

function Waived({ waived }: { waived: GateWaived }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { by, confirmedBy, reason } = waived;
  const until = figures.time(waived.until);
  return (
    <span className="gate-reason">
      {confirmedBy === null
        ? text('gate.waivedBy', { by, until, reason })
        : text('gate.waivedByTwo', { by, second: confirmedBy, until, reason })}
    </span>
  );
}

/**
 * The pre-flight check, what is in the way first: what was found, why not, and how old it is. In a record the values are
 * those of then.
 */
export function GateList({
  items,
  stored = false,
}: {
  items: readonly GateItem[];
  stored?: boolean;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const gateText = useGateText();
  const valueId = stored ? 'flight.gateValueThen' : 'flight.gateValue';
  const sorted = items.toSorted((a, b) => gateRank(a) - gateRank(b));
  return (
    <ul className="gate-list">
      {sorted.map((entry) => {
        const { item, verdict, value, limit, reason, blocks, ageMs, waived } = entry;
        const current = gateText(item, value);
        const wanted = gateText(item, limit);
        return (
          <li key={item}>
            <StateSymbol
              state={states[gateRank(entry)] ?? 'offline'}
              word={text(`gate.verdict.${gateVerdict(entry)}`)}
            />
            <span>
              {text(`gate.${item}`)}
              {reason === null ? null : <span className="gate-reason">{text(`gate.reason.${reason}`)}</span>}
              {waived ? <Waived waived={waived} /> : null}
              {item === 'licence' && verdict === 'failed' && !stored ? (
                <span className="gate-reason">{text('gate.remedy.licence')}</span>
              ) : null}
              {stored
                ? null
                : gateReasonsOf(entry).map((one) => (
                    <span key={one} className="gate-reason">
                      {text(`device.remedy.${one}`)}
                    </span>
                  ))}
            </span>
            <span className="gate-figures ey-flow ey-muted">
              {current === null ? null : <bdi>{text(valueId, { value: current })}</bdi>}
              {wanted === null ? null : <bdi>{text('flight.gateLimit', { limit: wanted })}</bdi>}
              {verdict !== 'passed' && !blocks && !waived && reason !== 'onlyAtStart' ? (
                <span>{text('gate.onlyWarns')}</span>
              ) : null}
              {ageMs === null || stored || item === 'dataAge' ? null : <bdi>{figures.age(ageMs)}</bdi>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
