/**
 * An aircraft the format has a code for. Pitch range in degrees, 0 level, −90 straight down: WPML common elements,
 * `gimbalPitchRotateAngle` (M30 −120…45, M3E −90…35, M3D and M4 −90…30); exchanged gimbals have the widest of them.
 */
export interface DroneModel {
  readonly enumValue: number;
  readonly subEnumValue: number;
  /** The device code of the dock protocol: domain-type-subtype. */
  readonly key: string;
  readonly name: string;
  readonly pitch: readonly [number, number];
}

function drone(
  enumValue: number,
  subEnumValue: number,
  name: string,
  pitch: readonly [number, number],
): DroneModel {
  return { enumValue, subEnumValue, key: `0-${enumValue}-${subEnumValue}`, name, pitch };
}

const interchangeable = [-120, 45] as const;

export const droneModels: readonly DroneModel[] = [
  drone(60, 0, 'Matrice 300 RTK', interchangeable),
  drone(67, 0, 'Matrice 30', [-120, 45]),
  drone(67, 1, 'Matrice 30T', [-120, 45]),
  drone(77, 0, 'Mavic 3E', [-90, 35]),
  drone(77, 1, 'Mavic 3T', [-90, 35]),
  drone(77, 2, 'Mavic 3M', [-90, 35]),
  drone(77, 3, 'Mavic 3TA', [-90, 35]),
  drone(89, 0, 'Matrice 350 RTK', interchangeable),
  drone(91, 0, 'Matrice 3D', [-90, 30]),
  drone(91, 1, 'Matrice 3TD', [-90, 30]),
  drone(99, 0, 'Matrice 4E', [-90, 30]),
  drone(99, 1, 'Matrice 4T', [-90, 30]),
  drone(100, 0, 'Matrice 4D', [-90, 30]),
  drone(100, 1, 'Matrice 4TD', [-90, 30]),
  drone(103, 0, 'Matrice 400', interchangeable),
];

/** The model a route file names; null for codes not in the table and for 65535, which means unknown. */
export function droneModel(enumValue: number | null, subEnumValue: number | null): DroneModel | null {
  return (
    droneModels.find((one) => one.enumValue === enumValue && one.subEnumValue === (subEnumValue ?? 0)) ?? null
  );
}

interface Payload {
  readonly name: string;
  /** Lens words of the format; `visable` is its own spelling. */
  readonly lenses: readonly string[];
}

const zoomPair = ['wide', 'zoom'];
const zoomThermal = ['wide', 'zoom', 'ir'];
const single = ['visable'];
const thermal = ['visable', 'ir'];

const payloads: Readonly<Record<number, Payload>> = {
  42: { name: 'Zenmuse H20', lenses: zoomPair },
  43: { name: 'Zenmuse H20T', lenses: zoomThermal },
  50: { name: 'Zenmuse P1', lenses: single },
  52: { name: 'M30 camera', lenses: zoomPair },
  53: { name: 'M30T camera', lenses: zoomThermal },
  61: { name: 'Zenmuse H20N', lenses: [...zoomThermal, 'narrow_band'] },
  66: { name: 'Mavic 3E camera', lenses: single },
  67: { name: 'Mavic 3T camera', lenses: thermal },
  68: { name: 'Mavic 3M camera', lenses: [...single, 'narrow_band'] },
  80: { name: 'M3D camera', lenses: single },
  81: { name: 'M3TD camera', lenses: thermal },
  82: { name: 'Zenmuse H30', lenses: zoomPair },
  83: { name: 'Zenmuse H30T', lenses: zoomThermal },
  88: { name: 'M4E camera', lenses: single },
  89: { name: 'M4T camera', lenses: thermal },
  98: { name: 'M4D camera', lenses: single },
  99: { name: 'M4TD camera', lenses: thermal },
  129: { name: 'Mavic 3TA camera', lenses: thermal },
  90742: { name: 'Zenmuse L1', lenses: single },
};

/** A camera's name, or null for a code not in the table. */
export function payloadName(enumValue: number): string | null {
  return payloads[enumValue]?.name ?? null;
}

/** The lenses a photo is taken with unless somebody chooses; the plain one for codes not in the table. */
export function payloadLenses(enumValue: number): readonly string[] {
  return payloads[enumValue]?.lenses ?? single;
}

/** Cameras that are part of an aircraft, by its device code. */
const builtIn: Readonly<Record<string, number>> = {
  '0-67-0': 52,
  '0-67-1': 53,
  '0-77-0': 66,
  '0-77-1': 67,
  '0-77-2': 68,
  '0-77-3': 129,
  '0-91-0': 80,
  '0-91-1': 81,
  '0-99-0': 88,
  '0-99-1': 89,
  '0-100-0': 98,
  '0-100-1': 99,
};

/** The camera that an aircraft carries of itself; null where cameras are exchanged, or the code is not in the table. */
export function builtInPayload(key: string): number | null {
  return builtIn[key] ?? null;
}
