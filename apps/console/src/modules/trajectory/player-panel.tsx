import type { TrackPoint } from '@eyrie/domain';
import { bounds } from '@eyrie/geometry';
import { useLines, useThings, type Line, type MapHost, type Thing } from '@eyrie/map';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { Button, Select, Slider } from 'antd';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { showFailure } from '../../platform/http.ts';
import { PeriodField } from '../../platform/period-field.tsx';
import { serverTime } from '../../platform/server-time.ts';
import { useText } from '../../platform/text.tsx';
import { cursorAt, trackLines } from './track-cursor.ts';
import { exportFormats, saveTrack, usePlaces, useTrack, type TrackRequest } from './trajectory.queries.ts';
import { usePlay } from './use-play.ts';
import './trajectory.css';

const speeds = [1, 5, 10, 30, 100];
const hour = 3_600_000;
const kinds = ['drone', 'remoteController', 'robot'] as const;

/** The track on the map, with the device where it was at the moment. */
const useTrackOnMap = (host: MapHost | null, points: readonly TrackPoint[], at: number): void => {
  const lines = useMemo<Line[]>(
    () =>
      trackLines(points).map((path, index) => ({
        id: `track ${index}`,
        path,
        tone: 'attention',
        arrows: true,
      })),
    [points],
  );
  const { point } = cursorAt(points, at);
  const things = useMemo<Thing[]>(
    () =>
      point
        ? [
            {
              id: 'cursor',
              lng: point.lng,
              lat: point.lat,
              height: point.height,
              heading: point.head,
              look: 'working',
              stalk: point.height !== null,
            },
          ]
        : [],
    [point],
  );
  useLines(host, 'played-track', lines);
  useThings(host, 'played-cursor', things);
  useEffect(() => {
    host?.fit(bounds(points), { padding: { top: 64, bottom: 64, left: 360, right: 360 }, maxZoom: 17 });
  }, [host, points]);
};

/** Clockwise from north, 0 to 360; devices count from -180. */
const compass = (head: number | null): number | null => (head === null ? null : (head + 360) % 360);

function Values({ points, at }: { points: readonly TrackPoint[]; at: number }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { point, gap } = cursorAt(points, at);
  const rows = [
    ['field.aboveTakeOff', figures.height(point?.elevation ?? null)],
    ['trajectory.height', figures.height(point?.height ?? null)],
    ['trajectory.speedH', figures.speed(point?.speedH ?? null)],
    ['field.heading', figures.amount(compass(point?.head ?? null), text('unit.degree'), 0)],
    ['field.battery', figures.amount(point?.percent ?? null, '%', 0)],
  ] as const;
  return (
    <>
      <p className="trajectory-moment">
        <bdi dir="ltr">{figures.time(at)}</bdi> {gap ? <strong>{text('trajectory.gap')}</strong> : null}
      </p>
      <dl className="trajectory-values">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{text(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface PlayedProps {
  host: MapHost | null;
  request: TrackRequest;
  name: string;
  points: readonly TrackPoint[];
  total: number;
}

function Played({ host, request, name, points, total }: PlayedProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [from, to] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const play = usePlay(from, to);
  useTrackOnMap(host, points, play.at);
  return (
    <>
      <p className="trajectory-note">{text('trajectory.points', { total, shown: points.length })}</p>
      <div className="ey-flow ey-gap-8">
        <Button onClick={play.toggle}>{text(play.playing ? 'trajectory.pause' : 'trajectory.play')}</Button>
        <Select
          aria-label={text('trajectory.speed')}
          value={play.speed}
          onChange={play.setSpeed}
          options={speeds.map((value) => ({ value, label: `${value}×` }))}
        />
      </div>
      <Slider
        ariaLabelForHandle={text('trajectory.scrub')}
        min={from}
        max={to}
        value={play.at}
        onChange={play.set}
        tooltip={{ formatter: (value) => figures.clock(value ?? from) }}
      />
      <Values points={points} at={play.at} />
      <div className="ey-flow ey-gap-8">
        {exportFormats.map((format) => (
          <Button key={format} onClick={() => void saveTrack(request, format, name).catch(showFailure)}>
            {text('trajectory.export', { format: format.toUpperCase() })}
          </Button>
        ))}
      </div>
    </>
  );
}

/** The way of any device in any span, to be played, read at any moment, and saved. */
export function PlayerPanel({ host }: { host: MapHost | null }): ReactNode {
  const text = useText();
  const places = usePlaces(kinds);
  const [device, setDevice] = useState<string | null>(null);
  const [period, setPeriod] = useState(() => {
    const to = Math.round(serverTime() ?? Date.now());
    return { from: String(to - hour), to: String(to) };
  });
  const [request, setRequest] = useState<TrackRequest | null>(null);
  const track = useTrack(request);
  const complete = device !== null && period.from !== '' && period.to !== '';
  return (
    <>
      <div className="trajectory-form ey-flow ey-gap-8">
        <Select
          showSearch
          optionFilterProp="label"
          aria-label={text('field.device')}
          placeholder={text('field.device')}
          loading={places.isPending}
          value={device}
          onChange={setDevice}
          options={places.data?.map(({ oid, name }) => ({ value: oid, label: name })) ?? []}
        />
        <PeriodField
          label={text('trajectory.span')}
          open={[text('trajectory.span'), text('trajectory.span')]}
          {...period}
          onChange={setPeriod}
        />
        <Button
          type="primary"
          disabled={!complete}
          onClick={() =>
            device && setRequest({ deviceOID: device, from: Number(period.from), to: Number(period.to) })
          }
        >
          {text('trajectory.show')}
        </Button>
      </div>
      {request === null ? null : (
        <Loaded state={loadStateOf(track)}>
          {() =>
            track.data && track.data.points.length > 0 ? (
              <Played key={JSON.stringify(request)} host={host} request={request} {...track.data} />
            ) : (
              <p>{text('trajectory.none')}</p>
            )
          }
        </Loaded>
      )}
    </>
  );
}
