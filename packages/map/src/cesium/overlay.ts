import { Event, GeographicTilingScheme, ImageryLayer, Rectangle, type ImageryProvider } from '@cesium/engine';
import type { Overlay } from '../contract.ts';
import type { GlobePart } from './parts.ts';
import type { Stage } from './stage.ts';

/** One picture as a source of a single tile. */
const providerOf = ({ picture, bounds }: Overlay): ImageryProvider => {
  const { west, south, east, north } = bounds;
  const rectangle = Rectangle.fromDegrees(west, south, east, north);
  const provider = {
    rectangle,
    tilingScheme: new GeographicTilingScheme({
      rectangle,
      numberOfLevelZeroTilesX: 1,
      numberOfLevelZeroTilesY: 1,
    }),
    tileWidth: picture.width,
    tileHeight: picture.height,
    minimumLevel: 0,
    maximumLevel: 0,
    errorEvent: new Event(),
    hasAlphaChannel: true,
    getTileCredits: () => undefined,
    requestImage: () => Promise.resolve(picture),
    pickFeatures: () => undefined,
  };
  return provider as unknown as ImageryProvider;
};

/** A picture draped on the ground. */
export const overlayPart = (stage: Stage): GlobePart<Overlay | null> => {
  const { imageryLayers } = stage.scene;
  let layer: ImageryLayer | null = null;
  let [visible, opacity] = [true, 1];
  const fit = (): void => {
    if (layer) Object.assign(layer, { show: visible, alpha: opacity });
    stage.draw();
  };
  const leave = (): void => {
    if (layer) imageryLayers.remove(layer);
    layer = null;
  };
  return {
    kind: 'overlay',
    set: (next) => {
      leave();
      if (next) {
        layer = new ImageryLayer(providerOf(next));
        imageryLayers.add(layer);
      }
      fit();
    },
    setVisible: (next) => {
      visible = next;
      fit();
    },
    setOpacity: (next) => {
      opacity = next;
      fit();
    },
    raise: () => {
      if (layer) imageryLayers.raiseToTop(layer);
      stage.draw();
    },
    dispose: () => {
      leave();
      stage.draw();
    },
  };
};
