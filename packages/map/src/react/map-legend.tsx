import { useMemo, type ReactNode } from 'react';
import type { MapTheme, MarkerSign, MarkerStyle } from '../contract.ts';
import {
  bundlePicture,
  bundlePictures,
  markerPicture,
  pictures,
  pixelRatio,
  signPicture,
} from '../maplibre/icons.ts';
import './map.css';

/** A symbol as the map draws it. */
export type LegendSymbol =
  | { readonly look: MarkerStyle; readonly badge?: string; readonly ghost?: boolean }
  | { readonly sign: MarkerSign }
  | { readonly bundle: MarkerStyle };

export interface LegendRow {
  readonly symbol: LegendSymbol;
  readonly word: string;
}

const pictureOf = (symbol: LegendSymbol): string => {
  if ('sign' in symbol) return signPicture(symbol.sign);
  if ('bundle' in symbol) return bundlePicture(symbol.bundle);
  return markerPicture(symbol.look, symbol.badge === undefined ? 'free' : 'badge');
};

function Symbol({ data, symbol }: { data: ImageData | undefined; symbol: LegendSymbol }): ReactNode {
  const paint = (canvas: HTMLCanvasElement | null): void => {
    if (!canvas || !data) return;
    [canvas.width, canvas.height] = [data.width, data.height];
    canvas.getContext('2d')?.putImageData(data, 0, 0);
  };
  const side = (data?.width ?? 0) / pixelRatio;
  const ghost = 'ghost' in symbol && symbol.ghost === true;
  return (
    <span className="eyrie-map-legend-symbol" data-ghost={ghost || undefined} aria-hidden>
      <canvas ref={paint} style={{ inlineSize: side, blockSize: side }} />
      {'badge' in symbol ? <b>{symbol.badge}</b> : null}
    </span>
  );
}

/** What the symbols of the map mean, each drawn as the map draws it. */
export function MapLegend({ theme, rows }: { theme: MapTheme; rows: readonly LegendRow[] }): ReactNode {
  const drawn = useMemo(
    () => new Map([...pictures(theme), ...bundlePictures(theme)].map(({ id, data }) => [id, data])),
    [theme],
  );
  return (
    <ul className="eyrie-map-legend">
      {rows.map(({ symbol, word }) => (
        <li key={word}>
          <Symbol data={drawn.get(pictureOf(symbol))} symbol={symbol} />
          {word}
        </li>
      ))}
    </ul>
  );
}
