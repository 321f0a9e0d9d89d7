import {
  markerSigns,
  markerStates,
  type Hatch,
  type MapTheme,
  type MarkerSign,
  type MarkerStyle,
  type Tone,
} from '../contract.ts';

/** Edge of a marker picture in CSS pixels; drawn at twice that so it stays sharp. */
export const markerSize = 34;
export const pixelRatio = 2;

export interface Picture {
  readonly id: string;
  readonly data: ImageData;
}

type Pen = CanvasRenderingContext2D;

/** A drawing surface whose unit is the CSS pixel and whose origin is the middle. */
const drawn = (id: string, size: number, draw: (pen: Pen) => void): Picture => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size * pixelRatio;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser gives no drawing surface for map symbols');
  pen.scale(pixelRatio, pixelRatio);
  pen.translate(size / 2, size / 2);
  pen.lineJoin = 'round';
  draw(pen);
  return { id, data: pen.getImageData(0, 0, canvas.width, canvas.height) };
};

const outlines: Readonly<Record<MarkerStyle, (pen: Pen, r: number) => void>> = {
  live: (pen, r) => pen.arc(0, 0, r * 0.86, 0, Math.PI * 2),
  attention: (pen, r) => pen.arc(0, 0, r * 0.8, 0, Math.PI * 2),
  offline: (pen, r) => pen.arc(0, 0, r * 0.8, 0, Math.PI * 2),
  working: (pen, r) => {
    pen.moveTo(0, -r * 1.1);
    pen.lineTo(r * 0.86, r * 0.9);
    pen.lineTo(0, r * 0.45);
    pen.lineTo(-r * 0.86, r * 0.9);
    pen.closePath();
  },
  alarm: (pen, r) => {
    pen.moveTo(0, -r * 1.1);
    pen.lineTo(r * 1.1, 0);
    pen.lineTo(0, r * 1.1);
    pen.lineTo(-r * 1.1, 0);
    pen.closePath();
  },
};

/** Shape tells the state as much as colour does: ring and hollow disc differ by their centre. */
const drawShape = (pen: Pen, look: MarkerStyle, r: number, theme: MapTheme): void => {
  const colour = theme.looks[look];
  pen.beginPath();
  outlines[look](pen, r);
  pen.lineWidth = 5;
  pen.strokeStyle = theme.halo;
  pen.stroke();
  if (look === 'attention' || look === 'offline') {
    pen.fillStyle = theme.plate;
    pen.fill();
    pen.lineWidth = look === 'attention' ? 4 : 2;
    pen.strokeStyle = colour;
    pen.stroke();
    if (look === 'attention') {
      pen.beginPath();
      pen.arc(0, 0, 2, 0, Math.PI * 2);
      pen.fillStyle = colour;
      pen.fill();
    }
    return;
  }
  pen.fillStyle = colour;
  pen.fill();
};

const drawPlate = (pen: Pen, look: MarkerStyle, theme: MapTheme): void => {
  const half = markerSize / 2 - 3;
  pen.beginPath();
  pen.roundRect(-half, -half, half * 2, half * 2, 6);
  pen.fillStyle = theme.plate;
  pen.fill();
  pen.lineWidth = 1.5;
  pen.strokeStyle = theme.looks[look];
  pen.stroke();
};

/** Where the sign of a thing stands, CSS pixels from its middle, and its half height. */
const signAt = { x: 10, y: -10, half: 6 } as const;

const drawSign = (pen: Pen, sign: MarkerSign, theme: MapTheme): void => {
  const { x, y, half } = signAt;
  pen.translate(x, y);
  pen.beginPath();
  if (sign === 'alarm') outlines.alarm(pen, half);
  else {
    pen.moveTo(0, -half);
    pen.lineTo(half * 1.1, half * 0.85);
    pen.lineTo(-half * 1.1, half * 0.85);
    pen.closePath();
  }
  pen.lineWidth = 3;
  pen.strokeStyle = theme.halo;
  pen.stroke();
  pen.fillStyle = theme.looks[sign];
  pen.fill();
  pen.fillStyle = theme.plate;
  pen.fillRect(-0.9, -3, 1.8, 4);
  pen.fillRect(-0.9, 2.2, 1.8, 1.8);
};

/** A bundle of things: the symbol of the worst state in it stands on its edge. */
const drawBundle = (pen: Pen, look: MarkerStyle, theme: MapTheme): void => {
  pen.beginPath();
  pen.arc(0, 0, 16, 0, Math.PI * 2);
  pen.fillStyle = theme.plate;
  pen.fill();
  pen.lineWidth = 3;
  pen.strokeStyle = theme.looks[look];
  pen.stroke();
  pen.translate(13, -13);
  drawShape(pen, look, 6, theme);
};

