/** An aircraft the format has a code for. Pitch range in degrees, 0 level, −90 straight down. */
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

/** Payload code to camera name. */
export const payloadNames: Readonly<Record<number, string>> = {
  42: 'Zenmuse H20',
  43: 'Zenmuse H20T',
  50: 'Zenmuse P1',
  52: 'M30 camera',
  53: 'M30T camera',
  61: 'Zenmuse H20N',
  66: 'Mavic 3E camera',
  67: 'Mavic 3T camera',
  68: 'Mavic 3M camera',
  80: 'M3D camera',
  81: 'M3TD camera',
  82: 'Zenmuse H30',
  83: 'Zenmuse H30T',
  88: 'M4E camera',
  89: 'M4T camera',
  98: 'M4D camera',
  99: 'M4TD camera',
  129: 'Mavic 3TA camera',
  90742: 'Zenmuse L1',
};

/** A camera's name, or null for a code not in the table. */
export function payloadName(enumValue: number): string | null {
  return payloadNames[enumValue] ?? null;
}
