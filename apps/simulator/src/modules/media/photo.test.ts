import { loadImage, createCanvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { demoPlane, faultsAround, sites, type FaultKind, type PlantedFault } from '../world/index.ts';
import { drawPhoto } from './photo.ts';

const village = { lng: 114.7227, lat: 41.1648 };
const nearest = (kind: FaultKind): PlantedFault => {
  const found = faultsAround(kind === 'missingTile' ? village : sites.south, 3_000).find(
    (fault) => fault.kind === kind,
  );
  if (!found) throw new Error(`no ${kind}`);
  return found;
};
/** Right above what is to be seen of it. */
const above = (fault: PlantedFault) => {
  const { east, north } = demoPlane.toPlane(fault);
  const along = fault.kind === 'fallenMast' ? fault.size / 2 : 0;
  const { lng, lat } = demoPlane.toPlace({
    east: east + along * Math.cos(fault.turn),
    north: north + along * Math.sin(fault.turn),
  });
  return { lng, lat, elevation: 30, head: 0, gimbalPitch: -90 };
};
const middleOf = async (fault: PlantedFault, repaired: readonly string[]): Promise<number[]> => {
  const jpeg = await drawPhoto({
    ...above(fault),
    flightId: 'one',
    sequence: 1,
    waypoint: 0,
    suffix: '',
    height: 80,
    at: 0,
    repaired,
  });
  const image = await loadImage(Buffer.from(jpeg ?? []));
  const brush = createCanvas(image.width, image.height).getContext('2d');
  brush.drawImage(image, 0, 0);
  return Array.from(brush.getImageData(image.width / 2, image.height / 2, 1, 1).data.slice(0, 3));
};
const apart = (one: readonly number[], other: readonly number[]): number =>
  Math.max(...one.map((band, index) => Math.abs(band - (other[index] ?? 0))));

it.each(['hotJoint', 'missingTile', 'fallenMast'] as const)(
  'a photo shows a %s until it is repaired, and one that was taken before shows it for ever',
  async (kind) => {
    const fault = nearest(kind);
    const broken = await middleOf(fault, []);
    const whole = await middleOf(fault, [fault.id]);
    expect(apart(broken, whole)).toBeGreaterThan(45);
    expect(apart(broken, await middleOf(fault, ['another']))).toBeLessThan(3);
  },
);

it('the heat mark of a joint is red while it is hot and grey when it was repaired', async () => {
  const joint = nearest('hotJoint');
  const [red = 0, green = 255] = await middleOf(joint, []);
  expect(red - green).toBeGreaterThan(120);
  const [paleRed = 255, paleGreen = 0] = await middleOf(joint, [joint.id]);
  expect(Math.abs(paleRed - paleGreen)).toBeLessThan(25);
});
