/**
 * Draws the photos of the demo's past, once, into a folder: `node apps/simulator/src/scenarios/past-pictures.ts <folder>`.
 * No time is burnt into them, for they are shown on whichever day the demo begins.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { destination } from '@eyrie/geometry';
import { loadLand } from '../modules/gimbal/index.ts';
import { loadCanvas, withMarks } from '../modules/media/index.ts';
import { sites, standingOn } from '../modules/world/index.ts';

const [width, height, quality] = [960, 720, 62];

interface Look {
  site: 'east' | 'west' | 'south';
  /** From the site: degrees and metres. */
  bearing: number;
  meters: number;
  /** Metres above the site. */
  above: number;
  head: number;
  pitch: number;
}

/** Of the marks that every photo carries: the day on which the demo shows it is the server's own. */
const drawnAt = Date.UTC(2026, 0, 15, 2);
const models = { east: 'Matrice 30', west: 'Matrice 3TD', south: 'Matrice 4TD' } as const;

/** By the dock from which it was taken; the number of the file is the place in this list. */
const looks: readonly Look[] = [
  { site: 'east', bearing: 55, meters: 230, above: 60, head: 55, pitch: -38 },
  { site: 'east', bearing: 140, meters: 240, above: 60, head: 140, pitch: -38 },
  { site: 'east', bearing: 205, meters: 250, above: 55, head: 205, pitch: -45 },
  { site: 'east', bearing: 325, meters: 300, above: 70, head: 325, pitch: -60 },
  { site: 'west', bearing: 285, meters: 290, above: 60, head: 100, pitch: -70 },
  { site: 'west', bearing: 310, meters: 250, above: 60, head: 300, pitch: -55 },
  { site: 'west', bearing: 262, meters: 200, above: 55, head: 190, pitch: -60 },
  { site: 'west', bearing: 335, meters: 180, above: 55, head: 80, pitch: -45 },
  { site: 'south', bearing: 15, meters: 60, above: 50, head: 15, pitch: -40 },
  { site: 'south', bearing: 28, meters: 290, above: 55, head: 30, pitch: -55 },
  { site: 'south', bearing: 60, meters: 170, above: 50, head: 240, pitch: -50 },
  { site: 'south', bearing: 200, meters: 160, above: 50, head: 180, pitch: -45 },
];

async function draw(folder: string): Promise<void> {
  const [canvas, land] = [await loadCanvas(), await loadLand()];
  if (!canvas) throw new Error('no canvas is installed');
  for (const [index, { site, bearing, meters, above, head, pitch }] of looks.entries()) {
    const place = destination(sites[site], bearing, meters);
    const sight = { ...place, elevation: above, head, gimbalPitch: pitch };
    const picture = canvas.createCanvas(width, height);
    const brush = picture.getContext('2d');
    land.drawLand(brush, width, height, sight);
    while (land.paintLand(8));
    land.drawLand(brush, width, height, sight);
    const shot = {
      ...sight,
      height: standingOn(sites[site]) + above,
      flightId: '',
      sequence: index + 1,
      waypoint: 0,
      suffix: '',
      at: drawnAt,
    };
    const jpeg = await picture.encode('jpeg', quality);
    await writeFile(join(folder, `${site}-${index}.jpg`), withMarks(jpeg, shot, models[site]));
  }
}

await draw(process.argv[2] ?? '.');
