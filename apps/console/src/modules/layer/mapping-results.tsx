import type { LayerRecord, MosaicRecord } from '@eyrie/domain';
import type { MapHost } from '@eyrie/map';
import { EmptyPage, Loaded, loadStateOf } from '@eyrie/ui';
import { useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { ResultRow } from './layer-results.tsx';
import { ResultsMap } from './results-map.tsx';
import { useFollowProcessing, useLayers, useMosaics } from './use-layers.ts';

/** How a map from photos stands, and which photos are not on it and why. */
function MosaicState({ mosaic }: { mosaic: MosaicRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { state, placed, waiting, left, updatedAt, dockName } = mosaic;
  return (
    <>
      <span className={state === 'failed' ? 'layer-fault' : 'layer-hint'}>
        {text(`layer.mosaicState.${state}`)} · <bdi>{dockName ?? ''}</bdi> · {figures.time(updatedAt)}
      </span>
      <span className="layer-hint">
        {text('layer.mosaicPhotos', { placed: figures.amount(placed), waiting: figures.amount(waiting) })}
      </span>
      {left.map(({ fault, count }) => (
        <span key={fault} className="layer-fault">
          {text('layer.mosaicLeft', {
            count: figures.amount(count),
            reason: text(`layer.mosaicFault.${fault}`),
          })}
        </span>
      ))}
    </>
  );
}

function MosaicRow({
  mosaic,
  layer,
  host,
}: {
  mosaic: MosaicRecord;
  layer: LayerRecord | undefined;
  host: MapHost | null;
}): ReactNode {
  if (layer)
    return (
      <ResultRow layer={layer} host={host}>
        <MosaicState mosaic={mosaic} />
      </ResultRow>
    );
  return (
    <li className="layer-row">
      <bdi className="layer-name">{mosaic.taskName ?? mosaic.dockName ?? mosaic.flightOID}</bdi>
      <MosaicState mosaic={mosaic} />
    </li>
  );
}

/** Maps that are made of photos while mapping flights bring them, beside a map that shows them grow. */
export function MappingResults(): ReactNode {
  const text = useText();
  const mosaics = useMosaics();
  const layers = useLayers();
  useFollowProcessing();
  const [host, setHost] = useState<MapHost | null>(null);
  const list = mosaics.data?.list ?? [];
  return (
    <Loaded state={loadStateOf(mosaics)}>
      {() =>
        list.length === 0 ? (
          <EmptyPage sentence={text('layer.resultsNone.mapping')} />
        ) : (
          <ResultsMap host={host} onHost={setHost}>
            <ul className="layer-list" aria-label={text('layer.results.mapping')}>
              {list.map((mosaic) => (
                <MosaicRow
                  key={mosaic.flightOID}
                  mosaic={mosaic}
                  layer={layers.data?.list.find(({ oid }) => oid === mosaic.layerOID)}
                  host={host}
                />
              ))}
            </ul>
          </ResultsMap>
        )
      }
    </Loaded>
  );
}
