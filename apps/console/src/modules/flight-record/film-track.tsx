import { flightRecordCalls, type FlightReplay } from '@eyrie/domain';
import { FactList, Loaded, loadStateOf } from '@eyrie/ui';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useMay } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import type { OpenFilm } from '../../platform/parts.ts';
import { useText } from '../../platform/text.tsx';
import { createFilmClock } from './film-clock.ts';
import { ReplayCharts, type ReplayLine } from './replay-charts.tsx';
import type { ReplayClock } from './replay-clock.ts';
import { ReplayMap } from './replay-map.tsx';
import { useReplay } from './replay.queries.ts';
import { columnsWithin, createRowOf } from './replay-series.ts';
import { frames, useMoment } from './use-clock.ts';
import './flight-record.css';

type Columns = FlightReplay['columns'];

const useFilmLines = (columns: Columns): ReplayLine[] => {
  const text = useText();
  const figures = useFigures();
  return useMemo(
    () => [
      { name: text('field.aboveTakeOff'), values: columns.elevation, format: figures.height },
      { name: text('flightRecord.speedH'), values: columns.speedH, format: figures.speed },
      { name: text('flightRecord.film.speedV'), values: columns.speedV, format: figures.speed },
      {
        name: text('field.battery'),
        values: columns.percent,
        format: (value) => figures.amount(value, '%', 0),
      },
    ],
    [text, figures, columns],
  );
};

/** Where the aircraft was at the moment of the picture, and where it looked. It is fed past React. */
function FilmPose({ clock, columns }: { clock: ReplayClock; columns: Columns }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const time = useRef<HTMLElement>(null);
  const spot = useRef<HTMLElement>(null);
  const nose = useRef<HTMLElement>(null);
  const rowOf = useMemo(() => createRowOf(columns), [columns]);
  useMoment(clock, (at) => {
    const row = rowOf(at);
    const of = (values: readonly (number | null)[]): number | null =>
      row === null ? null : (values[row] ?? null);
    const [lng, lat, head] = [of(columns.lng), of(columns.lat), of(columns.head)];
    const gone = text('flightRecord.gap');
    if (time.current) time.current.textContent = figures.clock(at);
    if (spot.current)
      spot.current.textContent = lng === null || lat === null ? gone : `${lat.toFixed(6)}, ${lng.toFixed(6)}`;
    if (nose.current)
      nose.current.textContent = head === null ? gone : `${figures.amount(head, undefined, 0)}°`;
  });
  return (
    <FactList
      className="list-facts"
      facts={[
        [text('flightRecord.moment'), <bdi key="time" ref={time} className="replay-time" />],
        [text('flightRecord.film.place'), <bdi key="spot" ref={spot} className="replay-time" />],
        [text('flightRecord.film.head'), <bdi key="nose" ref={nose} className="replay-time" />],
      ]}
    />
  );
}

interface Timed {
  video: HTMLVideoElement;
  from: number;
  duration: number;
}

function Joined({ replay, film }: { replay: FlightReplay; film: Timed }): ReactNode {
  const text = useText();
  const [outside, setOutside] = useState(false);
  const { video, from, duration } = film;
  const clock = useMemo(() => createFilmClock(video, { from, duration }, frames), [video, from, duration]);
  const columns = useMemo(
    () => columnsWithin(replay.columns, { from, to: from + duration }),
    [replay, from, duration],
  );
  const lines = useFilmLines(columns);
  const last = columns.at.at(-1);
  if (last === undefined || last < from)
    return <p className="ey-hint">{text('flightRecord.film.noRecord')}</p>;
  return (
    <>
      <ReplayMap
        clock={clock}
        columns={replay.columns}
        plan={replay.plan}
        onMoment={(at) => {
          const isWithin = at >= clock.from && at <= clock.to;
          setOutside(!isWithin);
          if (isWithin) clock.set(at);
        }}
      />
      <p className="ey-hint" role="status">
        {text(outside ? 'flightRecord.film.outside' : 'flightRecord.film.click')}
      </p>
      <FilmPose clock={clock} columns={columns} />
      <ReplayCharts clock={clock} columns={columns} lines={lines} />
    </>
  );
}

/** The track of the flight that a film is of, joined with it by time; why there is none where there is not. */
export default function FilmTrack({ flightOID, startedAt, duration, video }: OpenFilm): ReactNode {
  const text = useText();
  const may = useMay(flightRecordCalls.replay);
  if (!may) return null;
  const missing = startedAt === null ? 'noTime' : duration === null ? 'waiting' : null;
  return (
    <section aria-label={text('flightRecord.film.title')} className="replay-film-track ey-stack ey-gap-8">
      {missing !== null || startedAt === null || duration === null ? (
        <p className="ey-hint">{text(`flightRecord.film.${missing ?? 'noTime'}`)}</p>
      ) : (
        <OfFlight oid={flightOID} film={video && { video, from: startedAt, duration }} />
      )}
    </section>
  );
}

function OfFlight({ oid, film }: { oid: string; film: Timed | null }): ReactNode {
  const replay = useReplay(oid);
  return (
    <Loaded state={loadStateOf(replay)}>
      {() => (replay.data && film ? <Joined replay={replay.data} film={film} /> : null)}
    </Loaded>
  );
}