const arrow = (tone: Tone, theme: MapTheme): Picture =>
  drawn(`arrow-${tone}`, 14, (pen) => {
    pen.beginPath();
    pen.moveTo(-3, -4);
    pen.lineTo(4, 0);
    pen.lineTo(-3, 4);
    pen.closePath();
    pen.lineWidth = 3;
    pen.strokeStyle = theme.halo;
    pen.stroke();
    pen.fillStyle = theme.tones[tone];
    pen.fill();
  });

/** CSS pixels after which a pattern repeats. */
const hatchSide = 14;

const hatchPens: Readonly<Record<Hatch, (pen: Pen, half: number) => void>> = {
  diagonal: (pen, half) => {
    // A second stroke at each corner closes the gap that the tile's edge would cut.
    for (const shift of [-2 * half, 0, 2 * half]) {
      pen.moveTo(shift - half, half);
      pen.lineTo(shift + half, -half);
    }
    pen.stroke();
  },
  cross: (pen, half) => {
    for (const shift of [-2 * half, 0, 2 * half]) {
      pen.moveTo(shift - half, half);
      pen.lineTo(shift + half, -half);
      pen.moveTo(shift - half, -half);
      pen.lineTo(shift + half, half);
    }
    pen.stroke();
  },
  horizontal: (pen, half) => {
    pen.moveTo(-half, 0);
    pen.lineTo(half, 0);
    pen.stroke();
  },
  dots: (pen) => {
    pen.arc(0, 0, 1.6, 0, Math.PI * 2);
    pen.fill();
  },
};

/** Opacity of a pattern over a fill: a region that is not in force is pale in both. */
export const hatchInk = (fill = 0.18): number => Math.min(0.75, 0.25 + fill * 2);

/** One tile of a pattern. */
export const hatchTile = (hatch: Hatch, colour: string): ImageData =>
  drawn(hatch, hatchSide, (pen) => {
    pen.beginPath();
    pen.lineWidth = 1.5;
    pen.strokeStyle = pen.fillStyle = colour;
    hatchPens[hatch](pen, hatchSide / 2);
  }).data;

export type MarkerKind = 'plate' | 'free' | 'badge' | 'hexagon';
export const markerPicture = (look: MarkerStyle, kind: MarkerKind): string => `${kind}-${look}`;
export const signPicture = (sign: MarkerSign): string => `sign-${sign}`;
export const bundlePicture = (look: MarkerStyle): string => `bundle-${look}`;

/** Bundles are larger than the squares in which many things are drawn. */
export const bundlePictures = (theme: MapTheme): Picture[] =>
  markerStates.map((look) => drawn(bundlePicture(look), 46, (pen) => drawBundle(pen, look, theme)));

/** Every symbol of single things the map may need, in the theme's colours. */
export const pictures = (theme: MapTheme): Picture[] => [
  ...markerStates.flatMap((look) => [
    drawn(markerPicture(look, 'free'), markerSize, (pen) => drawShape(pen, look, 10, theme)),
    drawn(markerPicture(look, 'plate'), markerSize, (pen) => {
      drawPlate(pen, look, theme);
      drawShape(pen, look, 8, theme);
    }),
    drawn(markerPicture(look, 'badge'), 24, (pen) => {
      pen.beginPath();
      pen.arc(0, 0, 10, 0, Math.PI * 2);
      pen.fillStyle = theme.plate;
      pen.fill();
      pen.lineWidth = 2;
      pen.strokeStyle = theme.looks[look];
      pen.stroke();
    }),
    drawn(markerPicture(look, 'hexagon'), 28, (pen) => {
      pen.beginPath();
      for (let corner = 0; corner < 6; corner += 1)
        pen.lineTo(12 * Math.cos((corner * Math.PI) / 3), 12 * Math.sin((corner * Math.PI) / 3));
      pen.closePath();
      pen.fillStyle = theme.plate;
      pen.fill();
      pen.lineWidth = 2;
      pen.strokeStyle = theme.looks[look];
      pen.stroke();
    }),
  ]),
  ...markerSigns.map((sign) => drawn(signPicture(sign), markerSize, (pen) => drawSign(pen, sign, theme))),
  ...(Object.keys(theme.tones) as Tone[]).map((tone) => arrow(tone, theme)),
];
