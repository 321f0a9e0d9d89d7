import type { MapHost, MapTheme, MarkerStyle } from './contract.ts';
import { markerStates } from './contract.ts';
import { legendSymbols, type LegendEntry } from './legend.ts';
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
  /** Layers that are shown, the topmost first. */
  readonly layers: readonly LegendEntry[];
  /** Sources that ask to be named, beside those of layers. */
  readonly attribution: string;
  readonly direction: 'ltr' | 'rtl';
  readonly family: string;
}

/** CSS pixels of the strip under the map without layers, and of each line of layers in it. */
const strip = 76;
const lineHeight = 20;
/** Of a symbol of a layer. */
const field = 12;

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

/** A layer in the legend: where it stands, in CSS pixels from the start of the first line. */
interface Laid {
  readonly entry: LegendEntry;
  readonly line: number;
  readonly left: number;
}

/** Lays layers in lines that are as wide as the sheet. */
export const layLegend = (
  entries: readonly LegendEntry[],
  width: number,
  widthOf: (entry: LegendEntry) => number,
): readonly Laid[] => {
  let [line, left] = [0, 0];
  return entries.map((entry) => {
    const wide = widthOf(entry);
    if (left > 0 && left + wide > width) [line, left] = [line + 1, 0];
    const laid = { entry, line, left };
    left += wide + 16;
    return laid;
  });
};

/** Symbols of a layer: one for each colour of vectors. */
const symbolsOf = ({ colours }: LegendEntry): number => Math.max(1, colours.length);

const drawLayers = ({ pen, top }: Sheet, laid: readonly Laid[], theme: MapTheme): void => {
  pen.textAlign = 'left';
  for (const { entry, line, left } of laid) {
    const y = top + strip - 8 + line * lineHeight;
    for (let at = 0; at < symbolsOf(entry); at += 1) {
      pen.save();
      pen.translate(20 + left + at * (field + 2), y);
      pen.strokeStyle = entry.colours[at] ?? theme.text;
      pen.lineWidth = 1.2;
      pen.lineCap = 'round';
      pen.stroke(new Path2D(legendSymbols[entry.kind]));
      pen.restore();
    }
    pen.fillText(entry.label, 20 + left + symbolsOf(entry) * (field + 2) + 4, y + 10);
  }
};

/** A pen for sizes, before it is known how large the sheet is. */
const layLayers = (texts: PictureTexts, width: number): readonly Laid[] => {
  const pen = new OffscreenCanvas(1, 1).getContext('2d');
  if (!pen) return [];
  pen.font = `12px ${texts.family}`;
  return layLegend(
    texts.layers,
    width - 40,
    (entry) => symbolsOf(entry) * (field + 2) + 4 + pen.measureText(entry.label).width,
  );
};

const drawWords = ({ pen, top }: Sheet, texts: PictureTexts): void => {
  pen.direction = texts.direction;
  pen.font = `600 14px ${texts.family}`;
  pen.textAlign = 'left';
  pen.fillText(texts.title, 20, top + 24);
  const after = 36 + pen.measureText(texts.title).width;
  pen.font = `12px ${texts.family}`;
  const sources = new Set([texts.attribution, ...texts.layers.map(({ attribution }) => attribution)]);
  pen.fillText([texts.date, texts.coordinates, ...sources].filter(Boolean).join('   '), after, top + 24);
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
  const laid = layLayers(texts, map.width / ratio);
  const height = strip + (laid.length === 0 ? 0 : ((laid.at(-1)?.line ?? 0) + 1) * lineHeight);
  [canvas.width, canvas.height] = [map.width, map.height + height * ratio];
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.drawImage(map, 0, 0);
  pen.scale(ratio, ratio);
  const sheet: Sheet = { pen, ratio, width: map.width / ratio, top: map.height / ratio };
  pen.fillStyle = theme.plate;
  pen.fillRect(0, sheet.top, sheet.width, height);
  drawNorth(sheet, host.camera().bearing, theme);
  pen.fillStyle = pen.strokeStyle = theme.text;
  drawWords(sheet, texts);
  drawScale(sheet, host.metresPerPixel(), texts);
  drawLegend(sheet, theme, texts);
  drawLayers(sheet, laid, theme);
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
