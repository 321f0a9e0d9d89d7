import type { DockStatus, DroneTelemetry, LinkLevel } from '@eyrie/domain';
import { Figure } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { isOld } from './link-ladder.ts';
import './telemetry.css';

/** A stream's newest data, and how old it is. */
export interface Aged<Data> {
  data: Data | null;
  ageMs: number | null;
  level: LinkLevel;
}

/** Greyed and with its age as soon as a value may no longer hold. A value that is not there has no age. */
export const useAgedFigure = ({ ageMs, level, data }: Aged<unknown>) => {
  const figures = useFigures();
  const shown = data !== null && ageMs !== null && level !== 'live';
  return { stale: isOld(level), age: shown ? figures.age(ageMs) : null };
};

/** The instruments beneath the picture: what the aircraft measures, and the wind at the dock. */
export function Instruments({
  drone,
  dock,
}: {
  drone: Aged<DroneTelemetry>;
  dock: Aged<DockStatus>;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const on = drone.data?.online ? drone.data : null;
  const air = useAgedFigure({ ...drone, data: on });
  const ground = useAgedFigure(dock);
  const inDock = on === null ? (dock.data?.charge.percent ?? null) : null;
  const speed = text('unit.metrePerSecond');
  const metre = text('unit.metre');
  return (
    <section className="instruments" aria-label={text('monitor.instruments')}>
      <Figure
        {...(on ? air : ground)}
        label={text('dock.battery')}
        value={on ? on.percent : inDock}
        unit="%"
        note={
          on?.remainFlightTime
            ? text('monitor.remaining', { time: figures.duration(on.remainFlightTime) })
            : ''
        }
      />
      <Figure
        {...air}
        label={text('monitor.heightTakeOff')}
        value={on ? figures.amount(on.elevation) : null}
        unit={metre}
      />
      <Figure
        {...air}
        label={text('monitor.heightEllipsoid')}
        value={on ? figures.amount(on.height) : null}
        unit={metre}
      />
      <Figure
        {...air}
        label={text('monitor.speedH')}
        value={on ? figures.amount(on.speedH) : null}
        unit={speed}
      />
      <Figure
        {...air}
        label={text('monitor.speedV')}
        value={on ? figures.amount(on.speedV) : null}
        unit={speed}
      />
      <Figure
        {...air}
        label={text('monitor.homeDistance')}
        value={on ? figures.amount(on.homeDistance, undefined, 0) : null}
        unit={metre}
      />
      <Figure
        {...air}
        label={text('monitor.windDrone')}
        value={on ? figures.amount(on.wind) : null}
        unit={speed}
      />
      <Figure
        {...ground}
        label={text('monitor.windDock')}
        value={figures.amount(dock.data?.wind ?? null)}
        unit={dock.data?.wind === null || !dock.data ? '' : speed}
      />
    </section>
  );
}
