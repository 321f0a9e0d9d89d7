import type { MapHost, MapTheme, MarkerStyle } from './contract.ts';
import { markerStates } from './contract.ts';
import { markerPicture, pictures, pixelRatio } from './maplibre/icons.ts';
import { scaleBar } from './scale.ts';

export interface PictureTexts {
  readonly title: string;
  /** When it was made, with the zone. */
  readonly date: string;
  readonly legend: string;
  readonly looks: Readonly<Record<MarkerStyle, string>>;
  readonly length: (metres: number) => string;
  readonly coordinates: string;
  /** Sources that ask to be named. */
  readonly attribution: string;
  readonly direction: 'ltr' | 'rtl';
  readonly family: string;
}

/** CSS pixels of the strip under the map. */
const strip = 76;

interface Sheet {
  readonly pen: CanvasRenderingContext2D;
  /** Pixels of the picture for one CSS pixel. */
  readonly ratio: number;
  readonly width: number;
  readonly top: number;
}

const drawNorth = ({ pen, width }: Sheet, bearing: number, theme: MapTheme): void => {
  pen.save();
  pen.translate(width - 34, 40);
  pen.rotate((-bearing * Math.PI) / 180);
  pen.beginPath();
  pen.moveTo(0, -20);
  pen.lineTo(9, 14);
  pen.lineTo(0, 7);
  pen.lineTo(-9, 14);
  pen.closePath();
  pen.lineWidth = 4;
  pen.strokeStyle = theme.halo;
  pen.stroke();
  pen.fillStyle = theme.text;
  pen.fill();
  pen.restore();
};

const drawScale = ({ pen, width, top }: Sheet, metresPerPixel: number, texts: PictureTexts): void => {
  const bar = scaleBar(metresPerPixel, 140);
  if (!bar) return;
  const left = width - 20 - bar.pixels;
  pen.beginPath();
  pen.moveTo(left, top + 18);
  pen.lineTo(left, top + 26);
  pen.lineTo(left + bar.pixels, top + 26);
  pen.lineTo(left + bar.pixels, top + 18);
  pen.lineWidth = 1.5;
  pen.stroke();
  pen.textAlign = 'center';
  pen.fillText(texts.length(bar.metres), left + bar.pixels / 2, top + 14);
};

const drawLegend = (sheet: Sheet, theme: MapTheme, texts: PictureTexts): void => {
  const { pen, top } = sheet;
  const all = new Map(pictures(theme).map(({ id, data }) => [id, data]));
  pen.textAlign = 'left';
  pen.fillText(`${texts.legend}:`, 20, top + 58);
  let left = 30 + pen.measureText(`${texts.legend}:`).width;
  for (const look of markerStates) {
    const data = all.get(markerPicture(look, 'free'));
    if (!data) continue;
    const symbol = new OffscreenCanvas(data.width, data.height);
    symbol.getContext('2d')?.putImageData(data, 0, 0);
    const side = (data.width / pixelRatio) * 0.7;
    pen.drawImage(symbol, left, top + 53 - side / 2, side, side);
    pen.fillText(texts.looks[look], left + side + 2, top + 58);
    left += side + 16 + pen.measureText(texts.looks[look]).width;
  }
};

/** The map as it is now on a sheet with title, legend, scale, north and date; null where nothing is drawn. */
export const drawPicture = async (
  host: MapHost,
  theme: MapTheme,
  texts: PictureTexts,
): Promise<HTMLCanvasElement | null> => {
  const map = await host.picture();
  if (!map) return null;
  const ratio = Math.min(4, Math.max(1, globalThis.devicePixelRatio));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [map.width, map.height + strip * ratio];
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.drawImage(map, 0, 0);
  pen.scale(ratio, ratio);
  const sheet: Sheet = { pen, ratio, width: map.width / ratio, top: map.height / ratio };
  pen.fillStyle = theme.plate;
  pen.fillRect(0, sheet.top, sheet.width, strip);
  drawNorth(sheet, host.camera().bearing, theme);
  pen.fillStyle = pen.strokeStyle = theme.text;
  pen.direction = texts.direction;
  pen.font = `600 14px ${texts.family}`;
  pen.textAlign = 'left';
  pen.fillText(texts.title, 20, sheet.top + 24);
  const after = 36 + pen.measureText(texts.title).width;
  pen.font = `12px ${texts.family}`;
  pen.fillText(
    [texts.date, texts.coordinates, texts.attribution].filter(Boolean).join('   '),
    after,
    sheet.top + 24,
  );
  drawScale(sheet, host.metresPerPixel(), texts);
  drawLegend(sheet, theme, texts);
  return canvas;
};

const blobOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The picture could not be written'));
    }, 'image/png');
  });

/** Hands a picture over as a file. */
export const savePicture = async (canvas: HTMLCanvasElement, name: string): Promise<void> => {
  const address = URL.createObjectURL(await blobOf(canvas));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
};

/** Prints a picture alone, without the page around it. */
export const printPicture = async (canvas: HTMLCanvasElement): Promise<void> => {
  const address = URL.createObjectURL(await blobOf(canvas));
  const sheet = document.createElement('img');
  sheet.className = 'eyrie-map-sheet';
  sheet.src = address;
  sheet.alt = '';
  document.body.append(sheet);
  await sheet.decode();
  const end = () => {
    sheet.remove();
    URL.revokeObjectURL(address);
  };
  addEventListener('afterprint', end, { once: true });
  print();
};
