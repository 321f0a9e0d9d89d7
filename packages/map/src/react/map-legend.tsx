import { useMemo, type ReactNode } from 'react';
import type { Hatch, MapTheme, MarkerSign, MarkerStyle } from '../contract.ts';
import {
  bundlePicture,
  bundlePictures,
  hatchTile,
  markerPicture,
  pictures,
  pixelRatio,
  signPicture,
} from '../maplibre/icons.ts';
import './map.css';

/** A symbol as the map draws it. */
export type LegendSymbol =
  | {
      readonly look: MarkerStyle;
      readonly badge?: string;
      readonly ghost?: boolean;
      readonly hexagon?: boolean;
      readonly sign?: MarkerSign;
    }
  | { readonly hatch: Hatch }
  | { readonly bundle: MarkerStyle };

export interface LegendRow {
  readonly symbol: LegendSymbol;
  readonly word: string;
}

const picturesOf = (symbol: LegendSymbol): string[] => {
  if ('bundle' in symbol) return [bundlePicture(symbol.bundle)];
  if ('hatch' in symbol) return [];
  const { look, badge, hexagon, sign } = symbol;
  const own = markerPicture(
    look,
    badge === undefined ? (sign ? 'plate' : 'free') : hexagon ? 'hexagon' : 'badge',
  );
  return sign ? [own, signPicture(sign)] : [own];
};

function Layer({ data }: { data: ImageData }): ReactNode {
  const paint = (canvas: HTMLCanvasElement | null): void => {
    if (!canvas) return;
    [canvas.width, canvas.height] = [data.width, data.height];
    canvas.getContext('2d')?.putImageData(data, 0, 0);
  };
  const side = data.width / pixelRatio;
  return <canvas ref={paint} style={{ inlineSize: side, blockSize: side }} />;
}

/** A piece of an area with its pattern. */
function HatchPiece({ hatch, colour }: { hatch: Hatch; colour: string }): ReactNode {
  const paint = (canvas: HTMLCanvasElement | null): void => {
    const pen = canvas?.getContext('2d');
    if (!canvas || !pen) return;
    const tile = hatchTile(hatch, colour);
    [canvas.width, canvas.height] = [tile.width * 2, tile.height * 2];
    for (const x of [0, tile.width]) for (const y of [0, tile.height]) pen.putImageData(tile, x, y);
  };
  return <canvas ref={paint} className="eyrie-map-legend-hatch" style={{ borderColor: colour }} />;
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
          <span
            className="eyrie-map-legend-symbol"
            data-ghost={('ghost' in symbol && symbol.ghost) || undefined}
            aria-hidden
          >
            {picturesOf(symbol).map((id) => {
              const data = drawn.get(id);
              return data ? <Layer key={id} data={data} /> : null;
            })}
            {'hatch' in symbol ? <HatchPiece hatch={symbol.hatch} colour={theme.tones.text} /> : null}
            {'badge' in symbol ? <b>{symbol.badge}</b> : null}
          </span>
          {word}
        </li>
      ))}
    </ul>
  );
}
