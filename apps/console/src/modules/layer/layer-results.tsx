import { onlyIn3D, type LayerRecord } from '@eyrie/domain';
import { useMapMode, type MapHost } from '@eyrie/map';
import { EmptyPage, Loaded, loadStateOf } from '@eyrie/ui';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { sizeText } from '../../platform/size-text.ts';
import { useText } from '../../platform/text.tsx';
import { lazyPart } from '../../platform/loading.ts';
import { LayerState } from './layer-state.tsx';
import { ResultsMap } from './results-map.tsx';
import { useLayerChoices } from './use-choices.ts';
import { useFollowProcessing, useLayers } from './use-layers.ts';
import '../../platform/compare/compare.css';
import './layer.css';

const CompareSurfaces = lazyPart(() => import('./compare-surfaces.tsx'));
const CompareOrthophotos = lazyPart(() => import('./compare-orthophotos.tsx'));

export type LayerResultKind = 'oblique' | 'orthophoto';

/** Oblique models and clouds of points, and orthophotos with those that are still being made. */
const belongs: Readonly<Record<LayerResultKind, (layer: LayerRecord) => boolean>> = {
  oblique: ({ type }) => type === 4 || type === 6,
  orthophoto: ({ type, source }) => type === 5 || source === 'surfaceModel',
};

/** A layer, and how to see it. @param children what else is said of it */
export function ResultRow({
  layer,
  host,
  children,
}: {
  layer: LayerRecord;
  host: MapHost | null;
  children?: ReactNode;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { choices, choose } = useLayerChoices();
  const in2D = useMapMode(host) === '2d';
  const { oid, name, bounds, size, createdAt, state } = layer;
  const shown = choices.shown[oid] ?? layer.visible;
  return (
    <li className="layer-row">
      <div className="layer-line ey-row ey-gap-8">
        <bdi className="layer-name">{name}</bdi>
        <Button
          size="small"
          disabled={host === null || state !== 'ready'}
          aria-label={text('layer.viewOf', { name })}
          onClick={() => {
            if (!shown) choose({ shown: { [oid]: true } });
            if (bounds) host?.fit(bounds, { padding: 64, animate: true });
          }}
        >
          {text('layer.view')}
        </Button>
      </div>
      <span className="layer-hint">
        {layer.type === 6 ? `${text('layer.type.6')} · ` : ''}
        {layer.source === 'surfaceModel' ? `${text('layer.source.surfaceModel')} · ` : ''}
        {figures.time(createdAt)}
        {size > 0 ? ` · ${sizeText(size, figures, text)}` : ''}
      </span>
      {onlyIn3D(layer.type) && in2D ? <span className="layer-hint">{text('layer.needs3D')}</span> : null}
      <LayerState layer={layer} />
      {children}
    </li>
  );
}

/** Layers of one kind beside a map on which each is shown. */
function ResultList({ kind, list }: { kind: LayerResultKind; list: readonly LayerRecord[] }): ReactNode {
  const text = useText();
  const [host, setHost] = useState<MapHost | null>(null);
  return (
    <ResultsMap host={host} onHost={setHost}>
      <ul className="layer-list" aria-label={text(`layer.results.${kind}`)}>
        {list.map((layer) => (
          <ResultRow key={layer.oid} layer={layer} host={host} />
        ))}
      </ul>
    </ResultsMap>
  );
}

const comparisons = {
  orthophotos: {
    label: 'layer.compareOrthophotos',
    fits: ({ type }: LayerRecord) => type === 5,
    View: CompareOrthophotos,
  },
  surfaces: {
    label: 'layer.difference',
    fits: ({ source }: LayerRecord) => source === 'surfaceModel',
    View: CompareSurfaces,
  },
} as const;
type Comparison = keyof typeof comparisons;

/** Orthophotos and surface models, and what two of them are compared by. */
function Compared({ list }: { list: readonly LayerRecord[] }): ReactNode {
  const text = useText();
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const fitting = (one: Comparison): LayerRecord[] =>
    list.filter((layer) => layer.state === 'ready' && comparisons[one].fits(layer));
  if (comparison === null)
    return (
      <>
        <div className="ey-flow ey-gap-8">
          {(Object.keys(comparisons) as Comparison[])
            .filter((one) => fitting(one).length > 1)
            .map((one) => (
              <Button key={one} onClick={() => setComparison(one)}>
                {text(comparisons[one].label)}
              </Button>
            ))}
        </div>
        <ResultList kind="orthophoto" list={list} />
      </>
    );
  const { View } = comparisons[comparison];
  return (
    <>
      <div className="ey-flow ey-gap-8">
        <Button onClick={() => setComparison(null)}>{text('layer.compareBack')}</Button>
      </div>
      <View layers={fitting(comparison)} />
    </>
  );
}

const renderList = (kind: LayerResultKind, list: readonly LayerRecord[]): ReactNode =>
  kind === 'orthophoto' ? <Compared list={list} /> : <ResultList kind={kind} list={list} />;

/** Layers of one kind, and what of them is compared. */
export function LayerResults({ kind }: { kind: LayerResultKind }): ReactNode {
  const text = useText();
  const layers = useLayers();
  useFollowProcessing();
  const list = (layers.data?.list ?? [])
    .filter(belongs[kind])
    .toSorted((one, other) => other.createdAt - one.createdAt);
  return (
    <Loaded state={loadStateOf(layers)}>
      {() =>
        list.length === 0 ? (
          <EmptyPage sentence={text(`layer.resultsNone.${kind}`)} />
        ) : (
          renderList(kind, list)
        )
      }
    </Loaded>
  );
}
