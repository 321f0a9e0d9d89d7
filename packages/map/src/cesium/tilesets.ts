import { Cartesian3, Cartographic, Cesium3DTileset, Cesium3DTileStyle, Matrix4 } from '@cesium/engine';
import type { Tileset } from '../contract.ts';
import { createDetail } from './detail.ts';
import { createLoad, reasonOf, type GlobePart } from './parts.ts';
import type { Stage } from './stage.ts';

/** Bytes of graphics memory that all tilesets of a globe may use together, of which a quarter only in need. */
const memory = 512 * 1024 * 1024;

/** Raises a tileset along the vertical at its middle. */
const raised = (tileset: Cesium3DTileset, metres: number): Matrix4 => {
  const middle = Cartographic.fromCartesian(tileset.boundingSphere.center);
  if (!middle) return Matrix4.IDENTITY;
  const from = Cartesian3.fromRadians(middle.longitude, middle.latitude, 0);
  const to = Cartesian3.fromRadians(middle.longitude, middle.latitude, metres);
  return Matrix4.fromTranslation(Cartesian3.subtract(to, from, new Cartesian3()));
};

/** All tilesets of a globe: they share its memory, and their detail follows its frame rate. */
export const createTilesets = (stage: Stage) => {
  const all = new Set<Cesium3DTileset>();
  const detail = createDetail((error) => {
    for (const tileset of all) tileset.maximumScreenSpaceError = error;
  });
  let before: number | null = null;
  const stop = stage.scene.postRender.addEventListener(() => {
    const now = performance.now();
    if (all.size > 0 && before !== null) detail.frame(now - before);
    before = now;
  });
  const share = () => {
    for (const tileset of all) {
      tileset.cacheBytes = (memory * 0.75) / all.size;
      tileset.maximumCacheOverflowBytes = (memory * 0.25) / all.size;
      tileset.maximumScreenSpaceError = detail.error();
    }
  };
  return {
    enter: (tileset: Cesium3DTileset) => {
      all.add(tileset);
      share();
    },
    leave: (tileset: Cesium3DTileset) => {
      all.delete(tileset);
      share();
    },
    stop,
  };
};

export const tilesetPart = (
  stage: Stage,
  first: Tileset,
  tilesets: ReturnType<typeof createTilesets>,
): GlobePart<Tileset> => {
  const { primitives } = stage.scene;
  const load = createLoad();
  let content = first;
  let [visible, opacity, over] = [true, 1, false];
  let tileset: Cesium3DTileset | null = null;
  const fit = () => {
    if (!tileset) return;
    tileset.show = visible;
    tileset.modelMatrix = raised(tileset, content.heightOffset ?? 0);
    const alpha = opacity * (content.opacity ?? 1);
    tileset.style = alpha < 1 ? new Cesium3DTileStyle({ color: `color('white', ${alpha})` }) : undefined;
    if (content.pointCloud) tileset.pointCloudShading.attenuation = true;
    stage.draw();
  };
  const arrived = (came: Cesium3DTileset) => {
    if (over) {
      came.destroy();
      return;
    }
    tileset = primitives.add(came) as Cesium3DTileset;
    came.tileFailed.addEventListener(({ message }: { message?: string }) =>
      load.become({ state: 'failed', reason: message ?? '' }),
    );
    came.initialTilesLoaded.addEventListener(() => load.become({ state: 'ready' }));
    tilesets.enter(came);
    fit();
    if (!visible) load.become({ state: 'ready' });
  };
  Cesium3DTileset.fromUrl(first.url).then(arrived, (error: unknown) =>
    load.become({ state: 'failed', reason: reasonOf(error) }),
  );
  return {
    kind: 'tileset',
    onLoad: load.onLoad,
    set: (next) => {
      content = next;
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
      if (tileset) primitives.raiseToTop(tileset);
    },
    dispose: () => {
      over = true;
      if (!tileset) return;
      tilesets.leave(tileset);
      primitives.remove(tileset);
      stage.draw();
    },
  };
};
