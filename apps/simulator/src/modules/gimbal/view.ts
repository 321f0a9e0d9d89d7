import type { SKRSContext2D } from '@napi-rs/canvas';
import { opening } from '../drone/index.ts';
import { writeLine } from './pixel-font.ts';

/** Where the camera is and where it looks. Degrees, metres above the ground. */
export interface Sight {
  lng: number;
  lat: number;
  elevation: number;
  head: number;
  gimbalPitch: number;
  /** Width of the picture over the distance, at that distance; missing: of the main lens that does not magnify. */
  opening?: number;
}

const metersPerDegree = 111_195;
const cell = 24;
const greens = ['#5d7a44', '#6b8a4c', '#7c9455', '#8a8f55', '#566f3e', '#93995f', '#4f6b45', '#7a8a4a'];

const hash = (x: number, y: number): number => {
  let mixed = Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177);
  return (mixed ^ (mixed >>> 16)) >>> 0;
};

/** A pinhole camera above flat ground: from metres east and north of it to points of the picture. */
interface Camera {
  /** Null for what lies behind the lens. */
  project(east: number, north: number): { x: number; y: number } | null;
  horizon: number;
  /** Ground in the middle of the picture, and how far around it there is something to see, metres. */
  aim: { east: number; north: number };
  reach: number;
}

const farthest = 420;

export function cameraOf(width: number, height: number, sight: Sight): Camera {
  const up = Math.max(2, sight.elevation);
  const head = (sight.head * Math.PI) / 180;
  const pitch = (Math.max(-90, Math.min(30, sight.gimbalPitch)) * Math.PI) / 180;
  const focus = width / (sight.opening ?? opening);
  const steep = Math.max(0.05, -Math.sin(pitch));
  const ahead = Math.min(farthest, (up * Math.cos(pitch)) / steep);
  return {
    horizon: pitch > -1.4 ? height / 2 + focus * Math.tan(pitch) : -height,
    aim: { east: ahead * Math.sin(head), north: ahead * Math.cos(head) },
    reach: Math.min(farthest, (up / steep) * 1.1 + cell),
    project: (east, north) => {
      const forward = east * Math.sin(head) + north * Math.cos(head);
      const right = east * Math.cos(head) - north * Math.sin(head);
      const depth = forward * Math.cos(pitch) - up * Math.sin(pitch);
      const rise = -forward * Math.sin(pitch) - up * Math.cos(pitch);
      if (depth < 1) return null;
      return { x: width / 2 + (focus * right) / depth, y: height / 2 - (focus * rise) / depth };
    },
  };
}

/** The ground where no world is made, as an aircraft sees it: fields, lanes and trees that stay where they are while it moves. */
export function drawGround(brush: SKRSContext2D, width: number, height: number, sight: Sight): void {
  const east = sight.lng * metersPerDegree * Math.cos((sight.lat * Math.PI) / 180);
  const north = sight.lat * metersPerDegree;
  const camera = cameraOf(width, height, sight);
  brush.fillStyle = '#76894f';
  brush.fillRect(0, 0, width, height);
  const { aim, reach } = camera;
  const first = (middle: number) => Math.floor((middle - reach) / cell);
  const last = (middle: number) => Math.floor((middle + reach) / cell);
  for (let x = first(east + aim.east); x <= last(east + aim.east); x += 1)
    for (let y = first(north + aim.north); y <= last(north + aim.north); y += 1)
      drawField(brush, camera, hash(x, y), { x, y, left: x * cell - east, bottom: y * cell - north });
  drawSky(brush, width, camera.horizon);
}

interface Field {
  x: number;
  y: number;
  /** Corner in metres from the camera. */
  left: number;
  bottom: number;
}

function drawField(brush: SKRSContext2D, camera: Camera, kind: number, { x, y, left, bottom }: Field) {
  const green = greens[kind % greens.length] ?? '#6b8a4c';
  fillQuad(brush, camera, green, [left, bottom, left + cell, bottom + cell]);
  if (x % 8 === 0) fillQuad(brush, camera, '#9c968a', [left, bottom, left + 4, bottom + cell]);
  if (y % 6 === 0) fillQuad(brush, camera, '#9c968a', [left, bottom, left + cell, bottom + 4]);
  if (kind % 5 !== 0) return;
  const tree = [left + 7 + (kind % 9), bottom + 7 + ((kind >> 4) % 9)] as const;
  fillQuad(brush, camera, '#3d5a34', [tree[0], tree[1], tree[0] + 4, tree[1] + 4]);
}

/** West, south, east, north in metres from the camera. */
function fillQuad(
  brush: SKRSContext2D,
  camera: Camera,
  colour: string,
  box: readonly [number, number, number, number],
) {
  const [west, south, east, north] = box;
  const corners = [
    camera.project(west, south),
    camera.project(east, south),
    camera.project(east, north),
    camera.project(west, north),
  ];
  brush.beginPath();
  for (const corner of corners) {
    if (!corner) return;
    brush.lineTo(corner.x, corner.y);
  }
  brush.fillStyle = colour;
  brush.fill();
}

