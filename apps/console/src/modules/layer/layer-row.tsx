import { layerCalls, onlyIn3D } from '@eyrie/domain';
import type { LoadState, MapHost } from '@eyrie/map';
import { Icon } from '@eyrie/ui';
import { Checkbox, Slider } from 'antd';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useText } from '../../platform/text.tsx';
import { CloudFields } from './cloud-fields.tsx';
import { LayerHandle } from './layer-handle.tsx';
import { LayerState } from './layer-state.tsx';
import { shortName, type TreeRow } from '@eyrie/web/layer-tree';

export interface LayerRowProps {
  row: TreeRow;
  host: MapHost | null;
  /** The map is flat, and nothing else. */
  in2D: boolean;
  load: LoadState | undefined;
  onShown: (shown: boolean) => void;
  onOpacity: (opacity: number) => void;
  onStep: (by: 1 | -1) => void;
  /** Takes the place of another layer. */
  onOver: (oid: string) => void;
  onDelete: () => void;
}

/** One layer in the control: shown or not, how much shines through, where it lies, and what is wrong with it. */
export function LayerRow(props: LayerRowProps): ReactNode {
  const { row, host, in2D, load, onShown, onOpacity, onStep, onOver, onDelete } = props;
  const { layer, depth, chosen, opacity } = row;
  const text = useText();
  const { name } = layer;
  const missing = onlyIn3D(layer.type) && in2D;
  return (
    <li className="layer-row" data-layer={layer.oid} style={{ marginInlineStart: depth * 16 }}>
      <div className="layer-line ey-row ey-gap-8">
        <Checkbox
          checked={chosen}
          aria-label={text('layer.show', { name })}
          onChange={(event) => onShown(event.target.checked)}
        />
        <span className="layer-name" title={name}>
          <bdi aria-hidden="true">{shortName(name)}</bdi>
          <span className="ey-hidden">{name}</span>
        </span>
        <span className="layer-hint">{text(`layer.type.${layer.type as 1}`)}</span>
        <span className="layer-buttons">
          {layer.bounds ? (
            <button
              type="button"
              aria-label={text('layer.zoomTo', { name })}
              onClick={() => host?.fit(layer.bounds, { padding: 64, animate: true })}
            >
              <Icon name="search" size={16} />
            </button>
          ) : null}
          <LayerHandle name={name} onStep={onStep} onOver={onOver} />
          {layer.deleteable ? (
            <Allowed call={layerCalls.remove} record={layer}>
              <button type="button" aria-label={text('layer.remove', { name })} onClick={onDelete}>
                <Icon name="trash" size={16} />
              </button>
            </Allowed>
          ) : null}
        </span>
      </div>
      {missing ? <span className="layer-hint">{text('layer.needs3D')}</span> : null}
      {chosen && !missing && layer.role !== 'terrain' ? (
        <Slider
          min={0}
          max={100}
          value={Math.round(opacity * 100)}
          aria-label={text('layer.opacityOf', { name })}
          ariaLabelForHandle={text('layer.opacityOf', { name })}
          onChange={(percent) => onOpacity(percent / 100)}
        />
      ) : null}
      {chosen && !missing && layer.type === 6 ? <CloudFields layer={layer} /> : null}
      <LayerState layer={layer} load={load} />
    </li>
  );
}
