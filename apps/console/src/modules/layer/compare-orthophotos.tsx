import type { LayerRecord } from '@eyrie/domain';
import { MapView, type MapHost } from '@eyrie/map';
import { Button, Select } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { CompareModes, type CompareMode } from '../../platform/compare/compare-modes.tsx';
import { SwipeEdge } from '../../platform/compare/swipe-edge.tsx';
import { clipOf } from '../../platform/compare/swipe.ts';
import { useBlink } from '../../platform/compare/use-blink.ts';
import { useFigures } from '../../platform/figures.ts';
import { directionOf, useLanguage } from '../../platform/language.ts';
import { labelFont, mapStart, useMapTheme } from '../../platform/map.ts';
import { useText } from '../../platform/text.tsx';
import { joinCameras } from './map-pair.ts';
import { tilesOf } from '@eyrie/web/layer-source';
import { meetingWith } from './same-place.ts';

/** A flat map with one orthophoto and nothing else. */
function OrthophotoMap(props: {
  layer: LayerRecord;
  label: string;
  onHost: (host: MapHost | null) => void;
}): ReactNode {
  const { layer, label, onHost } = props;
  const text = useText();
  const theme = useMapTheme();
  const [start] = useState(mapStart);
  const [host, setHost] = useState<MapHost | null>(null);
  useEffect(() => {
    const part = host?.addTiles('compared', tilesOf(layer));
    return () => part?.dispose();
  }, [host, layer]);
  return (
    <MapView
      {...start}
      theme={theme}
      labelFont={labelFont}
      label={label}
      noGraphics={text('mapLayer.noGraphics')}
      onHost={(next) => {
        setHost(next);
        onHost(next);
      }}
    />
  );
}

/** Two orthophotos with one camera: swiped, by turns, or side by side. The maps stay as they are when the way changes. */
function Pair({ older, newer }: { older: LayerRecord; newer: LayerRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const isRtl = directionOf(useLanguage((state) => state.language)) === 'rtl';
  const [mode, setMode] = useState<CompareMode>('swipe');
  const [share, setShare] = useState(0.5);
  const { isNewer, runs, toggle, other } = useBlink(mode === 'blink');
  const area = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState<MapHost | null>(null);
  const [second, setSecond] = useState<MapHost | null>(null);
  useEffect(() => (first && second ? joinCameras(first, second) : undefined), [first, second]);
  useEffect(() => first?.fit(newer.bounds, { padding: 24 }), [first, newer.bounds]);
  const over = {
    swipe: { clipPath: clipOf(share, isRtl) },
    blink: { visibility: isNewer ? 'visible' : 'hidden' },
    sides: {},
  } as const;
  const caption = (layer: LayerRecord): string => `${layer.name} · ${figures.time(layer.createdAt)}`;
  return (
    <div className="compare">
      <div className="ey-flow ey-gap-8">
        <CompareModes mode={mode} onMode={setMode} />
        {mode === 'blink' ? (
          <>
            <Button onClick={toggle}>{text(runs ? 'media.blinkStop' : 'media.blinkStart')}</Button>
            <Button onClick={other}>{text('media.blinkOther')}</Button>
          </>
        ) : null}
      </div>
      <div className="compare-captions">
        {mode === 'blink' ? (
          <bdi>{caption(isNewer ? newer : older)}</bdi>
        ) : (
          <>
            <bdi>{caption(older)}</bdi>
            <bdi>{caption(newer)}</bdi>
          </>
        )}
      </div>
      <div ref={area} className="layer-compare ey-grid ey-gap-8" data-mode={mode}>
        <div className="layer-compare-map">
          <OrthophotoMap layer={older} label={text('layer.compareOlder')} onHost={setFirst} />
        </div>
        <div className="layer-compare-map layer-compare-newer" style={over[mode]}>
          <OrthophotoMap layer={newer} label={text('layer.compareNewer')} onHost={setSecond} />
        </div>
        {mode === 'swipe' ? (
          <SwipeEdge
            area={area}
            share={share}
            onShare={setShare}
            label={text('layer.compareEdge')}
            valueText={(percent) => text('layer.compareEdgeAt', { percent })}
          />
        ) : null}
      </div>
    </div>
  );
}

/** Chooses two layers of one place, the older and the newer one. @param children what is shown of the two */
export function PairChoice(props: {
  layers: readonly LayerRecord[];
  children: (older: LayerRecord, newer: LayerRecord) => ReactNode;
}): ReactNode {
  const { layers, children } = props;
  const text = useText();
  const figures = useFigures();
  const [chosen, setChosen] = useState<{ older?: string; newer?: string }>({});
  const find = (oid: string | undefined): LayerRecord | undefined => layers.find((one) => one.oid === oid);
  const newer = find(chosen.newer) ?? layers.find((one) => meetingWith(one, layers).length > 0);
  const others = newer ? meetingWith(newer, layers) : [];
  const older = others.find(({ oid }) => oid === chosen.older) ?? others[0];
  if (!newer || !older) return <p className="layer-hint">{text('layer.compareNone')}</p>;
  const options = (all: readonly LayerRecord[]) =>
    all.map(({ oid, name, createdAt }) => ({
      value: oid,
      label: <bdi>{`${name} · ${figures.time(createdAt)}`}</bdi>,
    }));
  return (
    <>
      <div className="ey-flow ey-gap-8">
        <Select
          className="layer-compare-choice"
          value={older.oid}
          aria-label={text('layer.compareOlder')}
          options={options(others)}
          onChange={(oid) => setChosen({ newer: newer.oid, older: oid })}
        />
        <Select
          className="layer-compare-choice"
          value={newer.oid}
          aria-label={text('layer.compareNewer')}
          options={options(layers)}
          onChange={(oid) => setChosen({ newer: oid })}
        />
      </div>
      {children(older, newer)}
    </>
  );
}

/** Two orthophotos of one place at two dates. @param layers all that are ready, the newest first */
export default function CompareOrthophotos({ layers }: { layers: readonly LayerRecord[] }): ReactNode {
  return (
    <PairChoice layers={layers}>
      {(older, newer) => <Pair key={`${older.oid} ${newer.oid}`} older={older} newer={newer} />}
    </PairChoice>
  );
}
