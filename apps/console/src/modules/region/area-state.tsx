import type { AreaDock, AreaState } from '@eyrie/domain';
import { StateSymbol, type DeviceState } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';

const looks: Readonly<Record<AreaState, DeviceState>> = {
  unmanaged: 'offline',
  pending: 'attention',
  synchronising: 'working',
  done: 'live',
  failed: 'alarm',
  nothingLeft: 'attention',
};

const reasons = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] as const;

/** Why a dock did not take its areas, in words; null: it did not fail. */
export const useAreaReason = (): ((area: Pick<AreaDock, 'state' | 'reason'>) => string | null) => {
  const text = useText();
  return ({ state, reason }) => {
    if (state !== 'failed') return null;
    const known = reasons.find((one) => one === reason);
    return text(known === undefined ? 'region.areaReason.other' : `region.areaReason.${known}`);
  };
};

/** How the areas of a dock stand. */
export function AreaStateMark({ area }: { area: AreaDock }): ReactNode {
  const text = useText();
  const reasonOf = useAreaReason();
  const reason = reasonOf(area);
  return (
    <span>
      <StateSymbol state={looks[area.state]} word={text(`region.areaState.${area.state}`)} />
      {reason === null ? null : <span className="list-hint"> {reason}</span>}
      {area.erases ? <span className="list-hint"> {text('region.areaErases')}</span> : null}
      {area.areas === null || area.state === 'unmanaged' ? null : (
        <span className="list-hint"> {text('region.areaCount', { count: area.areas })}</span>
      )}
    </span>
  );
}
