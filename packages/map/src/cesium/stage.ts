import {
  CesiumWidget,
  Color,
  Credit,
  EllipsoidTerrainProvider,
  PerspectiveFrustum,
  TileMapServiceImageryProvider,
  type ImageryLayer,
  type Scene,
} from '@cesium/engine';
import type { Place } from '@eyrie/geometry';
import { globeFov } from '../alignment/scale.ts';
import type { MapOptions, MapTheme } from '../contract.ts';
import { globeFiles } from '../globe-files.ts';
import { prepareAssets } from './assets.ts';

/** The running globe, and the picture of the Earth that lies under everything. */
export interface Stage {
  readonly scene: Scene;
  readonly canvas: HTMLCanvasElement;
  /** Metres of the ground over the ellipsoid at a place; null while nothing is known. */
  groundAt: (place: Place) => number | null;
  /** Draws again, soon and once. */
  draw(): void;
  recolour(theme: MapTheme): void;
  /** The picture of the Earth has pixels as large as a town: from near it is a quiet ground, not a picture. */
  near(zoom: number): void;
  dispose(): void;
}

/** How light a colour is, 0 to 1. */
const lightness = (colour: Color): number => 0.3 * colour.red + 0.59 * colour.green + 0.11 * colour.blue;

const widgetIn = (element: HTMLElement, credits: HTMLElement, viewport: HTMLElement): CesiumWidget =>
  new CesiumWidget(element, {
    baseLayer: false,
    skyBox: false,
    terrainProvider: new EllipsoidTerrainProvider(),
    creditContainer: credits,
    creditViewport: viewport,
    requestRenderMode: true,
    // The sun does not move here: nothing is drawn again because time goes by.
    maximumRenderTimeChange: Number.POSITIVE_INFINITY,
    scene3DOnly: true,
    useBrowserRecommendedResolution: false,
    showRenderLoopErrors: false,
    msaaSamples: 2,
    automaticallyTrackDataSourceClocks: false,
    contextOptions: { webgl: { alpha: false, powerPreference: 'high-performance' } },
  });

const settle = (scene: Scene): void => {
  const { frustum } = scene.camera;
  if (frustum instanceof PerspectiveFrustum) frustum.fov = globeFov;
  scene.globe.enableLighting = false;
  scene.globe.depthTestAgainstTerrain = true;
  scene.globe.showGroundAtmosphere = false;
  scene.fog.enabled = false;
};

/** Starts the globe in an element, without any service from outside. Throws where the browser gives no WebGL 2. */
export const createStage = async (element: HTMLElement, options: MapOptions): Promise<Stage> => {
  prepareAssets();
  const credits = document.createElement('div');
  credits.className = 'eyrie-map-credit';
  const widget = widgetIn(element, credits, element);
  // At the foot of the whole map; over the globe alone other things may lie there.
  (element.parentElement ?? element).append(credits);
  widget.canvas.setAttribute('aria-label', options.label);
  widget.canvas.setAttribute('role', 'region');
  widget.canvas.tabIndex = 0;
  const { scene } = widget;
  settle(scene);
  let earth: ImageryLayer | null = null;
  let [dark, nearness] = [false, 0];
  const tone = (): void => {
    if (!earth) return;
    // From near as light as the land of the flat map, and nearly without colour.
    const mix = (far: number, close: number) => far + (close - far) * nearness;
    earth.brightness = dark ? 0.85 : 1.05;
    earth.saturation = dark ? mix(0.55, 0.3) : mix(0.8, 0.3);
    earth.alpha = mix(1, 0.15);
    scene.requestRender();
  };
  const recolour = (theme: MapTheme): void => {
    const water = Color.fromCssColorString(theme.water);
    dark = lightness(water) < 0.5;
    scene.globe.baseColor = Color.fromCssColorString(theme.land);
    scene.backgroundColor = dark ? Color.fromCssColorString('#05090d') : Color.fromCssColorString('#c4d2dc');
    tone();
    scene.requestRender();
  };
  const stage: Stage = {
    scene,
    canvas: widget.canvas,
    groundAt: () => null,
    draw: () => scene.requestRender(),
    recolour,
    near: (zoom) => {
      const next = Math.min(1, Math.max(0, (zoom - 4) / 5));
      if (Math.abs(next - nearness) < 0.02 && next % 1 !== 0) return;
      nearness = next;
      tone();
    },
    dispose: () => {
      const context = widget.canvas.getContext('webgl2');
      widget.destroy();
      // The browser would keep the graphics memory until it next cleans up, and allows few contexts at once.
      context?.getExtension('WEBGL_lose_context')?.loseContext();
      element.replaceChildren();
      credits.remove();
    },
  };
  try {
    const picture = await TileMapServiceImageryProvider.fromUrl(
      `${globeFiles()}Assets/Textures/NaturalEarthII`,
      { credit: new Credit('Natural Earth', true) },
    );
    picture.errorEvent.addEventListener(() => undefined);
    earth = scene.imageryLayers.addImageryProvider(picture, 0);
  } catch {
    // Without the picture of the Earth the globe is one colour; everything on it still stands where it is.
  }
  recolour(options.theme);
  return stage;
};
