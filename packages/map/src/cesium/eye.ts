import {
  Cartesian2,
  Cartesian3,
  Cartographic,
  Ellipsoid,
  HeadingPitchRange,
  IntersectionTests,
  Math as CesiumMath,
  Matrix4,
  Ray,
  SceneTransforms,
  Transforms,
  type Scene,
} from '@cesium/engine';
import type { Bounds, Place } from '@eyrie/geometry';
import { rangeOfZoom, zoomOfRange, type ViewSize } from '../alignment/scale.ts';
import type { Camera, FitOptions, MapEngine } from '../contract.ts';
import type { RunningEngine } from '../engine.ts';
import { cameraForBounds } from '../fit.ts';
import { createListeners } from '../listeners.ts';
import { metresPerPixelAt } from '../scale.ts';
import type { Stage } from './stage.ts';

/** Steepest tilt in degrees that the globe is given; beyond it the place looked at is lost behind the horizon. */
const maxPitch = 85;
/** Milliseconds without movement after which the eye counts as at rest. */
const restAfter = 150;
/** Seconds of a gliding movement. */
const glide = 0.4;

const { toDegrees, toRadians } = CesiumMath;

/** Metres of the ground at a place, 0 while nothing is known: the eye needs a figure. */
export const groundOr0 = (stage: Stage, place: Place): number => stage.groundAt(place) ?? 0;

/** How often the height of the ground is corrected by the place that was found, and metres that end it. */
const corrections = { most: 6, enough: 0.01 } as const;

/** Where a ray first meets the ellipsoid raised by so many metres; nothing from under it. */
const meet = (ray: Ray, raised: number): Cartesian3 | undefined => {
  const { x, y, z } = Ellipsoid.WGS84.radii;
  const met = IntersectionTests.rayEllipsoid(ray, new Ellipsoid(x + raised, y + raised, z + raised)) as
    | { start: number }
    | undefined;
  return met && met.start > 0 ? Ray.getPoint(ray, met.start) : undefined;
};

/**
 * The place of the ground under a point of the canvas, by formula from known heights: meshes that are drawn are coarse at
 * first and cut through the ball. `from`: metres of the ground to begin with.
 */
export const groundUnder = (stage: Stage, point: Cartesian2, from = 0): Cartesian3 | undefined => {
  const ray = stage.scene.camera.getPickRay(point);
  if (!ray) return undefined;
  let height = from;
  let found = meet(ray, height) ?? meet(ray, 0);
  for (let turn = 0; found && turn < corrections.most; turn += 1) {
    const next = groundOr0(stage, placeOfPoint(found));
    if (Math.abs(next - height) < corrections.enough) break;
    height = next;
    found = meet(ray, height) ?? found;
  }
  return found;
};

export const placeOfPoint = (point: Cartesian3): Place => {
  const { longitude, latitude } = Cartographic.fromCartesian(point);
  return { lng: toDegrees(longitude), lat: toDegrees(latitude) };
};

const sizeOf = ({ canvas }: Stage): ViewSize => ({ width: canvas.clientWidth, height: canvas.clientHeight });

/** Bearing and tilt of the eye in the plane that touches the ground at `target`, degrees. */
const anglesAt = (scene: Scene, target: Cartesian3): { bearing: number; pitch: number } => {
  const toLocal = Matrix4.inverseTransformation(Transforms.eastNorthUpToFixedFrame(target), new Matrix4());
  const local = (vector: Cartesian3) => Matrix4.multiplyByPointAsVector(toLocal, vector, new Cartesian3());
  const direction = local(scene.camera.directionWC);
  const pitch = Math.acos(CesiumMath.clamp(-direction.z, -1, 1));
  // Straight down the direction has no bearing and the upper edge of the picture tells it.
  const pointing = pitch < Math.PI / 4 ? local(scene.camera.upWC) : direction;
  return { bearing: toDegrees(Math.atan2(pointing.x, pointing.y)), pitch: toDegrees(pitch) };
};

const createCamera = (stage: Stage, first: Camera) => {
  const { scene } = stage;
  let last = first;
  return (): Camera => {
    const size = sizeOf(stage);
    const middle = new Cartesian2(size.width / 2, size.height / 2);
    const target = groundUnder(stage, middle, groundOr0(stage, last));
    if (!target) {
      // The eye looks past the Earth: it stands over where it was, tilted as far as there is ground.
      const under = placeOfPoint(scene.camera.positionWC);
      return { ...last, ...under, pitch: 90 };
    }
    const place = placeOfPoint(target);
    const zoom = zoomOfRange(place.lat, Cartesian3.distance(scene.camera.positionWC, target), size);
    last = { ...place, zoom, ...anglesAt(scene, target) };
    return last;
  };
};

/** A view that the eye was given, and with which height of the ground in metres it was placed. */
interface Given {
  readonly view: Camera;
  readonly ground: number;
}

/** Moves the eye so that it looks at the ground of a place; where the ground is not known yet, at the ellipsoid. */
const look = (stage: Stage, camera: Camera): Given => {
  const { scene } = stage;
  const ground = groundOr0(stage, camera);
  const target = Cartesian3.fromDegrees(camera.lng, camera.lat, ground);
  scene.camera.lookAt(
    target,
    new HeadingPitchRange(
      toRadians(camera.bearing),
      toRadians(Math.min(maxPitch, camera.pitch) - 90),
      rangeOfZoom(camera.lat, camera.zoom, sizeOf(stage)),
    ),
  );
  scene.camera.lookAtTransform(Matrix4.IDENTITY);
  return { view: camera, ground };
};

const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

