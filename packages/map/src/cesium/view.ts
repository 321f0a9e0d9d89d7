import { Cartesian3, Math as CesiumMath, PerspectiveFrustum } from '@cesium/engine';
import type { MapOptions } from '../contract.ts';
import type { Pose } from '../scene-view.ts';
import type { ViewEngine } from '../switching/views.ts';
import { createGlobeShelf } from './parts.ts';
import { createStage, type Stage } from './stage.ts';
import { createGround } from './terrain.ts';
import { createGlobeBasemap, tilesPart } from './tiles.ts';
import { createTilesets, tilesetPart } from './tilesets.ts';

const { toRadians } = CesiumMath;

/** Zoom from which the picture of the Earth is a quiet ground: cameras are near. */
const near = 18;

const look = ({ scene, canvas, draw }: Stage, pose: Pose): void => {
  const { camera } = scene;
  const { frustum } = camera;
  // The engine's angle is that over the longer side.
  const wide = canvas.clientWidth >= canvas.clientHeight;
  if (frustum instanceof PerspectiveFrustum) frustum.fov = toRadians(wide ? pose.horizontal : pose.vertical);
  camera.setView({
    destination: Cartesian3.fromDegrees(pose.lng, pose.lat, pose.height),
    orientation: { heading: toRadians(pose.heading), pitch: toRadians(pose.pitch), roll: 0 },
  });
  draw();
};

/** Starts an eye on the world in an element, moved by nobody's hand. Rejects where the browser gives no WebGL 2. */
export const createCesiumView = async (element: HTMLElement, options: MapOptions): Promise<ViewEngine> => {
  const stage = await createStage(element, options);
  const { scene, canvas } = stage;
  canvas.tabIndex = -1;
  canvas.setAttribute('role', 'img');
  scene.screenSpaceCameraController.enableInputs = false;
  // It stands where it is told, also under ground that is drawn too high.
  scene.screenSpaceCameraController.enableCollisionDetection = false;
  stage.near(near);
  const shelf = createGlobeShelf();
  const ground = createGround(stage, () => shelf.each((part) => part.settle?.()));
  const tilesets = createTilesets(stage);
  const layBasemap = createGlobeBasemap(stage);
  layBasemap(options.basemap ?? null);
  return {
    setBasemap: layBasemap,
    addTiles: (id, tiles) => shelf.add(id, tilesPart(stage, tiles), tiles),
    addTileset: (id, tileset) => shelf.add(id, tilesetPart(stage, tileset, tilesets), tileset),
    setTerrain: ground.set,
    order: shelf.order,
    setTheme: stage.recolour,
    look: (pose) => look(stage, pose),
    dispose: () => {
      shelf.dispose();
      tilesets.stop();
      ground.stop();
      stage.dispose();
    },
  };
};
