import type { DeviceRecord } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import './device.css';

/** What programmes say is due, or soon will be. */
export function UpkeepList({
  items,
  dueBy = null,
}: {
  items: DeviceRecord['upkeep'];
  /** What made it due, which may hold no more. */
  dueBy?: DeviceRecord['dueBy'];
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const fired =
    dueBy && !items.some(({ programme, rule }) => programme === dueBy.programme && rule === dueBy.rule)
      ? dueBy
      : null;
  if (items.length === 0 && !fired) return text('device.upkeep.none');
  return (
    <ul className="device-upkeep ey-list">
      {fired ? (
        <li>
          <StateSymbol
            state="alarm"
            word={text('device.upkeep.wasDue', {
              programme: fired.programme,
              rule: text(`maintenanceProgramme.${fired.rule}`),
              reached: fired.reached,
            })}
          />
        </li>
      ) : null}
      {items.map(({ programme, rule, used, limit, level }) => (
        <li key={`${programme} ${rule}`}>
          <StateSymbol
            state={level === 'due' ? 'alarm' : 'attention'}
            word={text(`device.upkeep.${level}`, {
              programme,
              rule: text(`maintenanceProgramme.${rule}`),
              used: figures.amount(used, undefined, 0),
              limit: figures.amount(limit, undefined, 0),
            })}
          />
        </li>
      ))}
    </ul>
  );
}