const glideTo = (stage: Stage, camera: Camera): Given => {
  const eye = stage.scene.camera;
  const [position, direction, up] = [eye.position.clone(), eye.direction.clone(), eye.up.clone()];
  const given = look(stage, camera);
  const [destination, orientation] = [
    eye.position.clone(),
    { direction: eye.direction.clone(), up: eye.up.clone() },
  ];
  eye.setView({ destination: position, orientation: { direction, up } });
  eye.flyTo({ destination, orientation, duration: glide });
  return given;
};

/** Tells of every movement, and when it has come to rest. Inertia lets the eye run on, so views are compared. */
const watchEye = (stage: Stage, camera: () => Camera) => {
  const { scene } = stage;
  const cameras = createListeners<Camera>();
  const rests = createListeners<void>();
  let seen = { position: new Cartesian3(), direction: new Cartesian3(), width: 0, height: 0 };
  let movedAt: number | null = null;
  const unseen = () => {
    const { width, height } = sizeOf(stage);
    return (
      width !== seen.width ||
      height !== seen.height ||
      !Cartesian3.equalsEpsilon(scene.camera.positionWC, seen.position, 1e-11, 1e-3) ||
      !Cartesian3.equalsEpsilon(scene.camera.directionWC, seen.direction, 0, 1e-9)
    );
  };
  const stop = scene.postUpdate.addEventListener(() => {
    if (unseen()) {
      seen = {
        position: scene.camera.positionWC.clone(),
        direction: scene.camera.directionWC.clone(),
        ...sizeOf(stage),
      };
      movedAt = performance.now();
      cameras.notify(camera());
    } else if (movedAt !== null && performance.now() - movedAt > restAfter) {
      movedAt = null;
      rests.notify();
    }
  });
  return {
    onCamera: cameras.add,
    onRest: rests.add,
    /** What the eye sees has another measure, though it stands where it stood. */
    again: () => {
      movedAt = performance.now();
      cameras.notify(camera());
    },
    stop,
  };
};

/** A hand lets go and the globe turns on; whoever sets the view ends that until the next hand. */
const createInertia = ({ scene, canvas }: Stage, touched: () => void) => {
  const controller = scene.screenSpaceCameraController;
  const own = {
    inertiaSpin: controller.inertiaSpin,
    inertiaTranslate: controller.inertiaTranslate,
    inertiaZoom: controller.inertiaZoom,
  };
  const give = () => {
    Object.assign(controller, own);
    touched();
  };
  canvas.addEventListener('pointerdown', give, { capture: true });
  canvas.addEventListener('wheel', give, { capture: true, passive: true });
  return {
    end: () => void Object.assign(controller, { inertiaSpin: -1, inertiaTranslate: -1, inertiaZoom: -1 }),
  };
};

const projector = (stage: Stage) => (place: Place) => {
  const { scene } = stage;
  const point = Cartesian3.fromDegrees(place.lng, place.lat, groundOr0(stage, place));
  const toEye = Cartesian3.subtract(scene.camera.positionWC, point, new Cartesian3());
  const up = scene.globe.ellipsoid.geodeticSurfaceNormal(point);
  // Behind the horizon the eye is under the plane that touches the ground there.
  if (!up || Cartesian3.dot(toEye, up) <= 0) return null;
  const at = SceneTransforms.worldToWindowCoordinates(scene, point);
  const { width, height } = sizeOf(stage);
  return at && at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height ? { x: at.x, y: at.y } : null;
};

/** The globe's eye. What it is given and tells is the camera of the flat map, matched by resolution. */
export const createEye = (
  stage: Stage,
  first: Camera,
): Pick<MapEngine, 'camera' | 'setCamera' | 'fit' | 'metresPerPixel' | 'project' | 'onCamera'> &
  Pick<RunningEngine, 'maxPitch' | 'size' | 'onRest'> & { settle(): void; stop(): void } => {
  const camera = createCamera(stage, first);
  const watch = watchEye(stage, camera);
  /** Null once a hand has moved the eye: what it sees then is its own. */
  let given: Given | null = look(stage, first);
  const inertia = createInertia(stage, () => {
    given = null;
  });
  const setCamera: MapEngine['setCamera'] = (next, how) => {
    inertia.end();
    stage.scene.camera.cancelFlight();
    const whole = { ...camera(), ...next };
    given = how?.animate && !reducedMotion() ? glideTo(stage, whole) : look(stage, whole);
    stage.draw();
  };
  let seenGround = given.ground;
  return {
    maxPitch,
    camera,
    setCamera,
    size: () => sizeOf(stage),
    onCamera: watch.onCamera,
    onRest: (listener) => watch.onRest(() => listener()),
    fit: (box: Bounds | null, how?: FitOptions) => {
      if (box)
        setCamera(
          { ...cameraForBounds(box, sizeOf(stage), how), bearing: 0, pitch: 0 },
          { animate: how?.animate ?? false },
        );
    },
    metresPerPixel: () => {
      const { lat, zoom } = camera();
      return metresPerPixelAt(lat, zoom);
    },
    project: projector(stage),
    /**
     * Heights of the ground have come: the eye was placed without them, over ground of 1400 m more than twice as near. A view
     * that it was given is kept by standing up; after a hand the scale that it sees is another than was said.
     */
    settle: () => {
      const ground = groundOr0(stage, given?.view ?? camera());
      const known = given?.ground ?? seenGround;
      seenGround = ground;
      if (Math.abs(ground - known) < corrections.enough) return;
      if (given) setCamera(given.view);
      watch.again();
      stage.draw();
    },
    stop: watch.stop,
  };
};
