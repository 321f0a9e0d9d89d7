import { addProtocol } from 'maplibre-gl';
import { globeFiles } from '../globe-files.ts';
import { reliefPieces, reliefSide, type ReliefPiece } from './relief-rows.ts';

/** Scheme of the addresses that this module answers itself. */
const scheme = 'relief';
/** Tiles of the relief by {z}, {x}, {y}. */
export const reliefTiles = `${scheme}://{z}/{x}/{y}`;

const pictures = new Map<string, Promise<ImageBitmap>>();

/** One tile of the picture of the Earth, from our own server; kept, as there are 42 of them. */
const pictureOf = ({ z, x, y }: ReliefPiece['tile']): Promise<ImageBitmap> => {
  const path = `${z}/${x}/${y}.jpg`;
  const known = pictures.get(path);
  if (known) return known;
  const coming = fetch(`${globeFiles()}Assets/Textures/NaturalEarthII/${path}`).then(async (answer) => {
    if (!answer.ok) throw new Error(`The relief of the base map did not load: ${answer.status}`);
    return createImageBitmap(await answer.blob());
  });
  pictures.set(path, coming);
  coming.catch(() => pictures.delete(path));
  return coming;
};

const drawTile = async (z: number, x: number, y: number): Promise<ImageBitmap> => {
  const pieces = reliefPieces(z, x, y);
  const canvas = new OffscreenCanvas(reliefSide, reliefSide);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser gives no drawing surface for the relief');
  pen.imageSmoothingQuality = 'high';
  for (const { tile, from, to } of pieces)
    pen.drawImage(
      await pictureOf(tile),
      from.x,
      from.y,
      from.width,
      from.height,
      to.x,
      to.y,
      to.width,
      to.height,
    );
  return canvas.transferToImageBitmap();
};

let ready = false;

/** Lets maps ask for tiles of the relief. They are made in the browser from the picture that the globe has as well. */
export const serveRelief = (): void => {
  if (ready) return;
  ready = true;
  addProtocol(scheme, async ({ url }) => {
    const [z = 0, x = 0, y = 0] = url
      .slice(scheme.length + 3)
      .split('/')
      .map(Number);
    return { data: await drawTile(z, x, y) };
  });
};
