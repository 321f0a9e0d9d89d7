import { storeTargets, type BatteryRecord } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';

/** How the dock of a battery stores it, with the charge that it holds, and the way to where that is set. */
export function StoreModeOf({ battery }: { battery: BatteryRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { storeMode, dockName, dockOID } = battery;
  if (storeMode === null || dockOID === null) return figures.amount(null);
  const [from, to] = storeTargets[storeMode];
  return (
    <>
      <span>{text(`battery.storeMode.${storeMode}`, { dock: dockName ?? '–', from, to })}</span>{' '}
      <Link to={`/DaJiAirport?open=${encodeURIComponent(dockOID)}`}>{text('battery.storeSet')}</Link>
    </>
  );
}
