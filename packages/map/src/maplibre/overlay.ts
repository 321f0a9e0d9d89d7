import type { CanvasSource, Map as Engine } from 'maplibre-gl';
import type { Overlay } from '../contract.ts';
import type { PartRecipe } from './parts.ts';

type Corners = [[number, number], [number, number], [number, number], [number, number]];

/** From the north-west clockwise. */
const cornersOf = ({ west, south, east, north }: Overlay['bounds']): Corners => {
  const right = east < west ? east + 360 : east;
  return [
    [west, north],
    [right, north],
    [right, south],
    [west, south],
  ];
};

const nowhere = cornersOf({ west: -0.001, south: -0.001, east: 0.001, north: 0.001 });

/** A picture on the ground, from a canvas: addresses of pictures are fetched, which a page's policy may refuse. */
export const overlayRecipe = (engine: Engine, id: string): PartRecipe<Overlay | null> => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  return {
    kind: 'overlay',
    source: { type: 'canvas', canvas, animate: false, coordinates: nowhere },
    layers: [
      {
        id: `${id}/overlay`,
        type: 'raster',
        source: id,
        // Each cell stands for itself: colours between two counts would mean nothing.
        paint: { 'raster-resampling': 'nearest', 'raster-fade-duration': 0 },
      },
    ],
    set: (next) => {
      canvas.width = next?.picture.width ?? 1;
      canvas.height = next?.picture.height ?? 1;
      if (next) canvas.getContext('2d')?.drawImage(next.picture, 0, 0);
      const source = engine.getSource<CanvasSource>(id);
      source?.setCoordinates(next ? cornersOf(next.bounds) : nowhere);
      // The picture is handed over between these two.
      source?.play();
      source?.pause();
      engine.triggerRepaint();
    },
  };
};
