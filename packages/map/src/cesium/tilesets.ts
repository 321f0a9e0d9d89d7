import { Cartesian3, Cartographic, Cesium3DTileset, Cesium3DTileStyle, Matrix4 } from '@cesium/engine';
import { cloudColour, type CloudRange } from '../cloud-look.ts';
import type { Tileset } from '../contract.ts';
import { createDetail } from './detail.ts';
import { createLoad, reasonOf, type GlobePart } from './parts.ts';
import { nextCoarseness } from './point-budget.ts';
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

/** What of a cloud is on the screen, and how much coarser it is drawn so that it stays within its budget. */
interface Budget {
  most: number;
  points: number;
  coarseness: number;
}

/** All tilesets of a globe: they share its memory, and their detail follows its frame rate and the budgets of clouds. */
export const createTilesets = (stage: Stage) => {
  const all = new Set<Cesium3DTileset>();
  const budgets = new Map<Cesium3DTileset, Budget>();
  const fit = (tileset: Cesium3DTileset, error: number) => {
    tileset.maximumScreenSpaceError = error * (budgets.get(tileset)?.coarseness ?? 1);
  };
  const detail = createDetail((error) => {
    for (const tileset of all) fit(tileset, error);
  });
  const spend = () => {
    for (const [tileset, budget] of budgets) {
      const next = nextCoarseness(budget.coarseness, budget.points, budget.most);
      budget.points = 0;
      if (next === budget.coarseness) continue;
      budget.coarseness = next;
      fit(tileset, detail.error());
      stage.draw();
    }
  };
  let before: number | null = null;
  const stop = stage.scene.postRender.addEventListener(() => {
    const now = performance.now();
    if (all.size > 0 && before !== null) detail.frame(now - before);
    before = now;
    spend();
  });
  const share = () => {
    for (const tileset of all) {
      tileset.cacheBytes = (memory * 0.75) / all.size;
      tileset.maximumCacheOverflowBytes = (memory * 0.25) / all.size;
      fit(tileset, detail.error());
    }
  };
  return {
    enter: (tileset: Cesium3DTileset) => {
      all.add(tileset);
      share();
    },
    leave: (tileset: Cesium3DTileset) => {
      all.delete(tileset);
      budgets.delete(tileset);
      share();
    },
    /** Says how many points of a cloud may be on the screen. */
    limit: (tileset: Cesium3DTileset, most: number) => {
      const known = budgets.get(tileset);
      if (known) {
        known.most = most;
        return;
      }
      const budget = { most, points: 0, coarseness: 1 };
      budgets.set(tileset, budget);
      tileset.tileVisible.addEventListener(({ content }: { content?: { pointsLength?: number } }) => {
        budget.points += content?.pointsLength ?? 0;
      });
    },
    stop,
  };
};

/** How a tileset is coloured; undefined: as its files have it. */
const styleOf = (tileset: Cesium3DTileset, { pointCloud, look }: Tileset, alpha: number) => {
  if (!pointCloud)
    return alpha < 1 ? new Cesium3DTileStyle({ color: `color('white', ${alpha})` }) : undefined;
  if (alpha === 1 && (look ?? 'colour') === 'colour') return undefined;
  const { Height } = (tileset.properties ?? {}) as { Height?: CloudRange };
  return new Cesium3DTileStyle({ color: cloudColour(look ?? 'colour', Height, alpha) });
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
    tileset.style = styleOf(tileset, content, alpha);
    if (content.pointCloud) tileset.pointCloudShading.attenuation = true;
    if (content.points !== undefined) tilesets.limit(tileset, content.points);
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
