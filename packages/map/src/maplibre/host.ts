import { Map as Engine, setWorkerUrl, type MapMouseEvent } from 'maplibre-gl';
// The bare `?url` would hand over a module whose own imports are not built; only as a worker it is whole.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import type {
  Camera,
  Hit,
  LabelFont,
  MapEngine,
  MapOptions,
  MapTheme,
  Stop,
  Thing,
  ThingLayer,
} from '../contract.ts';
import type { RunningEngine } from '../engine.ts';
import { roomFor } from '../fit.ts';
import { steepest } from '../alignment/follow.ts';
import { metresPerPixelAt } from '../scale.ts';
import { proofFor } from '../tile-proof.ts';
import { serveRelief } from '../basemap/relief.ts';
import { baseStyle, createBasemap, recolourBase, runBasemap } from './basemap.ts';
import { keepEngine } from './engines.ts';
import { bundlePictures, pictures, pixelRatio } from './icons.ts';
import { overlayRecipe } from './overlay.ts';
import { createShelf, type PartShelf } from './parts.ts';
import { linesRecipe, polygonsRecipe, tilesetRecipe, tilesRecipe } from './shapes.ts';
import { createFlatGround } from './terrain.ts';
import { thingsRecipe } from './thing-recipe.ts';

setWorkerUrl(workerUrl);

/** CSS pixels around the pointer that still count as a hit. */
const hitReach = 6;

const cameraOf = (engine: Engine): Camera => {
  const centre = engine.getCenter();
  return {
    lng: centre.lng,
    lat: centre.lat,
    zoom: engine.getZoom(),
    bearing: engine.getBearing(),
    pitch: engine.getPitch(),
  };
};

const hitAt = (engine: Engine, shelf: PartShelf, event: MapMouseEvent): Hit => {
  const { x, y } = event.point;
  const owner = new Map(
    shelf.all().flatMap((part) => part.clickable.map((layer) => [layer, part.info.id] as const)),
  );
  const found = engine.queryRenderedFeatures(
    [
      [x - hitReach, y - hitReach],
      [x + hitReach, y + hitReach],
    ],
    { layers: [...owner.keys()] },
  )[0];
  const id = found?.properties['id'];
  for (const part of found ? [] : shelf.all().toReversed()) {
    const own = part.hit(x, y);
    if (own !== null)
      return { place: { lng: event.lngLat.lng, lat: event.lngLat.lat }, layerId: part.info.id, id: own };
  }
  const layerId = found ? (owner.get(found.layer.id) ?? null) : null;
  const bundle =
    typeof id === 'string' &&
    shelf
      .all()
      .find(({ info }) => info.id === layerId)
      ?.bundle(id);
  return {
    place: { lng: event.lngLat.lng, lat: event.lngLat.lat },
    layerId,
    id: typeof id === 'string' ? id : null,
    ...(bundle ? { bundle } : {}),
  };
};

const paintPictures = (engine: Engine, theme: MapTheme): void => {
  for (const picture of [...pictures(theme), ...bundlePictures(theme)]) {
    if (engine.hasImage(picture.id)) engine.updateImage(picture.id, picture.data);
    else engine.addImage(picture.id, picture.data, { pixelRatio });
  }
};

const startEngine = async (element: HTMLElement, options: MapOptions, fonts: string[]): Promise<Engine> => {
  serveRelief();
  const engine = new Engine({
    container: element,
    style: baseStyle(options.theme, fonts),
    center: [options.camera.lng, options.camera.lat],
    zoom: options.camera.zoom ?? 3,
    bearing: options.camera.bearing ?? 0,
    pitch: options.camera.pitch ?? 0,
    minZoom: options.minZoom ?? 1,
    maxZoom: options.maxZoom ?? 22,
    maxPitch: steepest,
    attributionControl: false,
    // Names that fade in after every report would have the whole map drawn again twenty times a second.
    fadeDuration: 0,
    localIdeographFontFamily: options.labelFont?.family ?? 'sans-serif',
    locale: { 'Map.Title': options.label },
    transformRequest: (url) => {
      const headers = proofFor(url);
      // Without any the engine fetches pictures in its usual way.
      return Object.keys(headers).length > 0 ? { url, headers } : undefined;
    },
  });
  // A tile that fails is that layer's matter; without a listener the engine would write it to the console.
  engine.on('error', () => undefined);
  await engine.once('style.load');
  return engine;
};

const eventsOf = (
  engine: Engine,
  shelf: PartShelf,
): Pick<MapEngine, 'onCamera' | 'onClick' | 'onPointer'> => ({
  onCamera: (listener): Stop => {
    const notify = () => listener(cameraOf(engine));
    engine.on('move', notify);
    return () => void engine.off('move', notify);
  },
  onClick: (listener): Stop => {
    const notify = (event: MapMouseEvent) => listener(hitAt(engine, shelf, event));
    engine.on('click', notify);
    return () => void engine.off('click', notify);
  },
  onPointer: (listener): Stop => {
    const notify = (event: MapMouseEvent) => listener({ lng: event.lngLat.lng, lat: event.lngLat.lat });
    const left = () => listener(null);
    engine.on('mousemove', notify);
    engine.on('mouseout', left);
    return () => {
      engine.off('mousemove', notify);
      engine.off('mouseout', left);
    };
  },
});

