import type { DockStatus, DroneTelemetry } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { Figure } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { isOld, type Aged } from '../../platform/aged.ts';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import './telemetry.css';

/** Greyed and with its age as soon as a value may no longer hold. A value that is not there has no age. */
export const useAgedFigure = ({ ageMs, level, data }: Aged<unknown>) => {
  const figures = useFigures();
  const shown = data !== null && ageMs !== null && level !== 'live';
  return { stale: isOld(level), age: shown ? figures.age(ageMs) : null };
};

type Cell = { label: PhraseId; value: string | number | null; unit: string; note?: string };

/** What the aircraft measures in the air; dashes while it is off. */
const useAirCells = (on: DroneTelemetry | null): Cell[] => {
  const { height, speed } = useFigures().reading;
  return [
    { label: 'monitor.heightTakeOff', ...height(on?.elevation) },
    { label: 'monitor.heightEllipsoid', ...height(on?.height) },
    { label: 'monitor.speedH', ...speed(on?.speedH) },
    { label: 'monitor.speedV', ...speed(on?.speedV) },
    { label: 'monitor.homeDistance', ...height(on?.homeDistance, 0) },
    { label: 'monitor.windDrone', ...speed(on?.wind) },
  ];
};

const nothing: Aged<never> = { data: null, ageMs: null, level: 'lastKnown' };

export interface InstrumentsProps {
  drone: Aged<DroneTelemetry>;
  /** Null: the aircraft is in the hand of a pilot, and nothing on the ground measures. */
  dock: Aged<DockStatus> | null;
}

/** The instruments beneath the picture: what the aircraft measures, and the wind at the dock. */
export function Instruments({ drone, dock }: InstrumentsProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const on = drone.data?.online ? drone.data : null;
  const air = useAgedFigure({ ...drone, data: on });
  const ground = useAgedFigure(dock ?? nothing);
  const cells = useAirCells(on);
  const left = on?.remainFlightTime;
  const percent = (on ? on.percent : dock?.data?.charge.percent) ?? null;
  return (
    <section className="instruments" aria-label={text('monitor.instruments')}>
      <Figure
        {...(on ? air : ground)}
        label={text('dock.battery')}
        value={percent === null ? null : figures.amount(percent)}
        unit="%"
        note={left ? text('monitor.remaining', { time: figures.duration(left) }) : ''}
      />
      {cells.map(({ label, ...cell }) => (
        <Figure key={label} {...air} {...cell} label={text(label)} />
      ))}
      {dock ? (
        <Figure {...ground} label={text('monitor.windDock')} {...figures.reading.speed(dock.data?.wind)} />
      ) : null}
    </section>
  );
}
