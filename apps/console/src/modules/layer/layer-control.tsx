import { hasChosen, layerCalls, onlyIn3D, type LayerRecord } from '@eyrie/domain';
import { useMapMode, type MapHost } from '@eyrie/map';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { useEffect, useMemo, type ReactNode } from 'react';
import { useDeletion } from '../../platform/deletion.tsx';
import { setLegend } from '../../platform/map-legend.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { LayerRow } from './layer-row.tsx';
import { LayerLegend, legendEntries } from './layer-legend.tsx';
import { treeRows } from '@eyrie/web/layer-tree';
import { useLayerChoices } from './use-choices.ts';
import { useLayers, useLayersOnMap } from './use-layers.ts';
import { useMoves } from './use-moves.ts';
import './layer.css';

const none: readonly LayerRecord[] = [];

/** The way back to what the organisation has. */
function AsDefault({ chosen, onReset }: { chosen: boolean; onReset: () => void }): ReactNode {
  const text = useText();
  return (
    <Button
      size="small"
      className="layer-default"
      disabled={!chosen}
      title={chosen ? undefined : text('layer.isDefault')}
      onClick={() => {
        onReset();
        showToast('success', text('layer.madeDefault'));
      }}
    >
      {text('layer.asDefault')}
    </Button>
  );
}

/** Lists the layers of a map and keeps them on it as the member chose. */
export function LayerControl({ host }: { host: MapHost | null }): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const answer = useLayers();
  const { choices, ready, choose } = useLayerChoices();
  const { only3D } = choices;
  const layers = (ready && answer.data?.list) || none;
  const rows = useMemo(() => treeRows(layers, choices), [layers, choices]);
  const { states, colours } = useLayersOnMap(host, rows);
  const legend = useMemo(() => legendEntries(rows, colours), [rows, colours]);
  useEffect(() => {
    if (host) setLegend(host, legend);
  }, [host, legend]);
  const in2D = useMapMode(host) === '2d';
  const { said, place, step } = useMoves(rows, (order) => choose({ order }));
  const { remove } = useDeletion(layerCalls.remove, {
    onAnswer: () => client.invalidateQueries({ queryKey: ['layer'] }),
  });
  const listed = only3D ? rows.filter(({ layer }) => onlyIn3D(layer.type)) : rows;
  return (
    <>
      <Checkbox checked={only3D} onChange={(event) => choose({ only3D: event.target.checked })}>
        {text('layer.only3D')}
      </Checkbox>
      <Loaded state={ready ? loadStateOf(answer) : { kind: 'loading' }}>
        {() =>
          listed.length === 0 ? (
            <p className="layer-hint">{text('layer.controlNone')}</p>
          ) : (
            <ul className="layer-list">
              {listed.map((row) => {
                const { oid, name } = row.layer;
                return (
                  <LayerRow
                    key={oid}
                    row={row}
                    host={host}
                    in2D={in2D}
                    load={states[oid]}
                    onShown={(shown) => choose({ shown: { [oid]: shown } })}
                    onOpacity={(opacity) => choose({ opacity: { [oid]: opacity } })}
                    onStep={(by) => step(oid, by)}
                    onOver={(at) => place(oid, at)}
                    onDelete={() =>
                      void remove([oid], {
                        title: text('list.deleteTitle', { name }),
                        done: text('layer.deleted'),
                      })
                    }
                  />
                );
              })}
            </ul>
          )
        }
      </Loaded>
      <output className="ey-hidden">{said}</output>
      <AsDefault chosen={hasChosen(choices)} onReset={() => choose({ reset: true })} />
      <LayerLegend entries={legend} />
    </>
  );
}
