import type { MapTheme } from '../contract.ts';
import { bundlePictures, pictures } from '../maplibre/icons.ts';
import { labelAsWhole } from '../label-text.ts';

/** How many CSS pixels one pixel of a picture is. */
export const pictureScale = 0.5;
/** CSS pixels. */
const labelSize = 12;
/** Pictures of names kept; a fleet in which names come and go must not fill the memory. */
const mostLabels = 1000;

/** A picture with an id that tells its colours apart: the engine keeps pictures by their id. */
export interface NamedPicture {
  readonly id: string;
  readonly canvas: HTMLCanvasElement;
}

const canvasOf = (data: ImageData): HTMLCanvasElement => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [data.width, data.height];
  canvas.getContext('2d')?.putImageData(data, 0, 0);
  return canvas;
};

/** The ring around a selected thing, as the flat map draws it. */
const ring = (radius: number, theme: MapTheme): HTMLCanvasElement => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = (radius + 2) * 4;
  const pen = canvas.getContext('2d');
  if (!pen) return canvas;
  pen.scale(2, 2);
  pen.arc(radius + 2, radius + 2, radius, 0, Math.PI * 2);
  pen.fillStyle = pen.strokeStyle = theme.tones.accent;
  pen.globalAlpha = 0.22;
  pen.fill();
  pen.globalAlpha = 1;
  pen.lineWidth = 2;
  pen.stroke();
  return canvas;
};

/** A name as one picture: the browser joins and orders letters of every script, the engine's own labels do not. */
const drawLabel = (label: string, family: string, theme: MapTheme, bold: boolean): HTMLCanvasElement => {
  const text = labelAsWhole(label);
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) return canvas;
  const font = `${bold ? '600 ' : ''}${labelSize * 2}px ${family}`;
  pen.font = font;
  canvas.width = Math.ceil(pen.measureText(text).width) + 12;
  canvas.height = labelSize * 2 + 16;
  pen.font = font;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.lineJoin = 'round';
  pen.lineWidth = 6;
  pen.strokeStyle = theme.halo;
  pen.strokeText(text, canvas.width / 2, canvas.height / 2);
  pen.fillStyle = theme.text;
  pen.fillText(text, canvas.width / 2, canvas.height / 2);
  return canvas;
};

/** Symbols and names as pictures, in the colours of the theme. */
export const createPictures = (first: MapTheme, family: string) => {
  let edition = 0;
  let theme = first;
  let symbols = new Map<string, HTMLCanvasElement>();
  const labels = new Map<string, NamedPicture>();
  const redraw = () => {
    symbols = new Map(
      [...pictures(theme), ...bundlePictures(theme)].map(({ id, data }) => [id, canvasOf(data)]),
    );
    symbols.set('ring-14', ring(14, theme)).set('ring-21', ring(21, theme));
    labels.clear();
  };
  redraw();
  return {
    symbol: (id: string): NamedPicture => {
      const canvas = symbols.get(id);
      if (!canvas) throw new Error(`The map has no symbol ${id}`);
      return { id: `${edition}/${id}`, canvas };
    },
    label: (text: string, bold = false): NamedPicture => {
      const known = labels.get(`${bold}${text}`);
      if (known) return known;
      if (labels.size >= mostLabels) labels.clear();
      const picture = { id: `${edition}/${bold}/${text}`, canvas: drawLabel(text, family, theme, bold) };
      labels.set(`${bold}${text}`, picture);
      return picture;
    },
    recolour: (next: MapTheme) => {
      theme = next;
      edition += 1;
      redraw();
    },
    theme: () => theme,
  };
};

export type Pictures = ReturnType<typeof createPictures>;
