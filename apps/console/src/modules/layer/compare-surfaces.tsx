import { layerCalls, type LayerRecord, type ResponseOf } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import {
  useOverlay,
  usePolygons,
  useThings,
  type MapHost,
  type Overlay,
  type Polygon,
  type Thing,
} from '@eyrie/map';
import { FactList, Loaded, loadStateOf } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { PairChoice } from './compare-orthophotos.tsx';
import {
  differenceColour,
  differencePixels,
  differenceSpan,
  differenceValues,
  legendShares,
} from './difference-colours.ts';
import { ResultsMap } from './results-map.tsx';

type Difference = ResponseOf<typeof layerCalls.difference>;

/** A difference as a picture that lies on the map. */
const overlayOf = ({ values, columns, rows, bounds, lowest, highest }: Difference): Overlay => {
  const picture = document.createElement('canvas');
  picture.width = columns;
  picture.height = rows;
  const pixels = differencePixels(differenceValues(values), differenceSpan(lowest, highest));
  picture.getContext('2d')?.putImageData(new ImageData(pixels, columns, rows), 0, 0);
  return { picture, bounds };
};

/** What the colours stand for. */
function Legend({ found: { lowest, highest } }: { found: Difference }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const span = differenceSpan(lowest, highest);
  return (
    <ul className="layer-classes ey-list ey-flow" aria-label={text('layer.differenceLegend')}>
      {legendShares.map((share) => (
        <li key={share}>
          <span
            className="layer-class"
            style={{ background: `rgb(${differenceColour(share).join(' ')})` }}
            aria-hidden="true"
          />
          <bdi>{`${share > 0 ? '+' : ''}${figures.amount(share * span, 'm', 1)}`}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** Volumes, the area that they are of, and how finely they were measured. */
function Volumes({ found }: { found: Difference }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const cubic = (value: number): ReactNode => <bdi>{figures.amount(value, 'm³', value < 100 ? 1 : 0)}</bdi>;
  const square = (value: number): ReactNode => <bdi>{figures.amount(value, 'm²', 0)}</bdi>;
  const height = (value: number | null): ReactNode => <bdi>{figures.amount(value, 'm', 2)}</bdi>;
  if (found.known === 0) return <p role="alert">{text('layer.differenceNothing')}</p>;
  return (
    <>
      <FactList
        className="list-facts"
        facts={[
          [text('layer.differenceCut'), cubic(found.cut)],
          [text('layer.differenceFill'), cubic(found.fill)],
          [text('layer.differenceNet'), cubic(found.fill - found.cut)],
          [text('layer.differenceKnown'), square(found.known)],
          [text('layer.differenceUnknown'), square(found.unknown)],
          [text('layer.differenceLowest'), height(found.lowest)],
          [text('layer.differenceHighest'), height(found.highest)],
          [text('layer.differenceCell'), height(found.cell)],
        ]}
      />
      <Legend found={found} />
    </>
  );
}

const noThings: readonly Thing[] = [];

/** Begins and ends an outline, and leads the eye back. */
function OutlineTools(props: {
  host: MapHost | null;
  drawing: boolean;
  /** How many there are. */
  corners: number;
  onDraw: () => void;
  onMeasure: () => void;
  onWhole: () => void;
  onView: () => void;
}): ReactNode {
  const { host, drawing, corners, onDraw, onMeasure, onWhole, onView } = props;
  const text = useText();
  return (
    <div className="ey-flow ey-gap-8">
      {drawing ? (
        <Button type="primary" disabled={corners < 3} onClick={onMeasure}>
          {text('layer.differenceMeasure')}
        </Button>
      ) : (
        <Button disabled={host === null} onClick={onDraw}>
          {text('layer.differenceDraw')}
        </Button>
      )}
      {corners > 0 ? <Button onClick={onWhole}>{text('layer.differenceWhole')}</Button> : null}
      <Button disabled={host === null} onClick={onView}>
        {text('layer.view')}
      </Button>
    </div>
  );
}

/** Two surfaces, what lies between them, and an outline that somebody draws to measure a part of it. */
function Pair({ older, newer }: { older: LayerRecord; newer: LayerRecord }): ReactNode {
  const text = useText();
  const [host, setHost] = useState<MapHost | null>(null);
  const [corners, setCorners] = useState<readonly Place[]>([]);
  const [drawing, setDrawing] = useState(false);
  const ring = !drawing && corners.length > 2 ? [...corners] : null;
  const found = useQuery({
    queryKey: ['layer', 'difference', older.oid, newer.oid, ring],
    queryFn: ({ signal }) =>
      call(
        layerCalls.difference,
        { olderOID: older.oid, newerOID: newer.oid, ring },
        { signal, toast: false },
      ),
    refetchInterval: false,
    staleTime: Infinity,
  });
  const { data } = found;
  const overlay = useMemo(() => (data ? overlayOf(data) : null), [data]);
  useOverlay(host, 'difference', overlay);
  const polygons = useMemo<Polygon[]>(
    () => (corners.length > 2 ? [{ id: 'outline', rings: [corners], tone: 'accent', fill: 0.05 }] : []),
    [corners],
  );
  usePolygons(host, 'difference.outline', polygons);
  const things = useMemo<readonly Thing[]>(
    () =>
      drawing
        ? corners.map((place, at) => ({ id: String(at), ...place, look: 'live', badge: String(at + 1) }))
        : noThings,
    [corners, drawing],
  );
  useThings(host, 'difference.corners', things);
  useEffect(
    () =>
      drawing
        ? host?.onClick(({ place }) => setCorners((before) => [...before, place].slice(0, 100)))
        : undefined,
    [host, drawing],
  );
  const bounds = data?.bounds ?? newer.bounds;
  useEffect(() => {
    // Once, when the map is there: who draws keeps the view that they chose.
    host?.fit(newer.bounds, { padding: 48 });
  }, [host, newer.bounds]);
  return (
    <ResultsMap host={host} onHost={setHost}>
      <section className="layer-difference ey-stack ey-gap-8" aria-label={text('layer.difference')}>
        <OutlineTools
          host={host}
          drawing={drawing}
          corners={corners.length}
          onDraw={() => {
            setCorners([]);
            setDrawing(true);
          }}
          onMeasure={() => setDrawing(false)}
          onWhole={() => {
            setCorners([]);
            setDrawing(false);
          }}
          onView={() => host?.fit(bounds, { padding: 48, animate: true })}
        />
        {drawing ? <p className="layer-hint">{text('layer.differenceHint')}</p> : null}
        <Loaded state={loadStateOf(found)}>{() => (data ? <Volumes found={data} /> : null)}</Loaded>
        <p className="layer-hint">{text('layer.differenceDatum')}</p>
      </section>
    </ResultsMap>
  );
}

/** The difference of two surface models of one place, with its volumes. @param layers all that are ready, the newest first */
export default function CompareSurfaces({ layers }: { layers: readonly LayerRecord[] }): ReactNode {
  return (
    <PairChoice layers={layers}>
      {(older, newer) => <Pair key={`${older.oid} ${newer.oid}`} older={older} newer={newer} />}
    </PairChoice>
  );
}
