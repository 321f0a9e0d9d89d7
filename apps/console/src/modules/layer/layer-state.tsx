import { cloudFaults, rasterFaults, type LayerRecord } from '@eyrie/domain';
import type { LoadState } from '@eyrie/map';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { serverTime } from '../../platform/server-time.ts';
import { useText, type TextOf } from '../../platform/text.tsx';

const reasons = [
  'timeout',
  'tooLong',
  'addressRefused',
  'noPicture',
  'notPrepared',
  'noRange',
  'noPmtiles',
  'vectorTiles',
  'noTileset',
  'tooDeep',
  'noMesh',
  'link',
  'circle',
  'unreachable',
] as const;

const reasonText = (text: TextOf, reason: string): string => {
  const known = reasons.find((one) => one === reason);
  if (known) return text(`layer.reason.${known}`);
  const [, fault, what = ''] = /^(\w+): (.*)$/s.exec(reason) ?? [];
  const raster = [...rasterFaults, ...cloudFaults].find((one) => one === fault);
  if (raster) return text(`refusal.${raster}`, { what });
  const status = /^status (\d+)$/.exec(reason)?.[1];
  return status === undefined ? text('layer.reason.map') : text('layer.reason.status', { status });
};

/** How a layer stands, in a word; one that is prepared says how far it is. */
export const stateText = (text: TextOf, { state, progress, source }: LayerRecord): string => {
  if (state !== 'preparing') return text(`layer.state.${state}`);
  return text(source === 'pointCloud' ? 'layer.converting' : 'layer.preparing', {
    percent: `${Math.floor((progress ?? 0) * 100)} %`,
  });
};

export interface LayerStateProps {
  layer: LayerRecord;
  /** How the map got on with it; missing: it is not on one. */
  load?: LoadState | undefined;
}

/** Why a layer is not there, or how far it is, and since when that is known. Nothing where it is. */
export function LayerState({ layer, load }: LayerStateProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (layer.state === 'failed') {
    const now = serverTime();
    const ago = figures.age(layer.stateAt === null || now === null ? null : now - layer.stateAt);
    const reason = reasonText(text, layer.reason ?? '');
    return <span className="layer-fault">{text('layer.failed', { reason, ago })}</span>;
  }
  if (layer.state === 'preparing') return <span className="layer-hint">{stateText(text, layer)}</span>;
  if (load?.state === 'failed') return <span className="layer-fault">{text('layer.reason.map')}</span>;
  if (load?.state === 'loading') return <span className="layer-hint">{text('layer.controlLoading')}</span>;
  return null;
}
