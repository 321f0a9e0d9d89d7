import { addProtocol, type Map as Engine, type RasterTileSource } from 'maplibre-gl';
import type { Stop, TileLayer } from '../contract.ts';
import { onMainland } from '../datum/mainland.ts';
import type { Datum } from '../datum/shift.ts';
import { drawShifted } from '../datum/tiles.ts';
import { tileAddress, type TileId } from '@eyrie/geometry';
import { proofFor } from '../tile-proof.ts';

/** Scheme of the addresses of shifted tiles, which this module answers itself. */
const scheme = 'shifted';

const fetchPicture = async (address: string, signal: AbortSignal): Promise<ImageBitmap> => {
  const answer = await fetch(address, { signal, headers: proofFor(address) });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return createImageBitmap(await answer.blob());
};

let ready = false;

const serveShifted = (): void => {
  if (ready) return;
  ready = true;
  addProtocol(scheme, async ({ url }, { signal }) => {
    const [path = '', template = ''] = url.slice(scheme.length + 3).split('?');
    const [datum, ...figures] = path.split('/');
    const [size = 256, z = 0, x = 0, y = 0] = figures.map(Number);
    const get = (tile: TileId) => fetchPicture(tileAddress(decodeURIComponent(template), tile), signal);
    const canvas = await drawShifted({ z, x, y }, datum as Datum, size, get);
    return { data: canvas.transferToImageBitmap() };
  });
};

/** Whether a source is shifted for what is looked at now: one decision for the whole view. */
const isShifted = (engine: Engine, { datum = 'wgs84' }: TileLayer): boolean =>
  datum !== 'wgs84' && onMainland(engine.getCenter());

/** Address of the tiles of a source as they are drawn: shifted ones are put together in the browser. */
export const addressOf = (engine: Engine, tiles: TileLayer): string => {
  if (!isShifted(engine, tiles)) return tiles.url;
  serveShifted();
  // Its braces hidden, so that they are filled for each of the tiles that make one.
  return `${scheme}://${tiles.datum}/${tiles.tileSize ?? 256}/{z}/{x}/{y}?${encodeURIComponent(tiles.url)}`;
};

/** Decides again whenever the view has come to rest. */
export const keepShift = (engine: Engine, source: string, tiles: TileLayer): Stop => {
  if ((tiles.datum ?? 'wgs84') === 'wgs84') return () => undefined;
  let before = isShifted(engine, tiles);
  const decide = () => {
    if (isShifted(engine, tiles) === before) return;
    before = !before;
    engine.getSource<RasterTileSource>(source)?.setTiles([addressOf(engine, tiles)]);
  };
  engine.on('moveend', decide);
  return () => void engine.off('moveend', decide);
};
