import { ScreenSpaceEventHandler, ScreenSpaceEventType, type Cartesian2 } from '@cesium/engine';
import type { Bounds, Place } from '@eyrie/geometry';
import { rangeOfZoom } from '../alignment/scale.ts';
import type { Hit, LabelFont, MapEngine, MapOptions, ThingLayer, Thing } from '../contract.ts';
import type { RunningEngine } from '../engine.ts';
import { createListeners } from '../listeners.ts';
import { createEye, groundUnder, placeOfPoint } from './eye.ts';
import { linesPart } from './lines.ts';
import { overlayPart } from './overlay.ts';
import { createGlobeShelf } from './parts.ts';
import { createPictures } from './pictures.ts';
import { polygonsPart } from './polygons.ts';
import { createStage, type Stage } from './stage.ts';
import { createGround } from './terrain.ts';
import { thingsPart } from './things.ts';
import { createGlobeBasemap, tilesPart } from './tiles.ts';
import { createTilesets, tilesetPart } from './tilesets.ts';

/** CSS pixels around the pointer that still count as a hit, as a side of a square. */
const hitReach = 12;

/** Metres from the ground that the eye may go up to. */
const farthest = 40_000_000;

/** It is here already. */
const systemFont: LabelFont = { family: 'sans-serif', load: () => Promise.resolve() };

const ownerOf = (picked: unknown): Pick<Hit, 'layerId' | 'id'> => {
  const { id } = (picked ?? {}) as { id?: { layer?: unknown; id?: unknown } };
  return typeof id?.layer === 'string' && typeof id.id === 'string'
    ? { layerId: id.layer, id: id.id }
    : { layerId: null, id: null };
};

/** Clicks and the pointer. What is looked up for the pointer is looked up once a frame at most. */
const createHand = (stage: Stage, bundleOf: (layer: string, id: string) => Bounds | null) => {
  const { scene, canvas } = stage;
  const clicks = createListeners<Hit>();
  const pointers = createListeners<Place | null>();
  const handler = new ScreenSpaceEventHandler(canvas);
  const placeAt = (point: Cartesian2): Place | null => {
    const ground = groundUnder(stage, point);
    return ground ? placeOfPoint(ground) : null;
  };
  handler.setInputAction(({ position }: { position: Cartesian2 }) => {
    const place = placeAt(position);
    if (!place) return;
    const owner = ownerOf(scene.pick(position, hitReach, hitReach));
    const bundle = owner.layerId !== null && owner.id !== null && bundleOf(owner.layerId, owner.id);
    clicks.notify({ place, ...owner, ...(bundle ? { bundle } : {}) });
  }, ScreenSpaceEventType.LEFT_CLICK);
  let wanted = 0;
  handler.setInputAction(({ endPosition }: { endPosition: Cartesian2 }) => {
    const point = endPosition.clone();
    cancelAnimationFrame(wanted);
    wanted = requestAnimationFrame(() => pointers.notify(placeAt(point)));
  }, ScreenSpaceEventType.MOUSE_MOVE);
  const left = () => {
    cancelAnimationFrame(wanted);
    pointers.notify(null);
  };
  canvas.addEventListener('pointerleave', left);
  return {
    onClick: clicks.add,
    onPointer: pointers.add,
    stop: () => {
      cancelAnimationFrame(wanted);
      canvas.removeEventListener('pointerleave', left);
      handler.destroy();
    },
  };
};

const pictureOf = ({ scene, canvas }: Stage): HTMLCanvasElement => {
  // The buffer is empty once the browser has shown it: draw and copy in one go.
  scene.requestRender();
  scene.render();
  const copy = document.createElement('canvas');
  [copy.width, copy.height] = [canvas.width, canvas.height];
  copy.getContext('2d')?.drawImage(canvas, 0, 0);
  return copy;
};

/** How far the hand may bring the eye. The globe ends where the whole Earth is seen. */
const limitZoom = (stage: Stage, minZoom: number, maxZoom: number): void => {
  const controller = stage.scene.screenSpaceCameraController;
  const size = { width: stage.canvas.clientWidth, height: stage.canvas.clientHeight };
  controller.maximumZoomDistance = Math.min(farthest, rangeOfZoom(0, minZoom, size));
  controller.minimumZoomDistance = rangeOfZoom(0, maxZoom, size);
};

/** Starts a globe in an element. Rejects where the browser gives no WebGL 2. */
export const createCesiumHost = async (element: HTMLElement, options: MapOptions): Promise<RunningEngine> => {
  const font = options.labelFont ?? systemFont;
  const stage = await createStage(element, options);
  const pictures = createPictures(options.theme, font.family);
  const shelf = createGlobeShelf();
  const ground = createGround(stage, () => {
    settleEye();
    shelf.each((part) => part.settle?.());
  });
  const tilesets = createTilesets(stage);
  const layBasemap = createGlobeBasemap(stage);
  layBasemap(options.basemap ?? null);
  const {
    stop: stopEye,
    settle: settleEye,
    ...eye
  } = createEye(stage, { zoom: 3, bearing: 0, pitch: 0, ...options.camera });
  stage.near(eye.camera().zoom);
  eye.onCamera(({ zoom }) => stage.near(zoom));
  const { stop: stopHand, ...hand } = createHand(stage, (layer, id) => shelf.of(layer)?.bundle?.(id) ?? null);
  eye.onRest(() => shelf.each((part) => part.rest?.()));
  const addThings = (id: string, things: readonly Thing[]): ThingLayer => {
    const part = thingsPart(stage, id, { pictures, font, zoom: () => eye.camera().zoom });
    const layer = shelf.add(id, part, things);
    return { ...layer, put: part.put, remove: part.remove, select: part.select };
  };
  const setZoomRange: MapEngine['setZoomRange'] = (minZoom, maxZoom) => limitZoom(stage, minZoom, maxZoom);
  setZoomRange(options.minZoom ?? 0, options.maxZoom ?? 22);
  return {
    engine: '3d',
    ...eye,
    ...hand,
    setBasemap: layBasemap,
    addTiles: (id, tiles) => shelf.add(id, tilesPart(stage, tiles), tiles),
    addTileset: (id, tileset) => shelf.add(id, tilesetPart(stage, tileset, tilesets), tileset),
    addOverlay: (id, overlay) => shelf.add(id, overlayPart(stage), overlay),
    setTerrain: ground.set,
    groundHeight: ground.heightAt,
    loadGround: ground.load,
    addLines: (id, lines) => shelf.add(id, linesPart(stage, id, pictures.theme()), lines),
    addPolygons: (id, polygons) => shelf.add(id, polygonsPart(stage, id, pictures.theme()), polygons),
    addThings,
    order: shelf.order,
    layers: shelf.infos,
    setZoomRange,
    setTheme: (theme) => {
      pictures.recolour(theme);
      stage.recolour(theme);
      shelf.each((part) => part.recolour?.(theme));
    },
    picture: () => pictureOf(stage),
    dispose: () => {
      stopHand();
      stopEye();
      shelf.dispose();
      tilesets.stop();
      ground.stop();
      stage.dispose();
    },
  };
};
