import { deviationsOf, type FlightReplay } from '@eyrie/domain';
import type { MapHost } from '@eyrie/map';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { BundleButton } from './bundle-button.tsx';
import { PlanFlown } from './plan-flown.tsx';
import { ReplayCharts, type ReplayLine } from './replay-charts.tsx';
import { ReplayControls } from './replay-controls.tsx';
import { ReplayEventList } from './replay-event-list.tsx';
import { eventsOf } from './replay-events.ts';
import { ReplayMap } from './replay-map.tsx';
import { ReplayPicture } from './replay-picture.tsx';
import { gapSpans } from './replay-series.ts';
import { useReplayClock } from './use-clock.ts';
import './flight-record.css';

type Columns = FlightReplay['columns'];

/** Metres above the ground under each row, as far as the map knows the ground; null while it does not. */
const useOverGround = (host: MapHost | null, { lng, lat, height }: Columns): (number | null)[] => {
  const [ground, setGround] = useState<(number | null)[]>([]);
  useEffect(() => {
    if (!host) return undefined;
    let here = true;
    const places = lng.map((east, row) => {
      const north = lat[row] ?? null;
      return east === null || north === null ? null : { lng: east, lat: north };
    });
    void host
      .loadGround(places.filter((place) => place !== null))
      .then(() => here && setGround(places.map((place) => place && host.groundHeight(place))));
    return () => {
      here = false;
    };
  }, [host, lng, lat]);
  return useMemo(
    () =>
      height.map((up, row) => {
        const under = ground[row] ?? null;
        return up === null || under === null ? null : up - under;
      }),
    [height, ground],
  );
};

const useReplayLines = (replay: FlightReplay, host: MapHost | null): ReplayLine[] => {
  const text = useText();
  const figures = useFigures();
  const { columns } = replay;
  const overGround = useOverGround(host, columns);
  const cross = useMemo(() => deviationsOf(replay).map((one) => one && one.cross), [replay]);
  return useMemo(() => {
    const metres = (value: number | null): string => figures.height(value);
    return [
      { name: text('flightRecord.overGround'), values: overGround, format: metres },
      { name: text('field.aboveTakeOff'), values: columns.elevation, format: metres },
      { name: text('flightRecord.speedH'), values: columns.speedH, format: figures.speed },
      {
        name: text('field.battery'),
        values: columns.percent,
        format: (value) => figures.amount(value, '%', 0),
      },
      {
        name: text('flightRecord.link'),
        values: columns.link,
        format: (value) => figures.amount(value, undefined, 0),
      },
      { name: text('field.wind'), values: columns.wind, format: figures.speed },
      ...(replay.plan.state === 'flown'
        ? [{ name: text('flightRecord.cross'), values: cross, format: metres }]
        : []),
    ];
  }, [text, figures, columns, overGround, cross, replay]);
};

/** How much was recorded, how much of it is shown, and what is missing. */
function Extent({
  replay: { total, resolution, columns, state, more },
}: {
  replay: FlightReplay;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const gaps = gapSpans(columns);
  const missing = gaps.reduce((sum, { from, to }) => sum + to - from, 0) / 1_000;
  const shown =
    resolution === 0
      ? text('flightRecord.whole', { total })
      : text('flightRecord.thinned', { total, seconds: resolution / 1_000 });
  const said = [
    ...(state === 'over' ? [] : [text('flightRecord.running')]),
    total === 0 ? text('flightRecord.none') : shown,
    ...(total === 0
      ? []
      : [
          gaps.length === 0
            ? text('flightRecord.noGaps')
            : text('flightRecord.gaps', { count: gaps.length, time: figures.duration(missing) }),
        ]),
    ...(more ? [text('flightRecord.more')] : []),
  ];
  return <p className="ey-hint">{said.join(' · ')}</p>;
}

/** A flight as it was recorded: map, figures, picture and events under one moment. */
export function Replay({ replay }: { replay: FlightReplay }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { columns, plan, from, to, taskName, dockName, droneName } = replay;
  const clock = useReplayClock(from, to);
  const events = useMemo(() => eventsOf(replay), [replay]);
  const [host, setHost] = useState<MapHost | null>(null);
  const lines = useReplayLines(replay, host);
  const name = taskName ?? dockName;
  return (
    <>
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>{' '}
        <bdi>{[dockName, droneName, figures.time(from)].filter(Boolean).join(' · ')}</bdi>
      </p>
      <Extent replay={replay} />
      <div className="ey-row ey-flow ey-gap-8">
        <BundleButton oid={replay.oid} name={name} />
      </div>
      <ReplayControls {...{ clock, events }} />
      <div className="replay-grid ey-grid ey-gap-16">
        <section aria-label={text('flightRecord.map')}>
          <ReplayMap {...{ clock, columns, plan }} onHost={setHost} />
        </section>
        <section>
          <h2>{text('flightRecord.charts')}</h2>
          <ReplayCharts {...{ clock, columns, lines }} />
        </section>
        <section>
          <h2>{text('flightRecord.events')}</h2>
          <ReplayEventList {...{ clock, events }} />
        </section>
        <section>
          <h2>{text('flightRecord.picture')}</h2>
          <ReplayPicture clock={clock} oid={replay.oid} />
          <h2>{text('flightRecord.planned')}</h2>
          <PlanFlown replay={replay} />
        </section>
      </div>
    </>
  );
}