const eyeOf = (
  engine: Engine,
): Pick<MapEngine, 'camera' | 'setCamera' | 'fit' | 'metresPerPixel' | 'project'> => ({
  camera: () => cameraOf(engine),
  setCamera: (camera, how) => {
    const next = { ...cameraOf(engine), ...camera };
    const target = {
      center: [next.lng, next.lat] as [number, number],
      zoom: next.zoom,
      bearing: next.bearing,
      pitch: next.pitch,
    };
    if (how?.animate) engine.easeTo({ ...target, duration: 400 });
    else engine.jumpTo(target);
  },
  fit: (box, how) => {
    if (!box) return;
    const east = box.east < box.west ? box.east + 360 : box.east;
    const { clientWidth, clientHeight } = engine.getContainer();
    engine.fitBounds([box.west, box.south, east, box.north], {
      padding: roomFor({ width: clientWidth, height: clientHeight }, how?.padding ?? 48),
      maxZoom: how?.maxZoom ?? 16,
      animate: how?.animate ?? false,
      duration: 400,
    });
  },
  metresPerPixel: () => metresPerPixelAt(engine.getCenter().lat, engine.getZoom()),
  project: (place) => {
    const { x, y } = engine.project([place.lng, place.lat]);
    const { clientWidth, clientHeight } = engine.getContainer();
    return x >= 0 && y >= 0 && x <= clientWidth && y <= clientHeight ? { x, y } : null;
  },
});

const viewOf = (
  engine: Engine,
): Pick<RunningEngine, 'engine' | 'maxPitch' | 'size' | 'onRest' | 'picture'> => ({
  engine: '2d',
  maxPitch: steepest,
  size: () => ({ width: engine.getContainer().clientWidth, height: engine.getContainer().clientHeight }),
  onRest: (listener) => {
    engine.on('moveend', listener);
    return () => void engine.off('moveend', listener);
  },
  picture: () => {
    // The buffer is empty once the browser has shown it: draw and copy in one go.
    engine.redraw();
    const from = engine.getCanvas();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [from.width, from.height];
    canvas.getContext('2d')?.drawImage(from, 0, 0);
    return canvas;
  },
});

/** It is here already. */
const systemFont: LabelFont = { family: 'sans-serif', load: () => Promise.resolve() };

/** Starts a MapLibre map in an element. Throws where the browser gives no WebGL. */
export const createMapLibreHost = async (
  element: HTMLElement,
  options: MapOptions,
): Promise<RunningEngine> => {
  const font = options.labelFont ?? systemFont;
  const fonts = [font.family];
  let theme = options.theme;
  const engine = await startEngine(element, options, fonts);
  paintPictures(engine, theme);
  const shelf = createShelf(engine);
  const ground = createFlatGround(engine);
  const endBasemap = runBasemap(engine);
  const layBasemap = createBasemap(engine);
  layBasemap(options.basemap ?? null);

  const addThings = (id: string, things: readonly Thing[]): ThingLayer => {
    const recipe = thingsRecipe(engine, id, theme, font);
    const layer = shelf.add(id, recipe, things);
    return {
      ...layer,
      put: (thing) => recipe.book.put(thing),
      remove: (gone) => recipe.book.remove(gone),
      select: (chosen) => {
        if (engine.getSource(id)) recipe.select(chosen);
      },
    };
  };

  const host: RunningEngine = {
    ...viewOf(engine),
    ...eyeOf(engine),
    ...eventsOf(engine, shelf),
    setBasemap: layBasemap,
    addTiles: (id, tiles) => shelf.add(id, tilesRecipe(engine, id, tiles), tiles),
    // A flat map has nothing to stand them on; the layer is listed and holds what it was given.
    addTileset: (id, tileset) => shelf.add(id, tilesetRecipe, tileset),
    addOverlay: (id, overlay) => shelf.add(id, overlayRecipe(engine, id), overlay),
    setTerrain: ground.set,
    groundHeight: ground.heightAt,
    loadGround: ground.load,
    addLines: (id, lines) => shelf.add(id, linesRecipe(engine, id, theme), lines),
    addPolygons: (id, polygons) => shelf.add(id, polygonsRecipe(engine, id, theme), polygons),
    addThings,
    order: (ids) => shelf.order(ids),
    layers: () => shelf.all().map((part) => part.info),
    setZoomRange: (minZoom, maxZoom) => {
      engine.setMinZoom(null);
      engine.setMaxZoom(maxZoom);
      engine.setMinZoom(minZoom);
    },
    setTheme: (next) => {
      theme = next;
      paintPictures(engine, next);
      recolourBase(engine, next);
      for (const part of shelf.all()) part.recolour(next);
    },
    dispose: () => {
      endBasemap();
      ground.dispose();
      shelf.dispose();
      engine.remove();
    },
  };
  return keepEngine(host, engine);
};
