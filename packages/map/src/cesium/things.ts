import {
  BillboardCollection,
  BlendOption,
  Cartesian2,
  Cartesian3,
  Color,
  HorizontalOrigin,
  Material,
  Math as CesiumMath,
  NearFarScalar,
  PolylineCollection,
  VerticalOrigin,
  type Billboard,
  type Polyline,
} from '@cesium/engine';
import type { Bounds } from '@eyrie/geometry';
import type { LabelFont, Thing } from '../contract.ts';
import { createLabelGate } from '../label-gate.ts';
import { bundled, fewFrom, type Cluster } from '../many/clusters.ts';
import { kindOf } from '../many/instances.ts';
import { bundlePicture, markerPicture, signPicture } from '../maplibre/icons.ts';
import { createThingBook } from '../things.ts';
import { groundOr0 } from './eye.ts';
import type { GlobePart } from './parts.ts';
import { pictureScale, type NamedPicture, type Pictures } from './pictures.ts';
import type { Stage } from './stage.ts';

/** Above this many things names would cover each other and cost more than all symbols. */
const mostLabels = 300;
/** Metres up to which a symbol is seen through a hill: one that hides would look like one that is gone. Beyond, the Earth hides it. */
const inFront = 2_000_000;
const ghostAlpha = 0.45;

interface Standing {
  readonly symbol: Billboard;
  readonly ring: Billboard | null;
  readonly sign: Billboard | null;
  readonly badge: Billboard | null;
  readonly label: Billboard | null;
  readonly stalk: Polyline | null;
}

/** A thing, or a bundle that stands for many. */
interface Standee extends Thing {
  readonly bundle?: boolean;
}

/** A bundle with its count, and how many in it are as bad as the worst. */
const standeeOf = ({ id, lng, lat, count, worst, look }: Cluster): Standee => ({
  id: `bundle ${id}`,
  lng,
  lat,
  look,
  bundle: true,
  badge: worst < count ? `${count} (${worst})` : String(count),
});

/** What tells a picture and parts of a thing apart; while it stays only place, heading and paleness change. */
const makeOf = (thing: Standee, label: string, selected: boolean): string =>
  [thing.look, thing.plate, thing.badge, label, selected, thing.stalk, thing.sign, thing.bundle].join('|');

/** Only the triangle has a direction; a turned plate would look like another shape. */
const isTurned = (thing: Standee): boolean => thing.look === 'working' && kindOf(thing) === 'free';

export interface GlobeThings extends GlobePart<readonly Thing[]> {
  put(thing: Thing): void;
  remove(id: string): void;
  select(id: string | null): void;
}

const later = (run: () => void, delay: number) => {
  const timer = setTimeout(run, delay);
  return () => clearTimeout(timer);
};

