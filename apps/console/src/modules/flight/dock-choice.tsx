import type { UnfitReason } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import type { JudgedDock, Unfit } from './fitness.ts';
import './flight.css';

const useUnfitText = (): ((unfit: Unfit) => string) => {
  const text = useText();
  const figures = useFigures();
  return (unfit) => {
    if (unfit.why === 'airworthy') {
      const named = (reasons: readonly UnfitReason[]): string =>
        reasons.map((reason) => text(`device.unfit.${reason}`)).join(text('monitor.listComma'));
      return [
        unfit.dock.length > 0 ? text('flight.unfit.airworthy', { reasons: named(unfit.dock) }) : '',
        unfit.drone.length > 0 ? text('flight.unfit.droneAirworthy', { reasons: named(unfit.drone) }) : '',
      ]
        .filter(Boolean)
        .join(' · ');
    }
    if (unfit.why === 'busy') {
      const state = text(`dock.workState.${unfit.workState}`);
      return unfit.freeAt === null
        ? text('flight.unfit.busy', { state })
        : text('flight.unfit.busyUntil', { state, time: figures.shortClock(unfit.freeAt) });
    }
    if (unfit.why === 'model') return text('flight.unfit.model', { route: unfit.route, drone: unfit.drone });
    return text(`flight.unfit.${unfit.why}`);
  };
};

function DockOption({
  judged,
  chosen,
  onChoose,
}: {
  judged: JudgedDock;
  chosen: boolean;
  onChoose: () => void;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const unfitText = useUnfitText();
  const { dock, unfit, warned, toStart } = judged;
  const able = unfit.length === 0;
  const more = able
    ? [
        warned ? unfitText(warned) : '',
        dock.droneName ?? dock.droneSn ?? '',
        dock.groupName,
        toStart === null ? '' : text('flight.distanceToStart', { distance: figures.length(toStart) }),
      ]
    : unfit.map(unfitText);
  return (
    <label className="flight-dock ey-grid ey-panel">
      <input type="radio" name="dock" checked={chosen} disabled={!able} onChange={onChoose} />
      <span>
        <bdi>{dock.name}</bdi>
      </span>
      <StateSymbol
        state={able ? (warned ? 'attention' : 'live') : 'offline'}
        word={text(able ? (warned ? 'flight.warned' : 'flight.able') : 'flight.unable')}
      />
      <span className="flight-dock-more ey-flow ey-muted">
        {more.filter(Boolean).map((part) => (
          <bdi key={part}>{part}</bdi>
        ))}
      </span>
    </label>
  );
}

export interface DockChoiceProps {
  docks: readonly JudgedDock[];
  chosen: string | null;
  onChoose: (oid: string) => void;
}

/** Docks to fly from: able ones first; the others stay in sight with the reason. */
export function DockChoice({ docks, chosen, onChoose }: DockChoiceProps): ReactNode {
  const text = useText();
  const able = docks.filter((each) => each.unfit.length === 0).length;
  const isAble = ({ unfit, warned }: JudgedDock): boolean => unfit.length === 0 && warned === null;
  const isWarned = ({ unfit, warned }: JudgedDock): boolean => unfit.length === 0 && warned !== null;
  const groups = [
    { label: 'flight.groupAble', some: docks.filter(isAble) },
    { label: 'flight.groupWarned', some: docks.filter(isWarned) },
    { label: 'flight.groupUnable', some: docks.filter(({ unfit }) => unfit.length > 0) },
  ] as const;
  return (
    <>
      <span className="form-hint ey-hint">
        {text('flight.ableCount', { able, unable: docks.length - able })}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list of docks that are all unable scrolls by keys too */}
      <div className="flight-docks ey-stack ey-gap-8" tabIndex={0}>
        {groups.map(({ label, some }) =>
          some.length === 0 ? null : (
            <div key={label} role="group" aria-label={text(label)}>
              <span className="form-hint ey-hint">{text(label)}</span>
              {some.map((judged) => (
                <DockOption
                  key={judged.dock.oid}
                  judged={judged}
                  chosen={judged.dock.oid === chosen}
                  onChoose={() => onChoose(judged.dock.oid)}
                />
              ))}
            </div>
          ),
        )}
      </div>
    </>
  );
}
