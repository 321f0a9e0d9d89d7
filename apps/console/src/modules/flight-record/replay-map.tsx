import type { FlightReplay } from '@eyrie/domain';
import { bounds } from '@eyrie/geometry';
import { useLines, type Hit, type Line, type MapHost, type ThingLayer } from '@eyrie/map';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react';
import { ModeSwitch, PlaceFoot } from '../../platform/map-tools.tsx';
import { PageMap } from '../../platform/page-map.tsx';
import { useText } from '../../platform/text.tsx';
import type { ReplayClock } from './replay-clock.ts';
import { createRowOf, momentAt, trackParts } from './replay-series.ts';
import { useMoment } from './use-clock.ts';

const aircraftLayer = 'replay-aircraft';

type Shown = Pick<FlightReplay, 'columns' | 'plan'>;

/** The aircraft where it was at the moment; nothing where nothing was recorded. It is fed past React. */
const useAircraft = (host: MapHost | null, clock: ReplayClock, columns: Shown['columns']): void => {
  const layer = useRef<ThingLayer | null>(null);
  const rowOf = useMemo(() => createRowOf(columns), [columns]);
  const { lng, lat, height, head } = columns;
  const show = (at: number): void => {
    const row = rowOf(at);
    const [east, north] = row === null ? [null, null] : [lng[row] ?? null, lat[row] ?? null];
    if (row === null || east === null || north === null) {
      layer.current?.remove('aircraft');
      return;
    }
    const up = height[row] ?? null;
    layer.current?.put({
      id: 'aircraft',
      lng: east,
      lat: north,
      height: up,
      heading: head[row] ?? null,
      look: 'working',
      stalk: up !== null,
    });
  };
  useMoment(clock, show);
  useEffect(() => {
    layer.current = host?.addThings(aircraftLayer, []) ?? null;
    clock.set(clock.at());
    return () => {
      layer.current?.dispose();
      layer.current = null;
    };
  }, [host, clock]);
};

/** A click on the track leads to when the aircraft was there. */
const useTrackClicks = (
  host: MapHost | null,
  { clock, columns, onMoment }: Pick<MapProps, 'clock' | 'columns' | 'onMoment'>,
): void => {
  const clicked = useEffectEvent(({ layerId, place }: Hit) => {
    // The aircraft and the planned route lie over parts of the track.
    if (layerId !== lineLayer && layerId !== aircraftLayer) return;
    const moment = momentAt(columns, place, clock.at());
    if (moment !== null) (onMoment ?? clock.set)(moment);
  });
  useEffect(() => host?.onClick((hit) => clicked(hit)), [host]);
};

const lineLayer = 'replay-lines';

interface MapProps extends Shown {
  clock: ReplayClock;
  onHost?: (host: MapHost | null) => void;
  /** What a click on the track does; missing: it leads the clock. */
  onMoment?: (at: number) => void;
}

/** The track over the planned route, with the aircraft at the moment; flat, round or both. */
export function ReplayMap({ clock, columns, plan, onHost, onMoment }: MapProps): ReactNode {
  const text = useText();
  const [host, setHost] = useState<MapHost | null>(null);
  const lines = useMemo<Line[]>(
    () => [
      {
        id: 'planned',
        path: plan.path.map(({ lng, lat }) => ({ lng, lat })),
        tone: 'muted',
        width: 2,
        dashed: true,
      },
      ...trackParts(columns).map((path, place) => ({
        id: `track ${place}`,
        path,
        tone: 'accent' as const,
      })),
    ],
    [columns, plan],
  );
  useLines(host, lineLayer, lines);
  useTrackClicks(host, { clock, columns, ...(onMoment ? { onMoment } : {}) });
  useAircraft(host, clock, columns);
  useEffect(() => {
    host?.fit(bounds(lines.flatMap(({ path }) => path)), { padding: 40, maxZoom: 17 });
  }, [host, lines]);
  return (
    <div className="replay-map">
      <PageMap
        label={text('flightRecord.map')}
        onHost={(next) => {
          setHost(next);
          onHost?.(next);
        }}
      >
        <ModeSwitch host={host} />
        <PlaceFoot host={host} />
      </PageMap>
    </div>
  );
}
