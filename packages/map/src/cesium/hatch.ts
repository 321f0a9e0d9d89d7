import { Material, type Color } from '@cesium/engine';
import type { Hatch } from '../contract.ts';

/** Whether a point lies on a stroke, 0 to 1; `at` counts CSS pixels from the tile's left bottom, `side` is the tile's. */
const strokes: Readonly<Record<Hatch, string>> = {
  diagonal: 'step(mod(at.x - at.y, side), 2.0)',
  cross: 'max(step(mod(at.x - at.y, side), 2.0), step(mod(at.x + at.y, side), 2.0))',
  horizontal: 'step(mod(at.y, side), 1.5)',
  dots: 'step(length(mod(at, side) - side * 0.5), 1.6)',
};

/** A fill with the pattern of the flat map over it. It stands on the screen, so it is as dense from far as from near. */
export const hatchMaterial = (hatch: Hatch, colour: Color, fill: number, ink: number): Material =>
  new Material({
    translucent: true,
    fabric: {
      uniforms: { colour, fill, ink },
      source: `czm_material czm_getMaterial(czm_materialInput materialInput) {
        czm_material material = czm_getDefaultMaterial(materialInput);
        vec2 at = gl_FragCoord.xy / czm_pixelRatio;
        float side = 14.0;
        material.diffuse = colour.rgb;
        material.alpha = max(fill, ink * ${strokes[hatch]});
        return material;
      }`,
    },
  });
