/**
 * What a model can do. Metres, m/s. A value that no source gives is null: the rule that asks for it says that it was not checked.
 *
 * Sources, by the letter behind each row:
 * A  enterprise.dji.com/matrice-300/specs     B  enterprise.dji.com/matrice-30/specs and /dock/specs
 * C  enterprise.dji.com/mavic-3-enterprise/specs, /mavic-3-m/specs
 * D  enterprise.dji.com/matrice-350-rtk/specs E  enterprise.dji.com/dock-2/specs
 * F  enterprise.dji.com/matrice-4-series/specs G  enterprise.dji.com/dock-3/specs
 * H  enterprise.dji.com/matrice-400/specs
 * Cameras by aircraft and their numbers: Cloud API, product support, enumeration values of cameras.
 */
export interface ModelLimits {
  /** m/s through still air at the most, in the fastest mode that the maker measures. */
  readonly speed: number | null;
  /** Metres above the sea up to which it takes off and flies, with the usual propellers and, where there is one, its dock. */
  readonly ceiling: number | null;
  /** m/s of wind in flight. */
  readonly wind: number | null;
  /** Metres from its dock; null: there is no dock for it. */
  readonly reach: number | null;
  /** Cameras that it carries, by their numbers in the route format. */
  readonly payloads: readonly number[];
}

/** What hangs on gimbals of aircraft that exchange them; 90742 is a laser scanner with a camera. */
const gimbals = [42, 43, 50, 61, 82, 83, 90742];

const limits: Readonly<Record<string, ModelLimits>> = {
  '0-60-0': { speed: 23, ceiling: 5_000, wind: 15, reach: null, payloads: gimbals }, // A
  '0-67-0': { speed: 23, ceiling: 5_000, wind: 15, reach: 7_000, payloads: [52] }, // B
  '0-67-1': { speed: 23, ceiling: 5_000, wind: 15, reach: 7_000, payloads: [53] }, // B
  '0-77-0': { speed: 21, ceiling: 6_000, wind: 12, reach: null, payloads: [66] }, // C
  '0-77-1': { speed: 21, ceiling: 6_000, wind: 12, reach: null, payloads: [67] }, // C
  '0-77-2': { speed: 21, ceiling: 6_000, wind: 12, reach: null, payloads: [68] }, // C
  '0-77-3': { speed: 21, ceiling: 6_000, wind: 12, reach: null, payloads: [129] }, // C
  '0-89-0': { speed: 23, ceiling: 5_000, wind: 12, reach: null, payloads: gimbals }, // D
  '0-91-0': { speed: 21, ceiling: 4_000, wind: 12, reach: 10_000, payloads: [80] }, // E
  '0-91-1': { speed: 21, ceiling: 4_000, wind: 12, reach: 10_000, payloads: [81] }, // E
  '0-99-0': { speed: 21, ceiling: 6_000, wind: 12, reach: null, payloads: [88] }, // F
  '0-99-1': { speed: 21, ceiling: 6_000, wind: 12, reach: null, payloads: [89] }, // F
  '0-100-0': { speed: 21, ceiling: 4_500, wind: 12, reach: 10_000, payloads: [98] }, // G: that of the dock, which is lower
  '0-100-1': { speed: 21, ceiling: 4_500, wind: 12, reach: 10_000, payloads: [99] }, // G
  '0-103-0': { speed: 25, ceiling: 7_000, wind: 12, reach: null, payloads: gimbals }, // H
};

/** Null: the model is not chosen, or not in the table. */
export const modelLimits = (key: string | null): ModelLimits | null =>
  key !== null && Object.hasOwn(limits, key) ? (limits[key] ?? null) : null;

interface CameraLimits {
  /** Times of the widest view, optical and digital together; null: no source gives it. */
  readonly zoom: number | null;
  readonly lenses: readonly string[];
}

const zoomPair = ['visable', 'wide', 'zoom'];
const zoomThermal = [...zoomPair, 'ir'];

/**
 * Zoom by the makers' pages above and, for the Zenmuse cameras, enterprise.dji.com/zenmuse-h20-series, /zenmuse-h20n and
 * /zenmuse-h30-series; never above 200, which is the highest factor that the Cloud API takes. Lenses: lens words of the route
 * format for the camera.
 */
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
