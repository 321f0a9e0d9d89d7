import { layerCalls, onlyIn3D, type LayerRecord } from '@eyrie/domain';
import { useMapMode, type MapHost } from '@eyrie/map';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useDeletion } from '../../platform/deletion.ts';
import { call } from '../../platform/http.ts';
import { setLegend } from '../../platform/map-legend.ts';
import { useText } from '../../platform/text.tsx';
import { LayerRow } from './layer-row.tsx';
import { LayerLegend, legendEntries } from './layer-legend.tsx';
import { treeRows } from './layer-tree.ts';
import { useLayerChoices, useLayers, useLayersOnMap } from './use-layers.ts';
import { useMoves } from './use-moves.ts';
import './layer.css';

const none: readonly LayerRecord[] = [];

/** Lists the layers of a map and keeps them on it as the member chose. */
export function LayerControl({ host }: { host: MapHost | null }): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const answer = useLayers();
  const [choices, choose] = useLayerChoices();
  const [only3D, setOnly3D] = useState(false);
  const layers = answer.data?.list ?? none;
  const rows = useMemo(() => treeRows(layers, choices), [layers, choices]);
  const { states, colours } = useLayersOnMap(host, rows);
  const legend = useMemo(() => legendEntries(rows, colours), [rows, colours]);
  useEffect(() => {
    if (host) setLegend(host, legend);
  }, [host, legend]);
  const in2D = useMapMode(host) === '2d';
  const { said, place, step } = useMoves(rows, (order) => choose({ order }));
  const remove = useMutation({
    mutationFn: (oids: string[]) => call(layerCalls.remove, { oids }),
    onSettled: () => client.invalidateQueries({ queryKey: ['layer'] }),
  });
  const removeAsked = useDeletion(remove);
  const listed = only3D ? rows.filter(({ layer }) => onlyIn3D(layer.type)) : rows;
  return (
    <>
      <Checkbox checked={only3D} onChange={(event) => setOnly3D(event.target.checked)}>
        {text('layer.only3D')}
      </Checkbox>
      <Loaded state={loadStateOf(answer)}>
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
                    onShown={(shown) => choose({ shown: { ...choices.shown, [oid]: shown } })}
                    onOpacity={(opacity) => choose({ opacity: { ...choices.opacity, [oid]: opacity } })}
                    onStep={(by) => step(oid, by)}
                    onOver={(at) => place(oid, at)}
                    onDelete={() =>
                      void removeAsked([oid], {
                        title: text('layer.deleteTitle', { name }),
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
      <LayerLegend entries={legend} />
    </>
  );
}
