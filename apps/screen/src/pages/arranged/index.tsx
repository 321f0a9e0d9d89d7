import {
  screenLayoutCalls,
  factoryLayout,
  type ArrangedPage,
  type CockpitPanel,
  type LiveMessage,
  type PlacedPanel,
  type ScreenLayout,
} from '@eyrie/domain';
import { useText } from '@eyrie/web/text';
import { useSyncExternalStore, type ReactNode } from 'react';
import { Alarms, useAlarmFocus } from '../../modules/device-health/index.ts';
import { Flights } from '../../modules/flight/index.ts';
import {
  FindingClasses,
  FlightDays,
  FlightDistance,
  FlightTime,
  Numbers,
  RightNow,
  Tasks,
} from '../../modules/statistics/index.ts';
import { DockStates, LiveMap } from '../../modules/trajectory/index.ts';
import { Pictures } from '../../modules/video/index.ts';
import { Weather } from '../../modules/weather/index.ts';
import { Orders } from '../../modules/work-order/index.ts';
import { useAsked } from '../../platform/asked.ts';
import { useScreenLook } from '../../platform/look.ts';

const panels: Readonly<Record<Exclude<CockpitPanel, 'map'>, () => ReactNode>> = {
  now: RightNow,
  numbers: Numbers,
  days: FlightDays,
  docks: DockStates,
  flights: Flights,
  alarms: Alarms,
  orders: Orders,
  weather: Weather,
  flightTime: FlightTime,
  flightDistance: FlightDistance,
  tasks: Tasks,
  findings: FindingClasses,
  pictures: Pictures,
};

/** Two screens side by side. */
const sideBySide = window.matchMedia('(min-aspect-ratio: 5/2)');
const follow = (changed: () => void): (() => void) => {
  sideBySide.addEventListener('change', changed);
  return () => sideBySide.removeEventListener('change', changed);
};
const useShape = (): 'wide' | 'double' =>
  useSyncExternalStore(follow, () => (sideBySide.matches ? 'double' : 'wide'));

const arrangedAnew = ({ name, data, time }: LiveMessage): string | null =>
  name === 'organisationChange' && 'part' in data && data.part === 'screens' ? `${time}` : null;

type MapSettings = Pick<ScreenLayout, 'tourEvery' | 'mapMode'>;

function Panel({ place, map }: { place: PlacedPanel; map: MapSettings }): ReactNode {
  const focus = useAlarmFocus();
  const { panel, column, row, width, height } = place;
  const Shown = panel === 'map' ? null : panels[panel];
  return (
    <div
      className={`panel panel-${panel}`}
      style={{ gridColumn: `${column + 1} / span ${width}`, gridRow: `${row + 1} / span ${height}` }}
    >
      {Shown ? <Shown /> : <LiveMap {...map} focus={focus} />}
    </div>
  );
}

/** A cockpit of panels, as it was arranged for this screen; a change arrives while it is shown. */
export function ArrangedCockpit({ page }: { page: ArrangedPage }): ReactNode {
  const text = useText();
  const shape = useShape();
  const { answer, failed } = useAsked(screenLayoutCalls.get, () => ({ page }), arrangedAnew);
  // A screen that cannot learn its layout shows that of the product rather than nothing.
  const layout = answer ?? (failed ? factoryLayout[page] : null);
  useScreenLook(layout?.theme ?? 'organisation');
  if (!layout) return <p className="entrance-note">{text('cockpit.asking')}</p>;
  return (
    <div className="cockpit" data-shape={shape}>
      {layout[shape].map((place) => (
        <Panel
          key={place.panel}
          place={place}
          map={{ tourEvery: layout.tourEvery, mapMode: layout.mapMode }}
        />
      ))}
    </div>
  );
}
