import type { SKRSContext2D } from '@napi-rs/canvas';
import { writeLine } from './pixel-font.ts';

/** Where the camera is and where it looks. Degrees, metres above the ground. */
export interface Sight {
  lng: number;
  lat: number;
  elevation: number;
  head: number;
  gimbalPitch: number;
}

const metersPerDegree = 111_195;
const cell = 24;
const greens = ['#5d7a44', '#6b8a4c', '#7c9455', '#8a8f55', '#566f3e', '#93995f', '#4f6b45', '#7a8a4a'];

const hash = (x: number, y: number): number => {
  let mixed = Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177);
  return (mixed ^ (mixed >>> 16)) >>> 0;
};

/** The ground as an aircraft sees it: fields, lanes and trees that stay where they are while it moves. */
export function drawGround(brush: SKRSContext2D, width: number, height: number, sight: Sight): void {
  const east = sight.lng * metersPerDegree * Math.cos((sight.lat * Math.PI) / 180);
  const north = sight.lat * metersPerDegree;
  const scale = width / (Math.max(6, sight.elevation) * 1.35);
  const reach = Math.hypot(width, height) / 2 / scale + cell;
  brush.save();
  brush.fillStyle = '#6b8a4c';
  brush.fillRect(0, 0, width, height);
  brush.translate(width / 2, height / 2);
  brush.rotate((-sight.head * Math.PI) / 180);
  brush.scale(scale, scale);
  for (let x = Math.floor((east - reach) / cell); x * cell < east + reach; x += 1)
    for (let y = Math.floor((north - reach) / cell); y * cell < north + reach; y += 1)
      drawField(brush, x, y, x * cell - east, north - (y + 1) * cell);
  brush.restore();
  if (sight.gimbalPitch > -45) drawSky(brush, width, height, sight.gimbalPitch);
}

function drawField(brush: SKRSContext2D, x: number, y: number, left: number, top: number) {
  const kind = hash(x, y);
  brush.fillStyle = greens[kind % greens.length] ?? '#6b8a4c';
  brush.fillRect(left, top, cell + 0.1, cell + 0.1);
  if (x % 8 === 0 || y % 6 === 0) {
    brush.fillStyle = '#9c968a';
    if (x % 8 === 0) brush.fillRect(left, top, 4, cell + 0.1);
    if (y % 6 === 0) brush.fillRect(left, top + cell - 4, cell + 0.1, 4);
  }
  if (kind % 5 !== 0) return;
  brush.fillStyle = '#3d5a34';
  brush.beginPath();
  brush.arc(left + 6 + (kind % 11), top + 6 + ((kind >> 4) % 11), 2.5, 0, Math.PI * 2);
  brush.fill();
}

function drawSky(brush: SKRSContext2D, width: number, height: number, pitch: number) {
  const part = Math.min(0.75, (pitch + 45) / 90);
  const sky = brush.createLinearGradient(0, 0, 0, height * part);
  sky.addColorStop(0, '#8fb4d6');
  sky.addColorStop(1, '#d7e3ea');
  brush.fillStyle = sky;
  brush.fillRect(0, 0, width, height * part);
}

export interface DockSight {
  coverState: number;
  droneInDock: boolean;
  light: boolean;
}

/** The dock's own camera: the box, its lid, the aircraft in it. */
export function drawDock(brush: SKRSContext2D, width: number, height: number, sight: DockSight): void {
  brush.fillStyle = sight.light ? '#c9c3b4' : '#8d8a82';
  brush.fillRect(0, 0, width, height);
  brush.fillStyle = '#d9dde0';
  brush.fillRect(width * 0.2, height * 0.2, width * 0.6, height * 0.6);
  if (sight.coverState !== 0) {
    brush.fillStyle = '#2f3438';
    const open = sight.coverState === 1 ? 0.52 : 0.26;
    brush.fillRect(width * (0.5 - open / 2), height * 0.24, width * open, height * 0.52);
    if (sight.droneInDock) {
      brush.fillStyle = '#b7bcc0';
      brush.fillRect(width * 0.44, height * 0.44, width * 0.12, height * 0.12);
    }
  }
}

/** Text in the corners: it shows at a glance, and to a test, that the picture is of now and of here. */
export function burnIn(brush: SKRSContext2D, width: number, lines: readonly string[]): void {
  const dot = Math.max(2, Math.round(width / 320));
  lines.forEach((line, index) => writeLine(brush, line, dot * 6, dot * 6 + index * dot * 12, dot));
}

/** Place and height as they are burnt in. */
export const placeLine = (sight: Sight): string =>
  `LNG ${sight.lng.toFixed(6)} LAT ${sight.lat.toFixed(6)} H ${sight.elevation.toFixed(1)}M`;
