import { expect, it } from 'vitest';
import { faultsAround, faultsSeen, sites } from '../world/index.ts';
import { PictureSource } from './picture-source.ts';
import type { Scene } from './scene.ts';

it('a live picture shows the same, before the repair and after it', async () => {
  const joint = faultsAround(sites.south, 300).find(({ kind }) => kind === 'hotJoint');
  if (!joint) throw new Error('no joint');
  const { lng, lat } = joint;
  const source = new PictureSource(await import('@napi-rs/canvas'));
  const [width, height] = [320, 180];
  const middle = (repaired: readonly string[], lens: string): number[] => {
    const scene: Scene = {
      camera: 'drone',
      label: 'one',
      lng,
      lat,
      elevation: 30,
      head: 0,
      gimbalPitch: -90,
      zoom: 1,
      irZoom: 2,
      thermal: { thermal_current_palette_style: 2 },
      view: false,
      speed: 0,
      coverState: 0,
      droneInDock: false,
      light: false,
      rain: 0,
      lens,
      overWorld: false,
      repaired,
      faults: faultsSeen(joint, repaired),
      clockOffset: 0,
    };
    const at = ((height / 2) * width + width / 2) * 4;
    return Array.from(source.draw(scene, width, height, 0).slice(at, at + 3));
  };
  for (const lens of ['wide', 'ir']) {
    const [red = 0, green = 255] = middle([], lens);
    expect([lens, red - green > 100]).toEqual([lens, true]);
    const [after = 255, pale = 0] = middle([joint.id], lens);
    expect([lens, Math.abs(after - pale) < 30]).toEqual([lens, true]);
  }
});
