import {
  ImageryLayer,
  Math as CesiumMath,
  Rectangle,
  Resource,
  UrlTemplateImageryProvider,
  WebMercatorTilingScheme,
  type ImageryTypes,
  type Scene,
} from '@cesium/engine';
import { onlyPaler } from '../basemap/only-paler.ts';
import type { TileLayer } from '../contract.ts';
import { onMainland } from '../datum/mainland.ts';
import { drawShifted } from '../datum/tiles.ts';
import { tileAddress, touches, type TileId } from '@eyrie/geometry';
import { proofFor } from '../tile-proof.ts';
import { createLoad, reasonOf, type GlobePart } from './parts.ts';
import type { Stage } from './stage.ts';

const blank = (): HTMLCanvasElement => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  return canvas;
};

const fetchPicture = async (address: string): Promise<ImageBitmap> => {
  const answer = await fetch(address, { headers: proofFor(address) });
  if (!answer.ok) throw new Error(String(answer.status));
  return createImageBitmap(await answer.blob());
};

/** A tile of a source in another datum, put together in WGS-84; null where the view is not one where it is shifted. */
const shiftedImage = (scene: Scene, tiles: TileLayer, tile: TileId): Promise<OffscreenCanvas> | null => {
  const { datum = 'wgs84', tileSize = 256, url } = tiles;
  const middle = scene.camera.positionCartographic;
  const { toDegrees } = CesiumMath;
  const place = { lng: toDegrees(middle.longitude), lat: toDegrees(middle.latitude) };
  if (datum === 'wgs84' || !onMainland(place)) return null;
  return drawShifted(tile, datum, tileSize, (piece) => fetchPicture(tileAddress(url, piece)));
};

/** A source of tiles that asks only for those that there are: levels and box of the layer. */
const providerOf = (scene: Scene, tiles: TileLayer): UrlTemplateImageryProvider => {
  const { bounds, minZoom = 0, maxZoom } = tiles;
  const size = tiles.tileSize ?? 256;
  const provider = new UrlTemplateImageryProvider({
    url: new Resource({ url: tiles.url, headers: proofFor(tiles.url) }),
    tilingScheme: new WebMercatorTilingScheme(),
    tileWidth: size,
    tileHeight: size,
    ...(maxZoom === undefined ? {} : { maximumLevel: maxZoom }),
    ...(tiles.attribution === undefined ? {} : { credit: tiles.attribution }),
    ...(bounds
      ? { rectangle: Rectangle.fromDegrees(bounds.west, bounds.south, bounds.east, bounds.north) }
      : {}),
  });
  const fetchImage = provider.requestImage.bind(provider);
  provider.requestImage = (x, y, level, request) =>
    level < minZoom || (bounds && !touches({ z: level, x, y }, bounds))
      ? Promise.resolve(blank())
      : ((shiftedImage(scene, tiles, { z: level, x, y }) as Promise<ImageryTypes> | null) ??
        fetchImage(x, y, level, request));
  return provider;
};

/** Lays tiles over what lies already, and tells how they come. */
const lay = (stage: Stage, tiles: TileLayer, at?: number) => {
  const load = createLoad();
  const provider = providerOf(stage.scene, tiles);
  const fetchImage = provider.requestImage.bind(provider);
  provider.requestImage = (x, y, level, request) => {
    const coming = fetchImage(x, y, level, request);
    coming?.then(
      () => load.become({ state: 'ready' }),
      (error: unknown) => load.become({ state: 'failed', reason: reasonOf(error) }),
    );
    return coming;
  };
  // Without a listener the engine would write every tile that fails to the console.
  provider.errorEvent.addEventListener(() => undefined);
  const layer = new ImageryLayer(provider, { alpha: tiles.opacity ?? 1 });
  stage.scene.imageryLayers.add(layer, at);
  stage.draw();
  return { layer, onLoad: load.onLoad };
};

/** The organisation's tiles over the picture of the Earth. */
export const createGlobeBasemap = (stage: Stage) => {
  let layer: ImageryLayer | null = null;
  let laid: TileLayer | null = null;
  return (tiles: TileLayer | null): void => {
    const same = tiles && laid && onlyPaler(laid, tiles);
    laid = tiles;
    if (same && layer) {
      layer.alpha = tiles.opacity ?? 1;
      stage.draw();
      return;
    }
    if (layer) stage.scene.imageryLayers.remove(layer);
    layer = tiles ? lay(stage, tiles, Math.min(1, stage.scene.imageryLayers.length)).layer : null;
    stage.draw();
  };
};

export const tilesPart = (stage: Stage, tiles: TileLayer): GlobePart<TileLayer> => {
  const { imageryLayers } = stage.scene;
  const { layer, onLoad } = lay(stage, tiles);
  let [own, given] = [tiles.opacity ?? 1, 1];
  const pale = () => {
    layer.alpha = own * given;
    stage.draw();
  };
  return {
    kind: 'tiles',
    onLoad,
    set: (next) => {
      own = next.opacity ?? 1;
      pale();
    },
    setVisible: (visible) => {
      layer.show = visible;
      stage.draw();
    },
    setOpacity: (next) => {
      given = next;
      pale();
    },
    raise: () => {
      imageryLayers.raiseToTop(layer);
      stage.draw();
    },
    dispose: () => {
      imageryLayers.remove(layer);
      stage.draw();
    },
  };
};