/** Billboards of one layer, kept between drawings. */
const createCrowd = (stage: Stage, layer: string, pictures: Pictures) => {
  const { scene } = stage;
  const signs = scene.primitives.add(
    // Without depth of their own the later one lies on the earlier: a number on its plate.
    new BillboardCollection({ scene, blendOption: BlendOption.TRANSLUCENT }),
  ) as BillboardCollection;
  const stalks = scene.primitives.add(new PolylineCollection()) as PolylineCollection;
  const standing = new Map<string, Standing & { make: string }>();
  const sign = (id: string, picture: NamedPicture, more: object = {}): Billboard => {
    const billboard = signs.add({
      id: { layer, id },
      position: Cartesian3.ZERO,
      scale: pictureScale,
      disableDepthTestDistance: inFront,
      ...more,
    });
    billboard.setImage(picture.id, picture.canvas);
    return billboard;
  };
  const leave = (id: string) => {
    const one = standing.get(id);
    if (!one) return;
    standing.delete(id);
    for (const billboard of [one.symbol, one.ring, one.sign, one.badge, one.label])
      if (billboard) signs.remove(billboard);
    if (one.stalk) stalks.remove(one.stalk);
  };
  const enter = (thing: Standee, label: string, selected: boolean): Standing => {
    const kind = kindOf(thing);
    return {
      ring: selected
        ? sign(thing.id, pictures.symbol(thing.badge === undefined ? 'ring-21' : 'ring-14'))
        : null,
      // North of the billboard is north on the ground, as seen from the eye.
      symbol: sign(
        thing.id,
        pictures.symbol(thing.bundle ? bundlePicture(thing.look) : markerPicture(thing.look, kind)),
        isTurned(thing) ? { alignedAxis: Cartesian3.UNIT_Z } : {},
      ),
      sign: thing.sign ? sign(thing.id, pictures.symbol(signPicture(thing.sign))) : null,
      badge: thing.badge ? sign(thing.id, pictures.label(thing.badge)) : null,
      label: label
        ? sign(thing.id, pictures.label(label), {
            verticalOrigin: VerticalOrigin.TOP,
            horizontalOrigin: HorizontalOrigin.CENTER,
            pixelOffset: new Cartesian2(0, 17),
            translucencyByDistance: new NearFarScalar(1e5, 1, 3e6, 0),
          })
        : null,
      stalk: thing.stalk
        ? stalks.add({
            width: 1,
            material: Material.fromType('Color', {
              color: Color.fromCssColorString(pictures.theme().looks[thing.look]).withAlpha(0.7),
            }),
          })
        : null,
    };
  };
  const place = (one: Standing, thing: Standee, opacity: number) => {
    const ground = groundOr0(stage, thing);
    const position = Cartesian3.fromDegrees(thing.lng, thing.lat, thing.height ?? ground);
    const colour = Color.WHITE.withAlpha(opacity * (thing.ghost ? ghostAlpha : 1));
    for (const billboard of [one.symbol, one.ring, one.badge, one.label]) {
      if (!billboard) continue;
      billboard.position = position;
      billboard.color = colour;
    }
    if (one.sign) {
      one.sign.position = position;
      one.sign.color = Color.WHITE.withAlpha(opacity);
    }
    if (isTurned(thing)) one.symbol.rotation = -CesiumMath.toRadians(thing.heading ?? 0);
    if (one.stalk) one.stalk.positions = [position, Cartesian3.fromDegrees(thing.lng, thing.lat, ground)];
  };
  return {
    signs,
    stalks,
    stand: (thing: Standee, label: string, selected: boolean, opacity: number) => {
      const make = makeOf(thing, label, selected);
      let one = standing.get(thing.id);
      if (one?.make !== make) {
        leave(thing.id);
        one = { ...enter(thing, label, selected), make };
        standing.set(thing.id, one);
      }
      place(one, thing, opacity);
    },
    keepOnly: (ids: ReadonlySet<string>) => {
      for (const id of standing.keys()) if (!ids.has(id)) leave(id);
    },
    clear: () => {
      for (const id of standing.keys()) leave(id);
    },
  };
};

/** Markers with names, rings and stalks. Primitives: an entity of the engine's own would cost a hundred times as much. */
export const thingsPart = (
  stage: Stage,
  layer: string,
  { pictures, font, zoom }: { pictures: Pictures; font: LabelFont; zoom: () => number },
): GlobeThings => {
  const crowd = createCrowd(stage, layer, pictures);
  const { primitives } = stage.scene;
  let [selected, opacity]: [string | null, number] = [null, 1];
  const shown = createLabelGate(font.load, () => book.redraw());
  let boxes = new Map<string, Bounds>();
  /** Things as they stand: where there are many, bundled where they would lie on each other, as on the flat map. */
  const standees = (all: readonly Thing[]): readonly Standee[] => {
    const { singles, clusters } = bundled(all, zoom());
    boxes = new Map(clusters.map(({ id, bounds }) => [`bundle ${id}`, bounds]));
    return clusters.length === 0 ? singles : [...singles, ...clusters.map(standeeOf)];
  };
  const book = createThingBook(
    (all) => {
      const things = standees(all);
      const named = things.length <= mostLabels;
      crowd.keepOnly(new Set(things.map(({ id }) => id)));
      for (const thing of things)
        crowd.stand(thing, named ? shown(thing.label ?? '') : '', thing.id === selected, opacity);
      stage.draw();
    },
    () => performance.now(),
    later,
  );
  return {
    kind: 'things',
    set: book.set,
    put: book.put,
    remove: book.remove,
    select: (id) => {
      selected = id;
      book.redraw();
    },
    setVisible: (visible) => {
      crowd.signs.show = crowd.stalks.show = visible;
      stage.draw();
    },
    setOpacity: (next) => {
      opacity = next;
      book.redraw();
    },
    raise: () => {
      primitives.raiseToTop(crowd.stalks);
      primitives.raiseToTop(crowd.signs);
      stage.draw();
    },
    recolour: () => {
      crowd.clear();
      book.redraw();
    },
    settle: book.redraw,
    bundle: (id) => boxes.get(id) ?? null,
    rest: () => {
      if (book.size() > fewFrom) book.redraw();
    },
    dispose: () => {
      book.dispose();
      primitives.remove(crowd.signs);
      primitives.remove(crowd.stalks);
      stage.draw();
    },
  };
};
