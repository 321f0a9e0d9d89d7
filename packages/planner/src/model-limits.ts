/** What a model can do, from its data sheet. Metres, m/s. */
export interface ModelLimits {
  /** m/s through still air at the most. */
  readonly speed: number;
  /** Metres above the sea up to which it takes off and flies. */
  readonly ceiling: number;
  /** m/s of wind. */
  readonly wind: number;
  /** Metres from its dock; null: it has none. */
  readonly reach: number | null;
  /** Cameras that it carries, by their numbers in the route format. */
  readonly payloads: readonly number[];
}

const gimbals = [42, 43, 50, 61, 82, 83, 90742];

const limits: Readonly<Record<string, ModelLimits>> = {
  '0-60-0': { speed: 23, ceiling: 5_000, wind: 15, reach: null, payloads: gimbals },
  '0-67-0': { speed: 23, ceiling: 5_000, wind: 15, reach: 7_000, payloads: [52] },
  '0-67-1': { speed: 23, ceiling: 5_000, wind: 15, reach: 7_000, payloads: [53] },
  '0-77-0': { speed: 21, ceiling: 6_000, wind: 12, reach: null, payloads: [66] },
  '0-77-1': { speed: 21, ceiling: 6_000, wind: 12, reach: null, payloads: [67] },
  '0-77-2': { speed: 21, ceiling: 6_000, wind: 12, reach: null, payloads: [68] },
  '0-77-3': { speed: 21, ceiling: 6_000, wind: 12, reach: null, payloads: [129] },
  '0-89-0': { speed: 23, ceiling: 5_000, wind: 12, reach: null, payloads: gimbals },
  '0-91-0': { speed: 21, ceiling: 4_000, wind: 12, reach: 10_000, payloads: [80] },
  '0-91-1': { speed: 21, ceiling: 4_000, wind: 12, reach: 10_000, payloads: [81] },
  '0-99-0': { speed: 21, ceiling: 6_000, wind: 12, reach: null, payloads: [88] },
  '0-99-1': { speed: 21, ceiling: 6_000, wind: 12, reach: null, payloads: [89] },
  '0-100-0': { speed: 21, ceiling: 4_500, wind: 12, reach: 10_000, payloads: [98] },
  '0-100-1': { speed: 21, ceiling: 4_500, wind: 12, reach: 10_000, payloads: [99] },
  '0-103-0': { speed: 25, ceiling: 7_000, wind: 12, reach: null, payloads: gimbals },
};

/** Null: the model is not chosen, or not in the table. */
export const modelLimits = (key: string | null): ModelLimits | null =>
  key !== null && Object.hasOwn(limits, key) ? (limits[key] ?? null) : null;

interface CameraLimits {
  /** Times of the widest view, optical and digital together. */
  readonly zoom: number;
  readonly lenses: readonly string[];
}

const zoomPair = ['visable', 'wide', 'zoom'];
const zoomThermal = [...zoomPair, 'ir'];

const cameras: Readonly<Record<number, CameraLimits>> = {
  42: { zoom: 200, lenses: zoomPair },
  43: { zoom: 200, lenses: zoomThermal },
  50: { zoom: 1, lenses: ['visable', 'wide'] },
  52: { zoom: 200, lenses: zoomPair },
  53: { zoom: 200, lenses: zoomThermal },
  61: { zoom: 128, lenses: [...zoomThermal, 'narrow_band'] },
  66: { zoom: 56, lenses: zoomPair },
  67: { zoom: 56, lenses: zoomThermal },
  68: { zoom: 1, lenses: ['visable', 'wide', 'narrow_band'] },
  80: { zoom: 56, lenses: zoomPair },
  81: { zoom: 56, lenses: zoomThermal },
  82: { zoom: 200, lenses: zoomPair },
  83: { zoom: 200, lenses: zoomThermal },
  88: { zoom: 112, lenses: zoomPair },
  89: { zoom: 112, lenses: zoomThermal },
  98: { zoom: 112, lenses: zoomPair },
  99: { zoom: 112, lenses: zoomThermal },
  129: { zoom: 56, lenses: zoomThermal },
};

/** Null: the camera is not chosen, or not in the table. */
export const cameraLimits = (type: number | null): CameraLimits | null =>
  type !== null && Object.hasOwn(cameras, type) ? (cameras[type] ?? null) : null;