export function drawSky(brush: SKRSContext2D, width: number, horizon: number) {
  if (horizon <= 0) return;
  const sky = brush.createLinearGradient(0, 0, 0, horizon);
  sky.addColorStop(0, '#8fb4d6');
  sky.addColorStop(1, '#d7e3ea');
  brush.fillStyle = sky;
  brush.fillRect(0, 0, width, horizon);
}

export interface DockSight {
  coverState: number;
  droneInDock: boolean;
  light: boolean;
}

const round = Math.PI * 2;

/** Gravel around the dock, brighter under its lamp, with the shadow of the box. */
function drawYard(brush: SKRSContext2D, width: number, height: number, light: boolean): void {
  const ground = brush.createRadialGradient(
    width / 2,
    height / 2,
    height * 0.1,
    width / 2,
    height / 2,
    width * 0.7,
  );
  ground.addColorStop(0, light ? '#b9ad93' : '#8f8674');
  ground.addColorStop(1, light ? '#6d6553' : '#565142');
  brush.fillStyle = ground;
  brush.fillRect(0, 0, width, height);
  for (let stone = 0; stone < 420; stone += 1) {
    const kind = hash(stone, 7);
    brush.fillStyle = kind % 3 === 0 ? '#a39a86' : kind % 3 === 1 ? '#4d493d' : '#7d7563';
    brush.fillRect(kind % width, (kind >> 9) % height, 2 + (kind % 3), 2);
  }
  brush.fillStyle = 'rgba(0, 0, 0, 0.35)';
  brush.fillRect(width * 0.21, height * 0.2, width * 0.62, height * 0.68);
}

/** The aircraft from above: body, arms, rotors. */
function drawAircraft(brush: SKRSContext2D, x: number, y: number, size: number): void {
  brush.strokeStyle = '#2b3036';
  brush.lineWidth = size * 0.09;
  for (const [east, south] of [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ] as const) {
    const [tipX, tipY] = [x + east * size * 0.62, y + south * size * 0.5];
    brush.beginPath();
    brush.moveTo(x, y);
    brush.lineTo(tipX, tipY);
    brush.stroke();
    brush.beginPath();
    brush.arc(tipX, tipY, size * 0.3, 0, round);
    brush.fillStyle = 'rgba(30, 36, 42, 0.35)';
    brush.fill();
  }
  brush.fillStyle = '#4a525b';
  brush.beginPath();
  brush.ellipse(x, y, size * 0.24, size * 0.42, 0, 0, round);
  brush.fill();
}

/** The camera inside of a dock: the pad from close by, dark while the lid is down and the lamp is off. */
export function drawInside(brush: SKRSContext2D, width: number, height: number, dock: DockSight): void {
  const bright = dock.light || dock.coverState !== 0;
  brush.fillStyle = bright ? '#6f747a' : '#17191c';
  brush.fillRect(0, 0, width, height);
  brush.fillStyle = bright ? '#c9ced3' : '#2a2d31';
  brush.fillRect(width * 0.12, height * 0.1, width * 0.76, height * 0.8);
  if (dock.droneInDock) drawAircraft(brush, width / 2, height / 2, height * 0.5);
}

/** The dock's own camera: the box on its yard, its lid, the pad and the aircraft in it. */
export function drawDock(brush: SKRSContext2D, width: number, height: number, sight: DockSight): void {
  drawYard(brush, width, height, sight.light);
  brush.fillStyle = '#6c747c';
  brush.fillRect(width * 0.2, height * 0.18, width * 0.6, height * 0.66);
  const [left, top, wide, high] = [width * 0.23, height * 0.22, width * 0.54, height * 0.58];
  brush.fillStyle = '#23282d';
  brush.fillRect(left, top, wide, high);
  brush.strokeStyle = '#f0b429';
  brush.lineWidth = Math.max(2, width * 0.006);
  brush.beginPath();
  brush.arc(width / 2, height * 0.51, high * 0.36, 0, round);
  brush.stroke();
  if (sight.droneInDock) drawAircraft(brush, width / 2, height * 0.51, high * 0.5);
  // Two wings slide apart: 0 closed, 1 open, anything else half-way.
  const covered = sight.coverState === 0 ? 1 : sight.coverState === 1 ? 0 : 0.5;
  brush.fillStyle = '#848d96';
  brush.fillRect(left, top, (wide / 2) * covered, high);
  brush.fillRect(left + wide - (wide / 2) * covered, top, (wide / 2) * covered, high);
  brush.fillStyle = '#5a6269';
  if (covered === 1) brush.fillRect(width / 2 - 1, top, 2, high);
}

/** Text in the corners: it shows at a glance, and to a test, that the picture is of now and of here. */
export function burnIn(brush: SKRSContext2D, width: number, lines: readonly string[]): void {
  const dot = Math.max(1, Math.round(width / 640));
  lines.forEach((line, index) => writeLine(brush, line, dot * 6, dot * 6 + index * dot * 12, dot));
}

/** Place and height as they are burnt in. */
export const placeLine = (sight: Sight): string =>
  `LNG ${sight.lng.toFixed(6)} LAT ${sight.lat.toFixed(6)} H ${sight.elevation.toFixed(1)}M`;
